import CFiles
import Platform

/// What a file has beside its content: permissions, an access control list, an owner, extended attributes and dates.
package struct FileAttributes: Sendable {
  package var mode: UInt32
  package var owner: (user: UInt32, group: UInt32)?
  /// Times of the last access and the last change of the content; `nil` is now.
  package var times: (access: timespec, modification: timespec)?
  /// By name, the access control list among them; `nil` where those of the folder's making are left alone.
  private var extended: [(name: String, value: [UInt8])]?

  private static let accessList = "system.posix_acl_access"

  package init(mode: UInt32) { self.mode = mode }

  /// Everything that a file has, for one that takes its place.
  ///
  /// - Throws: `FileError` where it cannot be looked at.
  package static func all(of descriptor: Descriptor) throws(FileError) -> FileAttributes {
    let status = try descriptor.status()
    var attributes = FileAttributes(mode: status.mode)
    attributes.owner = status.owner
    attributes.extended = FileAttributes.extended(of: descriptor)
    return attributes
  }

  /// The permission bits for another file made of this one: never more than its access control list gives.
  ///
  /// Beside such a list the group's bits in the mode are the mask over all named users and groups; what the file's own
  /// group may do stands in the list.
  ///
  /// - Throws: `FileError` where it cannot be looked at.
  package static func modeForCopies(of descriptor: Descriptor) throws(FileError) -> UInt32 {
    let status = try descriptor.status()
    return narrowed(status.mode & 0o777, by: value(accessList, of: descriptor))
  }

  package static func narrowed(_ mode: UInt32, by list: [UInt8]?) -> UInt32 {
    guard let list, let group = groupPermissions(list) else { return mode }
    return mode & ~0o070 | (mode & (group << 3))
  }

  /// The permissions of the owning group in a list as the kernel keeps it: a version of four bytes, then entries of tag
  /// (2), permissions (2) and identifier (4), little-endian.
  ///
  /// Source: linux/posix_acl_xattr.h.
  private static func groupPermissions(_ list: [UInt8]) -> UInt32? {
    let groupTag: UInt16 = 0x04
    guard list.count >= 4 else { return nil }
    for start in stride(from: 4, through: list.count - 8, by: 8) {
      let tag = UInt16(list[start]) | UInt16(list[start + 1]) << 8
      if tag == groupTag { return UInt32(list[start + 2] & 7) }
    }
    return nil
  }

  /// Gives a new file what this says, nobody more rights than that.
  ///
  /// - Throws: `FileError` where permissions or dates cannot be set. Owner and extended attributes are a best effort: only
  ///   root gives files away, and some attributes are the administrator's.
  package func apply(to descriptor: Descriptor) throws(FileError) {
    var mode = mode
    if let owner, fchown(descriptor.number, owner.user, owner.group) != 0 {
      // In another group's hands, the group's rights would be somebody else's.
      if fchown(descriptor.number, uid_t.max, owner.group) != 0,
        let own = try? descriptor.status(), own.owner.group != owner.group  // what cannot be looked at gets no more
      {
        mode = mode & ~0o070 | (mode & mode << 3 & 0o070)
        mode &= ~0o2000
      }
      mode &= ~0o4000
    }
    if let extended {
      for (name, value) in extended where name != FileAttributes.accessList { set(name, value, descriptor) }
      if let list = extended.first(where: { $0.name == FileAttributes.accessList })?.value {
        if !set(FileAttributes.accessList, list, descriptor) { mode = FileAttributes.narrowed(mode, by: list) }
      } else {
        // A folder's default list would give rights that the file did not.
        #if os(Linux)
          _ = fremovexattr(descriptor.number, FileAttributes.accessList)
        #endif
      }
    }
    guard fchmod(descriptor.number, mode_t(mode)) == 0 else {
      throw FileError("set the permissions of", descriptor.path, errno)
    }
    if let times, futimens(descriptor.number, [times.access, times.modification]) != 0 {
      throw FileError("set the dates of", descriptor.path, errno)
    }
  }

  // MARK: Extended attributes

  @discardableResult
  private func set(_ name: String, _ value: [UInt8], _ descriptor: Descriptor) -> Bool {
    #if os(Linux)
      fsetxattr(descriptor.number, name, value, value.count, 0) == 0
    #else
      false
    #endif
  }

  private static func extended(of descriptor: Descriptor) -> [(name: String, value: [UInt8])] {
    #if os(Linux)
      var names = [CChar](repeating: 0, count: 65_536)
      let count = flistxattr(descriptor.number, &names, names.count)
      guard count > 0 else { return [] }
      return names[..<count].split(separator: 0).compactMap { bytes in
        let name = String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return value(name, of: descriptor).map { (name, $0) }
      }
    #else
      return []
    #endif
  }

  private static func value(_ name: String, of descriptor: Descriptor) -> [UInt8]? {
    #if os(Linux)
      let count = fgetxattr(descriptor.number, name, nil, 0)
      guard count >= 0 else { return nil }
      var value = [UInt8](repeating: 0, count: count)
      let got = fgetxattr(descriptor.number, name, &value, count)
      return got >= 0 ? Array(value.prefix(got)) : nil
    #else
      return nil
    #endif
  }
}

/// The permission bits of a file that nothing else decides, by the process's mask.
///
/// To be called before other threads make files: the only way to read the mask is to set it.
package func defaultFileMode() -> UInt32 {
  let mask = umask(0)
  umask(mask)
  return 0o666 & ~UInt32(mask)
}
