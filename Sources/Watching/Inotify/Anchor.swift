import Files
import Platform

/// A path that is followed through links and waited for where it is missing.
package struct Anchor {
  package enum Purpose {
    /// A file named outright.
    case file(Settling)
    /// A link in a watched folder, to a file elsewhere.
    case link(Settling)
    /// The root of the tree of that number.
    case root(Int)
  }

  package struct Hold: Hashable {
    var watch: Int32
    var role: WatchTable.Role
  }

  package let path: FilePath
  package let absolute: FilePath
  package let purpose: Purpose
  package var chain: PathChain
  package var holds: Set<Hold> = []
  /// The names that matter in each folder that is watched for this anchor.
  package var names: [Int32: Set<PathChain.Site>] = [:]
}

extension InotifyEngine {
  /// - Throws: `WatchError`.
  package func addAnchor(_ path: FilePath, _ purpose: Anchor.Purpose) throws(WatchError) -> Int {
    let id = nextAnchor
    nextAnchor += 1
    let absolute = path.absolute
    anchors[id] = Anchor(path: path, absolute: absolute, purpose: purpose, chain: PathChain(absolute))
    _ = try refresh(id)
    return id
  }

  package func removeAnchor(_ id: Int) {
    guard let anchor = anchors.removeValue(forKey: id) else { return }
    for hold in anchor.holds { table.release(hold.watch, hold.role) }
  }

  /// Looks again where the path leads and watches everything on its way.
  ///
  /// - Returns: Whether it leads to another file than before.
  /// - Throws: `WatchError`.
  package func refresh(_ id: Int) throws(WatchError) -> Bool {
    let before = anchors[id]?.chain.identity
    // What changes between look and watch is found by looking again; nobody swaps links for ever.
    for _ in 0..<10 {
      guard let anchor = anchors[id] else { return false }
      let chain = PathChain(anchor.absolute)
      var holds: Set<Anchor.Hold> = []
      var names: [Int32: Set<PathChain.Site>] = [:]
      for folder in chain.folders {
        _ = try hold(folder, .ancestor(id), InotifyMask.itself, InotifyMask.onlyFolder, in: &holds)
      }
      for site in chain.sites {
        let mask = site.isFinal ? InotifyMask.entries : InotifyMask.names
        if let watch = try hold(site.folder, .site(id), mask, InotifyMask.onlyFolder, in: &holds) {
          names[watch, default: []].insert(site)
        }
      }
      if let target = chain.target, !chain.isFolder {
        _ = try hold(target, .target(id), InotifyMask.content, InotifyMask.notThroughLinks, in: &holds)
      }
      for old in anchor.holds.subtracting(holds) { table.release(old.watch, old.role) }
      anchors[id]?.chain = chain
      anchors[id]?.holds = holds
      anchors[id]?.names = names
      if PathChain(anchor.absolute) == chain { break }
    }
    return anchors[id]?.chain.identity != before
  }

  /// - Returns: `nil` for what is gone meanwhile, and for what may not be watched but can do without.
  private func hold(
    _ path: FilePath, _ role: WatchTable.Role, _ mask: UInt32, _ options: UInt32, in holds: inout Set<Anchor.Hold>
  ) throws(WatchError) -> Int32? {
    do {
      let watch = try table.add(path, role, mask: mask, options: options)
      holds.insert(Anchor.Hold(watch: watch, role: role))
      return watch
    } catch {
      switch (error.value, role) {
      case (ENOENT, _), (ENOTDIR, _), (ELOOP, _), (EACCES, .ancestor), (EACCES, .target): return nil
      default: throw failure(error, path)
      }
    }
  }

  /// Looks again, and has the file reported if it is another one now.
  package func refreshAndTell(_ id: Int) throws(WatchError) {
    guard try refresh(id), let anchor = anchors[id] else { return }
    switch anchor.purpose {
    case .file(let settling), .link(let settling):
      settler.note(anchor.path, anchor.chain.identity == nil ? .gone : .replaced, settling, at: now)
    case .root(let tree): try enterRoot(tree, anchor.chain)
    }
  }

  package func noteTarget(_ id: Int, _ event: RawEvent) {
    guard let anchor = anchors[id], let sign = event.contentSign else { return }
    switch anchor.purpose {
    case .file(let settling), .link(let settling): settler.note(anchor.path, sign, settling, at: now)
    case .root: break
    }
  }

  /// Something happened in a folder on the way to a file.
  package func handleSite(_ id: Int, _ event: RawEvent) throws(WatchError) {
    guard let anchor = anchors[id], let site = anchor.names[event.watch]?.first(where: { $0.name == event.name })
    else { return }
    guard event.has(InotifyMask.names) else {
      if site.isFinal { noteTarget(id, event) }
      return
    }
    switch anchor.purpose {
    case .root: try refreshAndTell(id)
    case .file(let settling), .link(let settling):
      // A name that appeared may belong to a link now, and the other way round.
      let isOther = try refresh(id)
      let isFinal = anchors[id]?.names[event.watch]?.contains { $0.name == event.name && $0.isFinal } ?? false
      if isFinal {
        let sign: Settler.Sign =
          event.has(IN_MOVED_TO) ? .replaced : event.has(InotifyMask.vanished) ? .gone : .created
        settler.note(anchor.path, sign, settling, at: now)
      } else if isOther {
        settler.note(anchor.path, anchors[id]?.chain.identity == nil ? .gone : .replaced, settling, at: now)
      }
    }
  }
}
