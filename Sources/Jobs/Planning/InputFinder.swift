import Codecs
import Glibc

/// A picture to compress, or standard input.
public struct InputFile: Sendable {
  public enum Source: Sendable, Equatable {
    case file(FilePath)
    case standardInput
  }

  public var source: Source
  /// Where the file lies below the folder that was named; just its name where it was named itself.
  public var relativePath: FilePath
  /// `nil` for standard input and for a file that could not be looked at.
  public var status: FileStatus?
  /// What its first bytes say it is; `nil` where they say nothing known.
  public var format: ImageFormat?

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
}

/// Which files to take.
public struct InputSelection: Sendable {
  /// Files, folders, and "-" for standard input, as they were named.
  public var named: [FilePath]
  public var recursive: Bool
  /// Glob patterns; one with a slash is held against the path below the named folder, others against the name.
  public var include: [String]
  public var exclude: [String]
  /// A folder that is never entered: where the output goes.
  public var outputFolder: FilePath?

  public init(
    named: [FilePath], recursive: Bool = false, include: [String] = [], exclude: [String] = [],
    outputFolder: FilePath? = nil
  ) {
    self.named = named
    self.recursive = recursive
    self.include = include
    self.exclude = exclude
    self.outputFolder = outputFolder
  }
}

/// What was found.
public struct FoundInputs: Sendable {
  public var inputs: [InputFile] = []
  /// Files inside folders that are no pictures.
  public var skippedCount = 0
  /// Folders that could not be read.
  public var failures: [FileError] = []
  /// Whether a folder was among what was named.
  public var hasFolder = false
}

/// Finds the pictures that a selection means.
///
/// A file named outright is always taken. Inside a folder a file is taken when its content is a picture's, or when
/// its name says so: a broken picture must be told, not passed over. Hidden files and folders are passed over, links
/// to files are followed, links to folders are not, so that a walk always ends.
public struct InputFinder {
  private let selection: InputSelection
  private let outputFolder: FileStatus.Identity?
  private var found = FoundInputs()

  public static func find(_ selection: InputSelection) -> FoundInputs {
    var finder = InputFinder(selection)
    for path in selection.named { finder.take(path) }
    return finder.found
  }

  private init(_ selection: InputSelection) {
    self.selection = selection
    // It may not exist yet.
    outputFolder = selection.outputFolder.flatMap { folder in try? FileStatus(of: folder).identity }
  }

  private mutating func take(_ path: FilePath) {
    if path == FilePath("-") {
      let name = FilePath("stdin")
      found.inputs.append(InputFile(source: .standardInput, relativePath: name, status: nil, format: nil))
      return
    }
    guard let status = try? FileStatus(of: path) else {  // the job opens it again and tells the reason
      found.inputs.append(InputFile(source: .file(path), relativePath: path.name, status: nil, format: nil))
      return
    }
    if status.kind == .folder {
      found.hasFolder = true
      walk(path, below: FilePath(bytes: []))
    } else {
      let format = status.kind == .regular ? sniff(path) : nil
      found.inputs.append(InputFile(source: .file(path), relativePath: path.name, status: status, format: format))
    }
  }

  private mutating func walk(_ folder: FilePath, below relative: FilePath) {
    let names: [FilePath]
    do {
      names = try folderListing(folder)
    } catch {
      found.failures.append(error)
      return
    }
    for name in names where name.bytes.first != UInt8(ascii: ".") {
      let path = folder.appending(name)
      let relativePath = relative.appending(name)
      if isLink(path), (try? FileStatus(of: path).kind) != .regular { continue }  // a dangling link is no picture
      guard let status = try? FileStatus(of: path) else { continue }  // gone since it was listed
      switch status.kind {
      case .folder:
        let isOutput = status.identity == outputFolder
        if selection.recursive, !isOutput, !matches(selection.exclude, relativePath) { walk(path, below: relativePath) }
      case .regular: takeRegular(path, relativePath, status)
      case .other: continue
      }
    }
  }

  private mutating func takeRegular(_ path: FilePath, _ relativePath: FilePath, _ status: FileStatus) {
    if matches(selection.exclude, relativePath) { return }
    if !selection.include.isEmpty, !matches(selection.include, relativePath) { return }
    let format = sniff(path)
    let isNamedLikeOne = path.fileExtension.map { name in
      ImageFormat.allCases.contains { $0.fileExtensions.contains(name) }
    }
    if format != nil || isNamedLikeOne == true {
      found.inputs.append(InputFile(source: .file(path), relativePath: relativePath, status: status, format: format))
    } else {
      found.skippedCount += 1
    }
  }

  private func sniff(_ path: FilePath) -> ImageFormat? {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 32)
    let count = head.withUnsafeMutableBytes { read(descriptor, $0.baseAddress!, $0.count) }
    return try? ContentSniffer.format(ofHead: Array(head.prefix(max(0, count))))  // what it is instead, the job tells
  }

  private func isLink(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private func matches(_ patterns: [String], _ relativePath: FilePath) -> Bool {
    patterns.contains { pattern in
      let subject = pattern.contains("/") ? relativePath : relativePath.name
      let flags = pattern.contains("**") ? 0 : FNM_PATHNAME
      return FilePath(pattern).withCString { pattern in subject.withCString { fnmatch(pattern, $0, flags) == 0 } }
    }
  }
}
