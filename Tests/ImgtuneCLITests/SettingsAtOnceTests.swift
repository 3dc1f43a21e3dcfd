import Foundation
import TestSupport
import Testing

/// What happens to a person's own settings when others write too, or when nobody may.
struct SettingsAtOnceTests {
  private let bench = SettingsBench()

  private static let keys = [
    ["maxDimension", "resize.maxWidth", "resize.maxHeight", "jpeg.quality", "webp.quality"],
    ["webp.nearLossless", "webp.alphaQuality", "limits.scans", "limits.warnings", "limits.pixels"],
  ]
  private static let rounds = 40

  /// A shell that sets each key again and again, and before that looks whether its last value is still there.
  private func writer(of keys: [String]) -> ChildProcess {
    var lines = ["set -e"]
    for round in 1...Self.rounds {
      for key in keys {
        if round > 1 {
          lines.append("[ \"$(\"$0\" settings get \(key))\" = \(round - 1) ] || echo lost \(key)=\(round - 1)")
        }
        lines.append("\"$0\" settings set \(key)=\(round) > /dev/null")
      }
    }
    let words = ["-c", lines.joined(separator: "\n"), BuiltProgram.path]
    return ChildProcess(
      "/bin/sh", words.map { Array($0.utf8) }, folder: bench.folder.path("work"),
      environment: bench.imgtune.environment)
  }

  @Test func twoProcessesThatSetTwoHundredTimesEachLoseNothing() throws {
    let writers = Self.keys.map(writer)
    for writer in writers {
      let result = writer.result(seconds: 120)
      #expect(result.exitCode == 0 && !result.timedOut)
      #expect(result.outputText.isEmpty && result.errorText.isEmpty)
    }
    let values = bench.run(["settings", "get"] + Self.keys.joined())
    #expect(values.outputLines == Array(repeating: String(Self.rounds), count: 10))
    #expect(values.errors.isEmpty)
    // No lock, no draft, nothing set aside is left behind.
    #expect(bench.folder.files(in: "config").filter { $0.contains("damaged") || $0.contains("tmp") }.isEmpty)
  }

  private static let setpriv = "/usr/bin/setpriv"

  /// Permissions do not bind the superuser, who may run the tests.
  private func unprivileged(_ words: String...) -> ProcessResult {
    let own = geteuid() == 0 ? [Self.setpriv, "--reuid=65534", "--regid=65534", "--clear-groups"] : ["/usr/bin/env"]
    let all = Array(own.dropFirst()) + [BuiltProgram.path] + words
    return ChildProcess(
      own[0], all.map { Array($0.utf8) }, folder: bench.folder.path("work"), environment: bench.imgtune.environment
    ).result()
  }

  @Test(.enabled(if: geteuid() != 0 || FileManager.default.isExecutableFile(atPath: setpriv), "setpriv is missing"))
  func aReadOnlyFolderIsAnErrorWithItsReasonAndNothingElseSuffers() throws {
    #expect(bench.settings("set", "quality=0.6").exitCode == 0)
    let before = bench.read(SettingsBench.store)
    for folder in ["", "config", "work"] { chmod(bench.folder.path(folder), 0o755) }
    chmod(bench.folder.path("config/imgtune"), 0o555)
    chmod(bench.folder.path(SettingsBench.store), 0o444)
    defer { chmod(bench.folder.path("config/imgtune"), 0o755) }
    let result = unprivileged("settings", "set", "quality=0.5")
    #expect(result.exitCode == 1 && result.output.isEmpty)
    let text = bench.shortened(result.errorText)
    #expect(text.contains("permission denied; see who owns the folder and the file and who may write there"), "\(text)")
    #expect(text.hasPrefix("imgtune: cannot ") && result.errorLines.count == 1)
    #expect(bench.read(SettingsBench.store) == before)
    #expect(unprivileged("settings", "get", "quality").outputText == "0.6\n", "what is stored counts")
    let saved = unprivileged("settings", "save", "shop")
    #expect(saved.exitCode == 1 && !bench.folder.exists("config/imgtune/presets"))
  }
}
