import Files
import Testing
import Watching

struct FingerprintTests {
  private let folder = WorkFolder()

  private func hash(_ bytes: [UInt8], pieces: Int = .max) -> UInt64 {
    var hash = XXH64()
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(pieces))
      piece.withUnsafeBytes { hash.add($0) }
      rest = rest.dropFirst(piece.count)
    }
    return hash.value
  }

  /// From the reference program, xxhsum -H1.
  @Test(
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
      ("The quick brown fox jumps over the lazy dog", 0x0B24_2D36_1FDA_71BC),
    ] as [(String, UInt64)])
  func theHashIsXXH64(_ text: String, _ value: UInt64) { #expect(hash(Array(text.utf8)) == value) }

  @Test(arguments: [1, 3, 31, 32, 33, 100]) func theHashDoesNotDependOnThePieces(_ pieces: Int) {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(hash(bytes, pieces: pieces) == hash(bytes))
  }

  @Test func aFileOfManyBlocksIsHashedWhole() throws {
    let text = String(repeating: "0123456789abcdef", count: 50_000)
    folder.save("a", text)
    let fingerprint = try FileFingerprint(of: folder.watchPath("a"), hashing: true)
    #expect(fingerprint.byteCount == 800_000)
    #expect(fingerprint.contentHash == hash(Array(text.utf8)))
  }

  @Test func equalContentIsTheSameUnderAnotherNameAndTime() throws {
    folder.save("a", "same")
    folder.save("b", "same")
    folder.age("b")
    let (a, b) = (folder.watchPath("a"), folder.watchPath("b"))
    #expect(try FileFingerprint(of: a, hashing: true).hasSameContent(as: FileFingerprint(of: b, hashing: true)))
    #expect(try !FileFingerprint(of: a).hasSameContent(as: FileFingerprint(of: b)))
    #expect(try FileFingerprint(of: a).hasSameContent(as: FileFingerprint(of: a)))
  }

  @Test func aMissingFileIsAnErrorWithItsReason() {
    #expect {
      try FileFingerprint(of: folder.watchPath("none"), hashing: true)
    } throws: {
      "\($0)".hasSuffix("none cannot be read: no such file or directory")
    }
  }
}
