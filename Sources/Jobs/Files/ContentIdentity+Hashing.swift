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
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset < input.count {
      let block = try input.read(at: offset, count: min(1 << 20, input.count - offset))
      if block.isEmpty { break }
      block.withUnsafeBytes { bytes in
        var position = 0
        while position + 8 <= bytes.count {
          hash = ContentIdentity.mix(hash, bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
          position += 8
        }
        while position < bytes.count {
          hash = ContentIdentity.mix(hash, UInt64(bytes[position]))
          position += 1
        }
      }
      offset += block.count
    }
    hash ^= hash >> 33
    hash = hash &* 0xFF51_AFD7_ED55_8CCD
    hash ^= hash >> 33
    self.init(hash: hash, byteCount: offset)
  }

  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = (hash ^ word) &* 0x9FB2_1C65_1E98_DF25
    return mixed << 27 | mixed >> 37
  }
}
