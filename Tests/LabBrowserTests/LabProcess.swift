import Codecs
import Foundation
import Pixels
import TestSupport
import Testing

/// `imgtune lab` as a process, over a folder of two pictures.
final class LabProcess {
  let folder = TemporaryFolder()
  let port = Browser.freePort()
  private var child: ChildProcess?

  var address: String { "http://127.0.0.1:\(port)/" }

  /// The program that was built together with these tests.
  private static let executable: String = {
    let bundles = [
      CommandLine.arguments.first, try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
    ]
    let folders = bundles.compactMap { $0.map { URL(filePath: $0).deletingLastPathComponent() } }
    let candidates = folders.flatMap { [$0.appending(path: "imgtune"), $0.appending(path: "../imgtune")] }
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      preconditionFailure("imgtune lies beside none of \(bundles)")
    }
    return found.standardizedFileURL.path
  }()

  init(settings: String = #"{"maxDimension": 200}"#) throws {
    folder.makeFolder("work/.git")
    write(settings)
    let photo = SyntheticPicture.photo.make(PixelSize(400, 300), PixelFormat(.rgb))
    folder.write(try encoded(photo, as: .jpeg(JPEGParameters(quality: 95))), to: "work/photos/a.jpg")
    folder.write(try encoded(photo, as: .png(PNGParameters(level: 1))), to: "work/photos/b.png")
    start()
  }

  deinit { stop() }

  func start() {
    let words = ["lab", "photos", "--port", "\(port)"]
    let child = ChildProcess(
      Self.executable, words.map { Array($0.utf8) }, folder: folder.path("work"),
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path("home"), "XDG_CONFIG_HOME": folder.path("config")])
    #expect(child.waits(for: "http://"), "the lab does not start")
    self.child = child
  }

  func stop() {
    child?.send(SIGTERM)
    _ = child?.result(seconds: 10)
    child = nil
  }

  /// Saves the project file as editors do.
  func write(_ settings: String) {
    folder.write(Array(settings.utf8), to: "work/imgtune.json.new")
    rename(folder.path("work/imgtune.json.new"), folder.path("work/imgtune.json"))
  }

  /// Runs another command of the program in the same place.
  func imgtune(_ words: String...) -> ProcessResult {
    ChildProcess(
      Self.executable, words.map { Array($0.utf8) }, folder: folder.path("work"),
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path("home"), "XDG_CONFIG_HOME": folder.path("config")]
    ).result()
  }
}
