import Files
import Foundation
import Platform
import TestSupport
import Testing

/// What lies below an opened folder, walked by the kernel and by steps: both have to give the same answers.
struct FolderTests {
  private static let walks: [Folder.Walk] = [.kernel, .steps]

  private let inside = TemporaryFolder()
  private let outside = TemporaryFolder()

  private func opened(_ walk: Folder.Walk, links: Folder.Links = .refused) throws -> Folder {
    try Folder.opening(FilePath(inside.path), making: false, links: links, walk: walk)
  }

  private func write(_ text: String, _ name: FilePath, in folder: Folder) throws {
    try folder.write(name, FileAttributes(mode: 0o644)) { try $0.write(Array(text.utf8)) }
  }

  // MARK: Walks

  @Test(arguments: walks) func nestedFoldersAreMadeAndOpened(walk: Folder.Walk) throws {
    let root = try opened(walk)
    let absent = #expect(throws: FileError.self) { try root.folder("a/b/c") }
    #expect(absent?.isAbsence == true)
    #expect(!inside.exists("a"), "only where it is asked for")
    let made = try root.folder("a/b/c", making: true)
    #expect(made.path == FilePath(inside.path("a/b/c")))
    try write("x", "file", in: made)
    #expect(inside.files() == ["a/b/c/file"])
    #expect(try root.folder("a/b/c").descriptor.status().identity == made.descriptor.status().identity)
    #expect(try root.folder("./a/./b//c/").descriptor.status().identity == made.descriptor.status().identity)
    #expect(try root.folder("a/b/d", making: true).entries().isEmpty, "beside one that was there")
  }

  @Test(arguments: walks) func theFolderItselfIsBelowItself(walk: Folder.Walk) throws {
    let root = try opened(walk)
    for path in [".", "./", "./."] as [FilePath] {
      #expect(try root.folder(path).descriptor.status().identity == root.descriptor.status().identity)
    }
  }

  @Test(arguments: walks) func aPlaceIsAFolderAndAName(walk: Folder.Walk) throws {
    let place = try opened(walk).place(of: "a/b/x.jpg", making: true)
    #expect(place.folder.path == FilePath(inside.path("a/b")))
    #expect(place.name == "x.jpg")
    let near = try opened(walk).place(of: "x.jpg")
    #expect(near.folder.path == FilePath(inside.path))
    #expect(near.name == "x.jpg")
  }

  @Test(arguments: walks) func aLinkOnTheWayIsRefusedByItsName(walk: Folder.Walk) throws {
    outside.makeFolder("deep")
    inside.makeFolder("a")
    inside.link("a/way", to: outside.path)
    for making in [false, true] {
      let error = #expect(throws: FileError.self) { try opened(walk).folder("a/way/deep", making: making) }
      #expect(error?.path == FilePath(inside.path("a/way")))
      #expect(error?.reason.contains("it is a link") == true)
      #expect(error?.isAbsence == false)
    }
    #expect(throws: FileError.self) { try opened(walk).folder("a/way/new/one", making: true) }
    #expect(!outside.exists("new"))
  }

  @Test(arguments: walks) func aLinkAsTheLastFolderIsRefusedByItsName(walk: Folder.Walk) throws {
    inside.makeFolder("a/real")
    inside.link("a/way", to: "real")
    for making in [false, true] {
      let error = #expect(throws: FileError.self) { try opened(walk).folder("a/way", making: making) }
      #expect(error?.path == FilePath(inside.path("a/way")), "also one that stays inside")
      #expect(error?.reason.contains("--follow-links") == true)
    }
  }

  @Test(arguments: walks) func aDanglingLinkIsRefusedAndNothingIsMadeBehindIt(walk: Folder.Walk) throws {
    inside.link("way", to: outside.path("later"))
    let error = #expect(throws: FileError.self) { try opened(walk).folder("way/sub", making: true) }
    #expect(error?.path == FilePath(inside.path("way")))
    #expect(outside.files().isEmpty && !outside.exists("later"))
  }

