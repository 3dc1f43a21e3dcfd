import Codecs
import Foundation
import Pixels

/// `imgtune lab` as a process, over a folder of two pictures.
public final class LabProcess {
  public let folder = TemporaryFolder()
  public private(set) var port = freePort()
  private let words: [String]
  private let environment: [String: String]
  private var child: ChildProcess?

  public var address: String { "http://127.0.0.1:\(port)/" }

  /// - Parameters:
  ///   - words: What follows the folder on the command line.
  ///   - environment: Variables beside those that say where home is.
  ///   - copies: How often the photograph is there once more.
  public init(
    settings: String = #"{"maxDimension": 200}"#, _ words: [String] = [], environment: [String: String] = [:],
    copies: Int = 0
  ) throws {
    self.words = words
    self.environment = environment
    folder.makeFolder("work/.git")
    write(settings)
    let photo = SyntheticPicture.photo.make(PixelSize(400, 300), PixelFormat(.rgb))
    let jpeg = try encoded(photo, as: .jpeg(JPEGParameters(quality: 95)))
    folder.write(jpeg, to: "work/photos/a.jpg")
    for index in 0..<copies { folder.write(jpeg, to: "work/photos/copy\(index).jpg") }
    folder.write(try encoded(photo, as: .png(PNGParameters(level: 1))), to: "work/photos/b.png")
    // A port that is free now may be somebody else's in a moment.
    for _ in 0..<2 {
      if (try? start()) != nil { return }
      port = freePort()
    }
    try start()
  }

  deinit { stop() }

  /// - Throws: `NotStarted`.
  public func start() throws {
    let words = ["lab", "photos", "--port", "\(port)"] + self.words
    let child = ChildProcess(
      BuiltProgram.path, words.map { Array($0.utf8) }, folder: folder.path("work"),
      environment: variables.merging(environment) { $1 })
    guard child.waits(for: "http://", seconds: 60) else {
      child.send(SIGTERM)
      throw NotStarted(words: child.result(seconds: 10).errorText)
    }
    self.child = child
  }

  public func stop() {
    child?.send(SIGTERM)
    _ = child?.result(seconds: 10)
    child = nil
  }

  /// Who may change settings as long as the process runs.
  public var client: HTTPClient {
    let token = HTTPClient(port: port)("GET", "/api/session")?.object["token"] as? String
    return HTTPClient(port: port, headers: ["X-Lab-Token": token ?? ""])
  }

  /// What the process holds at this moment.
  public var figures: (descriptors: Int, residentBytes: Int) {
    let process = "/proc/\(child?.identifier ?? 0)"
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: process + "/fd").count) ?? 0
    let pages = (try? String(contentsOfFile: process + "/statm", encoding: .utf8))?.split(separator: " ")
    return (descriptors, (pages.flatMap { Int($0[1]) } ?? 0) * Int(getpagesize()))
  }

  /// The most that the process ever held in memory; 0 where it has ended.
  public var peakBytes: Int {
    let status = (try? String(contentsOfFile: "/proc/\(child?.identifier ?? 0)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
  }

  /// The lab did not start; what it said.
  public struct NotStarted: Error {
    public let words: String
  }

  /// Saves the project file as editors do.
  public func write(_ settings: String) {
    folder.write(Array(settings.utf8), to: "work/imgtune.json.new")
    rename(folder.path("work/imgtune.json.new"), folder.path("work/imgtune.json"))
  }

  /// Runs another command of the program in the same place.
  public func imgtune(_ words: String...) -> ProcessResult {
    ChildProcess(
      BuiltProgram.path, words.map { Array($0.utf8) }, folder: folder.path("work"),
      environment: variables
    ).result()
  }

  private var variables: [String: String] {
    ["PATH": "/usr/bin:/bin", "HOME": folder.path("home"), "XDG_CONFIG_HOME": folder.path("config")]
  }
}
