import Codecs
import Pipeline

extension ContentIdentity {
  /// Reads the whole input, block by block.
  ///
  /// A 64-bit hash for telling versions of a file apart, not for security: eight bytes at a time are mixed by a
  /// multiplication and a rotation, and the end by the finaliser of MurmurHash3.
  ///
  /// - Throws: `CodecError.readFailed`.
  public init(of input: ByteInput) throws {
    var hash = ContentIdentity.seed
    var offset = 0
    while offset < input.count {
      let block = try input.read(at: offset, count: min(1 << 20, input.count - offset))
      if block.isEmpty { break }
      block.withUnsafeBytes { ContentIdentity.absorb($0, &hash) }
      offset += block.count
    }
    self.init(hash: ContentIdentity.settled(hash), byteCount: offset)
  }

  /// The same of bytes in memory, which are read where they are.
  package init(of bytes: UnsafeRawBufferPointer) {
    var hash = ContentIdentity.seed
    var offset = 0
    while offset < bytes.count {
      // Blocks as above: the end of each is mixed byte by byte.
      let block = UnsafeRawBufferPointer(rebasing: bytes[offset..<min(bytes.count, offset + 1 << 20)])
      ContentIdentity.absorb(block, &hash)
      offset += block.count
    }
    self.init(hash: ContentIdentity.settled(hash), byteCount: offset)
  }

  private static let seed: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func absorb(_ bytes: UnsafeRawBufferPointer, _ hash: inout UInt64) {
    var position = 0
    while position + 8 <= bytes.count {
      hash = mix(hash, bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      position += 8
    }
    while position < bytes.count {
      hash = mix(hash, UInt64(bytes[position]))
      position += 1
    }
  }

  private static func settled(_ hash: UInt64) -> UInt64 {
    let mixed = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    return mixed ^ mixed >> 33
  }

  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = (hash ^ word) &* 0x9FB2_1C65_1E98_DF25
    return mixed << 27 | mixed >> 37
  }
}
