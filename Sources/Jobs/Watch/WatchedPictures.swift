import Codecs
import Glibc
import Pipeline
import SettingsKit

/// The pictures of a watching session and what was last made of each.
struct WatchedPictures {
  /// Everything that one output depends on: where it is unchanged, the output is too.
  struct Signature: Hashable {
    var content: ContentIdentity
    var request: PipelineRequest
    var variant: String?
    var template: OutputTemplate
    var whenLarger: WhenLarger
    var keepsDates: Bool
  }

  private struct Output {
    var signature: Signature
    var path: FilePath?
    var byteCount: Int?
  }

  private struct Record {
    var input: InputFile
    var content: ContentIdentity?
    /// The format of the source, known when it was once decoded.
    var format: ImageFormat?
    /// By variant, "" where there are none.
    var outputs: [String: Output] = [:]
  }

  private var records: [FilePath: Record] = [:]
  /// Pictures whose content has to be looked at again.
  private(set) var dirty: Set<FilePath> = []

  var count: Int { records.count }
  func contains(_ path: FilePath) -> Bool { records[path] != nil }

  /// All inputs, in the order of their paths.
  var inputs: [InputFile] {
    records.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }.map(\.value.input)
  }

  /// Takes over what a walk found.
  ///
  /// - Returns: The pictures that are gone.
  mutating func replace(with found: [InputFile]) -> [FilePath] {
    var present: Set<FilePath> = []
    for input in found {
      guard case .file(let path) = input.source else { continue }
      present.insert(path)
      records[path, default: Record(input: input)].input = input
    }
    return records.keys.filter { !present.contains($0) }
  }

  mutating func markDirty(_ path: FilePath) { if records[path] != nil { dirty.insert(path) } }
  mutating func markAllDirty() { dirty = Set(records.keys) }

  /// Forgets a picture, or all pictures below a folder.
  ///
  /// - Returns: Each with its name and the outputs that were made of it.
  mutating func remove(_ path: FilePath) -> [(name: String, outputs: [FilePath])] {
    let prefix = path.bytes + [UInt8(ascii: "/")]
    let gone = records.keys.filter { $0 == path || $0.bytes.starts(with: prefix) }
    return gone.map { key in
      dirty.remove(key)
      let record = records.removeValue(forKey: key)
      return (key.description, record?.outputs.values.compactMap(\.path) ?? [])
    }
  }

  /// The outputs that are not what they should be: of pictures whose content changed, and of all that the settings
  /// now make something else of. Looking at the content settles which pictures are dirty.
  mutating func stale(_ passes: [CompressionPass]) -> [WorkItem] {
    for path in dirty {
      let content = WatchedPictures.content(of: path)
      if content != records[path]?.content { records[path]?.format = nil }
      records[path]?.content = content
      // Saved by a rename, it is another file by now, with dates and permissions of its own.
      if let status = try? FileStatus(of: path) { records[path]?.input.status = status }  // else the job tells
    }
    dirty = []
    return inputs.flatMap { input -> [WorkItem] in
      guard case .file(let path) = input.source, let record = records[path] else { return [] }
      return passes.indices.filter { index in
        guard let content = record.content, let format = passes[index].request.format ?? record.format else {
          return true
        }
        let known = record.outputs[passes[index].variant ?? ""]?.signature
        return known != WatchedPictures.signature(passes[index], content, format)
      }.map { WorkItem(input: input, pass: $0) }
    }
  }

  /// What the same output had before.
  func previousBytes(_ outcome: PictureOutcome) -> Int? {
    guard case .file(let path) = outcome.input.source else { return nil }
    return records[path]?.outputs[outcome.variant ?? ""]?.byteCount
  }

  /// Notes what became of a picture. One that was given up stays to be done.
  ///
  /// - Returns: The output that this one takes the place of, where its name is another one.
  mutating func note(_ outcome: PictureOutcome, _ pass: CompressionPass) -> FilePath? {
    guard case .file(let path) = outcome.input.source, var record = records[path] else { return nil }
    defer { records[path] = record }
    if outcome.wasCancelled {
      record.outputs[outcome.variant ?? ""] = nil
      return nil
    }
    record.format = outcome.source?.format ?? record.format
    // A picture that failed is tried again when it or its settings change, not at every round.
    guard let content = record.content, let format = pass.request.format ?? record.format ?? outcome.input.format else {
      return nil
    }
    record.format = record.format ?? format
    let old = record.outputs[outcome.variant ?? ""]?.path
    record.outputs[outcome.variant ?? ""] = Output(
      signature: WatchedPictures.signature(pass, content, format), path: outcome.output, byteCount: outcome.outputBytes)
    return old == outcome.output ? nil : old
  }

  private static func signature(
    _ pass: CompressionPass, _ content: ContentIdentity, _ format: ImageFormat
  ) -> Signature {
    let output = pass.settings.output
    return Signature(
      content: content, request: pass.request.effective(for: format), variant: pass.variant,
      template: output.template, whenLarger: output.whenLarger, keepsDates: output.keepDates)
  }

  private static func content(of path: FilePath) -> ContentIdentity? {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    guard let input = try? ByteInput(descriptor: descriptor) else {  // no regular file; the job tells what it is
      close(descriptor)
      return nil
    }
    return try? ContentIdentity(of: input)  // what cannot be read, the job tells
  }
}
