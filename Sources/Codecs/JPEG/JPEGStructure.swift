import Metadata
import Pixels

/// What the marker segments of a JPEG say, found without libjpeg so that limits can be judged before it takes memory.
///
/// Odd files are read as far as they make sense and never refused here: libjpeg finds the words for what is wrong.
///
/// Source: ITU-T T.81, annex B; JFIF 1.02; EXIF 2.3, 4.5.4; ICC.1:2010, annex B.4; CIPA DC-007.
struct JPEGStructure {
  struct Component {
    var id: Int
    var horizontal: Int
    var vertical: Int
    var table: Int
  }

  struct Frame {
    /// The second byte of the SOF marker.
    var marker: Int
    var precision: Int
    var size: PixelSize
    var components: [Component]
  }

  var frame: Frame?
  /// Scans that were counted: all of them where libjpeg must hold the whole picture, else 1.
  var scans = 0
  /// By table number, in row order.
  var quantisation: [Int: [Int]] = [:]
  var exif: [UInt8]?
  var xmp: [UInt8]?
  var profileParts: [[UInt8]] = []
  var hasExtendedXMP = false
  /// Comments, thumbnails and blocks of applications that are known here by number only.
  var hasOtherMetadata = false
  /// Pictures that a multi-picture index lists, this one included; 0 without an index.
  var listedPictures = 0
  var warnings: [String] = []

  init(_ input: ByteInput) throws {
    var cursor = ByteCursor(input, at: 2)
    while let marker = try Self.nextMarker(&cursor) {
      switch marker {
      case 0xD8, 0x01, 0xD0...0xD7: continue
      case 0xD9: return
      case 0xDA:
        scans += 1
        let inScan = try Self.componentsInScan(&cursor)
        if scans == 1, !holdsWholePicture(componentsInFirstScan: inScan) { return }
      default:
        guard let length = try cursor.nextUInt16(), length >= 2 else { continue }
        if Self.isOtherMetadata(marker) { hasOtherMetadata = true }
        if scans > 0 || !Self.isOfInterest(marker) {
          cursor.skip(length - 2)
        } else if let segment = try cursor.next(length - 2) {
          read(marker, segment)
        } else {
          return
        }
      }
    }
  }

  /// Moves behind the next marker, over entropy-coded data or garbage; nil at the end.
  private static func nextMarker(_ cursor: inout ByteCursor) throws -> Int? {
    while try cursor.seekMarkerByte() {
      var byte = try cursor.next()
      while byte == 0xFF { byte = try cursor.next() }
      guard let byte else { return nil }
      if byte != 0 { return Int(byte) }
    }
    return nil
  }

  private static func componentsInScan(_ cursor: inout ByteCursor) throws -> Int {
    guard let length = try cursor.nextUInt16(), let count = try cursor.next() else { return 0 }
    cursor.skip(length - 3)
    return Int(count)
  }

  private static func isOfInterest(_ marker: Int) -> Bool {
    (0xE0...0xE2).contains(marker) || marker == 0xDB || isFrame(marker)
  }

  /// Comments and the application segments that are not read; APP14 is Adobe's, which says how the pixels are coded.
  private static func isOtherMetadata(_ marker: Int) -> Bool {
    marker == 0xFE || (0xE3...0xEF).contains(marker) && marker != 0xEE
  }

  /// A JFIF header without a thumbnail behind it.
  private static func isBareJFIF(_ segment: [UInt8]) -> Bool {
    segment.starts(with: Array("JFIF\0".utf8)) && segment.count == 14
  }

  /// SOF0…SOF15; DHT, JPG and DAC stand between them.
  private static func isFrame(_ marker: Int) -> Bool {
    (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
  }

  private func holdsWholePicture(componentsInFirstScan count: Int) -> Bool {
    guard let frame else { return false }
    return isProgressive || count < frame.components.count
  }

  var isProgressive: Bool { frame.map { $0.marker & 0x3 == 2 } ?? false }
  var isArithmetic: Bool { frame.map { $0.marker >= 0xC9 } ?? false }

  private mutating func read(_ marker: Int, _ segment: [UInt8]) {
    switch marker {
    case 0xDB: readTables(segment)
    case 0xE0: if !JPEGStructure.isBareJFIF(segment) { hasOtherMetadata = true }
    case 0xE1: readApp1(segment)
    case 0xE2: readApp2(segment)
    default: readFrame(marker, segment)
    }
  }

  private mutating func readFrame(_ marker: Int, _ segment: [UInt8]) {
    guard frame == nil, segment.count >= 6 else { return }
    let size = PixelSize(Int(segment[3]) << 8 | Int(segment[4]), Int(segment[1]) << 8 | Int(segment[2]))
    var components: [Component] = []
    for index in 0..<Int(segment[5]) where segment.count >= 9 + index * 3 {
      let part = segment[(6 + index * 3)...]
      let sampling = Int(part[part.startIndex + 1])
      components.append(
        Component(
          id: Int(part[part.startIndex]), horizontal: sampling >> 4, vertical: sampling & 15,
          table: Int(part[part.startIndex + 2])))
    }
    frame = Frame(marker: marker, precision: Int(segment[0]), size: size, components: components)
  }

  private mutating func readTables(_ segment: [UInt8]) {
    var rest = segment[...]
    while let head = rest.popFirst() {
      let width = head >> 4 == 0 ? 1 : 2
      guard rest.count >= 64 * width else { return }
      var table = [Int](repeating: 0, count: 64)
      for place in JPEGQuality.zigzag {
        for _ in 0..<width { table[place] = table[place] << 8 | Int(rest.removeFirst()) }
      }
      quantisation[Int(head & 15)] = table
    }
  }
}
