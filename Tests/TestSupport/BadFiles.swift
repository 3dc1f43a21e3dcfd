/// Files that are no picture, or not a whole one: each kind that a tool for pictures is given sooner or later.
public struct BadFile: Sendable, CustomStringConvertible {
  /// A name for it, with the extension under which such a file arrives.
  public var name: String
  public var bytes: [UInt8]
  /// What the sentence about it has to say.
  public var reason: String

  public var description: String { name }

  /// Files that are something else entirely.
  public static let foreign: [BadFile] = [
    BadFile(name: "empty.jpg", bytes: [], reason: "an empty file"),
    BadFile(name: "zeros.png", bytes: [UInt8](repeating: 0, count: 4_096), reason: "not a picture"),
    BadFile(name: "page.jpg", bytes: Array("<!DOCTYPE html><html><head></head></html>\n".utf8), reason: "an HTML page"),
    BadFile(
      name: "moving.gif.jpg", bytes: Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B], reason: "a GIF picture"),
    BadFile(
      name: "drawing.png", bytes: Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), reason: "an SVG drawing"),
    BadFile(
      name: "pointer.jpg", bytes: Array("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n".utf8),
      reason: "Git LFS pointer"),
    BadFile(
      name: "phone.jpg", bytes: [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0], reason: "a HEIC picture"),
    BadFile(
      name: "new.webp", bytes: [0, 0, 0, 24] + Array("ftypavif".utf8) + [0, 0, 0, 0], reason: "an AVIF picture"),
    BadFile(name: "scan.jpg", bytes: Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0], reason: "a TIFF picture"),
    BadFile(name: "next.jpg", bytes: [0xFF, 0x0A, 0, 0], reason: "a JPEG XL picture"),
    BadFile(name: "sound.webp", bytes: Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WAVE".utf8), reason: "a WAV sound"),
    BadFile(name: "notes.png", bytes: Array("Dear diary,\n".utf8), reason: "a text file"),
  ]

  /// Files that begin as a picture should and then ask for too much or make no sense.
  public static let hostile: [BadFile] = [
    BadFile(name: "start.jpg", bytes: [0xFF, 0xD8, 0xFF], reason: "JPEG"),
    BadFile(name: "start.png", bytes: HandmadePNG.signature, reason: "PNG"),
    BadFile(name: "start.webp", bytes: Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WEBP".utf8), reason: "WebP"),
    BadFile(name: "checksum.png", bytes: wrongCheckSum, reason: "CRC"),
    BadFile(name: "huge.png", bytes: hugePNG, reason: "100000x100000"),
    BadFile(name: "huge.jpg", bytes: hugeJPEG, reason: "65500x65500"),
    BadFile(name: "bomb.webp", bytes: webpBomb, reason: "16384x16384"),
    BadFile(name: "scans.jpg", bytes: scanBomb, reason: "scans"),
    BadFile(name: "twelve.jpg", bytes: twelveBits, reason: "12-bit"),
    BadFile(name: "lossless.jpg", bytes: lossless, reason: "SOF3"),
    BadFile(
      name: "noend.png", bytes: Array(HandmadePNG(4, 4, .gray, samples: samples).bytes.dropLast(12)), reason: "PNG"),
    BadFile(name: "nodata.png", bytes: noData, reason: "PNG"),
    BadFile(
      name: "garbage.jpg", bytes: [0xFF, 0xD8] + (0..<2_000).map { UInt8($0 * $0 % 251) | 1 }, reason: "picture"),
  ]

  private static let samples = Array(0..<16)

  private static var wrongCheckSum: [UInt8] {
    var file = HandmadePNG(4, 4, .gray, samples: samples)
    file.hasWrongCheckSum = true
    return file.bytes
  }

  private static var hugePNG: [UInt8] {
    let header = HandmadePNG(100_000, 100_000, .rgba, bitDepth: 16, samples: []).header
    return HandmadePNG.signature + HandmadePNG.chunk("IHDR", header)
      + HandmadePNG.chunk("IDAT", HandmadePNG.stored([UInt8](repeating: 0, count: 64))) + HandmadePNG.chunk("IEND", [])
  }

  private static var noData: [UInt8] {
    HandmadePNG.signature + HandmadePNG.chunk("IHDR", HandmadePNG(4, 4, .gray, samples: []).header)
      + HandmadePNG.chunk("IEND", [])
  }

  private static var hugeJPEG: [UInt8] {
    var file = HandmadeJPEG()
    let small = file.bytes
    (file.width, file.height) = (65_500, 65_500)
    // The header promises 4,290 megapixels, the data hold 64.
    return Array(file.headBytes) + small.suffix(from: small.count - HandmadeJPEG().scanBytes.count - 2)
  }

  /// 28 bytes that declare 268 megapixels of lossless data.
  private static var webpBomb: [UInt8] {
    // The signature 0x2F, then 14 bits each of width - 1 and height - 1.
    let data: [UInt8] = [0x2F, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0, 0]
    return Array("RIFF".utf8) + [20, 0, 0, 0] + Array("WEBPVP8L".utf8) + [8, 0, 0, 0] + data
  }

  private static var scanBomb: [UInt8] {
    var file = HandmadeJPEG()
    file.frame = 0xC2
    file.scans = 501
    return file.bytes
  }

  private static var twelveBits: [UInt8] {
    var file = HandmadeJPEG()
    file.frame = 0xC1
    file.precision = 12
    return file.bytes
  }

  private static var lossless: [UInt8] {
    var file = HandmadeJPEG()
    file.frame = 0xC3
    return file.bytes
  }
}
