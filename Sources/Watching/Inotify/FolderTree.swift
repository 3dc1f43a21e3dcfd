import Files
import Platform

/// A watched folder with everything in it that is watched.
package struct FolderTree {
  package let root: WatchedFolder
  /// The watch of each folder, by the path that it is reported under.
  package var folders: [FilePath: Int32] = [:]
  /// The anchors of links to files, by the link's path.
  package var links: [FilePath: Int] = [:]
  package var rootIdentity: FileStatus.Identity?
  /// File systems that are known to tell of changes.
  package var localDevices: Set<UInt64> = []
  /// While watches are set anew, the folders that are still there.
  package var seen: Set<FilePath>?

  package init(root: WatchedFolder) { self.root = root }
}

extension InotifyEngine {
  /// Watches a root for the first time, or after it was removed, re-created or exchanged.
  ///
  /// - Throws: `WatchError`.
  package func enterRoot(_ tree: Int, _ chain: PathChain) throws(WatchError) {
    let old = trees[tree].rootIdentity
    let new = chain.isFolder ? chain.identity : nil
    guard old != new else { return }
    dropFolder(tree, nil)
    trees[tree].rootIdentity = new
    let root = trees[tree].root
    if new != nil {
      try enterFolder(tree, root.path)
      if !isStarting { settler.noteLoss(at: now) }
    } else {
      settler.note(root.path, .gone, root.settling, at: now)
    }
  }

  /// Watches a folder and, if asked for, those below it.
  ///
  /// - Parameter isReporting: Whether the files that are found are reported: they came before the watch did.
  /// - Throws: `WatchError` for a reached limit or a network file system; what cannot be read is passed over.
  package func enterFolder(_ tree: Int, _ first: FilePath, isReporting: Bool = false) throws(WatchError) {
    let root = trees[tree].root
    var pending = [first]
    while let path = pending.popLast() {
      let isRoot = path == root.path
      guard let status = try? FileStatus(of: path, followingLinks: isRoot), status.kind == .folder else { continue }
      if !isRoot, exclusions.excludesIdentity(path, status) { continue }
      try checkFileSystem(tree, path, status)
      guard let isNew = try watchFolder(tree, path, isRoot: isRoot) else { continue }
      trees[tree].seen?.insert(path)
      guard isNew || trees[tree].seen != nil else { continue }
      // The listing of the pictures tells the user of a folder that cannot be read.
      for entry in (try? Folder.opening(path).entries()) ?? [] {
        let inside = path.appending(entry.name)
        if entry.kind == .folder ? !root.isRecursive : ![.regular, .link].contains(entry.kind) { continue }
        if named.contains(inside) || exclusions.excludesName(entry.name, inside) { continue }
        if entry.kind == .folder {
          pending.append(inside)
          continue
        }
        if entry.kind == .link { try followLink(tree, inside) }
        if isReporting { settler.note(inside, .touched, root.settling, at: now) }
      }
    }
  }

  /// - Returns: Whether the watch is new; `nil` for a folder that cannot be watched, or is gone.
  private func watchFolder(_ tree: Int, _ path: FilePath, isRoot: Bool) throws(WatchError) -> Bool? {
    let role = WatchTable.Role.folder(tree: tree, path)
    let options = InotifyMask.onlyFolder | (isRoot ? 0 : InotifyMask.notThroughLinks)
    do {
      let watch = try table.add(path, role, mask: InotifyMask.entries, options: options)
      let old = trees[tree].folders.updateValue(watch, forKey: path)
      if let old, old != watch { table.release(old, role) }
      return old != watch
    } catch {
      switch error.value {
      // The listing of the pictures tells the user of a folder that cannot be read.
      case ENOENT, ENOTDIR, ELOOP, EACCES: return nil
      default: throw failure(error, path)
      }
    }
  }

  private func checkFileSystem(_ tree: Int, _ path: FilePath, _ status: FileStatus) throws(WatchError) {
    guard trees[tree].localDevices.insert(status.identity.device).inserted else { return }
    if let name = remoteName(path) { throw .remote(path, fileSystem: name) }
  }

  /// Watches what a link in a folder leads to, if it is a file.
  private func followLink(_ tree: Int, _ path: FilePath) throws(WatchError) {
    guard trees[tree].links[path] == nil, (try? FileStatus(of: path))?.kind == .regular else { return }
    trees[tree].links[path] = try addAnchor(path, .link(trees[tree].root.settling))
  }

  private func dropLink(_ tree: Int, _ path: FilePath) {
    if let id = trees[tree].links.removeValue(forKey: path) { removeAnchor(id) }
  }

  /// Ends the watches of a folder and all below it.
  ///
  /// - Parameter folder: `nil` for the whole tree.
  private func dropFolder(_ tree: Int, _ folder: FilePath?) {
    for (path, watch) in trees[tree].folders where folder.map({ path == $0 || path.isInside($0) }) ?? true {
      trees[tree].folders[path] = nil
      table.release(watch, .folder(tree: tree, path))
    }
    for path in trees[tree].links.keys where folder.map(path.isInside) ?? true { dropLink(tree, path) }
  }

  /// The kernel ended a folder's watch.
  package func endFolder(_ tree: Int, _ path: FilePath, _ watch: Int32) {
    if trees[tree].folders[path] == watch { trees[tree].folders[path] = nil }
  }

  /// Sets all watches of a tree anew.
  package func rebuild(_ tree: Int) throws(WatchError) {
    let root = trees[tree].root
    trees[tree].seen = []
    for path in trees[tree].links.keys where (try? FileStatus(of: path, followingLinks: false))?.kind != .link {
      dropLink(tree, path)
    }
    try enterFolder(tree, root.path)
    let seen = trees[tree].seen ?? []
    trees[tree].seen = nil
    for (path, watch) in trees[tree].folders where !seen.contains(path) {
      trees[tree].folders[path] = nil
      table.release(watch, .folder(tree: tree, path))
    }
  }

  /// Something happened to a file or folder in a watched folder.
  package func handleEntry(_ tree: Int, _ folder: FilePath, _ event: RawEvent) throws(WatchError) {
    // Without a name it is about the folder itself, which its own parent tells.
    if event.name.isEmpty { return }
    let path = folder.appending(event.name)
    if named.contains(path) || exclusions.excludesName(event.name, path) { return }
    let settling = trees[tree].root.settling
    if event.isFolder {
      guard trees[tree].root.isRecursive else { return }
      if event.has(InotifyMask.vanished) {
        guard trees[tree].folders[path] != nil else { return }
        dropFolder(tree, path)
        settler.note(path, .gone, settling, at: now)
      } else {
        // New, or readable now.
        try enterFolder(tree, path, isReporting: true)
      }
    } else if event.has(InotifyMask.vanished) {
      dropLink(tree, path)
      settler.note(path, .gone, settling, at: now)
    } else if event.has(InotifyMask.appeared) {
      dropLink(tree, path)
      let isLink = (try? FileStatus(of: path, followingLinks: false))?.kind == .link
      if isLink { try followLink(tree, path) }
      // Nobody writes to a link: it is complete as it comes.
      settler.note(path, isLink || event.has(IN_MOVED_TO) ? .replaced : .created, settling, at: now)
    } else if let sign = event.contentSign {
      settler.note(path, sign, settling, at: now)
    }
  }
}
