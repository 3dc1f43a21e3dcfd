import Metadata
import Pixels
import Testing

struct ExifBlockTests {
  @Test(arguments: Orientation.allCases, [true, false])
  func everyOrientationIsReadInBothByteOrders(orientation: Orientation, isBigEndian: Bool) {
    let exif = MadeExif(
      isBigEndian: isBigEndian, entries: [MadeExif.Entry(tag: 0x0112, type: 3, count: 1, value: orientation.rawValue)])
    #expect(ExifBlock(exif.bytes).orientation == orientation)
  }

  @Test(arguments: [(3, 1, 0), (3, 1, 9), (3, 1, 65_535), (3, 2, 6), (3, 0, 6), (4, 1, 6), (2, 1, 6), (99, 1, 6)])
  func oddTypesAndValuesAreHarmless(type: Int, count: Int, value: Int) throws {
    let exif = MadeExif(entries: [MadeExif.Entry(tag: 0x0112, type: type, count: count, value: value)])
    #expect(ExifBlock(exif.bytes).orientation == .up)
    // Some reader might make more of it: what is kept says plainly that the picture is upright.
    let kept = ExifBlock(exif.bytes).describing(PixelSize(2, 3), isTurned: false)
    let structure = try #require(TIFFStructure(kept))
    let entry = try #require(structure.entries(of: 0x0112, directoryAt: structure.firstDirectory).first)
    #expect(entry.type == 3)
    #expect(structure.value(of: entry) == 1)
  }

  @Test func anythingCutOffOrBrokenIsHarmless() {
    let exif = MadeExif(
      entries: [MadeExif.Entry(tag: 0x0112, type: 3, count: 1, value: 6)],
      inner: [MadeExif.Entry(tag: 0xA002, type: 4, count: 1, value: 99)], hasThumbnail: true
    ).bytes
    for count in 0..<exif.count {
      let block = ExifBlock(Array(exif.prefix(count)))
      _ = block.orientation
      #expect(block.describing(PixelSize(1, 1), isTurned: true).count == count)
    }
    for offset in exif.indices {
      var broken = exif
      broken[offset] = 0xFF
      #expect(ExifBlock(broken).describing(PixelSize(1, 1), isTurned: true).count == exif.count)
    }
  }

  @Test func whatIsKeptSaysTheNewSizeAndOrientationAndNothingElseChanges() {
    var exif = MadeExif(
      isBigEndian: false,
      entries: [
        MadeExif.Entry(tag: 0x0100, type: 4, count: 1, value: 4032),
        MadeExif.Entry(tag: 0x0101, type: 3, count: 1, value: 3024),
        MadeExif.Entry(tag: 0x010F, type: 4, count: 1, value: 0x1234_5678),
        MadeExif.Entry(tag: 0x0112, type: 3, count: 1, value: 6),
      ],
      inner: [
        MadeExif.Entry(tag: 0xA002, type: 4, count: 1, value: 4032),
        MadeExif.Entry(tag: 0xA003, type: 3, count: 1, value: 3024),
        MadeExif.Entry(tag: 0x927C, type: 4, count: 1, value: 7),
      ])
    let patched = ExifBlock(exif.bytes).describing(PixelSize(1200, 1600), isTurned: true)
    exif.entries[0].value = 1200
    exif.entries[1].value = 1600
    exif.entries[3].value = 1
    exif.inner[0].value = 1200
    exif.inner[1].value = 1600
    #expect(patched == exif.bytes)
  }

  @Test(arguments: [(3, 3), (9, 1), (8, 1), (5, 1), (2, 4), (1, 1), (99, 1)])
  func sizesOfOddTypesAreSetRight(type: Int, count: Int) throws {
    let odd = [0xA002, 0xA003].map { MadeExif.Entry(tag: $0, type: type, count: count, value: 26) }
    let block = ExifBlock(MadeExif(entries: [], inner: odd).bytes)
    try expectSizes(in: block.describing(PixelSize(70_000, 45), isTurned: false), PixelSize(70_000, 45))
  }

  @Test func aSizeThatTheTagIsTooNarrowForIsSetRight() throws {
    let narrow = [0xA002, 0xA003].map { MadeExif.Entry(tag: $0, type: 3, count: 1, value: 26) }
    let block = ExifBlock(MadeExif(entries: [], inner: narrow).bytes)
    try expectSizes(in: block.describing(PixelSize(70_000, 45), isTurned: false), PixelSize(70_000, 45))
  }

  private func expectSizes(in exif: [UInt8], _ size: PixelSize) throws {
    let structure = try #require(TIFFStructure(exif))
    let link = try #require(structure.entries(of: 0x8769, directoryAt: structure.firstDirectory).first)
    let directory = try #require(structure.value(of: link))
    let sides = [0xA002, 0xA003].map {
      structure.entries(of: $0, directoryAt: directory).first.flatMap(structure.value)
    }
    #expect(sides == [size.width, size.height])
  }

  @Test func aThumbnailOfATurnedPictureIsUnlinked() {
    var exif = MadeExif(entries: [MadeExif.Entry(tag: 0x0112, type: 3, count: 1, value: 6)], hasThumbnail: true)
    let upright = ExifBlock(exif.bytes).describing(PixelSize(1, 1), isTurned: false)
    exif.entries[0].value = 1
    #expect(upright == exif.bytes)
    let turned = ExifBlock(exif.bytes).describing(PixelSize(1, 1), isTurned: true)
    #expect(Array(turned[22..<26]) == [0, 0, 0, 0], "the link to the second directory")
    #expect(Array(turned[26...]) == Array(exif.bytes[26...]))
  }

  /// Found by fuzzing: the first directory lies inside the header, which writing into it would change.
  @Test(arguments: [
    "4d4d002a00000005000000080000011200030000000100020000", "4d4d002a00000005fffff13a3305011200030000000100040000",
    "4d4d002a000000050000f100141401120003000000010002f114", "4d4d002a0000000500020000000001120003000000010002000000",
    "4d4d002a00000005000100080005011200030000000100020801",
  ])
  func aDirectoryInsideTheHeaderIsNone(_ digits: String) {
    let pairs = stride(from: 0, to: digits.count, by: 2).map { digits.dropFirst($0).prefix(2) }
    let bytes = pairs.compactMap { UInt8($0, radix: 16) }
    for isTurned in [false, true] {
      #expect(ExifBlock(bytes).describing(PixelSize(257, 65_535), isTurned: isTurned) == bytes)
    }
  }
}
