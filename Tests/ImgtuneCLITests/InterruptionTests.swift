import Files
import Foundation
import Pixels
import TestSupport
import Testing

/// A run that is told to stop stops at once and leaves nothing half-done.
///
/// The second input is a named pipe whose writer never writes, so that the run is certainly not over when the first
/// picture's line has come.
struct InterruptionTests {
  let imgtune = Imgtune()
  private let writer: Descriptor

  init() throws {
    imgtune.folder.write(Picture.jpeg, to: "a.jpg")
    imgtune.folder.makeFIFO("never")
    writer = try Descriptor.opening(FilePath(imgtune.folder.path("never")), O_RDWR)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aSignalEndsTheRunWithinASecond(signal: Int32) {
    let child = imgtune.start("compress", "a.jpg", "never", "-o", "out/")
    #expect(child.waits(for: "a.jpg  120x90 -> 120x90"))
    let clock = ContinuousClock()
    let start = clock.now
    child.send(signal)
    let result = child.result(seconds: 20)
    #expect(clock.now - start < .seconds(1))
    #expect(result.exitCode == 128 + signal)
    #expect(result.errorText == "imgtune: interrupted; what was finished is kept, nothing is half-written\n")
    #expect(imgtune.folder.files() == ["a.jpg", "never", "out/a.jpg"])
    #expect(imgtune.picture("out/a.jpg")?.size == PixelSize(120, 90), "what was finished is whole")
  }

  @Test func theBarIsTakenAwayFirst() {
    let child = ChildProcess(
      BuiltProgram.path, ["compress", "a.jpg", "never", "-o", "out/"].map { Array($0.utf8) },
      folder: imgtune.folder.path, output: .terminal(columns: 80), errors: .sameAsOutput)
    #expect(child.waits(for: "1/2"))
    child.send(SIGINT)
    let result = child.result(seconds: 20)
    #expect(result.exitCode == 130)
    // Each state of the last line begins with its deletion.
    let states = result.outputText.components(separatedBy: "\r\u{1B}[K")
    #expect(states.last?.hasPrefix("imgtune: interrupted") == true)
    #expect(states.dropLast().last?.hasPrefix("[") == true, "the bar stood below the lines: \(states)")
  }

  @Test func workThatIsUnderWayIsGivenUp() throws {
    // Two large pictures at the greatest effort: seconds of work, of which only the first moments are let happen.
    let buffer = SyntheticPicture.gradient.make(PixelSize(3_000, 2_400), PixelFormat(.rgb))
    imgtune.folder.write(try encoded(buffer, as: .jpeg(.init(quality: 90, progressive: false))), to: "large/b.jpg")
    imgtune.folder.write(try encoded(buffer, as: .jpeg(.init(quality: 80, progressive: false))), to: "large/c.jpg")
    let child = imgtune.start(
      "compress", "a.jpg", "large", "never", "-o", "out/", "--jobs", "2", "--format", "webp", "--webp.lossless",
      "--webp.method", "6")
    #expect(child.waits(for: "a.jpg  "))
    let clock = ContinuousClock()
    let start = clock.now
    child.send(SIGINT)
    let result = child.result(seconds: 30)
    #expect(clock.now - start < .seconds(1))
    #expect(result.exitCode == 130)
    for name in imgtune.folder.files(in: "out") {
      #expect(name.hasSuffix(".webp"), "a temporary file is left: \(name)")
      #expect(imgtune.picture("out/\(name)") != nil, "\(name) is not whole")
    }
  }

  @Test func inPlaceEverySourceIsOldOrNew() throws {
    for index in 10..<60 { imgtune.folder.write(Picture.jpeg, to: "in/\(index).jpg") }
    let child = imgtune.start("compress", "in", "never", "--in-place", "--max-dimension", "60", "--jobs", "2")
    #expect(child.waits(for: "in/12.jpg"))
    child.send(SIGINT)
    #expect(child.result(seconds: 20).exitCode == 130)
    let names = imgtune.folder.files(in: "in")
    #expect(names.count == 50, "\(names)")
    var finished = 0
    for name in names {
      let bytes = try #require(imgtune.folder.read("in/\(name)"))
      if bytes == Picture.jpeg { continue }
      finished += 1
      #expect(imgtune.picture("in/\(name)")?.size == PixelSize(60, 45), "\(name)")
    }
    #expect(finished >= 3)
  }

  @Test func aSignalThatTheCallerIgnoresStaysIgnored() {
    let command = "trap '' HUP; exec '\(BuiltProgram.path)' compress a.jpg never -o out/"
    let child = ChildProcess("/bin/sh", ["-c", command].map { Array($0.utf8) }, folder: imgtune.folder.path)
    #expect(child.waits(for: "a.jpg  "))
    child.send(SIGHUP)
    child.send(SIGTERM)
    #expect(child.result(seconds: 20).exitCode == 143, "the hang-up, sent first, would have been 129")
  }

  @Test func aBrokenPipeEndsTheRunWithoutWords() {
    let child = imgtune.start("compress", "a.jpg", "never", "-o", "out/")
    #expect(child.waits(for: "a.jpg  120x90 -> 120x90"))
    child.send(SIGPIPE)
    let result = child.result(seconds: 20)
    #expect(result.exitCode == 128 + SIGPIPE)
    #expect(result.errorText.isEmpty)
    #expect(imgtune.folder.files() == ["a.jpg", "never", "out/a.jpg"])
  }

  @Test func aReaderThatGoesAwayEndsTheRunAtTheNextLine() {
    for index in 10..<60 { imgtune.folder.write(Picture.jpeg, to: "in/\(index).jpg") }
    let result = shell("'\(BuiltProgram.path)' compress in never -o out/ --jobs 1 | head -n 1; echo ${PIPESTATUS[0]}")
    #expect(result.outputLines.last == "141", "\(result.outputText)")
    #expect(result.errorText.isEmpty)
    #expect(imgtune.folder.files(in: "out").allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func aReaderThatGoesAwayStopsNothingWhereTheCallerIgnoresIt() {
    imgtune.folder.write(Picture.jpeg, to: "b.jpg")
    let result = shell(
      "trap '' PIPE; '\(BuiltProgram.path)' compress a.jpg b.jpg -o out/ | true; echo ${PIPESTATUS[0]}")
    #expect(result.outputText == "0\n", "\(result.errorText)")
    #expect(imgtune.folder.files(in: "out") == ["a.jpg", "b.jpg"])
  }

  @Test func aSessionEndsWithItsReader() {
    imgtune.folder.makeFolder("photos")
    let result = shell(
      "'\(BuiltProgram.path)' watch photos -o out/ --isolated --json | head -n 1; echo ${PIPESTATUS[0]}")
    #expect(!result.timedOut)
    #expect(result.outputLines.last == "141", "\(result.outputText)")
  }

  @Test func hardlyADescriptorLeftIsTold() {
    // What the test's own process may have left open would count against the limit.
    let closing = (3...9).map { "exec \($0)>&-; " }.joined()
    for count in 4...8 {
      let result = shell("\(closing)ulimit -n \(count); '\(BuiltProgram.path)' compress a.jpg -o out/")
      #expect(result.signal == nil, "\(count)")
      #expect(result.exitCode == 2, "\(count): \(result.errorText)")
      #expect(result.errorText.hasPrefix("imgtune: hardly any file can be opened"), "\(count): \(result.errorText)")
    }
  }

  @Test func aLimitOnTheSizeOfFilesIsTold() {
    let result = shell("ulimit -f 0; exec '\(BuiltProgram.path)' compress a.jpg -o out/")
    #expect(result.exitCode == 1)
    #expect(result.errorText == "imgtune: a.jpg: not compressed: cannot write out/a.jpg: file too large\n")
    #expect(imgtune.folder.files(in: "out").isEmpty)
  }

  private func shell(_ command: String) -> ProcessResult {
    ChildProcess("/bin/bash", ["-c", command].map { Array($0.utf8) }, folder: imgtune.folder.path).result(seconds: 20)
  }
}