  @Test(arguments: walks) func aFileIsOpenedBehindNoLink(walk: Folder.Walk) throws {
    outside.write([1], to: "secret")
    inside.link("last", to: outside.path("secret"))
    inside.link("way", to: outside.path)
    for path in ["last", "way/secret"] as [FilePath] {
      for flags in [O_RDONLY, O_WRONLY, O_WRONLY | O_CREAT] {
        let error = #expect(throws: FileError.self) { try opened(walk).open(path, flags, mode: 0o600) }
        #expect(error?.reason.contains("it is a link") == true, "\(path)")
      }
    }
    #expect(outside.read("secret") == [1])
  }

  @Test(arguments: walks) func nothingAboveIsBelow(walk: Folder.Walk) throws {
    inside.makeFolder("a")
    let name = FilePath(FilePath(outside.path).name.losslessText)
    let ways = ["..", "../", "a/..", "a/../..", "a/../a", "../\(name)", outside.path, "/"].map { FilePath($0) }
    for path in ways {
      let error = #expect(throws: FileError.self, "\(path)") { try opened(walk).open(path, O_RDONLY | O_DIRECTORY) }
      #expect(error?.code == EXDEV, "\(path)")
      #expect(error?.reason.contains("does not lie below") == true, "\(path)")
    }
    for path in ways where path != "/" {
      #expect(throws: FileError.self, "\(path)") { try opened(walk).folder(path, making: true) }
    }
    #expect(throws: FileError.self) { try opened(walk).folder("../fresh", making: true) }
    #expect(!FileManager.default.fileExists(atPath: inside.path("../fresh")))
  }

  @Test(arguments: walks) func whereTheyAreAllowedLinksLeadWhereTheyLead(walk: Folder.Walk) throws {
    outside.write([7], to: "deep/file")
    inside.link("way", to: outside.path)
    let root = try opened(walk, links: .followed)
    #expect(try root.open("way/deep/file", O_RDONLY).readAll(limit: 10) == [7])
    try write("x", "new", in: try root.folder("way/fresh/one", making: true))
    #expect(outside.files() == ["deep/file", "fresh/one/new"])
  }

  @Test(arguments: walks) func aFileInTheWayIsNoFolder(walk: Folder.Walk) throws {
    inside.write([1], to: "wall")
    for making in [false, true] {
      for path in ["wall", "wall/sub"] as [FilePath] {
        let error = #expect(throws: FileError.self) { try opened(walk).folder(path, making: making) }
        #expect(error?.code == ENOTDIR)
        #expect(error?.isAbsence == false)
      }
    }
  }

  @Test(arguments: walks) func aPipeIsOpenedWithoutWaiting(walk: Folder.Walk) throws {
    inside.makeFIFO("pipe")
    #expect(try opened(walk).open("pipe", O_RDONLY).status().kind == .pipe)
    let error = #expect(throws: FileError.self) { try opened(walk).open("pipe", O_WRONLY) }
    #expect(error?.code == ENXIO)
  }

