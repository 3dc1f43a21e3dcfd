import Codecs
import Files
import Foundation
import Jobs
import LabServer
import Pixels
import SettingsKit
import TestSupport
import Testing

/// A lab over a folder of pictures, with a home and a repository of its own.
final class PhotoLab {
  let folder: TemporaryFolder
  let lab: Lab
  let client: HTTPClient
  /// - Parameters:
  ///   - settings: What stands in imgtune.json at the beginning; `nil` for no such file.
  ///   - prepare: Puts further files in place.
  init(
    settings: String? = nil, environment: [String: String] = [:], commandLine: [SettingCandidate] = [],
    output: String? = nil, in folder: TemporaryFolder = TemporaryFolder(), port: UInt16 = 0,
    prepare: (TemporaryFolder) -> Void = { _ in }
  ) throws {
    self.folder = folder
    folder.makeFolder("work/.git")
    folder.makeFolder("work/photos")
    folder.write(PhotoLab.jpeg, to: "work/photos/a.jpg")
    if let settings { folder.write(Array(settings.utf8), to: "work/imgtune.json") }
    prepare(folder)
    let variables = ["HOME": folder.path("home"), "XDG_CONFIG_HOME": folder.path("config")]
    let sources = SettingsSources(
      environment: variables.merging(environment) { $1 }, workingFolder: folder.path("work"))
    let lab = try Lab(
      LabRequest(
        sources: sources, commandLine: commandLine,
        selection: InputSelection(named: [FilePath(folder.path("work/photos"))], recursive: true),
        outputFolder: output.map { FilePath(folder.path($0)) }, options: LabOptions(port: port), program: "test"))
    self.lab = lab
    let port = try #require(lab.address.split(separator: ":").last.flatMap { UInt16($0.dropLast()) })
    let token = HTTPClient(port: port)("GET", "/api/session")?.object["token"] as? String
    client = HTTPClient(port: port, headers: ["X-Lab-Token": try #require(token)])
  }

  deinit {
    lab.stop()
  }

  /// A photograph of sorts that compresses well below its file.
  static let jpeg = picture(PixelSize(120, 90), .jpeg(JPEGParameters(quality: 96)))

  static func picture(_ size: PixelSize, _ parameters: EncodeParameters) -> [UInt8] {
    do { return try encoded(SyntheticPicture.photo.make(size, PixelFormat(.rgb)), as: parameters) } catch {
      preconditionFailure("\(error)")
    }
  }

  var pictures: [[String: Any]] { client("GET", "/api/pictures")?.json as? [[String: Any]] ?? [] }

  func id(_ name: String) throws -> String {
    try #require(pictures.first { $0["name"] as? String == name }?["id"] as? String, "there is no \(name)")
  }

  func encode(_ id: String, _ edits: [[String: Any]] = []) -> (answer: RawHTTP.Answer?, result: [String: Any]) {
    let answer = client.json("POST", "/api/encode", ["picture": id, "edits": edits])
    let text = answer?.headers["x-lab-result"]?.removingPercentEncoding ?? "{}"
    return (answer, (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:])
  }

  func patch(_ key: String, _ json: Any) -> RawHTTP.Answer? {
    client.json("PATCH", "/api/state", ["edits": [["key": key, "json": json]]])
  }

  /// One setting as the page sees it.
  func state(_ key: String, picture: String? = nil) -> [String: Any] {
    let answer = client("GET", "/api/state" + (picture.map { "?picture=\($0)" } ?? ""))
    return (answer?.object["settings"] as? [[String: Any]])?.first { $0["key"] as? String == key } ?? [:]
  }

  /// Begins to listen; what comes from now on is told.
  func events() throws -> RawHTTP {
    let listener = try #require(RawHTTP(port: client.port))
    listener.send("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\n\r\n")
    #expect(listener.read(until: Array("event: hello".utf8)) != nil)
    return listener
  }
}
