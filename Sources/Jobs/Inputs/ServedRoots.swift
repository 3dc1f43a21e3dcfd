import Files
import Platform

/// Paths that nothing outside of may be served from.
package struct ServedRoots: Sendable {
  /// Folders and files, links resolved.
  private let roots: [FilePath]

  /// What is not there, or cannot be looked at, is no root: nothing is served from it.
  package init(_ named: [FilePath]) { roots = named.compactMap { try? $0.resolved() } }

  /// Opens a file, and makes sure of what was opened: between looking and opening a link may have been exchanged.
  ///
  /// - Throws: `FileError`, also for what lies outside of the roots.
  package func open(_ path: FilePath) throws(FileError) -> Descriptor {
    let descriptor = try Descriptor.opening(path)
    // What cannot be told apart from the outside counts as outside.
    guard let opened = try? FilePath("/proc/self/fd/\(descriptor.number)").resolved(),
      roots.contains(where: { opened == $0 || opened.isInside($0) })
    else {
      throw FileError("read", path, EACCES, because: "it lies outside of what was named")
    }
    return descriptor
  }
}
