/// The 64-bit xxHash of bytes, streamed: as fast as memory allows, and good enough to tell contents apart that nobody
/// makes equal on purpose.
///
/// Source: Yann Collet, "xxHash fast digest algorithm", sections "XXH64"; seed 0.
public struct XXH64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
  private static let stripeBytes = 32

  private var lanes: (UInt64, UInt64, UInt64, UInt64) = (
    XXH64.prime1 &+ XXH64.prime2, XXH64.prime2, 0, 0 &- XXH64.prime1
  )
  private var byteCount: UInt64 = 0
  /// What is left of the last block, less than a stripe.
  private var rest: [UInt8] = []

  public init() {}

  /// The hash of bytes that are at hand.
  public static func hash(_ bytes: [UInt8]) -> UInt64 {
    var hash = XXH64()
    bytes.withUnsafeBytes { hash.add($0) }
    return hash.value
  }

  public mutating func add(_ bytes: UnsafeRawBufferPointer) {
    byteCount &+= UInt64(bytes.count)
    var offset = 0
    if !rest.isEmpty {
      let missing = min(XXH64.stripeBytes - rest.count, bytes.count)
      rest += bytes[..<missing]
      offset = missing
      guard rest.count == XXH64.stripeBytes else { return }
      rest.withUnsafeBytes { mix($0, at: 0) }
      rest.removeAll(keepingCapacity: true)
    }
    while offset + XXH64.stripeBytes <= bytes.count {
      mix(bytes, at: offset)
      offset += XXH64.stripeBytes
    }
    rest += bytes[offset...]
  }

  private mutating func mix(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    lanes.0 = XXH64.round(lanes.0, XXH64.word(bytes, offset))
    lanes.1 = XXH64.round(lanes.1, XXH64.word(bytes, offset + 8))
    lanes.2 = XXH64.round(lanes.2, XXH64.word(bytes, offset + 16))
    lanes.3 = XXH64.round(lanes.3, XXH64.word(bytes, offset + 24))
  }

  public var value: UInt64 {
    var hash =
      byteCount < UInt64(XXH64.stripeBytes)
      ? XXH64.prime5
      : [lanes.0, lanes.1, lanes.2, lanes.3].reduce(converged) {
        ($0 ^ XXH64.round(0, $1)) &* XXH64.prime1 &+ XXH64.prime4
      }
    hash &+= byteCount
    rest.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        hash ^= XXH64.round(0, XXH64.word(bytes, offset))
        hash = XXH64.rotate(hash, 27) &* XXH64.prime1 &+ XXH64.prime4
        offset += 8
      }
      if offset + 4 <= bytes.count {
        let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        hash ^= UInt64(half) &* XXH64.prime1
        hash = XXH64.rotate(hash, 23) &* XXH64.prime2 &+ XXH64.prime3
        offset += 4
      }
      for byte in bytes[offset...] {
        hash ^= UInt64(byte) &* XXH64.prime5
        hash = XXH64.rotate(hash, 11) &* XXH64.prime1
      }
    }
    hash = (hash ^ hash >> 33) &* XXH64.prime2
    hash = (hash ^ hash >> 29) &* XXH64.prime3
    return hash ^ hash >> 32
  }

  private var converged: UInt64 {
    XXH64.rotate(lanes.0, 1) &+ XXH64.rotate(lanes.1, 7) &+ XXH64.rotate(lanes.2, 12)
      &+ XXH64.rotate(lanes.3, 18)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotate(lane &+ word &* prime2, 31) &* prime1
  }

  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 { value &<< count | value &>> (64 - count) }
}
