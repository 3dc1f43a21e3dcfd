import Files

/// Where a project's settings file is looked for.
///
/// The search goes upwards and stops behind the first folder that
/// - holds `.git`, a folder or, in worktrees and submodules, a file: the root of the repository, or
/// - is the home folder, or
/// - is `/`.
///
/// So a project's result does not depend on what lies around it, and without a repository a file for everything below
/// the home folder is possible.
public enum ProjectFile {
  /// The nearest file of a name at or above a folder.
  ///
  /// - Parameters:
  ///   - name: The file's name, `imgtune.json`.
  ///   - folder: Where the search begins; an absolute path, links resolved.
  ///   - home: The home folder in the same form; `nil` where there is none.
  ///   - files: What there is; the true file system unless a test says otherwise.
  /// - Returns: The path of the file, `nil` where none is in reach. Whatever has the name counts, also what cannot be read: a
  ///   file that was meant must not be passed over.
  public static func find(
    _ name: String, from folder: String, home: String?, in files: FileLookup = .system
  ) -> String? {
    for folder in searchFolders(from: folder, home: home, in: files) {
      let path = path(name, in: folder)
      if files.exists(path) { return path }
    }
    return nil
  }

  /// The folders that a search looks at, nearest first.
  public static func searchFolders(
    from folder: String, home: String?, in files: FileLookup = .system
  ) -> [String] {
    let home = home.map(cleaned)
    var folder = cleaned(folder)
    var folders = [folder]
    while folder != "/", folder != home, !files.exists(path(".git", in: folder)) {
      folder = parent(of: folder)
      folders.append(folder)
    }
    return folders
  }

  private static func path(_ name: String, in folder: String) -> String {
    folder == "/" ? "/" + name : folder + "/" + name
  }

  private static func parent(of folder: String) -> String {
    "/" + folder.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// Without empty parts and the slash at the end; relative paths are taken from `/`.
  private static func cleaned(_ folder: String) -> String {
    "/" + folder.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}

/// The question that a search asks, so that tests need no files.
public struct FileLookup: Sendable {
  /// Whether a path names anything, a link that leads nowhere and what cannot be looked at included.
  public var exists: @Sendable (String) -> Bool

  public init(exists: @escaping @Sendable (String) -> Bool) { self.exists = exists }

  public static let system = FileLookup { path in
    do throws(FileError) { return try FileStatus.ifThere(FilePath(path), followingLinks: false) != nil } catch {
      // A file may be there; reading it tells the reason.
      return true
    }
  }
}
