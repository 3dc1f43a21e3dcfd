import CWebP
import Pixels

/// libwebp's incremental decoder, fed with a file in pieces, so that rows can be taken while the others are still coded.
///
/// libwebp writes to the place of each row in the whole picture. That place is mapped and takes memory only from the first
/// row that is decoded and not yet taken to the last.
///
/// For lossy pictures only: of a lossless one libwebp holds all pixels anyway, and decoding it by pieces forgives what
/// decoding it at once does not, data that run out within the last pixels.
final class WebPStream {
  /// Why no more rows will come; nil while there may be more.
  private(set) var end: VP8StatusCode?
  /// Rows from the top that are decoded.
  private(set) var complete = 0
  private let decoder: OpaquePointer
  private let config: UnsafeMutablePointer<WebPDecoderConfig>
  private let file: ByteInput.Memory
  private let fileBytes: Int
  private let picture: MappedMemory
  private let size: PixelSize
  private let stride: Int
  private let rowBytes: Int
  private let piece: Int
  private let isCutOff: Bool
  private var fed = 0

  /// Rows that a piece of the file should give: few enough that they are still in the cache when they are taken, and that
  /// there are not so many pieces that libwebp's coming to a halt behind each shows.
  private static let rowsWanted = 64
  /// What is coded in hardly any bytes may come in larger steps.
  private static let smallestPiece = 1024

  /// - Parameters:
  ///   - file: Has been found to be a still picture of that size.
  ///   - fileBytes: What of it belongs to the picture.
  /// - Throws: `CodecError.outOfMemory`.
  init(_ file: ByteInput.Memory, fileBytes: Int, size: PixelSize, format: PixelFormat) throws {
    rowBytes = size.width * format.bytesPerPixel
    stride = (rowBytes + 63) & ~63
    guard let picture = MappedMemory(count: stride * size.height) else { throw CodecError.outOfMemory(.webp) }
    let config = UnsafeMutablePointer<WebPDecoderConfig>.allocate(capacity: 1)
    config.initialize(to: WebPDecoderConfig())
    guard WebPInitDecoderConfig(config) != 0 else {
      config.deallocate()
      throw CodecError.outOfMemory(.webp)
    }
    Self.prepare(&config.pointee, format, base: picture.base, stride: stride, count: picture.count)
    // The decoder keeps the address of the options.
    guard let decoder = WebPIDecode(nil, 0, config) else {
      config.deallocate()
      throw CodecError.outOfMemory(.webp)
    }
    (self.decoder, self.config, self.picture, self.size) = (decoder, config, picture, size)
    self.file = file
    self.fileBytes = min(fileBytes, file.count)
    isCutOff = WebPFile.endsWithinPicture(UnsafeBufferPointer(start: file.base, count: self.fileBytes))
    piece = max(Self.smallestPiece, self.fileBytes / (size.height / Self.rowsWanted + 1))
  }

  deinit {
    WebPIDelete(decoder)
    config.deallocate()
  }

  /// Rows to memory of ours, filters on a thread of their own.
  static func prepare(
    _ config: inout WebPDecoderConfig, _ format: PixelFormat, base: UnsafeMutableRawPointer, stride: Int, count: Int
  ) {
    config.options.use_threads = 1
    config.output.colorspace = format.layout.hasAlpha ? MODE_RGBA : MODE_RGB
    config.output.is_external_memory = 1
    config.output.u.RGBA.rgba = base.assumingMemoryBound(to: UInt8.self)
    config.output.u.RGBA.stride = Int32(stride)
    config.output.u.RGBA.size = count
  }

  /// Decodes on until `count` rows are complete or the picture ends.
  func advance(to count: Int) {
    while complete < count, end == nil {
      fed = min(fileBytes, fed + piece)
      // It is told of ever more of the same bytes, and copies none.
      let status = WebPIUpdate(decoder, file.base, fed)
      var last: Int32 = 0
      if WebPIDecGetRGB(decoder, &last, nil, nil, nil) != nil {
        complete = min(size.height, max(complete, Int(last)))
      }
      // Nobody aborts but libwebp itself, over opacity that it cannot decode.
      if status == VP8_STATUS_USER_ABORT {
        end = VP8_STATUS_BITSTREAM_ERROR
      } else if status == VP8_STATUS_OK, isCutOff {
        end = VP8_STATUS_NOT_ENOUGH_DATA
      } else if status != VP8_STATUS_SUSPENDED || fed == fileBytes {
        end = status
      }
    }
  }

  /// Copies `count` complete rows from row `first` on, and lets go of them and of all above.
  func take(_ count: Int, from first: Int, into batch: PixelBuffer) {
    for row in 0..<count {
      batch.row(row).copyMemory(from: picture.base + (first + row) * stride, byteCount: rowBytes)
    }
    picture.release(upTo: (first + count) * stride)
  }
}
