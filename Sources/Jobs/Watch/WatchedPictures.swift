import Codecs
import Files
import Pipeline
import SettingsKit

/// The pictures of a watching session and what was last made of each.
struct WatchedPictures {
  /// Everything that one output depends on: where it is unchanged, the output is too.
  private struct Signature: Hashable {
    /// `nil` for a file that cannot be read; trying again makes no sense before something happens to it.
    var content: ContentIdentity?
    var deciding: Deciding
    var variant: String?
    var template: OutputTemplate
    /// Where the name tells it.
    var quality: String?
    var whenLarger: WhenLarger
    /// The source's own, where the output gets it.
    var modified: [Int]?
  }

  /// What of the settings decides the bytes, known once the picture was read.
  private enum Deciding: Hashable {
    case key(OutputKey)
    /// Whether a picture can be read and written at all: what is not one is none for any encoder's parameters.
    case unread(DecodeParameters, SizingParameters, ImageFormat?)
  }

  private struct Output {
    /// `nil` where it has to be made again.
    var signature: Signature?
    var path: FilePath?
    var byteCount: Int?
    /// The file's, as it was delivered.
    var identity: FileStatus.Identity?
  }

  private struct Record {
    var input: InputFile
    var content: ContentIdentity?
    /// What the file says about itself, known when it was once read.
    var info: ImageInfo?
    /// By variant, "" where there are none.
    var outputs: [String: Output] = [:]
  }

  private var records: [FilePath: Record] = [:]
  /// The identities of all outputs, to tell whether a file that appears is one.
  private var outputs: [FileStatus.Identity: FilePath] = [:]
  /// Pictures whose content has to be looked at again.
  private var dirty: Set<FilePath> = []

  var count: Int { records.count }
  func contains(_ path: FilePath) -> Bool { records[path] != nil }

