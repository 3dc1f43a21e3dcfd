import Codecs
import Files

/// What a file holds, told apart by its bytes and not by its name or its date.
public struct ContentIdentity: Sendable, Hashable {
  /// XXH64 of all bytes.
  public var hash: UInt64
  public var byteCount: Int

  public init(hash: UInt64, byteCount: Int) {
    self.hash = hash
    self.byteCount = byteCount
  }

  /// Reads the whole input, block by block.
  ///
  /// - Throws: `CodecError.readFailed`.
  public init(of input: ByteInput) throws {
    var hash = XXH64()
    var offset = 0
    while offset < input.count {
      let block = try input.read(at: offset, count: min(1 << 20, input.count - offset))
      if block.isEmpty { break }
      block.withUnsafeBytes { hash.add($0) }
      offset += block.count
    }
    self.init(hash: hash.value, byteCount: offset)
  }

  /// The same of bytes in memory, which are read where they are.
  package init(of bytes: UnsafeRawBufferPointer) {
    var hash = XXH64()
    hash.add(bytes)
    self.init(hash: hash.value, byteCount: bytes.count)
  }
}
