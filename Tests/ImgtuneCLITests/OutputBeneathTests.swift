import Codecs
import Files
import Foundation
import Pixels
import Platform
import Synchronization
import TestSupport
import Testing

/// Nothing is written outside the folder that `-o` names, whatever links lie in it.
struct OutputBeneathTests {
  /// How the program comes to what lies below a folder.
  enum Kernel: Sendable, CaseIterable, CustomTestStringConvertible {
    case current
    /// As before Linux 5.6.
    case withoutOpenat2
    /// As in a sandbox that knows no such call.
    case refusingOpenat2

    var testDescription: String { "\(self)" }

    var environment: [String: String] {
      switch self {
      case .current: [:]
      case .withoutOpenat2: FailingCalls.failing(.openat2, with: ENOSYS)
      case .refusingOpenat2: FailingCalls.failing(.openat2, with: EPERM)
      }
    }

    /// Those that can be had here; `theOldWaysAreTested` tells where some are missing.
    static let all = FailingCalls.isAvailable ? allCases : [.current]
  }

  private let imgtune = Imgtune()
  private let outside = TemporaryFolder()

  private var folder: TemporaryFolder { imgtune.folder }

  init() { imgtune.folder.write(Picture.jpeg, to: "photos/authorized_keys.jpg") }

  private func run(_ kernel: Kernel, _ arguments: String...) -> ProcessResult {
    var program = imgtune
    program.environment.merge(kernel.environment) { $1 }
    return program.run(arguments.map { Array($0.utf8) })
  }

  private func expectNoTemporaryFile(_ location: SourceLocation = #_sourceLocation) {
    let left = (folder.files() + outside.files()).filter { $0.contains(".imgtune-") }
    #expect(left.isEmpty, sourceLocation: location)
  }

