import Codecs

/// An encoder's bytes while they are being sent.
final class EncodedBody: Sendable {
  private let bytes: EncodedBytes

  init(_ bytes: EncodedBytes) { self.bytes = bytes }

  /// Copies as many bytes as there are and fit.
  func copy(from offset: Int, to buffer: UnsafeMutableRawBufferPointer) -> Int {
    bytes.withUnsafeBytes { all in
      let part = all.dropFirst(offset).prefix(buffer.count)
      buffer.copyBytes(from: part)
      return part.count
    }
  }
}
