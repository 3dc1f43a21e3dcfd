import CWebP
import Pixels

/// The first frame of an animated WebP, as it is shown on the whole canvas.
enum WebPAnimation {
  /// - Parameter buffer: RGBA of the canvas's size.
  /// - Throws: `CodecError.damaged`.
  static func decodeFirstFrame(of bytes: UnsafeBufferPointer<UInt8>, into buffer: PixelBuffer) throws {
    func broken(_ what: String) -> CodecError {
      .damaged(.webp, what: what, library: nil, rowsRead: nil, rowsDeclared: nil)
    }
    var options = WebPAnimDecoderOptions()
    guard WebPAnimDecoderOptionsInit(&options) != 0 else { throw CodecError.outOfMemory(.webp) }
    options.color_mode = MODE_RGBA
    options.use_threads = 1
    var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
    guard let decoder = WebPAnimDecoderNew(&data, &options) else { throw broken("is damaged or cut off") }
    defer { WebPAnimDecoderDelete(decoder) }
    var canvasInfo = WebPAnimInfo()
    guard WebPAnimDecoderGetInfo(decoder, &canvasInfo) != 0, Int(canvasInfo.canvas_width) == buffer.size.width,
      Int(canvasInfo.canvas_height) == buffer.size.height
    else { throw broken("is damaged in its header") }
    var canvas: UnsafeMutablePointer<UInt8>?
    var time: Int32 = 0
    guard WebPAnimDecoderGetNext(decoder, &canvas, &time) != 0, let canvas else {
      throw broken("is damaged in its first frame")
    }
    for row in 0..<buffer.size.height {
      buffer.row(row).copyMemory(from: canvas + row * buffer.rowBytes, byteCount: buffer.rowBytes)
    }
  }
}
