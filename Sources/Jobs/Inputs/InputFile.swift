import Codecs
import Files
import Platform
import Synchronization

/// A picture to compress, or standard input.
public struct InputFile: Sendable {
  public enum Source: Sendable, Equatable {
    case file(FilePath)
    case standardInput
  }

  public var source: Source
  /// Where the file lies below the folder that was named, or below the base; just its name where it was named itself.
  public var relativePath: FilePath
  /// `nil` for standard input and for a file that could not be looked at.
  public var status: FileStatus?
  /// What its first bytes say it is; `nil` where they say nothing known.
  public var format: ImageFormat?
  /// The kind of picture that it is, where that is one that cannot be read.
  public var foreign: ForeignPicture?
  /// How the file is reached; by its path where nothing says otherwise.
  package var way: InputWay?

  package init(source: Source, relativePath: FilePath, status: FileStatus?, format: ImageFormat?) {
    self.source = source
    self.relativePath = relativePath
    self.status = status
    self.format = format
  }

  /// The name in messages.
  public var displayName: String {
    switch source {
    case .file(let path): path.description
    case .standardInput: "standard input"
    }
  }

  /// The path; `nil` for standard input.
  package var path: FilePath? { if case .file(let path) = source { path } else { nil } }
}

/// How an input is reached when its turn comes, so that its name is not looked up another time than it has to be.
package struct InputWay: Sendable {
  /// The folder that was named, opened once, with the path below it.
  var root: (folder: Folder, relative: FilePath)?
  /// Where nothing outside may be read from.
  var roots: ServedRoots?
  /// The file itself, where the finder left it open.
  var held: HeldFile?
}

/// An open file that one taker gets.
final class HeldFile: Sendable {
  private let descriptor: Mutex<Descriptor?>

  init(_ descriptor: Descriptor) { self.descriptor = Mutex(descriptor) }

  func take() -> Descriptor? {
    descriptor.withLock { held in
      defer { held = nil }
      return held
    }
  }
}

/// An input that was opened.
package struct OpenInput {
  /// What it holds: files are read as they are needed, pipes at once.
  package var bytes: ByteInput
  /// The file; `nil` for pipes and standard input.
  package var file: Descriptor?
}

extension InputFile {
  /// Opens it for reading, without waiting for the other end of a pipe.
  ///
  /// - Parameter limit: The most bytes that are taken.
  /// - Throws: `FileError`; `CodecError.limitExceeded` where there is more than `limit`.
  package func open(limit: Int) throws -> OpenInput {
    guard case .file(let path) = source else {
      return OpenInput(bytes: try InputFile.contents(of: .standardInput, limit: limit))
    }
    let descriptor = try way?.held?.take() ?? descriptor(path)
    let status = try descriptor.status()
    switch status.kind {
    case .regular:
      guard status.byteCount <= limit else { throw InputFile.tooLarge(status.byteCount, limit: limit) }
      return OpenInput(bytes: try ByteInput(descriptor), file: descriptor)
    case .pipe:
      let bytes = try InputFile.contents(of: descriptor, limit: limit)
      // It was opened without waiting for a writer to come.
      guard bytes.count > 0 else { throw FileError("read", path, EPIPE, because: "nobody writes to this pipe") }
      return OpenInput(bytes: bytes)
    case .folder: throw FileError("read", path, EISDIR)
    case .device, .socket, .link:
      throw FileError("read", path, EINVAL, because: "it is \(status.kind.description), not a picture")
    }
  }

  private func descriptor(_ path: FilePath) throws(FileError) -> Descriptor {
    if let roots = way?.roots { return try roots.open(path) }
    guard let root = way?.root else { return try Descriptor.opening(path) }
    let place = try root.folder.place(of: root.relative)
    return try place.folder.openingFile(place.name)
  }

  /// Everything up to the end of a pipe.
  private static func contents(of descriptor: Descriptor, limit: Int) throws -> ByteInput {
    do throws(FileError) { return ByteInput(bytes: try descriptor.readAll(limit: limit)) } catch {
      throw error.code == EFBIG ? tooLarge(nil, limit: limit) : error
    }
  }

  private static func tooLarge(_ count: Int?, limit: Int) -> CodecError {
    .limitExceeded(
      what: "the file is too large", value: count.map { "\(grouped($0)) bytes" }, limit: grouped(limit) + " bytes",
      setting: "limits.fileSize")
  }
}
