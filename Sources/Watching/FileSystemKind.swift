import Files

/// Which file systems tell of every change: those that nobody else writes to.
package enum FileSystemKind {
  /// The numbers that statfs(2) gives, from linux/magic.h and the file systems' own sources.
  private static let remote: [UInt32: String] = [
    0x6969: "NFS", 0x517B: "SMB", 0xFE53_4D42: "SMB", 0xFF53_4D42: "CIFS", 0x6573_5546: "FUSE", 0x0102_1997: "9p",
    0x5346_414F: "AFS", 0x00C3_6400: "Ceph", 0x7375_7245: "Coda", 0x0BD0_0BD0: "Lustre", 0x0116_1970: "GFS2",
    0x7461_636F: "OCFS2", 0x786F_4256: "VirtualBox shared", 0xBACB_ACBC: "VMware shared",
  ]

  /// The name of the network or foreign file system that a path is on; `nil` for local ones, overlay among them, and
  /// where nobody can tell.
  package static func remoteName(at path: FilePath) -> String? {
    path.fileSystemMagic.flatMap { remoteName(magic: $0) }
  }

  package static func remoteName(magic: UInt32) -> String? { remote[magic] }
}
