import CDeflate
import Metadata

/// The chunks of a PNG beside its pixels, alike for both encoders.
enum PNGChunks {
  struct Chunk {
    var type: String
    var body: [UInt8]
  }

  /// What stands between the header and the picture data.
  ///
  /// - Throws: `CodecError.outOfMemory`.
  static func of(_ metadata: MetadataBlocks) throws -> [Chunk] {
    var chunks: [Chunk] = []
    if let profile = metadata.icc { chunks.append(Chunk(type: "iCCP", body: try profileBody(profile))) }
    if let exif = metadata.exif { chunks.append(Chunk(type: "eXIf", body: exif)) }
    if let xmp = metadata.xmp {
      // Not compressed, no language, no translated key: what XMP asks of writers, so that scanners find the packet.
      chunks.append(Chunk(type: "iTXt", body: PNGStructure.xmpKey + [0, 0, 0, 0] + xmp))
    }
    return chunks
  }

  /// A name, 0, method 0, the deflated profile. It is built here because libpng drops profiles that it dislikes, and what
  /// came with the source has to stay with the picture.
  private static func profileBody(_ profile: [UInt8]) throws -> [UInt8] {
    let head = Array("ICC profile\0\0".utf8)
    let deflater = try Deflater(level: 9)
    let room = deflater.bound(for: profile.count)
    return head
      + profile.withUnsafeBytes { bytes in
        [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
          if let base = buffer.baseAddress { filled = deflater.deflate(bytes, to: UnsafeMutableRawPointer(base)) }
        }
      }
  }

  /// What a chunk takes beside its body: length, type, checksum.
  static let frameBytes = 12

  /// Writes a chunk whose body stands at `place + 8` already; returns what follows it.
  static func close(_ type: String, at place: UnsafeMutableRawPointer, bodyBytes: Int) -> UnsafeMutableRawPointer {
    place.storeBytes(of: UInt32(bodyBytes).bigEndian, as: UInt32.self)
    (place + 4).copyMemory(from: Array(type.utf8), byteCount: 4)
    let sum = libdeflate_crc32(0, place + 4, 4 + bodyBytes)
    (place + 8 + bodyBytes).storeBytes(of: sum.bigEndian, as: UInt32.self)
    return place + frameBytes + bodyBytes
  }

  static func write(_ chunk: Chunk, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    (place + 8).copyMemory(from: chunk.body, byteCount: chunk.body.count)
    return close(chunk.type, at: place, bodyBytes: chunk.body.count)
  }
}
