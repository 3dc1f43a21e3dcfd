import Foundation
import TestSupport
import Testing

/// A project file that is there and cannot be used stops the run, with the reason and without a wait.
struct ProjectFileTroubleTests {
  let imgtune = Imgtune()

  /// What takes settings from a project file.
  private static let commands = [
    ["compress", "in/a.jpg", "-o", "out/"], ["settings", "check"],
    ["bench", "in", "--measure", "psnr", "--sweep", "quality=0.5,0.7"], ["watch", "in", "-o", "out/"],
  ]

  enum Trouble: String, CaseIterable, Sendable {
    case danglingLink, loop, pipe, folder, socket, locked

    /// What is said of it.
    var reason: String {
      switch self {
      case .danglingLink: "no such file or directory"
      case .loop: "too many levels of symbolic links"
      case .pipe: "it is a pipe, not a file"
      case .folder: "it is a folder, not a file"
      case .socket: "it is a socket, not a file"
      case .locked: "permission denied"
      }
    }
  }

  private func make(_ trouble: Trouble) {
    let folder = imgtune.folder
    folder.makeFolder(".git")
    folder.write(Picture.jpeg, to: "in/a.jpg")
    switch trouble {
    case .danglingLink: folder.link("imgtune.json", to: "absent.json")
    case .loop: folder.link("imgtune.json", to: "imgtune.json")
    case .pipe: folder.makeFIFO("imgtune.json")
    case .folder: folder.makeFolder("imgtune.json")
    case .socket: makeSocket(folder.path("imgtune.json"))
    case .locked: folder.write(Array("{}".utf8), to: "imgtune.json", mode: 0)
    }
  }

  @Test(arguments: commands, Trouble.allCases) func itIsToldAtOnce(words: [String], trouble: Trouble) {
    make(trouble)
    let command = trouble == .locked ? AnotherUser.command(for: imgtune.folder) : []
    let all = command + [BuiltProgram.path] + words
    let child = ChildProcess(all[0], all.dropFirst().map { Array($0.utf8) }, folder: imgtune.folder.path)
    let result = child.result(seconds: 20)
    #expect(!result.timedOut && result.exitCode == 2, "\(result.exitCode ?? -1): \(result.errorText)")
    let text = result.errorText + result.outputText
    #expect(text.contains("the settings in imgtune.json cannot be read: "), "\(text)")
    let isSocket = trouble == .socket && text.contains("no such device or address")
    #expect(text.contains(trouble.reason) || isSocket, "\(text)")
    #expect(result.processorSeconds < 1)
    #expect(!imgtune.folder.exists("out"))
  }

  @Test(arguments: Trouble.allCases.filter { $0 != .locked }) func aFileThatWasNamedIsNotWaitedForEither(
    trouble: Trouble
  ) {
    make(trouble)
    let result = imgtune("compress", "in/a.jpg", "-o", "out/", "--config", "imgtune.json")
    #expect(result.exitCode == 2, "\(result.errorText)")
    #expect(result.seconds < 10)
  }

  private static let manyKeys = Array(
    ("{\n" + (0..<40_000).map { #"  "unknownKey\#($0)": {"a": [1, 2], "b": "text"},"# + "\n" }.joined() + "}\n").utf8)

  @Test(arguments: [["compress", "in/a.jpg", "-o", "out/"], ["settings", "check"]])
  func ofFortyThousandUnknownKeysFiftyAreTold(words: [String]) {
    imgtune.folder.write(Picture.jpeg, to: "in/a.jpg")
    imgtune.folder.write(ProjectFileTroubleTests.manyKeys, to: "imgtune.json")
    let runs = (0..<3).map { _ in imgtune.run(words.map { Array($0.utf8) }) }
    for result in runs {
      #expect(result.exitCode != 0)
      let text = result.errorText + result.outputText
      #expect(text.split(separator: "\n").filter { $0.contains("there is no setting unknownKey") }.count == 50)
      #expect(
        text.contains("39950 more keys are not settings") || text.contains("39,950 more keys"), "\(text.suffix(300))")
    }
    // Two megabytes are read in it, too; the best of three, for somebody else may have had the processor.
    let seconds = runs.map(\.processorSeconds).min() ?? .infinity
    #expect(seconds < 0.5, "\(seconds) s")
    Attachment.record("\(seconds) s", named: "seconds-\(words[0]).txt")
  }
}
