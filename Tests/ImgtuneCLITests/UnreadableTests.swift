import Foundation
import Pixels
import TestSupport
import Testing

/// A command that runs another as somebody whom permissions hold up: they do not hold up root.
enum AnotherUser {
  private static let program = "/usr/bin/setpriv"

  static let isThere = geteuid() != 0 || access(program, X_OK) == 0

  static var launcher: [String] {
    geteuid() == 0 ? [program, "--reuid=65534", "--regid=65534", "--clear-groups"] : []
  }

  /// - Parameter folder: Made accessible for them, with what is in it now.
  static func command(for folder: TemporaryFolder) -> [String] {
    guard geteuid() == 0 else { return [] }
    let child = ChildProcess(
      "/bin/chown", ["-R", "-h", "65534:65534", folder.path].map { Array($0.utf8) }, folder: "/")
    precondition(child.result().exitCode == 0)
    return launcher
  }
}

/// A socket of that name.
func makeSocket(_ path: String) {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  let fits = withUnsafeMutableBytes(of: &address.sun_path) { buffer in
    path.utf8.count < buffer.count
      && {
        buffer.copyBytes(from: path.utf8)
        return true
      }()
  }
  precondition(fits, "the path is too long for a socket")
  let bound = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  precondition(bound == 0, "no socket: \(String(cString: strerror(errno)))")
}

/// What cannot be looked at is told with its name, and counts.
@Suite(.enabled(if: AnotherUser.isThere, "root ignores permissions, and setpriv is not there to be somebody else"))
struct UnreadableTests {
  let imgtune = Imgtune()

  private func run(_ words: String..., launcher: [String] = []) -> ProcessResult {
    let command = AnotherUser.command(for: imgtune.folder) + launcher + [BuiltProgram.path] + words
    return ChildProcess(
      command[0], command.dropFirst().map { Array($0.utf8) }, folder: imgtune.folder.path
    ).result()
  }

  @Test func anOutputFolderThatMayBeWrittenAndNotListedIsWritten() {
    imgtune.folder.write(Picture.jpeg, to: "in/sub/a.jpg")
    imgtune.folder.makeFolder("box/sub")
    for name in ["box/sub", "box"] { chmod(imgtune.folder.path(name), 0o333) }
    let result = run("compress", "-R", "in", "-o", "box/")
    for name in ["box", "box/sub"] { chmod(imgtune.folder.path(name), 0o755) }
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(imgtune.folder.files(in: "box") == ["sub/a.jpg"])
  }

