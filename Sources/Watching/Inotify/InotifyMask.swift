import Glibc

/// What is asked of the kernel, and what its answers mean.
enum InotifyMask {
  /// Names that come and go: enough where only a link or a folder on the way matters.
  static let names = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
  /// What happens to content.
  static let content = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB)
  /// Both. A file that lost its name is no longer of interest, though its writer goes on.
  static let entries = names | content | UInt32(IN_EXCL_UNLINK)
  /// A folder's own fate, silent while others work in it.
  static let itself = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)

  static let onlyFolder = UInt32(IN_ONLYDIR)
  static let notThroughLinks = UInt32(IN_DONT_FOLLOW)

  static let appeared = UInt32(IN_CREATE | IN_MOVED_TO)
  static let vanished = UInt32(IN_DELETE | IN_MOVED_FROM)
}

extension RawEvent {
  func has(_ flags: UInt32) -> Bool { mask & flags != 0 }
  func has(_ flag: Int32) -> Bool { has(UInt32(flag)) }

  var isOverflow: Bool { has(IN_Q_OVERFLOW) }
  /// The kernel ended the watch: the file is gone, or its file system.
  var isEnd: Bool { has(IN_IGNORED) }
  var isFolder: Bool { has(UInt32(IN_ISDIR)) }

  /// What it says of a file, apart from its name's coming and going.
  var contentSign: Settler.Sign? {
    if has(IN_CLOSE_WRITE) { return .complete }
    if has(IN_MODIFY) { return .writing }
    return has(IN_ATTRIB) ? .touched : nil
  }
}
