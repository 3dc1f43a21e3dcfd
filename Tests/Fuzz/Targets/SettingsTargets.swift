import Jobs
import Pipeline
import Platform
import SettingsKit

private struct NoOptions: SettingsSection {
  init() {}
  static var about: SectionAbout { SectionAbout("Options") }

  @Setting("Output", "", short: "o")
  var output: String? = nil

  @Setting("Include", "")
  var include: [String] = []
}

private let registry = CompressionSettings.registry
private let options: SchemaDocument = {
  do { return SchemaDocument(try SettingsRegistry.of(NoOptions.self)) } catch { fatalError("\(error)") }
}()
private let parser = ArgumentParser(settings: CompressionSettings.schema, options: options)
private let environment = EnvironmentReader(CompressionSettings.schema)

/// Each line a word of a command line; those with a name of the environment are variables too.
func fuzzOverrides(_ bytes: [UInt8]) {
  let words = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  let parsed = parser.parse(words)
  var variables: [String: String] = [:]
  for word in words where word.hasPrefix("IMGTUNE_") {
    let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    variables[pair[0]] = pair.count == 2 ? pair[1] : ""
  }
  resolve(environment.read(variables).candidates + parsed.settings, parsed.problems)
}

/// What the layers say, weighed, told and turned into parameters.
private func resolve(_ candidates: [SettingCandidate], _ problems: [SettingProblem]) {
  let resolution = SettingsResolution(registry, candidates: candidates)
  for problem in problems + resolution.problems { require(!problem.description.isEmpty, "a problem has words") }
  for key in registry.keys { checkRoundTrip(resolution.value(key), registry.setting(key)!) }
  let settings = resolution.snapshot(as: CompressionSettings.self)
  _ = settings.request
  for pass in CompressionPass.passes(of: resolution) { _ = pass.settings }
  _ = try? settings.output.template.name(["{stem}": "a", "{extension}": "jpg"])
}

private func checkRoundTrip(_ value: any SettingValue, _ setting: SettingDescriptor) {
  guard let read = try? setting.parse(value.text), let decoded = try? setting.decode(value.json) else {
    return require(false, "\(setting.key) = \(value.text) does not read back")
  }
  require(read.json == value.json, "\(setting.key) = \(value.text) reads back as \(read.text)")
  require(decoded.json == value.json, "\(setting.key) = \(value.json.compactText) reads back as \(decoded.text)")
}

/// A text as a value of every kind; what is accepted is printed in a form that means the same.
func fuzzValues(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  checkRoundTrip(text, Bool.self)
  checkRoundTrip(text, Int.self)
  checkRoundTrip(text, Double.self)
  checkRoundTrip(text, ByteCount.self)
  checkRoundTrip(text, CalendarDate.self)
  checkRoundTrip(text, PixelLength.self)
  checkRoundTrip(text, SettingColor.self)
  checkRoundTrip(text, TimeSpan.self)
  checkRoundTrip(text, [Int].self)
  checkRoundTrip(text, [String].self)
  checkRoundTrip(text, [TimeSpan].self)
  checkRoundTrip(text, Int?.self)
  checkRoundTrip(text, OutputFormat.self)
  checkRoundTrip(text, [VariantSettings].self)
  for setting in registry.settings {
    if let value = try? setting.parse(text) { checkRoundTrip(value, setting) }
  }
}

private func checkRoundTrip<Value: SettingValue>(_ text: String, _ type: Value.Type) {
  guard let value = try? type.parse(text) else { return }
  require((try? type.parse(value.text)) == value, "\(type) \(text) is printed as \(value.text)")
  require((try? type.decode(value.json)) == value, "\(type) \(text) is stored as \(value.json.compactText)")
}

/// A project file: read, weighed, edited.
func fuzzProjectFile(_ bytes: [UInt8]) {
  var choices = Choices(bytes)
  let document = SettingsDocument(parsing: bytes, name: "imgtune.json", registry: registry)
  for problem in document.problems { require(!problem.description.isEmpty, "a problem has words") }
  resolve(document.candidates(), [])
  guard let node = try? JSON5Parser.parse(bytes) else {
    return require(!document.isReadable, "a document that cannot be parsed is readable")
  }
  let printed = node.value.compactText
  let again = try? JSON5Parser.parse(Array(printed.utf8))
  require(again?.value.compactText == printed, "\(printed) reads back as \(again?.value.compactText ?? "nothing")")
  do {
    var editor = try JSONEditor(bytes, name: "imgtune.json")
    let key = choices.pick(["quality", "jpeg.progressive", "a.b.c", "variants", ""] + topKeys(node))
    let value = choices.pick([7, true, "it's", .null, [1, "x"], .object(["a": 1])] as [JSONValue])
    if choices.toss() {
      try editor.set(key, to: value)
      if !key.isEmpty { require(editor.value(of: key) == value, "\(key) did not become \(value.compactText)") }
    } else {
      try editor.remove(key)
      require(editor.value(of: key) == nil, "\(key) is still there")
    }
    _ = try requireNoError("reading what was edited") { try JSON5Parser.parse(editor.bytes) }
  } catch {
    require(!"\(error)".isEmpty, "an error has words")
  }
}

private func topKeys(_ node: JSONNode) -> [String] {
  guard case .object(let members) = node.content else { return [] }
  return members.prefix(8).map(\.key)
}

func fuzzJSONStore(_ bytes: [UInt8]) { fuzzStore(bytes) { JSONFileStorage(at: $0, registry: registry) } }

func fuzzPropertyListStore(_ bytes: [UInt8]) { fuzzStore(bytes) { PropertyListStorage(at: $0, registry: registry) } }

/// A folder of this process alone.
private let folder: String = {
  let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  let path = "\(parent)/imgtune-fuzz-\(getpid())"
  mkdir(path, 0o700)
  return path
}()

/// A store that holds anything is read, and keeps what is put into it unless it refuses to be written.
private func fuzzStore(_ bytes: [UInt8], _ open: (String) -> some SettingsStorage) {
  var choices = Choices(bytes)
  let path = folder + "/store"
  write(bytes, to: path)
  defer { for name in ["store", "store.damaged-1", "store.lock"] { unlink(folder + "/" + name) } }
  let storage = open(path)
  let loaded = storage.load()
  for problem in loaded.problems { require(!problem.description.isEmpty, "a problem has words") }
  resolve(loaded.candidates(), [])
  let key = choices.pick(["quality", "jpeg.progressive", "output.template", "unknown.key"])
  let value = choices.pick([0.25, true, "{stem}<&>.\u{7F}\"x", [1, 2]] as [JSONValue])
  do {
    try storage.update { $0[key] = value }
    let after = storage.load()
    require(after.stored[key] == value, "\(key) is \(after.stored[key]?.compactText ?? "not there")")
    for other in loaded.stored.values where other.key != key {
      require(after.stored[other.key] != nil, "\(other.key) is lost")
    }
  } catch {
    require(!"\(error)".isEmpty, "an error has words")
  }
}

private func write(_ bytes: [UInt8], to path: String) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  require(descriptor >= 0, "no file can be made in \(folder)")
  defer { close(descriptor) }
  require(
    bytes.withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) } == bytes.count, "the disk is full")
}