  @Test func aFolderThatCannotBeReadIsAFailureWithItsName() {
    imgtune.folder.write(Picture.jpeg, to: "in/a.jpg")
    imgtune.folder.write(Picture.jpeg, to: "in/locked/b.jpg")
    imgtune.folder.write(Picture.jpeg, to: "in/z/c.jpg")
    chmod(imgtune.folder.path("in/locked"), 0)
    defer { chmod(imgtune.folder.path("in/locked"), 0o755) }
    let result = run("compress", "-R", "in", "-o", "out/")
    #expect(result.exitCode == 1)
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains("in/locked: permission denied"), "\(result.errorText)")
    #expect(result.outputLines.last?.contains("1 failed") == true)
    #expect(imgtune.folder.files(in: "out") == ["a.jpg", "z/c.jpg"])
  }

  @Test(arguments: ["in/b.jpg", "in/noname"]) func aFileThatCannotBeReadIsAFailureWithItsName(name: String) {
    imgtune.folder.write(Picture.jpeg, to: "in/a.jpg")
    imgtune.folder.write(Picture.jpeg, to: name, mode: 0)
    let result = run("compress", "in", "-o", "out/")
    #expect(result.exitCode == 1)
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains(name) && result.errorText.contains("permission denied"), "\(result.errorText)")
    #expect(imgtune.folder.files(in: "out") == ["a.jpg"])
  }

  @Test func aFolderWhoseNamesCanBeReadAndNothingElseFailsWithItsName() {
    imgtune.folder.write(Picture.jpeg, to: "in/a.jpg")
    imgtune.folder.write(Picture.jpeg, to: "in/names/b.jpg")
    chmod(imgtune.folder.path("in/names"), 0o444)
    defer { chmod(imgtune.folder.path("in/names"), 0o755) }
    let result = run("compress", "-R", "in", "-o", "out/")
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains("in/names"), "\(result.errorText)")
  }

  @Test func aFolderThatIsNamedAndCannotBeReadIsTold() {
    imgtune.folder.write(Picture.jpeg, to: "in/a.jpg")
    chmod(imgtune.folder.path("in"), 0)
    defer { chmod(imgtune.folder.path("in"), 0o755) }
    let result = run("compress", "in", "-o", "out/")
    #expect(result.exitCode == 1, "\(result.errorText)")
    #expect(result.errorText.contains("in: permission denied"), "\(result.errorText)")
  }

  @Test func linksInCirclesAreToldAndLinksToNowhereAreNot() {
    imgtune.folder.write(Picture.jpeg, to: "in/a.jpg")
    imgtune.folder.link("in/loop.jpg", to: "loop.jpg")
    imgtune.folder.link("in/nowhere.jpg", to: "absent")
    let result = imgtune("compress", "in", "-o", "out/")
    #expect(result.exitCode == 1)
    #expect(result.errorLines.count == 1)
    #expect(
      result.errorText.contains("in/loop.jpg: too many levels of symbolic links"), "\(result.errorText)")
  }

  @Test func aDeepTreeHoldsNoDescriptorForEachLevel() {
    let path = (0..<300).map { "d\($0)" }.joined(separator: "/")
    imgtune.folder.write(Picture.jpeg, to: "in/\(path)/a.jpg")
    let words = ["-c", "ulimit -n 64; exec \"$0\" compress -R in -o out/ --quiet", BuiltProgram.path]
    let result = ChildProcess("/bin/sh", words.map { Array($0.utf8) }, folder: imgtune.folder.path).result()
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(imgtune.folder.files(in: "out") == ["\(path)/a.jpg"])
  }

  @Test func manyFilesHoldNoDescriptorEach() {
    for index in 0..<400 { imgtune.folder.write(Picture.png, to: "in/\(index).png") }
    let words = ["-c", "ulimit -n 64; exec \"$0\" compress -R in -o out/ --quiet", BuiltProgram.path]
    let result = ChildProcess("/bin/sh", words.map { Array($0.utf8) }, folder: imgtune.folder.path).result()
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(imgtune.folder.files(in: "out").count == 400)
  }

  // MARK: Watching

  /// A session of somebody whom permissions hold up.
  private func session(_ options: [String]) -> WatchSession {
    WatchSession(options: ["-R", "--delete"] + options, launcher: AnotherUser.launcher) { folder in
      folder.write(Picture.png, to: "photos/sub/b.png")
      _ = AnotherUser.command(for: folder)
    }
  }

  @Test(arguments: [["--poll"], []]) func outputsStayWhereAFolderLosesItsPermission(options: [String]) {
    let session = session(options)
    #expect(session.waits(forPicture: "photos/sub/b.png") && session.begins())
    chmod(session.folder.path("photos/sub"), 0)
    defer { chmod(session.folder.path("photos/sub"), 0o755) }
    if options == ["--poll"] { #expect(session.waits(for: "permission denied")) }
    session.moveIn(Picture.jpeg, to: "photos/c.jpg")
    #expect(session.waits(forPicture: "photos/c.jpg"))
    #expect(session.folder.files(in: "out") == ["a.jpg", "c.jpg", "sub/b.png"])
    // It comes back, and one of its pictures is another one by then.
    chmod(session.folder.path("photos/sub"), 0o755)
    session.moveIn(Picture.clear, to: "photos/sub/b.png")
    #expect(session.waits(forPicture: "photos/sub/b.png") { $0["inputWidth"] as? Int == 40 })
    session.delete("photos/sub/b.png")
    #expect(session.waits { $0.events("sourceRemoved").count == 1 })
    let documents = session.end().documents
    #expect(documents.events("sourceRemoved").map { $0["input"] as? String } == ["photos/sub/b.png"])
    #expect(session.folder.files(in: "out") == ["a.jpg", "c.jpg"])
  }

  @Test(arguments: [["--poll"], []]) func outputsStayWhereTheRootLosesItsPermission(options: [String]) {
    let session = session(options)
    #expect(session.waits(forPicture: "photos/sub/b.png") && session.begins())
    chmod(session.folder.path("photos"), 0)
    // Something else has to be told, so that a wrong removal would have been told before it.
    session.save(#"{"maxDimension": 30}"#)
    #expect(session.waits(for: #""key":"maxDimension""#))
    #expect(session.folder.files(in: "out") == ["a.jpg", "sub/b.png"])
    chmod(session.folder.path("photos"), 0o755)
    session.moveIn(Picture.clear, to: "photos/a2.png")
    #expect(session.waits(forPicture: "photos/a2.png"))
    let documents = session.end().documents
    #expect(documents.events("sourceRemoved").isEmpty, "\(documents.events("sourceRemoved"))")
    #expect(session.folder.files(in: "out") == ["a.jpg", "a2.png", "sub/b.png"])
  }
}