  @Test func bothWalksTellAnErrorAlike() throws {
    inside.write([1], to: "wall")
    inside.makeFolder("a")
    inside.link("a/way", to: outside.path)
    for path in ["absent", "absent/deep", "wall/x", "a/way", "a/way/x", "..", "a/..", "/"] as [FilePath] {
      let errors = Self.walks.map { walk in
        #expect(throws: FileError.self, "\(path)") { try opened(walk).open(path, O_RDONLY | O_DIRECTORY) }
      }
      #expect(errors[0] == errors[1], "\(path)")
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read every folder"), arguments: walks)
  func aFolderOnTheWayNeedNotBeReadable(walk: Folder.Walk) throws {
    inside.write([1], to: "way/deep/file")
    chmod(inside.path("way"), 0o311)
    defer { chmod(inside.path("way"), 0o755) }
    #expect(try opened(walk).folder("way/deep").openingFile("file").readAll(limit: 10) == [1])
  }

  // MARK: Folders that are exchanged

  @Test(arguments: walks) func anOpenedFolderStaysTheOneThatItWas(walk: Folder.Walk) throws {
    let root = try opened(walk)
    let sub = try root.folder("sub", making: true)
    rename(inside.path("sub"), inside.path("moved"))
    inside.link("sub", to: outside.path)
    try write("x", "file", in: sub)
    #expect(outside.files().isEmpty)
    #expect(inside.files(in: "moved") == ["file"])
    let error = #expect(throws: FileError.self) { try root.folder("sub", making: true) }
    #expect(error?.path == FilePath(inside.path("sub")))
  }

  /// A thread exchanges a folder on the way for a link and back, for as long as the walks go on.
  @Test(arguments: walks) func aFolderExchangedDuringTheWalkIsNotPassedThrough(walk: Folder.Walk) throws {
    inside.write([1], to: "sub/deep/file")
    outside.write([2], to: "deep/file")
    inside.link("link", to: outside.path)
    let root = try opened(walk)
    let isOver = Shared(false)
    let ended = DispatchSemaphore(value: 0)
    let (sub, link, aside) = (inside.path("sub"), inside.path("link"), inside.path("aside"))
    Thread.detachNewThread {
      while !isOver.value {
        for (from, to) in [(sub, aside), (link, sub), (sub, link), (aside, sub)] { rename(from, to) }
      }
      ended.signal()
    }
    defer {
      isOver.change { $0 = true }
      ended.wait()
    }
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(20)
    var (opened, refused, tries) = (0, 0, 0)
    while clock.now < deadline, tries < 2_000 || opened == 0 || refused == 0 {
      tries += 1
      do throws(FileError) {
        let content = try root.open("sub/deep/file", O_RDONLY).readAll(limit: 10)
        #expect(content == [1])
        opened += 1
      } catch {
        if error.code == ELOOP { refused += 1 }
      }
    }
    #expect(opened > 0 && refused > 0, "\(opened) opened, \(refused) refused")
  }

  @Test func aResolvedPathIsNotFollowedThroughALaterLink() throws {
    inside.write([1], to: "a/b/file")
    outside.write([2], to: "b/file")
    let path = FilePath(inside.path("a/b"))
    #expect(try Folder.opening(resolved: path).openingFile("file").readAll(limit: 10) == [1])
    rename(inside.path("a"), inside.path("moved"))
    inside.link("a", to: outside.path)
    let error = #expect(throws: FileError.self) { try Folder.opening(resolved: path) }
    #expect(error?.path == FilePath(inside.path("a")))
    #expect(try Folder.opening(resolved: "/").path == "/")
  }

  // MARK: Folders by name

  @Test func aNamedFolderMayBeALinkAndIsMadeWithThoseAboveIt() throws {
    inside.link("way", to: outside.path)
    try write("x", "file", in: try Folder.opening(FilePath(inside.path("way"))))
    #expect(outside.files() == ["file"])
    let deep = try Folder.opening(FilePath(inside.path("new/deep/er/")), making: true, mode: 0o700)
    try write("x", "file", in: deep)
    #expect(inside.mode("new/deep") == 0o700)
    let error = #expect(throws: FileError.self) { try Folder.opening(FilePath(inside.path("absent"))) }
    #expect(error?.isAbsence == true)
  }

  @Test func aNamedFileIsNoFolder() {
    inside.write([1], to: "file")
    for (path, making) in [("file", false), ("file", true), ("file/sub", true)] {
      let error = #expect(throws: FileError.self) {
        try Folder.opening(FilePath(inside.path(path)), making: making)
      }
      #expect(error?.code == ENOTDIR)
    }
  }

  // MARK: Names

  @Test func aFileTakesAFreeName() throws {
    inside.write([1], to: "old")
    let root = try opened(.kernel)
    try root.rename("old", to: "new", replacing: false)
    #expect(inside.files() == ["new"])
    #expect(inside.read("new") == [1])
  }

  @Test func aFileTakesATakenNameOnlyWhereItMay() throws {
    inside.write([1], to: "old")
    inside.write([2], to: "new")
    let root = try opened(.kernel)
    let error = #expect(throws: FileError.self) { try root.rename("old", to: "new", replacing: false) }
    #expect(error?.code == EEXIST)
    #expect(inside.read("old") == [1] && inside.read("new") == [2])
    try root.rename("old", to: "new")
    #expect(inside.files() == ["new"])
    #expect(inside.read("new") == [1])
  }

  @Test func aNameIsTakenOutOnceAndGoneIsFine() throws {
    inside.write([1], to: "file")
    inside.write([1], to: "folder/file")
    outside.write([2], to: "target")
    inside.link("link", to: outside.path("target"))
    let root = try opened(.kernel)
    for _ in 0..<2 {
      try root.remove("file")
      try root.remove("link")
    }
    #expect(inside.files() == ["folder/file"])
    #expect(outside.read("target") == [2], "a link is taken out, not what it leads to")
    let error = #expect(throws: FileError.self) { try root.remove("folder") }
    #expect(error?.description.hasPrefix("cannot delete \(inside.path)/folder: ") == true)
  }

  @Test func whatIsUnderANameIsTold() throws {
    inside.write([1, 2, 3], to: "file")
    inside.makeFolder("folder")
    inside.link("link", to: "file")
    inside.link("dangling", to: "nowhere")
    inside.makeFIFO("pipe")
    let root = try opened(.kernel)
    #expect(try root.status(of: "file").byteCount == 3)
    #expect(try root.status(of: "folder").kind == .folder)
    #expect(try root.status(of: "pipe").kind == .pipe)
    #expect(try root.status(of: "link").kind == .link)
    #expect(try root.status(of: "link", followingLinks: true).kind == .regular)
    #expect(try root.statusIfThere(of: "dangling")?.kind == .link)
    #expect(try root.statusIfThere(of: "dangling", followingLinks: true) == nil)
    #expect(try root.statusIfThere(of: "absent") == nil)
  }

  @Test func onlyWhatIsNotThereIsAbsent() throws {
    inside.write([1], to: "file")
    inside.link("loop", to: "loop")
    let root = try opened(.kernel)
    let long = FilePath(String(repeating: "x", count: 256))
    #expect(throws: FileError.self) { try root.statusIfThere(of: "file/x") }
    #expect(throws: FileError.self) { try root.statusIfThere(of: "loop", followingLinks: true) }
    #expect(throws: FileError.self) { try root.statusIfThere(of: long) }
    #expect(throws: FileError.self) { try FileStatus.ifThere(FilePath(inside.path("file/x"))) }
    #expect(throws: FileError.self) { try Folder.entriesIfThere(FilePath(inside.path("file"))) }
    #expect(try Folder.entriesIfThere(FilePath(inside.path("absent"))).isEmpty)
  }

  @Test func entriesAreToldWithTheirKindsAndAgain() throws {
    let odd: [UInt8] = [0x62, 0xFF, 0x0A]
    inside.write([1], to: odd)
    inside.write([1], to: ".hidden")
    inside.write([1], to: "folder/deep")
    inside.link("link", to: "folder")
    inside.makeFIFO("pipe")
    let root = try opened(.kernel)
    for _ in 0..<2 {
      let entries = try root.sortedEntries()
      #expect(entries.map(\.name) == [Array(".hidden".utf8), odd] + ["folder", "link", "pipe"].map { Array($0.utf8) })
      #expect(entries.map(\.kind) == [.regular, .regular, .folder, .link, .pipe])
    }
  }

  @Test func aFolderIsFlushed() throws {
    try opened(.kernel).flush()
  }
}
