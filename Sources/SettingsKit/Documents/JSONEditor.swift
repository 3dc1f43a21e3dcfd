/// Changes single values of a JSON5 document and leaves everything else as it is, byte for byte: comments, order,
/// indentation, quotes, line ends, and whether there is a comma behind the last member.
///
/// ```swift
/// var editor = try JSONEditor(bytes, name: "imgtune.json")
/// try editor.set("jpeg.quality", to: 80)
/// ```
/// A key is found in every form: `{"jpeg": {"quality": 1}}`, `{"jpeg.quality": 1}` and mixtures. Of a key that is given
/// twice, the last one counts and is changed; removing removes all. A comment inside a value goes with the value.
public struct JSONEditor: Sendable {
  /// How a missing section of a new key is written.
  public enum NewKeys: Sendable {
    /// As an object, or dotted where the neighbours have dotted keys.
    case likeTheFile
    /// Always dotted, inside the sections that there are.
    case dotted
  }

  /// A document to begin with where there is no file.
  public static let emptyDocument = Array("{}\n".utf8)

  public private(set) var bytes: [UInt8]
  public var newKeys = NewKeys.likeTheFile
  /// How many of the outermost sections stay when nothing is left in them; the root always does.
  var keptSections = 0

  let name: String
  private(set) var root: JSONNode

  /// - Parameter name: What to call the document in errors, such as its path.
  /// - Throws: `JSONEditError` where the document is no JSON5 object.
  public init(_ bytes: [UInt8], name: String) throws(JSONEditError) {
    self.bytes = bytes
    self.name = name
    do {
      root = try Coders.readJSON(bytes)
    } catch {
      throw JSONEditError(document: name, position: error.position, reason: error.reason)
    }
    guard case .object = root.content else {
      throw JSONEditError(
        document: name, position: root.position, reason: "the document is \(root.value.typeName), not an object")
    }
  }

  /// The value of a key, `nil` where it is not given.
  public func value(of key: String) -> JSONValue? {
    trails(to: parts(of: key), in: root).last?.last.map { $0.member.value.value }
  }

  /// Gives a key a value: in its place where it is there, else behind the last member of its section.
  ///
  /// - Throws: `JSONEditError` where a part of the key names something that is no object; the document is unchanged.
  public mutating func set(_ key: String, to value: JSONValue) throws(JSONEditError) {
    let parts = parts(of: key)
    let before = self
    if let step = trails(to: parts, in: root).last?.last {
      let old = step.member.value
      if old.value == value { return }
      try apply([replacement(of: old, in: step, by: value)])
    } else {
      let (object, rest) = try section(for: parts, of: key)
      try apply(insertions(of: rest, value, into: object))
    }
    guard self.value(of: key) == Coders.canonical(value) else {
      self = before
      throw JSONEditError(
        document: name, position: nil, reason: "\(key) = \(value.compactText) cannot be written in it")
    }
  }

  /// Takes a key out, with its comma, the comments on its line, and sections that hold nothing else.
  ///
  /// - Returns: Whether it was there.
  /// - Throws: `JSONEditError` where the document would not be well formed any more; it is unchanged then.
  @discardableResult public mutating func remove(_ key: String) throws(JSONEditError) -> Bool {
    let parts = parts(of: key)
    var wasThere = false
    while let trail = trails(to: parts, in: root).last {
      try apply(removals(of: trail))
      wasThere = true
    }
    return wasThere
  }
}

/// Why a document cannot be edited.
public struct JSONEditError: Error, Sendable, Equatable, CustomStringConvertible {
  public var document: String
  public var position: JSONPosition?
  public var reason: String

  /// "imgtune.json:3:5: jpeg is a number, not an object, so jpeg.quality cannot be put into it".
  public var description: String { document + (position.map { ":\($0)" } ?? "") + ": " + reason }
}

/// Finding.
extension JSONEditor {
  /// One member on the way from the root to a key.
  struct Step {
    var object: JSONNode
    var members: [JSONNode.Member]
    var index: Int

    var member: JSONNode.Member { members[index] }
  }

  /// Bytes that others take the place of.
  struct Edit {
    var range: Range<Int>
    var text: String
  }

  private func parts(of key: String) -> ArraySlice<Substring> {
    key.split(separator: ".", omittingEmptySubsequences: false)[...]
  }

  /// Every way to a key, in the order of the document: the last one counts.
  private func trails(to parts: ArraySlice<Substring>, in node: JSONNode) -> [[Step]] {
    guard case .object(let members) = node.content else { return [] }
    return members.indices.flatMap { index -> [[Step]] in
      let own = self.parts(of: members[index].key)
      guard parts.starts(with: own) else { return [] }
      let step = Step(object: node, members: members, index: index)
      if own.count == parts.count { return [[step]] }
      return trails(to: parts.dropFirst(own.count), in: members[index].value).map { [step] + $0 }
    }
  }

  /// The innermost object that a missing key belongs into, and what of the key is left inside it.
  private func section(
    for parts: ArraySlice<Substring>, of key: String
  ) throws(JSONEditError) -> (object: JSONNode, rest: ArraySlice<Substring>) {
    var object = root
    var rest = parts
    while case .object(let members) = object.content {
      let holders = members.filter {
        self.parts(of: $0.key).count < rest.count && rest.starts(with: self.parts(of: $0.key))
      }
      guard let holder = holders.last else { break }
      guard case .object = holder.value.content else {
        throw JSONEditError(
          document: name, position: holder.value.position,
          reason: "\(holder.key) is \(holder.value.value.typeName), not an object, so \(key) cannot be put into it")
      }
      object = holder.value
      rest = rest.dropFirst(self.parts(of: holder.key).count)
    }
    return (object, rest)
  }

  /// Makes changes that do not overlap, all or none.
  private mutating func apply(_ edits: [Edit]) throws(JSONEditError) {
    var edited = bytes
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      edited.replaceSubrange(edit.range, with: edit.text.utf8)
    }
    do {
      root = try Coders.readJSON(edited)
      bytes = edited
    } catch {
      throw JSONEditError(document: name, position: nil, reason: "the change would break it: \(error.reason)")
    }
  }
}
