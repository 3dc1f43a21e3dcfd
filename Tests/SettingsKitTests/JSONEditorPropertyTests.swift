import SettingsKit
import Testing

/// What holds for every document and every edit.
struct JSONEditorPropertyTests {
  /// The values of a document by dotted key, in its order; objects without members count for nothing.
  private func leaves(_ value: JSONValue, _ prefix: String = "") -> [JSONMember] {
    guard case .object(let members) = value else { return [JSONMember(prefix, value)] }
    return members.flatMap { leaves($0.value, prefix.isEmpty ? $0.key : prefix + "." + $0.key) }
  }

  private func leaves(of editor: JSONEditor) throws -> [JSONMember] {
    leaves(try JSON5Parser.parse(editor.bytes).value)
  }

  private let values: [JSONValue] = [7, .decimal(0.5), "it's \"new\"", true, .null, [1, "x"], ["new"]]

  private func isSubsequence(_ part: [UInt8], of whole: [UInt8]) -> Bool {
    var rest = part[...]
    for byte in whole where rest.first == byte { rest.removeFirst() }
    return rest.isEmpty
  }

  @Test(arguments: 0..<40)
  func anEditChangesItsKeyAndNothingElse(batch: UInt64) throws {
    for seed in (batch * 25)..<(batch * 25 + 25) {
      let document = RandomDocument(seed: seed)
      var random = SeededRandom(seed &+ 99)
      var editor: JSONEditor
      do { editor = try JSONEditor(Array(document.text.utf8), name: "") } catch {
        Issue.record("seed \(seed): \(error)\n\(document.text)")
        continue
      }
      for _ in 0..<8 {
        let before = editor
        let edit = random.chance(of: 0.4) ? try remove(&editor, &random) : try set(&editor, &random)
        guard let complaint = edit else { continue }
        Issue.record(
          """
          seed \(seed): \(complaint)
          --- before
          \(String(decoding: before.bytes, as: UTF8.self))
          --- after
          \(String(decoding: editor.bytes, as: UTF8.self))
          """)
        break
      }
    }
  }

  /// - Returns: What is wrong, `nil` if nothing.
  private func set(_ editor: inout JSONEditor, _ random: inout SeededRandom) throws -> String? {
    let before = editor.bytes
    let old = try leaves(of: editor)
    let value = random.pick(values)
    let isNew = old.isEmpty || random.chance(of: 0.5)
    let key =
      isNew ? random.pick(["", "s.", "t.", "t.b.", "new.", "a."]) + random.pick(["n", "m.k"]) : random.pick(old).key
    // A key that is a value and a section both: which one is meant is not for the editor to know.
    if case .object? = editor.value(of: key) { return nil }
    do {
      try editor.set(key, to: value)
    } catch {
      let isBlocked = "\(error)".contains("not an object, so \(key) cannot be put into it")
      return isBlocked && isNew && editor.bytes == before ? nil : "\(key) was refused: \(error)"
    }
    let new = try leaves(of: editor)
    guard new.last(where: { $0.key == key })?.value == value else {
      return "\(key) = \(value.compactText) did not arrive"
    }
    if let index = old.lastIndex(where: { $0.key == key }) {
      var expected = old
      expected[index].value = value
      if new != expected { return "setting \(key) changed other values" }
      let node = try node(of: key, in: before)
      let tail = before.count - node.range.upperBound
      let isElsewhereSame =
        editor.bytes.starts(with: before[..<node.range.lowerBound])
        && editor.bytes.suffix(tail).elementsEqual(before.suffix(tail))
      return isElsewhereSame ? nil : "setting \(key) touched bytes outside of its value"
    }
    if new.filter({ $0.key != key }) != old { return "adding \(key) changed other values" }
    if !isSubsequence(before.filter { !isBlank($0) }, of: editor.bytes) { return "adding \(key) took something away" }
    let trailing = hasTrailingComma(before)
    return trailing == hasTrailingComma(editor.bytes) || old.isEmpty ? nil : "adding \(key) changed the last comma"
  }

  private func remove(_ editor: inout JSONEditor, _ random: inout SeededRandom) throws -> String? {
    let before = editor.bytes
    let old = try leaves(of: editor)
    guard let key = old.randomElement(using: &random)?.key else { return nil }
    // A value and a section of one name: no settings have that, and removing takes both.
    if old.contains(where: { $0.key.hasPrefix(key + ".") }) { return nil }
    let trailing = hasTrailingComma(before)
    guard try editor.remove(key) else { return "\(key) was not found" }
    let new = try leaves(of: editor)
    if new != old.filter({ $0.key != key }) { return "removing \(key) changed other values" }
    if !isSubsequence(editor.bytes, of: before) { return "removing \(key) added something" }
    return hasTrailingComma(editor.bytes) && !trailing ? "removing \(key) left a comma" : nil
  }

  private func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  /// The value that counts for a key, with its place.
  private func node(of key: String, in bytes: [UInt8]) throws -> JSONNode {
    func find(_ node: JSONNode, _ prefix: String) -> [JSONNode] {
      guard case .object(let members) = node.content else { return prefix == key ? [node] : [] }
      return members.flatMap { find($0.value, prefix.isEmpty ? $0.key : prefix + "." + $0.key) }
    }
    return try #require(find(try JSON5Parser.parse(bytes), "").last)
  }

  /// Whether some object of the document has a comma behind its last member.
  private func hasTrailingComma(_ bytes: [UInt8]) -> Bool {
    func search(_ node: JSONNode) -> Bool {
      guard case .object(let members) = node.content else { return false }
      if members.contains(where: { search($0.value) }) { return true }
      guard let last = members.last else { return false }
      // With its last value blanked out, what is left in front of the brace can hold a comma outside comments only there.
      let rest = String(decoding: bytes[last.value.range.upperBound..<(node.range.upperBound - 1)], as: UTF8.self)
      return rest.replacing(/\/\*[\s\S]*?\*\/|\/\/[^\n\r]*/, with: "").contains(",")
    }
    guard let root = try? JSON5Parser.parse(bytes) else { return false }
    return search(root)
  }

  @Test func removingEverythingOneByOneLeavesAnEmptyObjectAndTheCommentsAround() throws {
    for seed in 2_000..<2_200 as Range<UInt64> {
      var editor = try JSONEditor(Array(RandomDocument(seed: seed).text.utf8), name: "")
      var random = SeededRandom(seed)
      while let leaf = try leaves(of: editor).randomElement(using: &random) { try editor.remove(leaf.key) }
      #expect(try leaves(of: editor).isEmpty)
    }
  }

  @Test func whatIsPutInAndTakenOutAgainLeavesTheValuesAsTheyWere() throws {
    for seed in 3_000..<3_300 as Range<UInt64> {
      let bytes = Array(RandomDocument(seed: seed).text.utf8)
      var editor = try JSONEditor(bytes, name: "")
      let before = try leaves(of: editor)
      try editor.set("new.key", to: 1)
      try editor.remove("new.key")
      #expect(try leaves(of: editor) == before)
    }
  }
}
