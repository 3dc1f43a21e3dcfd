import Files
import Platform

/// The way that a path takes through folders and symbolic links, as it is now.
///
///     /srv/app/config.json ─▶ ..data/config.json      sites: /srv/app config.json
///     /srv/app/..data      ─▶ ..2024_11               sites: /srv/app ..data
///     /srv/app/..2024_11/config.json                  sites: /srv/app/..2024_11 config.json; target
package struct PathChain: Equatable {
  /// A name in a folder that decides where the path leads.
  package struct Site: Hashable {
    package var folder: FilePath
    package var name: [UInt8]
    /// Whether the name is the file's own, not that of a link or folder on the way.
    package var isFinal: Bool
  }

  package var sites: [Site] = []
  /// The real folders on the way, the target itself among them when it is one; without the root.
  package var folders: [FilePath] = []
  /// The real path of what is at the end; `nil` while something is missing.
  package var target: FilePath?
  package var identity: FileStatus.Identity?
  package var isFolder = false

  /// As many links as Linux follows.
  private static let maximumLinks = 40

  /// - Parameter path: Absolute.
  package init(_ path: FilePath) {
    var rest = Array(path.components.reversed())
    var current: FilePath = "/"
    var linkCount = 0
    while let name = rest.popLast() {
      if name == [FilePath.dot] { continue }
      if name == [FilePath.dot, FilePath.dot] {
        // Links are resolved already, so that the folder above is the one before.
        current = current.parent
        continue
      }
      let next = current.appending(name)
      guard let status = try? FileStatus(of: next, followingLinks: false) else {
        sites.append(Site(folder: current, name: name, isFinal: rest.isEmpty))
        return
      }
      if status.kind == .link {
        sites.append(Site(folder: current, name: name, isFinal: false))
        linkCount += 1
        guard linkCount <= PathChain.maximumLinks, let link = next.linkTarget else { return }
        if link.isAbsolute { current = "/" }
        rest += link.components.reversed()
      } else if status.kind == .folder {
        folders.append(next)
        current = next
      } else {
        sites.append(Site(folder: current, name: name, isFinal: rest.isEmpty))
        // A file where a folder should be is as good as nothing.
        guard rest.isEmpty else { return }
        target = next
        identity = status.identity
        return
      }
    }
    target = current
    isFolder = true
    identity = (try? FileStatus(of: current))?.identity
  }
}
