import Codecs
import Foundation
import TestSupport
import Testing

/// Inputs that are no ordinary files, and files that are too large: nothing waits, and nothing is read for nothing.
struct SpecialFileTests {
  let imgtune = Imgtune()

  private func expectRefusal(_ result: ProcessResult, _ reason: String) {
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains(reason), "\(result.errorText)")
    #expect(result.processorSeconds < 0.5)
    #expect(result.seconds < 10, "it waited")
    #expect(!imgtune.folder.exists("out/a.jpg"))
  }

  @Test func aPipeThatNobodyWritesToIsRefusedAtOnce() {
    imgtune.folder.makeFIFO("pipe.jpg")
    expectRefusal(
      imgtune("compress", "pipe.jpg", "-o", "out/"),
      "pipe.jpg: not compressed: cannot read it: nobody writes to this pipe")
  }

  @Test func aPipeThatSomebodyHoldsOpenIsReadToItsEnd() throws {
    imgtune.folder.makeFIFO("pipe.jpg")
    // Open for both, nobody waits; the program has to wait for what comes later.
    let descriptor = open(imgtune.folder.path("pipe.jpg"), O_RDWR | O_CLOEXEC)
    let child = imgtune.start("compress", "pipe.jpg", "-o", "out/")
    let bytes = Picture.jpeg
    #expect(bytes.count < 65_536 && write(descriptor, bytes, bytes.count) == bytes.count)
    // Its end is seen when the last writer is gone; the program has taken the first bytes by then, or will.
    let end = ContinuousClock.now + .seconds(20)
    while readable(descriptor) > 0, ContinuousClock.now < end { sched_yield() }
    close(descriptor)
    let result = child.result(seconds: 20)
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(imgtune.picture("out/pipe.jpg")?.format == .jpeg)
  }

  /// Bytes that wait in a pipe.
  private func readable(_ descriptor: Int32) -> Int {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  @Test(arguments: ["/dev/zero", "/dev/null", "/dev/random"]) func aDeviceIsRefusedAtOnce(path: String) {
    expectRefusal(
      imgtune("compress", path, "-o", "out/"), "\(path): not compressed: cannot read it: it is a device, not a picture")
  }

  @Test func aSocketIsRefusedAtOnce() {
    makeSocket(imgtune.folder.path("socket.jpg"))
    let result = imgtune("compress", "socket.jpg", "-o", "out/")
    #expect(result.exitCode == 1)
    #expect(result.errorText.hasPrefix("imgtune: socket.jpg: not compressed: cannot read it: "), "\(result.errorText)")
  }

  @Test func aDeviceBehindALinkIsNoPictureEither() {
    imgtune.folder.link("link.jpg", to: "/dev/zero")
    expectRefusal(imgtune("compress", "link.jpg", "-o", "out/"), "it is a device, not a picture")
    imgtune.folder.makeFolder("in")
    imgtune.folder.link("in/link.jpg", to: "/dev/zero")
    imgtune.folder.write(Picture.jpeg, to: "in/a.png")
    #expect(imgtune("compress", "in", "-o", "out/").exitCode == 0, "inside folders it is passed over")
  }

  // MARK: Size

  /// A file that says that it is a WebP, and zeros that take no room on the disk.
  private func makeSparse(_ name: String, byteCount: Int) {
    imgtune.folder.write(Array("RIFF".utf8) + [0xF8, 0xFF, 0xFF, 0xFF] + Array("WEBPVP8 ".utf8), to: name)
    precondition(truncate(imgtune.folder.path(name), off_t(byteCount)) == 0)
  }

  @Test func theLimitIsAGibibyte() { #expect(DecodeLimits().maximumFileBytes == 1 << 30) }

  @Test(arguments: [4 << 30, (1 << 30) + 1]) func aHugeFileIsRefusedWithoutBeingRead(byteCount: Int) throws {
    makeSparse("huge.webp", byteCount: byteCount)
    let result = imgtune("compress", "huge.webp", "-o", "out/", "--json")
    #expect(result.exitCode == 1)
    let documents = try imgtune.documents(result)
    let reason = documents.first?["reason"] as? String ?? ""
    #expect(reason.contains("the file is too large") && reason.contains("limits.fileSize"), "\(reason)")
    #expect(documents.last?["peakMemoryBytes"] as? Int ?? .max < 40_000_000)
    #expect(result.processorSeconds < 0.5)
  }

  @Test func aSmallerLimitHoldsForFilesPipesAndStandardInput() {
    imgtune.folder.write(Picture.jpeg, to: "a.jpg")
    let limit = "--limits.file-size=1000"
    let file = imgtune("compress", "a.jpg", "-o", "out/", limit)
    let standardInput = imgtune("compress", "-", "-o", "out/", limit, input: .bytes(Picture.jpeg))
    imgtune.folder.makeFIFO("pipe")
    let writer = ChildProcess(
      "/bin/sh", ["-c", "cat a.jpg > pipe"].map { Array($0.utf8) }, folder: imgtune.folder.path)
    let pipe = imgtune("compress", "pipe", "-o", "out/", limit)
    _ = writer.result()
    for result in [file, standardInput, pipe] {
      #expect(result.exitCode == 1)
      #expect(
        result.errorText.contains("the file is too large") && result.errorText.contains("1,000 bytes")
          && result.errorText.contains("limits.fileSize"), "\(result.errorText)")
    }
    #expect(imgtune.folder.files(in: "out").isEmpty)
    #expect(imgtune("compress", "a.jpg", "-o", "out/", "--limits.file-size=\(Picture.jpeg.count)").exitCode == 0)
  }

  @Test func standardInputWithoutAnEndIsGivenUp() {
    let words = ["-c", "exec \"$0\" compress - -o out/ --limits.file-size=1MiB < /dev/zero", BuiltProgram.path]
    let result = ChildProcess("/bin/sh", words.map { Array($0.utf8) }, folder: imgtune.folder.path).result(seconds: 30)
    #expect(!result.timedOut && result.exitCode == 1)
    #expect(result.errorText.contains("too large") || result.errorText.contains("device"), "\(result.errorText)")
  }
}
