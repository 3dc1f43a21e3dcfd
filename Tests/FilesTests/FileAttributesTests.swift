import CFiles
import Files
import Foundation
import Platform
import TestSupport
import Testing

/// What a file has beside its content, on its way to another file.
struct FileAttributesTests {
  private static let accessList = "system.posix_acl_access"
  private static let defaultList = "system.posix_acl_default"
  private static let isRoot = geteuid() == 0
  /// Whether the folder of the tests can hold access control lists and attributes of users.
  private static let keepsLists = {
    let folder = TemporaryFolder()
    folder.write([], to: "a")
    return set(accessList, list(group: 4, mask: 4, named: 4), folder.path("a"))
  }()
  private static let keepsAttributes = {
    let folder = TemporaryFolder()
    folder.write([], to: "a")
    return set("user.imgtune", [1], folder.path("a"))
  }()

  private let folder = TemporaryFolder()

  /// An access control list as the kernel keeps it: version 2, then tag, permissions and identifier of each entry.
  ///
  /// Source: linux/posix_acl_xattr.h.
  private static func list(
    group: UInt16, mask: UInt16?, named: UInt16?, owner: UInt16 = 6, others: UInt16 = 0
  ) -> [UInt8] {
    var bytes: [UInt8] = [2, 0, 0, 0]
    func add(_ tag: UInt16, _ permissions: UInt16, _ identifier: UInt32 = .max) {
      for value in [tag, permissions] { bytes += [UInt8(value & 0xFF), UInt8(value >> 8)] }
      bytes += (0..<4).map { UInt8(identifier >> ($0 * 8) & 0xFF) }
    }
    add(0x01, owner)
    if let named { add(0x02, named, 12_345) }
    add(0x04, group)
    if let mask { add(0x10, mask) }
    add(0x20, others)
    return bytes
  }

  @discardableResult
  private static func set(_ name: String, _ value: [UInt8], _ path: String) -> Bool {
    setxattr(path, name, value, value.count, 0) == 0
  }

  private func value(_ name: String, _ file: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = getxattr(folder.path(file), name, &bytes, bytes.count)
    return count >= 0 ? Array(bytes.prefix(count)) : nil
  }

  private func opened(_ name: String, _ flags: Int32 = O_RDWR) throws -> Descriptor {
    try Descriptor.opening(FilePath(folder.path(name)), flags)
  }

  /// Replaces a file as `--in-place` does.
  private func replace(_ name: String) throws {
    let attributes = try FileAttributes.all(of: try opened(name, O_RDONLY))
    try Folder.opening(FilePath(folder.path)).write(FilePath(name), attributes) { try $0.write([9]) }
    #expect(folder.read(name) == [9])
  }

  // MARK: Lists read by hand