  /// Refused, with the link's name, and nothing written anywhere.
  private func expectRefused(_ result: ProcessResult, _ link: String, _ location: SourceLocation = #_sourceLocation) {
    #expect(result.exitCode != 0, sourceLocation: location)
    #expect(
      result.errorText.contains("cannot open the folder \(link): it is a link"), "\(result.errorText)",
      sourceLocation: location)
    #expect(outside.files().isEmpty, sourceLocation: location)
    expectNoTemporaryFile(location)
  }

  @Test(.enabled(if: FailingCalls.isAvailable, Comment(rawValue: FailingCalls.reason)))
  func theOldWaysAreTested() { #expect(Kernel.all.count == 3) }

  // MARK: Links as folders

  @Test(arguments: Kernel.all) func aClonedRepositoryCannotNameAFileElsewhere(kernel: Kernel) {
    outside.write(Array("mine".utf8), to: "authorized_keys.jpg")
    folder.makeFolder("out")
    folder.link("out/k", to: outside.path)
    folder.write(Array(#"{ "output": { "template": "k/{stem}.{extension}" } }"#.utf8), to: "imgtune.json")
    let result = run(kernel, "compress", "photos", "-o", "out/")
    #expect(result.exitCode != 0)
    #expect(result.errorText.contains("out/k: it is a link"), "\(result.errorText)")
    #expect(outside.files() == ["authorized_keys.jpg"])
    #expect(outside.read("authorized_keys.jpg") == Array("mine".utf8))
    #expect(folder.files() == ["imgtune.json", "out/k", "photos/authorized_keys.jpg"])
  }

  @Test(arguments: Kernel.all) func aMirroredFolderIsNoLink(kernel: Kernel) {
    folder.write(Picture.png, to: "photos/sub/b.png")
    folder.makeFolder("out")
    folder.link("out/sub", to: outside.path)
    expectRefused(run(kernel, "compress", "-R", "photos", "-o", "out"), "out/sub")
  }

  @Test(arguments: Kernel.all) func aFolderDeepBelowIsNoLink(kernel: Kernel) {
    folder.write(Picture.png, to: "photos/a/b/c.png")
    folder.makeFolder("out/a")
    folder.link("out/a/b", to: outside.path)
    expectRefused(run(kernel, "compress", "-R", "photos", "-o", "out/"), "out/a/b")
  }

  @Test(arguments: Kernel.all) func aVariantsFolderIsNoLink(kernel: Kernel) {
    folder.makeFolder("out")
    folder.link("out/small", to: outside.path)
    folder.write(
      Array(#"{ variants: [{ name: "small" }, { name: "full" }] }"#.utf8), to: "imgtune.json")
    expectRefused(
      run(kernel, "compress", "photos", "-o", "out/", "--output.template", "{variant}/{stem}.{extension}"), "out/small")
  }

  @Test(arguments: Kernel.all) func aFolderThatDependsOnTheResultIsNoLink(kernel: Kernel) {
    // The width is known only after the work.
    folder.makeFolder("out")
    folder.link("out/60", to: outside.path)
    expectRefused(
      run(
        kernel, "compress", "photos", "-o", "out/", "--max-dimension", "60", "--output.template",
        "{width}/{stem}.{extension}"),
      "out/60")
  }

  @Test(arguments: Kernel.all) func aLinkThatStaysInsideOrLeadsNowhereIsNoFolderEither(kernel: Kernel) {
    folder.makeFolder("out/real")
    folder.link("out/k", to: "real")
    folder.link("out/gone", to: outside.path("later"))
    for link in ["k", "gone"] {
      expectRefused(
        run(kernel, "compress", "photos", "-o", "out/", "--output.template", "\(link)/{stem}.{extension}"),
        "out/\(link)")
    }
    #expect(folder.files(in: "out/real").isEmpty)
    #expect(!outside.exists("later"))
  }

  @Test(arguments: Kernel.all) func aDryRunRefusesItToo(kernel: Kernel) {
    folder.makeFolder("out")
    folder.link("out/k", to: outside.path)
    expectRefused(
      run(kernel, "compress", "photos", "-n", "-o", "out/", "--output.template", "k/{stem}.{extension}"), "out/k")
  }

  @Test(arguments: Kernel.all) func whatExistsBehindALinkDoesNotCountAsThere(kernel: Kernel) {
    outside.write(Array("mine".utf8), to: "authorized_keys.jpg")
    folder.makeFolder("out")
    folder.link("out/k", to: outside.path)
    let result = run(
      kernel, "compress", "photos", "-o", "out/", "--output.overwrite", "never", "--output.template",
      "k/{stem}.{extension}")
    #expect(result.exitCode != 0)
    #expect(outside.read("authorized_keys.jpg") == Array("mine".utf8))
  }

  // MARK: Links that are allowed

  @Test(arguments: Kernel.all) func theFolderItselfMayBeALinkAndLieBehindOne(kernel: Kernel) {
    folder.link("out", to: outside.path)
    #expect(run(kernel, "compress", "photos", "-o", "out").exitCode == 0)
    #expect(run(kernel, "compress", "photos", "-o", "out/deep/er/").exitCode == 0)
    #expect(outside.files() == ["authorized_keys.jpg", "deep/er/authorized_keys.jpg"])
    #expect(folder.isLink("out"))
  }

  @Test(arguments: Kernel.all) func oneFileMayLieBehindALinkedFolder(kernel: Kernel) {
    folder.link("way", to: outside.path)
    #expect(run(kernel, "compress", "photos/authorized_keys.jpg", "-o", "way/x.jpg").exitCode == 0)
    #expect(outside.files() == ["x.jpg"])
  }

  @Test(arguments: Kernel.all) func linksAreFollowedWhereThatIsSaid(kernel: Kernel) {
    folder.makeFolder("out")
    folder.link("out/k", to: outside.path)
    let result = run(
      kernel, "compress", "photos", "-o", "out/", "--follow-links", "--output.template", "k/new/{stem}.{extension}")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(outside.files() == ["new/authorized_keys.jpg"])
  }

  @Test func noFileAndNoVariableCanSayThatLinksAreFollowed() {
    folder.makeFolder("out")
    folder.link("out/k", to: outside.path)
    let template = ["--output.template", "k/{stem}.{extension}"]
    for key in ["followLinks", "output.followLinks", "follow-links"] {
      folder.write(Array("{ \"\(key)\": true }".utf8), to: "imgtune.json")
      let result = imgtune.run((["compress", "photos", "-o", "out/"] + template).map { Array($0.utf8) })
      #expect(result.exitCode == 2, "\(key)")
      #expect(result.errorText.contains(key), "\(result.errorText)")
    }
    folder.write(Array("{}".utf8), to: "imgtune.json")
    var program = imgtune
    program.environment["IMGTUNE_FOLLOW_LINKS"] = "true"
    program.environment["IMGTUNE_FOLLOWLINKS"] = "true"
    #expect(program.run((["compress", "photos", "-o", "out/"] + template).map { Array($0.utf8) }).exitCode != 0)
    #expect(imgtune("compress", "photos", "-o", "out/", "--set", "followLinks=true").exitCode == 2)
    #expect(outside.files().isEmpty)
  }

  @Test(arguments: Kernel.all) func aFinalNameThatIsALinkIsReplaced(kernel: Kernel) {
    outside.write(Array("mine".utf8), to: "target")
    folder.makeFolder("out")
    folder.link("out/authorized_keys.jpg", to: outside.path("target"))
    for words in [[], ["--follow-links"]] {
      let result = run(kernel, "compress", "photos", "-o", "out/")
      #expect(result.exitCode == 0, "\(words): \(result.errorText)")
      #expect(!folder.isLink("out/authorized_keys.jpg"))
      #expect(outside.read("target") == Array("mine".utf8))
    }
    expectNoTemporaryFile()
  }

  @Test(arguments: Kernel.all) func aFinalNameThatIsALinkToAFolderIsReplacedToo(kernel: Kernel) {
    folder.makeFolder("out")
    folder.link("out/authorized_keys.jpg", to: outside.path)
    let result = run(kernel, "compress", "photos", "-o", "out/")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(!folder.isLink("out/authorized_keys.jpg"))
    #expect(outside.files().isEmpty)
  }

  // MARK: In place

  @Test(arguments: Kernel.all) func inPlaceALinksTargetIsReplacedWhereverItLies(kernel: Kernel) {
    outside.write(Picture.jpeg, to: "deep/target.jpg", mode: 0o640)
    folder.link("photos/link.jpg", to: outside.path("deep/target.jpg"))
    let result = run(kernel, "compress", "photos/link.jpg", "--in-place", "--max-dimension", "60")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(folder.isLink("photos/link.jpg"))
    #expect(outside.read("deep/target.jpg").flatMap { try? decoded($0) }?.picture.size == PixelSize(60, 45))
    #expect(outside.mode("deep/target.jpg") == 0o640)
    #expect(outside.files() == ["deep/target.jpg"])
  }

  @Test func inPlaceBehindALinkedFolderTheFileIsReplaced() {
    outside.write(Picture.jpeg, to: "a.jpg")
    folder.link("way", to: outside.path)
    #expect(imgtune("compress", "way/a.jpg", "--in-place", "--max-dimension", "60").exitCode == 0)
    #expect(outside.files() == ["a.jpg"])
    #expect(outside.read("a.jpg").flatMap { try? decoded($0) }?.picture.size == PixelSize(60, 45))
  }

  /// As in /home on many machines.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") && geteuid() == 0, "only root can"),
    arguments: Kernel.all)
  func inPlaceBelowAFolderThatCannotBeListed(kernel: Kernel) throws {
    folder.write(Picture.jpeg, to: "home/own/a.jpg", mode: 0o644)
    let words = ["-p", BuiltProgram.path, "imgtune"].map { Array($0.utf8) }
    try #require(ChildProcess("/bin/cp", words, folder: folder.path).result().exitCode == 0)
    for name in ["", "home"] { chmod(folder.path(name), 0o711) }
    for name in ["home/own", "home/own/a.jpg"] { chown(folder.path(name), 54_321, 54_321) }
    let command = ["--reuid=54321", "--regid=54321", "--clear-groups", folder.path("imgtune"), "compress"]
    let options = [folder.path("home/own/a.jpg"), "--in-place", "--max-dimension", "60", "--isolated"]
    let result = ChildProcess(
      "/usr/bin/setpriv", (command + options).map { Array($0.utf8) }, folder: "/",
      environment: ["PATH": "/usr/bin:/bin"].merging(kernel.environment) { $1 }
    ).result()
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(imgtune.picture("home/own/a.jpg")?.size == PixelSize(60, 45))
  }

  // MARK: Folders that are exchanged during a run

  /// The flush of the temporary file waits until the folder was exchanged.
  @Test(
    .enabled(if: FailingCalls.isAvailable, Comment(rawValue: FailingCalls.reason)),
    arguments: [["photos", "-o", "out"], ["out/authorized_keys.jpg", "--in-place"]])
  func aFolderExchangedWhileAFileIsWrittenGetsNothing(words: [String]) throws {
    let isInPlace = words.contains("--in-place")
    let outputFolder = isInPlace ? "out" : "out/sub"
    if isInPlace { folder.write(Picture.jpeg, to: "out/authorized_keys.jpg") }
    folder.makeFolder(outputFolder)
    outside.write(Array("mine".utf8), to: "authorized_keys.jpg")
    let template = isInPlace ? [] : ["--output.template", "sub/{stem}.{extension}"]
    let child = ChildProcess(
      BuiltProgram.path, (["compress"] + words + template + ["--max-dimension", "60"]).map { Array($0.utf8) },
      folder: folder.path,
      environment: FailingCalls.waitingToFlush(".imgtune-", until: folder.path("go")))
    try #require(child.waits(for: "fsync waits", inErrors: true))
    rename(folder.path(outputFolder), folder.path("moved"))
    folder.link(outputFolder, to: outside.path)
    folder.write([], to: "go")
    let result = child.result()
    #expect(!result.timedOut)
    #expect(outside.files() == ["authorized_keys.jpg"])
    #expect(outside.read("authorized_keys.jpg") == Array("mine".utf8))
    #expect(folder.files(in: "moved") == ["authorized_keys.jpg"], "\(result.errorText)")
    #expect(imgtune.picture("moved/authorized_keys.jpg")?.size == PixelSize(60, 45))
  }

  /// Exchanges `a` and `b` again and again until it is told to stop.
  private final class Exchange: Sendable {
    private let isOver = Mutex(false)
    private let ended = DispatchSemaphore(value: 0)

    private typealias Renameat2 =
      @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    init(_ a: String, _ b: String) {
      // Not among the headers that Swift imports.
      guard let symbol = dlsym(nil, "renameat2") else { preconditionFailure("no renameat2") }
      let rename = unsafeBitCast(symbol, to: Renameat2.self)
      let exchanging: UInt32 = 2  // RENAME_EXCHANGE
      Thread.detachNewThread { [self] in
        while !isOver.withLock({ $0 }) {
          let code = rename(AT_FDCWD, a, AT_FDCWD, b, exchanging)
          precondition(code == 0, "\(a) cannot be exchanged: \(String(cString: strerror(errno)))")
        }
        ended.signal()
      }
    }

    func stop() {
      isOver.withLock { $0 = true }
      ended.wait()
    }
  }

  @Test(arguments: Kernel.all.filter { $0 != .withoutOpenat2 })
  func twoHundredRunsIntoAFolderThatBecomesALinkWriteNothingElsewhere(kernel: Kernel) throws {
    for index in 0..<8 { folder.write(Picture.clear, to: "in/sub/\(index).png") }
    folder.makeFolder("out/sub")
    folder.link("out/link", to: outside.path)
    let exchange = Exchange(folder.path("out/sub"), folder.path("out/link"))
    var refused = 0
    for index in 0..<200 {
      let result = run(kernel, "compress", "-R", "in", "-o", "out", "--jobs", "2")
      if result.exitCode != 0 { refused += 1 }
      let isPlain = result.errorLines.allSatisfy { $0.contains("out/sub: it is a link") }
      #expect(isPlain, "\(index): \(result.errorText)")
      #expect(outside.files().isEmpty, "\(index)")
      expectNoTemporaryFile()
      if !outside.files().isEmpty { break }
    }
    exchange.stop()
    let real = folder.isLink("out/sub") ? "out/link" : "out/sub"
    #expect(refused > 0 && !folder.files(in: real).isEmpty, "both were met: \(refused) refused")
  }

  @Test func inPlaceAFolderThatBecomesALinkNeverMixesPictures() throws {
    let (wide, tall) = (Picture.png, Picture.tall)
    for index in 0..<6 {
      folder.write(wide, to: "photos/sub/\(index).png")
      outside.write(tall, to: "\(index).png")
    }
    folder.link("photos/link", to: outside.path)
    let exchange = Exchange(folder.path("photos/sub"), folder.path("photos/link"))
    for _ in 0..<100 {
      _ = run(.current, "compress", "-R", "photos", "--in-place", "--jobs", "2")
    }
    exchange.stop()
    let inner = folder.isLink("photos/sub") ? "photos/link" : "photos/sub"
    for index in 0..<6 {
      #expect(imgtune.picture("\(inner)/\(index).png")?.size == PixelSize(64, 48))
      #expect(outside.read("\(index).png") == tall, "links in a folder are not followed")
    }
    #expect(outside.files().count == 6)
    expectNoTemporaryFile()
  }
}

extension Picture {
  /// Not the shape of `png`.
  fileprivate static let tall: [UInt8] = {
    let buffer = SyntheticPicture.photo.make(PixelSize(48, 64), PixelFormat(.rgb))
    let parameters = EncodeParameters.png(PNGParameters(level: 1, filter: .none))
    do { return try encoded(buffer, as: parameters) } catch { preconditionFailure("\(error)") }
  }()
}
