import CWebP
import Metadata

/// Puts metadata chunks around a finished WebP.
enum WebPMetadata {
  /// - Throws: `CodecError.encodeFailed`.
  static func embed(_ metadata: MetadataBlocks, in file: EncodedBytes) throws -> EncodedBytes {
    try file.withUnsafeBytes { bytes in
      var image = WebPData(bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), size: bytes.count)
      guard let mux = WebPMuxCreateInternal(&image, 0, WEBP_MUX_ABI_VERSION) else {
        throw CodecError.encodeFailed(.webp, reason: "its own output is not understood")
      }
      defer { WebPMuxDelete(mux) }
      for (name, block) in [("ICCP", metadata.icc), ("EXIF", metadata.exif), ("XMP ", metadata.xmp)] {
        guard let block else { continue }
        let status = block.withUnsafeBufferPointer { buffer in
          var data = WebPData(bytes: buffer.baseAddress, size: buffer.count)
          return WebPMuxSetChunk(mux, name, &data, 1)
        }
        try check(status)
      }
      var assembled = WebPData()
      try check(WebPMuxAssemble(mux, &assembled))
      return EncodedBytes(taking: UnsafeMutablePointer(mutating: assembled.bytes), count: assembled.size, from: .webp)
    }
  }

  private static func check(_ status: WebPMuxError) throws {
    guard status != WEBP_MUX_OK else { return }
    guard status != WEBP_MUX_MEMORY_ERROR else { throw CodecError.outOfMemory(.webp) }
    throw CodecError.encodeFailed(.webp, reason: "metadata could not be added, mux error \(status.rawValue)")
  }
}
