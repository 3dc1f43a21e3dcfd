import Codecs
import Foundation
import Metadata
import Pixels
import TestSupport
import Testing

/// A control group that limits memory, of whichever version this machine has, gone with this object.
final class MemoryGroup {
  private let path: String
  private let isUnified: Bool

  /// - Returns: `nil` where no such group can be made.
  init?(bytes: Int) {
    let name = "imgtune-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    for (parent, isUnified) in MemoryGroup.parents {
      let path = "\(parent)/\(name)"
      guard mkdir(path, 0o755) == 0 else { continue }
      if MemoryGroup.write("\(bytes)", to: "\(path)/\(isUnified ? "memory.max" : "memory.limit_in_bytes")") {
        if isUnified { _ = MemoryGroup.write("0", to: "\(path)/memory.swap.max") }
        (self.path, self.isUnified) = (path, isUnified)
        return
      }
      rmdir(path)
    }
    return nil
  }

  deinit { rmdir(path) }

  static let canBeMade = MemoryGroup(bytes: 256 << 20) != nil

  /// This process's own groups, and the roots of the hierarchies.
  private static var parents: [(path: String, isUnified: Bool)] {
    let text = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
    let own = text.split(separator: "\n").compactMap { line -> (String, Bool)? in
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      if parts[1] == "memory" { return ("/sys/fs/cgroup/memory\(parts[2])", false) }
      return parts[1].isEmpty ? ("/sys/fs/cgroup\(parts[2])", true) : nil
    }
    return own + [("/sys/fs/cgroup/memory", false), ("/sys/fs/cgroup", true)]
  }

  private static func write(_ text: String, to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return Foundation.write(descriptor, text, text.utf8.count) == text.utf8.count
  }

  /// What starts a program inside.
  var launcher: [String] {
    ["/bin/sh", "-c", "echo $$ > '\(path)/cgroup.procs' && exec \"$@\"", "sh"]
  }

  /// The most that was in use, the pages of files among it, as far as the kernel tells.
  var peakBytes: Int? {
    let name = isUnified ? "memory.peak" : "memory.max_usage_in_bytes"
    return (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8))
      .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }
}

/// Many large pictures on a machine that has hardly room for one.
@Suite(.serialized) struct SmallMachineTests {
  private static let size = PixelSize(5_880, 3_920)

  private static let kinds: [(name: String, parameters: EncodeParameters)] = [
    ("base420.jpg", .jpeg(JPEGParameters(quality: 85, progressive: false, chroma: .s420))),
    ("base444.jpg", .jpeg(JPEGParameters(quality: 85, progressive: false, chroma: .s444))),
    ("prog420.jpg", .jpeg(JPEGParameters(quality: 85, progressive: true, chroma: .s420))),
    ("prog444.jpg", .jpeg(JPEGParameters(quality: 85, progressive: true, chroma: .s444))),
    ("rgb.png", .png(PNGParameters(level: 1, filter: .sub))),
  ]

  /// Sixteen names for the five pictures, which are made once.
  private static let pictures: TemporaryFolder = {
    let folder = TemporaryFolder()
    folder.makeFolder("in")
    for (name, parameters) in kinds {
      var state: UInt64 = 11
      let rows = MadeRows(size, PixelFormat(.rgb)) { y, row in
        for i in row.indices {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          row[i] = UInt8(truncatingIfNeeded: (i / 24 + y / 8) % 200 + Int(state >> 60))
        }
      }
      do {
        let image = try CodecCatalog.codec(for: parameters.format)
          .encode(rows, parameters: parameters, metadata: MetadataBlocks())
        folder.write(image.bytes.copy(), to: "in/\(name)")
      } catch { preconditionFailure("\(error)") }
    }
    for index in 0..<11 {
      let name = kinds[index % kinds.count].name
      folder.hardLink("in/\(index)-\(name)", to: "in/\(name)")
    }
    return folder
  }()

  /// The sixteen pictures to 1600 px WebP.
  private func compress(_ launcher: [String], _ words: [String] = []) throws -> (result: ProcessResult, peak: Int) {
    let imgtune = Imgtune()
    let command =
      launcher + [
        BuiltProgram.path, "compress", SmallMachineTests.pictures.path("in"), "-o", "out/", "--max-dimension", "1600",
        "--format", "webp", "--json", "--isolated",
      ] + words
    let child = ChildProcess(
      command[0], command.dropFirst().map { Array($0.utf8) }, folder: imgtune.folder.path)
    let result = child.result(seconds: 300)
    #expect(result.exitCode == 0, "signal \(result.signal ?? 0), \(result.errorText)")
    let documents = try imgtune.documents(result)
    #expect(documents.count == 17)
    #expect(imgtune.folder.files(in: "out").count == 16)
    return (result, try #require(documents.last?["peakMemoryBytes"] as? Int))
  }

  @Test(.enabled(if: MemoryGroup.canBeMade, "no control group for memory can be made here"))
  func sixteenPicturesComeOutOfAQuarterOfAGibibyte() throws {
    let group = try #require(MemoryGroup(bytes: 256 << 20))
    let (result, peak) = try compress(group.launcher)
    Attachment.record(
      "peak of the process \(peak >> 20) MiB, of the group \((group.peakBytes ?? 0) >> 20) MiB, \(result.seconds) s",
      named: "memory.txt")
    #expect(peak < 256 << 20)
  }

  /// What the program takes for itself in such a group, also where none can be made.
  @Test(arguments: [1, 2, 8]) func theSameBoundHoldsByTheSetting(jobs: Int) throws {
    let (result, peak) = try compress([], ["--set", "limits.memory=64MiB", "--jobs", "\(jobs)"])
    Attachment.record("peak \(peak >> 20) MiB, \(result.seconds) s", named: "memory-\(jobs).txt")
    #expect(peak < 256 << 20, "\(peak >> 20) MiB")
  }
}