  @Test func withoutAListTheModeStays() {
    for mode in [0o600, 0o664, 0o777] as [UInt32] { #expect(FileAttributes.narrowed(mode, by: nil) == mode) }
  }

  @Test func theGroupGetsNoMoreThanItsEntry() {
    // The mode's group bits are the mask, rw-; the group itself may read, or nothing.
    #expect(FileAttributes.narrowed(0o664, by: Self.list(group: 4, mask: 6, named: 6)) == 0o644)
    #expect(FileAttributes.narrowed(0o660, by: Self.list(group: 0, mask: 6, named: 6)) == 0o600)
    #expect(FileAttributes.narrowed(0o770, by: Self.list(group: 5, mask: 7, named: 7)) == 0o750)
  }

  @Test func theMaskHoldsForTheGroupToo() {
    #expect(FileAttributes.narrowed(0o640, by: Self.list(group: 7, mask: 4, named: 6)) == 0o640)
    #expect(FileAttributes.narrowed(0o600, by: Self.list(group: 6, mask: 0, named: 6)) == 0o600)
  }

  @Test func ownerAndOthersStay() {
    #expect(FileAttributes.narrowed(0o707, by: Self.list(group: 7, mask: 7, named: 7)) == 0o707)
  }

  @Test func brokenListsDoNotTrapAndNeverWiden() {
    let whole = Self.list(group: 0, mask: 6, named: 6)
    for count in 0...whole.count {
      let mode = FileAttributes.narrowed(0o660, by: Array(whole.prefix(count)))
      #expect(mode & ~0o660 == 0, "\(count)")
    }
  }

  // MARK: In place

  @Test(.enabled(if: keepsLists, "this file system has no access control lists"))
  func inPlaceAListIsKept() throws {
    let list = Self.list(group: 0, mask: 6, named: 6)
    folder.write([1], to: "a", mode: 0o600)
    try #require(Self.set(Self.accessList, list, folder.path("a")))
    #expect(folder.mode("a") == 0o660)
    try replace("a")
    #expect(value(Self.accessList, "a") == list)
    #expect(folder.mode("a") == 0o660)
  }

  @Test(.enabled(if: keepsAttributes, "this file system has no attributes of users"))
  func inPlaceAttributesOfUsersAreKept() throws {
    folder.write([1], to: "a", mode: 0o640)
    let large = [UInt8](repeating: 7, count: 1_000)
    for (name, value) in [("user.note", Array("two\0parts".utf8)), ("user.empty", []), ("user.large", large)] {
      try #require(Self.set(name, value, folder.path("a")))
    }
    try replace("a")
    #expect(value("user.note", "a") == Array("two\0parts".utf8))
    #expect(value("user.empty", "a") == [])
    #expect(value("user.large", "a") == large)
    #expect(folder.mode("a") == 0o640)
  }

  @Test(.enabled(if: keepsAttributes, "this file system has no attributes of users"))
  func aFileThatOnlyItsOwnerMayReadKeepsItsAttributesToo() throws {
    folder.write([1], to: "a", mode: 0o600)
    try #require(Self.set("user.note", [5], folder.path("a")))
    chmod(folder.path("a"), 0o400)
    try replace("a")
    #expect(value("user.note", "a") == [5])
    #expect(folder.mode("a") == 0o400)
  }

  @Test(.enabled(if: keepsLists, "this file system has no access control lists"))
  func theDefaultListOfTheFolderWidensNothingInPlace() throws {
    folder.write([1], to: "a", mode: 0o600)
    try #require(Self.set(Self.defaultList, Self.list(group: 6, mask: 6, named: 6, others: 6), folder.path))
    try replace("a")
    #expect(value(Self.accessList, "a") == nil)
    #expect(folder.mode("a") == 0o600)
  }

  @Test(.enabled(if: keepsLists, "this file system has no access control lists"))
  func aListIsNotGivenMoreByTheFoldersDefault() throws {
    let list = Self.list(group: 4, mask: 4, named: 4)
    folder.write([1], to: "a", mode: 0o600)
    try #require(Self.set(Self.accessList, list, folder.path("a")))
    try #require(Self.set(Self.defaultList, Self.list(group: 7, mask: 7, named: 7, owner: 7, others: 7), folder.path))
    try replace("a")
    #expect(value(Self.accessList, "a") == list)
    #expect(folder.mode("a") == 0o640)
  }

  // MARK: Copies

  @Test(.enabled(if: keepsLists, "this file system has no access control lists"))
  func aCopyIsNotGivenAGroupBitThatWasOnlyTheMask() throws {
    folder.write([1], to: "a", mode: 0o600)
    try #require(Self.set(Self.accessList, Self.list(group: 0, mask: 6, named: 6), folder.path("a")))
    #expect(folder.mode("a") == 0o660)
    #expect(try FileAttributes.modeForCopies(of: try opened("a")) == 0o600)
  }

  @Test(.enabled(if: keepsLists, "this file system has no access control lists"))
  func theDefaultListOfTheFolderWidensNoCopy() throws {
    try #require(Self.set(Self.defaultList, Self.list(group: 7, mask: 7, named: 7, owner: 7, others: 7), folder.path))
    try Folder.opening(FilePath(folder.path)).write("a", FileAttributes(mode: 0o640)) { try $0.write([1]) }
    #expect(folder.mode("a") == 0o640)
    // The mode's group bits are the mask: who is named may read like the group, and the group has its own entry.
    let list = try #require(value(Self.accessList, "a") ?? Self.list(group: 4, mask: nil, named: nil))
    #expect(FileAttributes.narrowed(0o640, by: list) == 0o640)
  }

  @Test func aCopyHasNoSpecialBits() throws {
    folder.write([1], to: "a", mode: 0o4755)
    #expect(try FileAttributes.modeForCopies(of: try opened("a")) == 0o755)
  }

  // MARK: Owners

  @Test(.enabled(if: isRoot, "only root may give files away"))
  func inPlaceTheOwnerIsKeptWithHisSpecialBits() throws {
    folder.write([1], to: "a")
    try #require(chown(folder.path("a"), 12_345, 23_456) == 0)
    try #require(chmod(folder.path("a"), 0o6755) == 0)
    try replace("a")
    var status = stat()
    #expect(stat(folder.path("a"), &status) == 0)
    #expect(status.st_uid == 12_345 && status.st_gid == 23_456)
    #expect(folder.mode("a") == 0o6755)
  }

  @Test(.enabled(if: !isRoot, "root may give every file away"))
  func whereTheOwnerCannotBeKeptNobodyActsAsHim() throws {
    folder.write([1], to: "a")
    var attributes = FileAttributes(mode: 0o6775)
    attributes.owner = (12_345, 23_456)
    try attributes.apply(to: try opened("a"))
    // Nor has another group its rights: it gets those of everybody.
    #expect(folder.mode("a") == 0o755)
  }

  @Test func datesAreSet() throws {
    folder.write([1], to: "a")
    var attributes = FileAttributes(mode: 0o600)
    attributes.times = (timespec(tv_sec: 1_000, tv_nsec: 5), timespec(tv_sec: 2_000, tv_nsec: 7))
    try attributes.apply(to: try opened("a"))
    let times = try FileStatus(of: FilePath(folder.path("a"))).times
    #expect(times.modification.tv_sec == 2_000 && times.modification.tv_nsec == 7)
    #expect(times.access.tv_sec == 1_000)
  }
}
