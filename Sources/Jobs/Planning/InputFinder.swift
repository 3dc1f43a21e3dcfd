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

  /// The picture at a path, as a walk would find it now.
  ///
  /// - Parameter path: One that was named, or below a folder that was, spelled as a walk spells it.
  /// - Returns: `nil` where a walk would pass it over.
  public static func find(_ path: FilePath, in selection: InputSelection) -> InputFile? {
    var finder = InputFinder(selection)
    for named in selection.named {
      if path == named {
        finder.take(path)
      } else if let relative = path.below(named) {
        finder.take(relative, below: named)
      }
      if let input = finder.found.inputs.first { return input }
    }
    return nil
  }

  /// Whether a name says that the file is a picture.
  static func isNamedLikePicture(_ path: FilePath) -> Bool {
    path.fileExtension.map { name in ImageFormat.allCases.contains { $0.fileExtensions.contains(name) } } ?? false
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
    for name in names {
      let path = folder.appending(name)
      let relativePath = relative.appending(name)
      switch visit(path, relativePath) {
      case nil: continue
      case .folder: walk(path, below: relativePath)
      case .picture(let status): takeRegular(path, relativePath, status)
      }
    }
  }

  /// Takes one file below a folder, if a walk would come to it.
  private mutating func take(_ relative: FilePath, below folder: FilePath) {
    var way = FilePath(bytes: [])
    for name in relative.components {
      way = way.appending(FilePath(bytes: name))
      let path = folder.appending(way)
      switch visit(path, way) {
      case .folder where way != relative: continue
      case .picture(let status) where way == relative: takeRegular(path, relative, status)
      default: return
      }
    }
  }

  private enum Visit {
    /// To be entered.
    case folder
    /// A file that may be one.
    case picture(FileStatus)
  }

  /// What there is to do with something in a folder; `nil` for nothing.
  private func visit(_ path: FilePath, _ relativePath: FilePath) -> Visit? {
    if relativePath.name.bytes.first == UInt8(ascii: ".") { return nil }
    if isLink(path), (try? FileStatus(of: path).kind) != .regular { return nil }  // a dangling link is no picture
    guard let status = try? FileStatus(of: path) else { return nil }  // gone since it was listed
    switch status.kind {
    case .folder:
      let isEntered = selection.recursive && status.identity != outputFolder
      return isEntered && !matches(selection.exclude, relativePath) ? .folder : nil
    case .regular: return .picture(status)
    case .other: return nil
    }
  }

  private mutating func takeRegular(_ path: FilePath, _ relativePath: FilePath, _ status: FileStatus) {
    if matches(selection.exclude, relativePath) { return }
    if !selection.include.isEmpty, !matches(selection.include, relativePath) { return }
    let format = sniff(path)
    if format != nil || InputFinder.isNamedLikePicture(path) {
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
