import Foundation
import TestSupport
import Testing

/// `imgtune watch` at work on photos/ with a project file, told as JSON documents.
///
/// Nothing here sleeps: what is said, or a deadline, is waited for.
final class WatchSession {
  let imgtune: Imgtune
  private let child: ChildProcess
  private let sources: [String]
  private let output: String

  var folder: TemporaryFolder { imgtune.folder }

  /// - Parameters:
  ///   - settings: What stands in imgtune.json at the beginning; `nil` for no such file.
  ///   - inputs: What is watched.
  ///   - home: The home folder, by its path from the session's; `nil` leaves a person's own settings out.
  ///   - launcher: The program that starts imgtune, with its own arguments.
  ///   - prepare: Called before the start.
  init(
    settings: String? = #"{"maxDimension": 40}"#, inputs: [String] = ["photos"], output: String = "out/",
    options: [String] = [], home: String? = nil, isJSON: Bool = true, launcher: [String] = [],
    prepare: (TemporaryFolder) -> Void = { _ in }
  ) {
    var imgtune = Imgtune()
    if let home { imgtune.environment["HOME"] = imgtune.folder.path(home) }
    imgtune.folder.makeFolder(".git")
    imgtune.folder.write(Picture.jpeg, to: "photos/a.jpg")
    if let settings { imgtune.folder.write(Array(settings.utf8), to: "imgtune.json") }
    prepare(imgtune.folder)
    self.imgtune = imgtune
    self.output = output
    sources = home == nil ? ["--isolated"] : []
    let words = ["watch"] + inputs + ["-o", output] + sources + options + (isJSON ? ["--json"] : [])
    let command = launcher + [BuiltProgram.path] + words
    child = ChildProcess(
      command[0], command.dropFirst().map { Array($0.utf8) }, folder: imgtune.folder.path,
      environment: imgtune.environment)
  }

  deinit { child.send(SIGKILL) }

  /// Waits until the whole of what was told holds a text.
  func waits(for text: String) -> Bool { child.waits(for: text) }
  func waits(forNote text: String) -> Bool { child.waits(for: text, inErrors: true) }

  /// Waits until the documents told so far are as wanted.
  func waits(until isMet: ([[String: Any]]) -> Bool) -> Bool {
    child.waits { isMet(WatchSession.documents($0)) }
  }

  /// Waits for a picture that was made; the newest of that input has to fit.
  func waits(forPicture input: String, where fits: ([String: Any]) -> Bool = { _ in true }) -> Bool {
    waits { $0.pictures(of: input).last.map { $0["status"] as? String != "failed" && fits($0) } ?? false }
  }

  /// Waits for a picture by the quality it was given, in percent.
  func waits(forQuality percent: Int, of input: String = "photos/a.jpg") -> Bool {
    waits(forPicture: input) { $0["nativeQuality"] as? String == "q\(percent)" }
  }

  /// Waits for the first round's end.
  func begins() -> Bool { waits(for: #""event":"roundEnded""#) }

  /// Saves the project file as editors do that write another file and rename it.
  func save(_ settings: String) {
    folder.write(Array(settings.utf8), to: "imgtune.json.new")
    move("imgtune.json.new", to: "imgtune.json")
  }

  /// Gives a file that is complete its name.
  func moveIn(_ bytes: [UInt8], to name: String) {
    folder.write(bytes, to: "arriving")
    move("arriving", to: name)
  }

  func move(_ name: String, to other: String) {
    precondition(rename(folder.path(name), folder.path(other)) == 0, "cannot rename \(name)")
  }

  func delete(_ name: String) { precondition(unlink(folder.path(name)) == 0, "cannot delete \(name)") }
  func deleteAll(_ name: String) { try? FileManager.default.removeItem(atPath: folder.path(name)) }

  func send(_ signal: Int32) { child.send(signal) }

  /// Ends it and tells everything that was said, document by document.
  func end(_ signal: Int32 = SIGINT) -> (exitCode: Int32?, documents: [[String: Any]]) {
    let result = endResult(signal)
    return (result.exitCode, WatchSession.documents(result.output))
  }

  func endResult(_ signal: Int32 = SIGINT) -> ProcessResult {
    child.send(signal)
    return child.result()
  }

  /// Whether every output is, byte for byte, what one run of the newest settings makes of the newest pictures.
  func isUpToDate() -> Bool {
    let result = imgtune.run((["compress", "-R", "photos", "-o", "fresh/"] + sources).map { Array($0.utf8) })
    let names = folder.files(in: "fresh")
    return result.exitCode == 0 && !names.isEmpty
      && names.allSatisfy { folder.read("fresh/\($0)") == folder.read("\(output)/\($0)") }
  }

  private static func documents(_ bytes: [UInt8]) -> [[String: Any]] {
    // A last line without its end is not yet a document.
    bytes.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]
    }
  }
}

extension [[String: Any]] {
  func events(_ name: String) -> [[String: Any]] { filter { $0["event"] as? String == name } }

  /// What was told of an input's outputs, in order.
  func pictures(of input: String) -> [[String: Any]] { events("picture").filter { $0["input"] as? String == input } }

  var names: [String] { compactMap { $0["event"] as? String } }
  var pictureNames: [String] { events("picture").compactMap { $0["input"] as? String } }

  /// Whether rounds began and ended one after the other.
  var roundsAreOneAtATime: Bool {
    let rounds = names.filter { $0.hasPrefix("round") }
    return rounds.enumerated().allSatisfy { index, name in (name == "roundBegan") == index.isMultiple(of: 2) }
  }

  /// Whether anything was said to be wrong.
  var hasComplaints: Bool {
    contains { $0["event"] as? String == "settingsBroken" || $0["status"] as? String == "failed" }
  }
}
