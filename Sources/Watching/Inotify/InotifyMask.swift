import Platform

/// What is asked of the kernel, and what its answers mean.
package enum InotifyMask {
  /// Names that come and go: enough where only a link or a folder on the way matters.
  package static let names = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
  /// What happens to content.
  package static let content = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB)
  /// Both. A file that lost its name is no longer of interest, though its writer goes on.
  package static let entries = names | content | UInt32(IN_EXCL_UNLINK)
  /// A folder's own fate, silent while others work in it.
  package static let itself = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)

  package static let onlyFolder = UInt32(IN_ONLYDIR)
  package static let notThroughLinks = UInt32(IN_DONT_FOLLOW)

  package static let appeared = UInt32(IN_CREATE | IN_MOVED_TO)
  package static let vanished = UInt32(IN_DELETE | IN_MOVED_FROM)
}

extension RawEvent {
  package func has(_ flags: UInt32) -> Bool { mask & flags != 0 }
  package func has(_ flag: Int32) -> Bool { has(UInt32(flag)) }

  package var isOverflow: Bool { has(IN_Q_OVERFLOW) }
  /// The kernel ended the watch: the file is gone, or its file system.
  package var isEnd: Bool { has(IN_IGNORED) }
  package var isFolder: Bool { has(UInt32(IN_ISDIR)) }

  /// What it says of a file, apart from its name's coming and going.
  package var contentSign: Settler.Sign? {
    if has(IN_CLOSE_WRITE) { return .complete }
    if has(IN_MODIFY) { return .writing }
    return has(IN_ATTRIB) ? .touched : nil
  }
}