  /// All inputs, in the order of their paths.
  var inputs: [InputFile] {
    records.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }.map(\.value.input)
  }

  // MARK: What is there

  /// Takes over what a walk found. What is new is dirty.
  ///
  /// - Returns: The pictures that are gone; what lies where the walk could not look is not.
  mutating func replace(with found: FoundInputs) -> [FilePath] {
    var present: Set<FilePath> = []
    for input in found.inputs {
      // What was named and is not there is waited for.
      guard let path = input.path, input.status != nil else { continue }
      present.insert(path)
      if contains(path) { records[path]?.input = input } else { add(input) }
    }
    return records.keys.filter { path in
      !present.contains(path) && !found.failures.contains { path == $0.path || path.isInside($0.path) }
    }
  }

  /// Takes in a picture that is new or was written, unless it is one of the session's own outputs.
  mutating func add(_ input: InputFile) {
    guard let path = input.path, let status = input.status, !isOutput(status.identity) else { return }
    records[path, default: Record(input: input)].input = input
    dirty.insert(path)
  }

  mutating func markDirty(_ path: FilePath) { if contains(path) { dirty.insert(path) } }
  mutating func markAllDirty() { dirty = Set(records.keys) }

  /// Has everything of a picture made again.
  mutating func forgetOutcome(of path: FilePath) {
    for variant in records[path]?.outputs.keys.map(\.self) ?? [] {
      records[path]?.outputs[variant]?.signature = nil
    }
    markDirty(path)
  }

  /// Forgets a picture, or all pictures below a folder.
  ///
  /// - Returns: Each with the outputs that were made of it.
  mutating func remove(_ path: FilePath) -> [(path: FilePath, outputs: [FilePath])] {
    records.keys.filter { $0 == path || $0.below(path) != nil }.map { key in
      dirty.remove(key)
      let made = records.removeValue(forKey: key)?.outputs.values ?? [:].values
      for output in made { forgetIdentity(output) }
      return (key, made.compactMap(\.path))
    }
  }

  // MARK: What is made of it

  /// The outputs that are not what they should be: of pictures whose content changed, and of all that the settings
  /// now make something else of. Looking at the content settles which pictures are dirty.
  mutating func stale(_ passes: [CompressionPass]) -> [WorkItem] {
    for path in dirty {
      let content = WatchedPictures.content(of: path)
      if content != records[path]?.content { records[path]?.info = nil }
      records[path]?.content = content
      // Saved by a rename, it is another file by now, with dates and permissions of its own.
      if let status = try? FileStatus(of: path) { records[path]?.input.status = status }  // else the job tells
    }
    dirty = []
    return inputs.flatMap { input -> [WorkItem] in
      guard let path = input.path, let record = records[path] else { return [] }
      return passes.indices.filter { index in
        record.outputs[passes[index].variant ?? ""]?.signature
          != WatchedPictures.signature(passes[index], record, record.content)
      }.map { WorkItem(input: input, pass: $0) }
    }
  }

  /// What the same output had before.
  func previousBytes(_ outcome: PictureOutcome) -> Int? {
    guard let path = outcome.input.path else { return nil }
    return records[path]?.outputs[outcome.variant ?? ""]?.byteCount
  }

  /// Notes what became of a picture. One that failed is tried again when it or its settings change.
  ///
  /// - Returns: The output that this one takes the place of, where its name is another one.
  mutating func note(_ outcome: PictureOutcome, _ pass: CompressionPass) -> FilePath? {
    guard let path = outcome.input.path, var record = records[path] else { return nil }
    defer { records[path] = record }
    record.info = outcome.source ?? record.info
    let variant = outcome.variant ?? ""
    let old = record.outputs[variant]
    var new = old ?? Output()
    // What was really read, which may be newer than what was looked at before the round.
    new.signature = WatchedPictures.signature(pass, record, outcome.content ?? record.content)
    if let output = outcome.output {
      if let old { forgetIdentity(old) }
      new.path = output
      new.byteCount = outcome.outputBytes
      new.identity = (try? FileStatus(of: output))?.identity  // somebody may have taken it away already
      if let identity = new.identity { outputs[identity] = output }
    }
    record.outputs[variant] = new
    return old?.path == new.path ? nil : old?.path
  }

  /// Whether a file is an output of this session, under whatever name.
  private func isOutput(_ identity: FileStatus.Identity) -> Bool {
    // The system gives the number of a file that is gone to another one.
    guard let path = outputs[identity] else { return false }
    return (try? FileStatus(of: path))?.identity == identity
  }

  /// Whether a path is an output of any picture.
  func isOutput(_ path: FilePath) -> Bool {
    records.values.contains { $0.outputs.values.contains { $0.path == path } }
  }

  private mutating func forgetIdentity(_ output: Output) {
    if let identity = output.identity { outputs[identity] = nil }
  }

  private static func signature(
    _ pass: CompressionPass, _ record: Record, _ content: ContentIdentity?
  ) -> Signature {
    let output = pass.settings.output
    let modified = record.input.status?.times.modification
    return Signature(
      content: content,
      deciding: record.info.map { .key(OutputKey(pass.request, for: $0)) }
        ?? .unread(pass.request.decode, pass.request.sizing, pass.request.format),
      variant: pass.variant,
      template: output.template,
      quality: output.template.text.contains("{quality}") ? pass.settings.quality.text : nil,
      whenLarger: output.whenLarger,
      modified: output.keepDates ? modified.map { [$0.tv_sec, $0.tv_nsec] } : nil)
  }

  private static func content(of path: FilePath) -> ContentIdentity? {
    // What cannot be read, or is no file, the job tells.
    guard let descriptor = try? Descriptor.opening(path), let input = try? ByteInput(descriptor) else { return nil }
    return try? ContentIdentity(of: input)
  }

  /// Whether a picture is not what an outcome tells of it: unfinished, or written or taken away since.
  static func isInMotion(_ outcome: PictureOutcome) -> Bool {
    guard let path = outcome.input.path else { return false }
    if isUnfinished(path) || FileStatus.isAbsent(path) { return true }
    return outcome.content != nil && content(of: path) != outcome.content
  }

  /// Whether somebody is writing a picture, or has made its file just now and will write it.
  static func isUnfinished(_ path: FilePath) -> Bool {
    if isOpenForWriting(path) { return true }
    guard let status = try? FileStatus(of: path), status.byteCount == 0 else { return false }
    let age = status.secondsSinceModification
    return (0...emptySeconds).contains(age)
  }

  /// How long an empty file is taken for one that will be written.
  private static let emptySeconds = 1
}
