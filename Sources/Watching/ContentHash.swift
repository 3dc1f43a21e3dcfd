import Glibc

/// XXH64 of a file's bytes, streamed: as fast as memory allows, and good enough to tell contents apart that nobody
/// makes equal on purpose.
///
/// Source: Yann Collet, "xxHash fast digest algorithm", sections "XXH64"; seed 0.
package struct ContentHash {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
  private static let stripeBytes = 32

  private var lanes: (UInt64, UInt64, UInt64, UInt64) = (
    ContentHash.prime1 &+ ContentHash.prime2, ContentHash.prime2, 0, 0 &- ContentHash.prime1
  )
  private var byteCount: UInt64 = 0
  /// What is left of the last block, less than a stripe.
  private var rest: [UInt8] = []

  package init() {}

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    byteCount &+= UInt64(bytes.count)
    var offset = 0
    if !rest.isEmpty {
      let missing = min(ContentHash.stripeBytes - rest.count, bytes.count)
      rest += bytes[..<missing]
      offset = missing
      guard rest.count == ContentHash.stripeBytes else { return }
      rest.withUnsafeBytes { mix($0, at: 0) }
      rest.removeAll(keepingCapacity: true)
    }
    while offset + ContentHash.stripeBytes <= bytes.count {
      mix(bytes, at: offset)
      offset += ContentHash.stripeBytes
    }
    rest += bytes[offset...]
  }

  private mutating func mix(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    lanes.0 = ContentHash.round(lanes.0, ContentHash.word(bytes, offset))
    lanes.1 = ContentHash.round(lanes.1, ContentHash.word(bytes, offset + 8))
    lanes.2 = ContentHash.round(lanes.2, ContentHash.word(bytes, offset + 16))
    lanes.3 = ContentHash.round(lanes.3, ContentHash.word(bytes, offset + 24))
  }

  package var value: UInt64 {
    var hash =
      byteCount < UInt64(ContentHash.stripeBytes)
      ? ContentHash.prime5
      : [lanes.0, lanes.1, lanes.2, lanes.3].reduce(converged) {
        ($0 ^ ContentHash.round(0, $1)) &* ContentHash.prime1 &+ ContentHash.prime4
      }
    hash &+= byteCount
    rest.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        hash ^= ContentHash.round(0, ContentHash.word(bytes, offset))
        hash = ContentHash.rotate(hash, 27) &* ContentHash.prime1 &+ ContentHash.prime4
        offset += 8
      }
      if offset + 4 <= bytes.count {
        let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        hash ^= UInt64(half) &* ContentHash.prime1
        hash = ContentHash.rotate(hash, 23) &* ContentHash.prime2 &+ ContentHash.prime3
        offset += 4
      }
      for byte in bytes[offset...] {
        hash ^= UInt64(byte) &* ContentHash.prime5
        hash = ContentHash.rotate(hash, 11) &* ContentHash.prime1
      }
    }
    hash = (hash ^ hash >> 33) &* ContentHash.prime2
    hash = (hash ^ hash >> 29) &* ContentHash.prime3
    return hash ^ hash >> 32
  }

  private var converged: UInt64 {
    ContentHash.rotate(lanes.0, 1) &+ ContentHash.rotate(lanes.1, 7) &+ ContentHash.rotate(lanes.2, 12)
      &+ ContentHash.rotate(lanes.3, 18)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotate(lane &+ word &* prime2, 31) &* prime1
  }

  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 { value &<< count | value &>> (64 - count) }
}
