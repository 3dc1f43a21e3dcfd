import Codecs
import Files
import Platform

/// Finds the pictures that a selection means.
///
/// A file named outright is always taken. Inside a folder a file is taken when its content is a picture's, also of a kind that
/// cannot be read, or when its name says so: a broken picture must be told, not passed over. Hidden files and folders are
/// passed over, links to files are followed, links to folders are not, so that a walk always ends. What cannot be looked at
/// is told: only what is not there is not there.
public struct InputFinder {
  private let selection: InputSelection
  private let outputFolder: FileStatus.Identity?
  private let roots: ServedRoots?
  private var found = FoundInputs()
  private var matched: Set<GlobPattern> = []
  private var heldCount = 0

  /// What is read of a file to tell what it is.
  private static let headBytes = 64

  public static func find(_ selection: InputSelection) -> FoundInputs {
    var finder = InputFinder(selection)
    for path in selection.named { finder.take(path, isListed: false) }
    for path in selection.listed { finder.take(path, isListed: true) }
    finder.found.idlePatterns = (selection.include + selection.exclude).filter { !finder.matched.contains($0) }
      .map(\.text)
    return finder.found
  }

  /// The picture at a path, as a walk would find it now.
  ///
  /// - Parameter path: One that was named, or below a folder that was, spelled as a walk spells it.
  /// - Returns: `nil` where a walk would pass it over.
  public static func find(_ path: FilePath, in selection: InputSelection) -> InputFile? {
    var finder = InputFinder(selection)
    for named in selection.named + selection.listed {
      if path == named {
        finder.take(path, isListed: true)
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
    // It may not exist yet; one that cannot be looked at is told when it is written to.
    outputFolder = selection.outputFolder.flatMap { folder in (try? FileStatus(of: folder))?.identity }
    roots = selection.confinedTo.map(ServedRoots.init)
  }

  // MARK: What was named

  private mutating func take(_ path: FilePath, isListed: Bool) {
    if path == "-", !isListed {
      found.inputs.append(InputFile(source: .standardInput, relativePath: "stdin", status: nil, format: nil))
      return
    }
    var input = InputFile(source: .file(path), relativePath: path.name, status: nil, format: nil)
    input.way = InputWay(roots: roots)
    if let base = selection.base {
      guard let relative = InputFinder.relative(path, below: base) else {
        found.failures.append(FileError("take", path, EXDEV, because: "it does not lie below --base \(base)"))
        return
      }
      input.relativePath = relative
    }
    // What cannot be looked at, the job opens again and tells the reason.
    if let status = try? FileStatus(of: path) {
      input.status = status
      if status.kind == .folder { return walk(path, below: input.relativePath) }
      if status.kind == .regular {
        if let file = try? open(path) {
          look(at: file, &input)
        } else if roots != nil {
          return  // what leads out of what may be read is as if it were not there
        }
      }
    }
    if input.relativePath.bytes.isEmpty { input.relativePath = path.name }
    found.inputs.append(input)
  }

  /// Where a path lies below the base, never through "..", which would lead out of the output folder just as well.
  private static func relative(_ path: FilePath, below base: FilePath) -> FilePath? {
    let (spelled, spelledBase) = (path.absolute, base.absolute)
    if spelled == spelledBase { return FilePath(bytes: []) }
    let up = [FilePath.dot, FilePath.dot]
    if let relative = spelled.below(spelledBase), !relative.components.contains(up) { return relative }
    // By another spelling; what cannot be resolved lies nowhere.
    guard let root = try? base.resolved() else { return nil }
    if path.name.bytes == up { return (try? path.resolved())?.below(root) }
    return (try? path.parent.resolved())?.appending(path.name).below(root)
  }

  private func open(_ path: FilePath) throws(FileError) -> Descriptor {
    if let roots { return try roots.open(path) }
    return try Descriptor.opening(path)
  }

  /// Looks at what an open file is, and leaves it open where there is room.
  private mutating func look(at file: Descriptor, _ input: inout InputFile) {
    guard let status = try? file.status(), let head = try? file.head(InputFinder.headBytes) else { return }  // as above
    input.status = status
    input.format = try? ContentSniffer.format(ofHead: head)  // what it is instead, the job tells
    if input.format == nil {
      input.foreign = ContentSniffer.foreignPicture(ofHead: head)
      // Its content begins as any text may.
      if input.foreign == nil, file.path.fileExtension == "svg" { input.foreign = .svg }
    }
    if heldCount < selection.heldFiles {
      heldCount += 1
      input.way?.held = HeldFile(file)
    }
  }

  // MARK: Folders

  /// - Parameter prefix: Where the folder lies below the base.
  private mutating func walk(_ path: FilePath, below prefix: FilePath) {
    // Without a base what lies in a folder keeps its path below that folder alone.
    let mirrored = selection.base == nil ? FilePath(bytes: []) : prefix
    do throws(FileError) {
      try walk(Folder.opening(path), FilePath(bytes: []), mirrored)
    } catch {
      found.failures.append(error)
    }
  }

  /// - Parameters:
  ///   - root: The folder that was named.
  ///   - relative: Where the folder lies below it.
  private mutating func walk(_ root: Folder, _ relative: FilePath, _ mirrored: FilePath) throws(FileError) {
    // A deep tree must not keep a descriptor open for each folder on the way: nothing else may hold this one.
    var folder: Folder? = try root.folder(relative)
    for entry in try folder?.sortedEntries() ?? [] {
      do throws(FileError) {
        if entry.kind == .folder {
          folder = nil
          try visit(folder: entry.name, root, relative, mirrored)
        } else {
          if folder == nil { folder = try root.folder(relative) }
          if let folder { try visit(entry, in: folder, root: root, relative, mirrored) }
        }
      } catch {
        if !error.isAbsence { found.failures.append(error) }  // gone since it was listed, or a link to nothing
      }
    }
  }

  private mutating func visit(
    folder name: [UInt8], _ root: Folder, _ relative: FilePath, _ mirrored: FilePath
  ) throws(FileError) {
    let below = relative.appending(name)
    guard name.first != FilePath.dot, selection.recursive, !isExcluded(folder: below) else { return }
    // No other program could be told the name of what lies there.
    let path = root.path.appending(below)
    guard path.bytes.count < Int(PATH_MAX) - 256 else { throw FileError("read the folder", path, ENAMETOOLONG) }
    if let outputFolder, try root.folder(below).descriptor.status().identity == outputFolder { return }
    try walk(root, below, mirrored)
  }

  private mutating func visit(
    _ entry: FolderEntry, in folder: Folder, root: Folder, _ relative: FilePath, _ mirrored: FilePath
  ) throws(FileError) {
    if entry.name.first == FilePath.dot { return }
    let name = FilePath(bytes: entry.name)
    let below = relative.appending(entry.name)
    switch entry.kind {
    case .regular: try takeEntry(name, in: folder, root: root, below, mirrored)
    case .link:
      let status = try folder.status(of: name, followingLinks: true)
      if status.kind == .regular { try takeEntry(name, in: folder, root: root, below, mirrored) }
    case .folder, .pipe, .socket, .device: return
    }
  }

  private mutating func takeEntry(
    _ name: FilePath, in folder: Folder, root: Folder, _ below: FilePath, _ mirrored: FilePath
  ) throws(FileError) {
    let excluding = selection.exclude.filter { $0.matchesFile(below) }
    matched.formUnion(excluding)
    if !excluding.isEmpty { return }
    if !selection.include.isEmpty {
      let patterns = selection.include.filter { $0.matchesFile(below) }
      if patterns.isEmpty { return }
      matched.formUnion(patterns)
    }
    let path = folder.path.appending(name)
    var input = InputFile(
      source: .file(path), relativePath: mirrored.appending(below), status: nil, format: nil)
    input.way = InputWay(root: (root, below), roots: roots)
    let isNamedLikePicture = InputFinder.isNamedLikePicture(name)
    do throws(FileError) {
      // A link that leads out of what was named is passed over as if it were not there.
      if let roots, (try? roots.open(path)) == nil { return }
      look(at: try folder.openingFile(name), &input)
    } catch {
      if error.isAbsence || !isNamedLikePicture { throw error }
      input.status = try? folder.status(of: name, followingLinks: true)  // the job opens it again and tells the reason
    }
    if input.format != nil || input.foreign != nil || isNamedLikePicture {
      found.inputs.append(input)
    } else {
      found.skippedCount += 1
    }
  }

  private mutating func isExcluded(folder: FilePath) -> Bool {
    let excluding = selection.exclude.filter { $0.matchesFolder(folder) }
    matched.formUnion(excluding)
    return !excluding.isEmpty
  }

  /// Takes one file below a folder, if a walk would come to it.
  private mutating func take(_ relative: FilePath, below path: FilePath) {
    // What cannot be looked at is told by the walks over everything.
    guard let root = try? Folder.opening(path) else { return }
    let parts = relative.components
    guard selection.recursive || parts.count == 1 else { return }
    var (folder, way) = (root, FilePath(bytes: []))
    for name in parts.dropLast() {
      way = way.appending(name)
      guard name.first != FilePath.dot, !isExcluded(folder: way),
        let inner = try? folder.folder(FilePath(bytes: name)),
        outputFolder == nil || (try? inner.descriptor.status().identity) != outputFolder
      else { return }
      folder = inner
    }
    guard let last = parts.last, let status = try? folder.status(of: FilePath(bytes: last)), status.kind != .folder
    else { return }
    let entry = FolderEntry(name: last, kind: status.kind)
    let mirrored = selection.base.flatMap { path.absolute.below($0.absolute) } ?? FilePath(bytes: [])
    try? visit(entry, in: folder, root: root, way, mirrored)
  }
}
