import Codecs
import Files
import Jobs
import Pipeline
import Synchronization

/// The pictures of the lab, in their order, by names that are no paths.
final class PictureShelf: Sendable {
  private struct State {
    var pictures: [LabPicture] = []
    var contents: [String: (version: Int, identity: ContentIdentity)] = [:]
    var formats: [String: ImageFormat] = [:]
    var uploads = 0
  }

  static let maximumUploads = 16

  let selection: InputSelection
  /// What pictures that pages brought along may take together.
  private let maximumUploadBytes: Int
  private let state = Mutex(State())

  init(_ selection: InputSelection, maximumUploadBytes: Int) {
    var selection = selection
    // A link that leads out of what was named, or nowhere, is not shown, as if it were not there.
    selection.confinedTo = selection.named
    self.selection = selection
    self.maximumUploadBytes = maximumUploadBytes
    walk()
  }

  var pictures: [LabPicture] { state.withLock { $0.pictures } }
  func picture(_ id: String) -> LabPicture? { state.withLock { state in state.pictures.first { $0.id == id } } }

  /// The files, for jobs that write.
  var inputs: [InputFile] {
    pictures.compactMap { picture in if case .file(let input, _) = picture.source { input } else { nil } }
  }

  /// Lists the files again.
  ///
  /// - Parameter changed: Files whose content is another one; `nil` for all.
  func walk(changed: Set<FilePath>? = []) {
    let found = InputFinder.find(selection).inputs.compactMap { input -> LabPicture? in
      guard let path = input.path, input.foreign == nil else { return nil }
      return LabPicture(
        id: PictureShelf.identifier(path), name: LosslessText.printable(input.relativePath.losslessText),
        source: .file(input, path: path))
    }
    state.withLock { state in
      let known = Dictionary(state.pictures.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      let files = found.map { picture in
        var picture = picture
        picture.version = known[picture.id]?.version ?? 0
        if case .file(_, let path) = picture.source, changed?.contains(path) ?? true {
          picture.version += 1
          state.formats[picture.id] = nil
        }
        return picture
      }
      state.pictures = files + state.pictures.filter(\.isUpload)
      let ids = Set(state.pictures.map(\.id))
      state.contents = state.contents.filter { ids.contains($0.key) }
      state.formats = state.formats.filter { ids.contains($0.key) }
    }
  }

  /// Puts a picture on the shelf that a page brought along; the oldest such one makes room where there are many.
  ///
  /// - Throws: `CodecError` for what is no picture.
  func add(_ bytes: [UInt8], name: String) throws -> LabPicture {
    let input = ByteInput(bytes: bytes)
    _ = try CodecCatalog.codec(for: input).probe(input, limits: DecodeLimits())
    return state.withLock { state in
      state.uploads += 1
      let shown = LosslessText.printable(String((name.split(separator: "/").last ?? "").prefix(200)))
      let picture = LabPicture(
        id: "u\(state.uploads)", name: shown.isEmpty ? "picture" : shown, source: .upload(input))
      state.pictures.append(picture)
      var uploads = state.pictures.filter(\.isUpload)
      while uploads.count > 1,
        uploads.count > PictureShelf.maximumUploads
          || uploads.reduce(0, { $0 + $1.uploadedBytes }) > maximumUploadBytes
      {
        let oldest = uploads.removeFirst()
        state.pictures.removeAll { $0.id == oldest.id }
      }
      return picture
    }
  }

  /// - Returns: Whether there was such a picture; files stay.
  func removeUpload(_ id: String) -> Bool {
    state.withLock { state in
      guard let index = state.pictures.firstIndex(where: { $0.id == id && $0.isUpload }) else { return false }
      state.pictures.remove(at: index)
      return true
    }
  }

  /// The bytes of a picture, and what they are.
  ///
  /// - Throws: `FileError`, `CodecError`.
  func open(_ picture: LabPicture) throws -> (input: ByteInput, content: ContentIdentity) {
    let input =
      switch picture.source {
      case .upload(let input): input
      case .file(let input, _): try input.open(limit: DecodeLimits().maximumFileBytes).bytes
      }
    if let known = state.withLock({ $0.contents[picture.id] }), known.version == picture.version,
      known.identity.byteCount == input.count
    {
      return (input, known.identity)
    }
    let identity = try ContentIdentity(of: input)
    state.withLock { $0.contents[picture.id] = (picture.version, identity) }
    return (input, identity)
  }

  /// Notes the format of a picture's file, which conditions are judged by where the format is kept.
  func note(_ format: ImageFormat, of id: String) { state.withLock { $0.formats[id] = format } }

  func format(of id: String) -> ImageFormat? {
    let (picture, known) = state.withLock { state in (state.pictures.first { $0.id == id }, state.formats[id]) }
    if let known { return known }
    if case .file(let input, _)? = picture?.source { return input.format }
    return nil
  }

  /// Sixteen digits made of a path; the same in every run, so that a page finds its picture again.
  ///
  /// Source: XXH64.
  private static func identifier(_ path: FilePath) -> String {
    let digits = String(XXH64.hash(path.bytes), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
