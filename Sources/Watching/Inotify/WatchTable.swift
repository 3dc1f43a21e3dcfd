import Files
import Platform

/// The watches that are set, and whom each of them serves.
///
/// The kernel gives one number per inode, however many reasons there are to watch it, so that a watch ends with its
/// last reason and narrows when one of them goes.
package struct WatchTable {
  /// Why something is watched.
  package enum Role: Hashable {
    /// A folder in which a name can change where a file's path leads.
    case site(Int)
    /// The very file at the end of the path, to see what is written through its other names.
    case target(Int)
    /// A folder on the way, which may be moved or removed itself.
    case ancestor(Int)
    /// A folder of a watched tree, with the path that it is reported under.
    case folder(tree: Int, FilePath)

    var anchor: Int? {
      switch self {
      case .site(let anchor), .target(let anchor), .ancestor(let anchor): anchor
      case .folder: nil
      }
    }
  }

  private struct Watch {
    var path: FilePath
    var masks: [Role: UInt32]
    var union: UInt32 { masks.values.reduce(0, |) }
  }

  private let source: any InotifySource
  private var watches: [Int32: Watch] = [:]

  package init(_ source: any InotifySource) { self.source = source }

  package var count: Int { watches.count }

  /// Whom a watch serves; nobody when it is one that was given back.
  package func roles(of watch: Int32) -> [Role] { watches[watch].map { Array($0.masks.keys) } ?? [] }

  /// - Parameter options: Flags of the call, such as `IN_ONLYDIR`.
  /// - Throws: `errno`.
  package mutating func add(
    _ path: FilePath, _ role: Role, mask: UInt32, options: UInt32 = 0
  ) throws(SystemCode) -> Int32 {
    let number = try source.add(path, mask: mask | options | UInt32(IN_MASK_ADD))
    watches[number, default: Watch(path: path, masks: [:])].masks[role, default: 0] |= mask
    return number
  }

  package mutating func release(_ number: Int32, _ role: Role) {
    guard var watch = watches[number], watch.masks[role] != nil else { return }
    let before = watch.union
    watch.masks[role] = nil
    if watch.masks.isEmpty {
      watches[number] = nil
      source.remove(number)
      return
    }
    watches[number] = watch
    guard watch.union != before else { return }
    // Without IN_MASK_ADD the mask is replaced. Should another inode be there by now, its watch is not wanted.
    if let answered = try? source.add(watch.path, mask: watch.union), answered != number, watches[answered] == nil {
      source.remove(answered)
    }
  }

  /// Takes note that the kernel ended a watch.
  ///
  /// - Returns: Whom it served.
  package mutating func forget(_ number: Int32) -> [Role] {
    guard let watch = watches.removeValue(forKey: number) else { return [] }
    return Array(watch.masks.keys)
  }
}
