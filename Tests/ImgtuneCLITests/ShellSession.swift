import Foundation
import TestSupport
import Testing

/// An interactive shell with the program's completion script, on a pseudo-terminal that `script` gives it.
///
/// A key that the start-up file binds prints the line as it stands, so that nothing has to be read off a screen.
final class ShellSession {
  private let process = Process()
  private let keys = Pipe()
  private let screen = Pipe()
  private let folder = TemporaryFolder()

  /// - Parameters:
  ///   - command: Starts the shell, with `{}` for the folder of its start-up file.
  ///   - startUp: The name of that file and what it does beside loading the script.
  ///   - files: Empty files in the working folder; one that ends in / is a folder.
  init(
    _ command: String, completions shell: String, startUp: (name: String, text: String), files: [String] = []
  ) throws {
    for file in files {
      if file.hasSuffix("/") { folder.makeFolder("work/" + file) } else { folder.write([], to: "work/" + file) }
    }
    let script = Imgtune()("completions", shell)
    folder.write(script.output, to: "home/completion")
    let home = folder.path("home")
    let text = startUp.text + "\nsource \(home)/completion\nPS1='READY> '\n"
    folder.write(Array(text.utf8), to: "home/" + startUp.name)

    process.executableURL = URL(filePath: "/usr/bin/script")
    process.arguments = ["-qfec", command.split(separator: "{}").joined(separator: home), "/dev/null"]
    process.currentDirectoryURL = URL(filePath: folder.path("work"))
    process.environment = ["HOME": home, "TERM": "vt100", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    (process.standardInput, process.standardOutput, process.standardError) = (keys, screen, screen)
    try process.run()
    _ = try shown(until: "READY> ")
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
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
