import Foundation
import Glibc
import Testing

/// The program that was built together with these tests: it lies beside their bundle.
enum BuiltProgram {
  static let path: String = {
    let places = [
      CommandLine.arguments.first, try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
    ]
    let folders = places.compactMap { $0.map { URL(filePath: $0).deletingLastPathComponent() } }
    let candidates = folders.flatMap { [$0.appending(path: "imgtune"), $0.appending(path: "../imgtune")] }
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      preconditionFailure("imgtune lies beside none of \(places)")
    }
    return found.standardizedFileURL.path
  }()

  /// Runs it, or another program, to its end.
  static func run(
    _ arguments: [String], of program: String = path, in folder: URL? = nil, input: String = ""
  ) throws -> (code: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let (standardInput, output) = (Pipe(), Pipe())
    // A file, because two full pipes would wait for each other.
    let errors = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data().write(to: errors)
    defer { try? FileManager.default.removeItem(at: errors) }
    (process.standardInput, process.standardOutput) = (standardInput, output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    standardInput.fileHandleForWriting.write(Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: bytes, as: UTF8.self),
      String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    )
  }
}

/// An interactive shell with the program's completion script, on a pseudo-terminal that `script` gives it.
///
/// A key that the start-up file binds prints the line as it stands, so that nothing has to be read off a screen.
final class ShellSession {
  private let process = Process()
  private let keys = Pipe()
  private let screen = Pipe()
  private let folder: URL

  /// - Parameters:
  ///   - command: Starts the shell, with `{}` for the folder of its start-up file.
  ///   - startUp: The name of that file and what it does beside loading the script.
  ///   - files: Empty files in the working folder; one that ends in / is a folder.
  init(
    _ command: String, completions shell: String, startUp: (name: String, text: String), files: [String] = []
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "shell-" + UUID().uuidString)
    let (home, work) = (folder.appending(path: "home"), folder.appending(path: "work"))
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    for file in files {
      if file.hasSuffix("/") {
        try FileManager.default.createDirectory(at: work.appending(path: file), withIntermediateDirectories: true)
      } else {
        try Data().write(to: work.appending(path: file))
      }
    }
    let script = home.appending(path: "completion")
    try Data(try BuiltProgram.run(["completions", shell]).output.utf8).write(to: script)
    let text = startUp.text + "\nsource \(script.path)\nPS1='READY> '\n"
    try Data(text.utf8).write(to: home.appending(path: startUp.name))

    process.executableURL = URL(filePath: "/usr/bin/script")
    process.arguments = ["-qfec", command.split(separator: "{}").joined(separator: home.path), "/dev/null"]
    process.currentDirectoryURL = work
    process.environment = ["HOME": home.path, "TERM": "vt100", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    (process.standardInput, process.standardOutput, process.standardError) = (keys, screen, screen)
    try process.run()
    _ = try shown(until: "READY> ")
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The line after the tabulator key, exactly; and everything that was shown meanwhile.
  func complete(_ line: String, tabulators: Int = 1) throws -> (line: String, shown: String) {
    press(line + String(repeating: "\t", count: tabulators) + "\u{18}\u{4}")
    let shown = try shown(until: "|>")
    press("\u{15}")
    let end = try #require(shown.range(of: "|>"))
    let start = try #require(shown.range(of: "<", options: .backwards, range: shown.startIndex..<end.lowerBound))
    return (String(shown[start.upperBound..<end.lowerBound]), String(shown[..<start.lowerBound]))
  }

  private func press(_ text: String) { keys.fileHandleForWriting.write(Data(text.utf8)) }

  /// Waits for a text, not for a time; the time limit is only for a shell that hangs.
  private func shown(until end: String) throws -> String {
    var bytes: [UInt8] = []
    var wait = pollfd(fd: screen.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    while true {
      try #require(poll(&wait, 1, 30_000) == 1, "the shell hangs after \(String(decoding: bytes, as: UTF8.self))")
      let more = screen.fileHandleForReading.availableData
      try #require(!more.isEmpty, "the shell ended after \(String(decoding: bytes, as: UTF8.self))")
      bytes += more
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains(end) { return text }
    }
  }
}
