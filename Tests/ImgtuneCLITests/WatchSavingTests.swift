import Foundation
import TestSupport
import Testing

/// Every way that programs save a settings file: what was saved last is in force, and nothing before it was wrong.
@Suite(.timeLimit(.minutes(5)))
struct WatchSavingTests {
  /// How a program gives `imgtune.json` a content.
  enum Form: CaseIterable {
    case inPlace, withoutTruncation, renamedOver, asVimDoes, deletedAndCreated, linkSwapped, underItsOtherName,
      withItsTimeRestored

    func prepare(_ folder: TemporaryFolder) {
      switch self {
      case .linkSwapped:
        unlink(folder.path("imgtune.json"))
        folder.write(Array(Form.settings(70).utf8), to: "..1/imgtune.json")
        folder.link("..data", to: "..1")
        folder.link("imgtune.json", to: "..data/imgtune.json")
      case .underItsOtherName:
        folder.makeFolder("elsewhere")
        folder.hardLink("elsewhere/settings", to: "imgtune.json")
      default: break
      }
    }

    func save(_ text: String, _ session: WatchSession) {
      let folder = session.folder
      let bytes = Array(text.utf8)
      switch self {
      case .inPlace: folder.write(bytes, to: "imgtune.json")
      case .withoutTruncation:
        let descriptor = open(folder.path("imgtune.json"), O_WRONLY | O_CLOEXEC)
        precondition(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count)
        ftruncate(descriptor, bytes.count)
        close(descriptor)
      case .renamedOver: session.save(text)
      case .asVimDoes:
        // It tries whether it may create files, keeps the old one as a backup, and writes the name anew.
        folder.write([], to: "4913")
        session.delete("4913")
        session.move("imgtune.json", to: "imgtune.json~")
        folder.write(bytes, to: "imgtune.json")
        session.delete("imgtune.json~")
      case .deletedAndCreated:
        session.delete("imgtune.json")
        folder.write(bytes, to: "imgtune.json")
      case .linkSwapped:
        let next = "..\(text.hashValue)"
        folder.write(bytes, to: "\(next)/imgtune.json")
        folder.link("..new", to: next)
        session.move("..new", to: "..data")
      case .underItsOtherName: folder.write(bytes, to: "elsewhere/settings")
      case .withItsTimeRestored:
        let path = folder.path("imgtune.json")
        var status = stat()
        stat(path, &status)
        folder.write(bytes, to: "imgtune.json")
        utimensat(AT_FDCWD, path, [status.st_atim, status.st_mtim], 0)
      }
    }

    /// Always of the same length.
    static func settings(_ percent: Int) -> String { #"{"maxDimension": 40, "quality": 0.\#(percent)}"# }
  }

  @Test(arguments: Form.allCases, [[], ["--poll"]]) func everyFormOfSavingIsSeen(form: Form, options: [String]) {
    let session = WatchSession(settings: Form.settings(70), options: options, prepare: form.prepare)
    #expect(session.begins())
    for percent in [31, 52, 33] {
      form.save(Form.settings(percent), session)
      #expect(session.waits(forQuality: percent))
    }
    #expect(session.isUpToDate())
    let documents = session.end().documents
    #expect(!documents.hasComplaints && documents.roundsAreOneAtATime)
  }

  private static let editors = [
    ["sed", "-i", "s/0.70/0.31/", "imgtune.json"],
    ["vim", "-es", "-u", "NONE", "-c", "%s/0.70/0.31/", "-c", "wq", "imgtune.json"],
    [
      "vim", "-es", "-u", "NONE", "--cmd", "set backup backupcopy=no", "-c", "%s/0.70/0.31/", "-c", "wq",
      "imgtune.json",
    ],
  ].filter { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0[0])") }

  @Test(arguments: editors)
  func aRealEditorsSaveIsSeen(words: [String]) {
    let session = WatchSession(settings: Form.settings(70))
    #expect(session.begins())
    // In a session of its own: one that asks for the terminal must not stop the tests.
    let editor = ChildProcess(
      "/usr/bin/env", (["setsid", "-w"] + words).map { Array($0.utf8) }, folder: session.folder.path)
    #expect(editor.result().exitCode == 0)
    #expect(session.waits(forQuality: 31))
    #expect(!session.end().documents.hasComplaints)
  }

  @Test func aFileThatIsWrittenInPiecesCountsWhenItIsClosed() {
    let session = WatchSession(settings: Form.settings(70))
    #expect(session.begins())
    let descriptor = open(session.folder.path("imgtune.json"), O_WRONLY | O_TRUNC | O_CLOEXEC)
    let pieces = [#"{"maxDim"#, #"ension": 4"#, #"0, "quality": 0.3"#, "1}"].map { Array($0.utf8) }
    for (index, piece) in pieces.enumerated() {
      precondition(write(descriptor, piece, piece.count) == piece.count)
      // Time passes: another picture is made meanwhile.
      session.moveIn(Picture.png, to: "photos/\(index).png")
      #expect(session.waits(forPicture: "photos/\(index).png"))
    }
    close(descriptor)
    #expect(session.waits(forQuality: 31))
    #expect(!session.end().documents.hasComplaints)
  }

  @Test(arguments: [false, true]) func theLastOfAThousandSavesWins(isInPlace: Bool) {
    let session = WatchSession()
    #expect(session.begins())
    for index in 0...1_000 {
      let quality = index == 1_000 ? 0.99 : 0.2 + Double(index) / 2_000
      let text = "{\"maxDimension\": 40, \"quality\": \(quality)}"
      if isInPlace { session.folder.write(Array(text.utf8), to: "imgtune.json") } else { session.save(text) }
    }
    #expect(session.waits(forQuality: 99))
    #expect(session.isUpToDate())
    let documents = session.end().documents
    #expect(documents.roundsAreOneAtATime)
    #expect(!documents.hasComplaints)
    let rounds = documents.events("roundBegan").count
    #expect(rounds < 100, "\(rounds) rounds for 1,001 saves")
  }

  /// For two seconds the file is empty or half written at every other look, and closed at many of them.
  @Test func aFileThatIsSavedWithoutAPauseIsNotCalledWrong() {
    let session = WatchSession()
    #expect(session.begins())
    let clock = ContinuousClock()
    let end = clock.now + .seconds(2)
    var saves = 0
    while clock.now < end {
      let bytes = Array("{\"maxDimension\": 40, \"quality\": 0.\(20 + saves % 60)}".utf8)
      let descriptor = open(session.folder.path("imgtune.json"), O_WRONLY | O_TRUNC | O_CREAT | O_CLOEXEC, 0o644)
      for piece in [bytes.prefix(12), bytes.dropFirst(12)] {
        precondition(piece.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == piece.count)
      }
      close(descriptor)
      saves += 1
    }
    session.save(Form.settings(31))
    #expect(session.waits(forQuality: 31))
    #expect(!session.end().documents.hasComplaints, "of \(saves) saves")
  }

  @Test func aSaveWhileItStartsIsNotLost() {
    let session = WatchSession()
    for percent in 20..<60 { session.save(Form.settings(percent)) }
    #expect(session.waits(for: #""event":"started""#))
    session.save(Form.settings(61))
    #expect(session.waits(forQuality: 61))
    #expect(session.end().documents.roundsAreOneAtATime)
  }
}
