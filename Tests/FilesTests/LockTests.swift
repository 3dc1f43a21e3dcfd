import Files
import Foundation
import Platform
import TestSupport
import Testing

/// Locks between processes; one suite, in turn, because whom waits are told is set for the whole process.
@Suite(.serialized) struct LockTests {
  private let folder = TemporaryFolder()

  private func opened(_ name: String) throws -> Descriptor {
    try Descriptor.opening(FilePath(folder.path(name)), O_RDWR)
  }

  @Test func aFreeLockIsHadAtOnceAndNothingIsTold() throws {
    folder.write([], to: "lock")
    let told = Shared<[FilePath]>([])
    let path = FilePath(folder.path("lock"))
    FileLock.tellWaits { name in if name == path { told.change { $0.append(name) } } }
    defer { FileLock.tellWaits { _ in } }
    let clock = ContinuousClock()
    let start = clock.now
    let lock = try opened("lock")
    try FileLock.take(lock)
    #expect(clock.now - start < .milliseconds(500))
    #expect(told.value.isEmpty)
    #expect(try !FileLock.takeIfFree(try opened("lock")), "it is held")
    try lock.close()
    #expect(try FileLock.takeIfFree(try opened("lock")), "it ends with its descriptor")
  }

  @Test func aWaitIsToldAfterASecondOnceWithThePath() throws {
    folder.write([], to: "lock")
    let holder = try opened("lock")
    try FileLock.take(holder)
    let path = FilePath(folder.path("lock"))
    let told = Shared<[ContinuousClock.Instant]>([])
    let wasTold = DispatchSemaphore(value: 0)
    FileLock.tellWaits { name in
      guard name == path else { return }
      told.change { $0.append(.now) }
      wasTold.signal()
    }
    defer { FileLock.tellWaits { _ in } }
    let taken = DispatchSemaphore(value: 0)
    let waiter = try opened("lock")
    let start = ContinuousClock.now
    Thread.detachNewThread {
      if (try? FileLock.take(waiter)) != nil { taken.signal() }
    }
    try #require(wasTold.wait(timeout: .now() + 20) == .success)
    #expect(told.value[0] - start >= .seconds(1))
    #expect(try !FileLock.takeIfFree(try opened("lock")), "the wait goes on")
    try holder.close()
    #expect(taken.wait(timeout: .now() + 20) == .success, "and ends with the lock")
    #expect(told.value.count == 1)
  }

  @Test func aLockedFileIsReadAndReplaced() throws {
    let path = FilePath(folder.path("new/settings.json"))
    try LockedFile.locked(path) { file in
      #expect(try file.read() == nil)
      try file.replace(with: [1, 2], permissions: 0o600)
    }
    #expect(try LockedFile.read(path) == [1, 2])
    #expect(folder.files() == ["new/settings.json"], "neither the lock nor the new content stays")
    #expect(folder.mode("new/settings.json") == 0o600)
  }

  @Test func whatIsNoFileIsAnErrorAndNoWait() {
    folder.makeFIFO("pipe")
    folder.makeFolder("folder")
    for path in [folder.path("pipe"), folder.path("folder"), "/dev/zero", "/dev/tty"] {
      let start = ContinuousClock.now
      let error = #expect(throws: FileError.self, "\(path)") { try LockedFile.read(FilePath(path)) }
      #expect(error?.isAbsence == false, "\(path)")
      #expect(ContinuousClock.now - start < .seconds(1), "\(path)")
    }
    for name in ["pipe", "folder"] {
      #expect(throws: FileError.self, "\(name)") {
        try LockedFile.locked(FilePath(folder.path(name))) { _ = try $0.read() }
      }
    }
  }

  /// A lock file that is not one: a pipe or a link that somebody put there.
  @Test func anythingElseUnderTheLocksNameIsNoHang() throws {
    folder.makeFIFO(".a.lock")
    folder.link(".b.lock", to: "elsewhere")
    let ended = DispatchSemaphore(value: 0)
    let errors = Shared<[FileError]>([])
    let paths = [FilePath(folder.path("a")), FilePath(folder.path("b"))]
    Thread.detachNewThread {
      for path in paths {
        do { try LockedFile.locked(path) { try $0.replace(with: [1], permissions: 0o600) } } catch {
          if let error = error as? FileError { errors.change { $0.append(error) } }
        }
      }
      ended.signal()
    }
    try #require(ended.wait(timeout: .now() + 20) == .success)
    #expect(errors.value.map(\.path) == [paths[1]], "a pipe can be locked as well")
    #expect(!folder.exists("elsewhere"))
  }
}
