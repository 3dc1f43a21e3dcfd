import CCodecShims
import Files

/// The bytes of a picture file: in memory, or an open file that is read in blocks as it is needed.
///
/// Reading never moves a shared position, so one input can be probed and decoded, also at the same time.
public final class ByteInput: Sendable {
  /// Bytes in the input, as of its opening.
  public let count: Int
  private let memory: Memory?
  private let descriptor: Descriptor?

  /// A copy of `bytes`, at an address that stays the same while C code reads it.
  public init(bytes: [UInt8]) {
    count = bytes.count
    memory = Memory(bytes)
    descriptor = nil
  }

  /// An open file.
  ///
  /// - Throws: `FileError` for what is not a regular file.
  public init(_ descriptor: Descriptor) throws(FileError) {
    count = try descriptor.regularStatus().byteCount
    memory = nil
    self.descriptor = descriptor
  }

  /// Up to `count` bytes from `offset` on; fewer only at the end of the input.
  ///
  /// - Throws: `CodecError.readFailed`.
  public func read(at offset: Int, count: Int) throws -> [UInt8] {
    let wanted = max(0, min(count, self.count - offset))
    guard wanted > 0, offset >= 0 else { return [] }
    var failure: Int64 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      let got = withSource { source in
        withUnsafePointer(to: source) { ccodec_input_read($0, UInt64(offset), buffer.baseAddress, wanted) }
      }
      filled = max(0, Int(got))
      failure = min(0, got)
    }
    guard failure == 0 else { throw CodecError.readFailed(errno: Int32(-failure)) }
    return bytes
  }

  /// Everything.
  ///
  /// - Throws: `CodecError.readFailed`.
  public func readAll() throws -> [UInt8] { try read(at: 0, count: count) }

  /// What the C decoders read from; valid while this object lives.
  func withSource<Result>(_ body: (ccodec_input) -> Result) -> Result {
    body(ccodec_input(bytes: memory?.base, descriptor: descriptor?.number ?? -1, count: UInt64(count)))
  }

  /// The first `count` bytes in one piece, without a copy when they are in memory already.
  func withBytes<Result>(count: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) throws -> Result {
    let memory = try contents(count: count)
    return try withExtendedLifetime(memory) {
      try body(UnsafeBufferPointer(start: memory.base, count: min(count, memory.count)))
    }
  }

  /// At least the first `count` bytes, or all there are, at an address that stays the same; no copy when they are in
  /// memory already.
  ///
  /// - Throws: `CodecError.readFailed`.
  func contents(count: Int) throws -> Memory {
    if let memory { return memory }
    let memory = Memory(capacity: max(0, min(count, self.count)))
    let got = withSource { source in
      withUnsafePointer(to: source) { ccodec_input_read($0, 0, memory.base, memory.count) }
    }
    guard got >= 0 else { throw CodecError.readFailed(errno: Int32(-got)) }
    memory.count = Int(got)
    return memory
  }

  final class Memory: @unchecked Sendable {  // unchecked: written only before anyone else sees it
    let base: UnsafeMutablePointer<UInt8>
    fileprivate(set) var count: Int

    fileprivate init(capacity: Int) {
      base = .allocate(capacity: max(1, capacity))
      count = capacity
    }

    fileprivate convenience init(_ bytes: [UInt8]) {
      self.init(capacity: bytes.count)
      bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { base.initialize(from: start, count: $0.count) } }
    }

    deinit { base.deallocate() }
  }
}
