import Pixels
import Testing

struct PixelBufferTests {
  @Test func sixteenBitSamplesKeepTheirValues() {
    let buffer = PixelBuffer(size: PixelSize(3, 2), format: PixelFormat(.rgba, .sixteen))
    buffer[x: 2, y: 1, channel: 3] = 65_535
    buffer[x: 2, y: 1, channel: 2] = 258
    #expect(buffer[x: 2, y: 1, channel: 3] == 65_535)
    #expect(buffer[x: 2, y: 1, channel: 2] == 258)
  }

  @Test func aBufferReadInBatchesIsTheSameBuffer() throws {
    let buffer = PixelBuffer(size: PixelSize(5, 7), format: PixelFormat(.gray))
    for y in 0..<7 { for x in 0..<5 { buffer[x: x, y: y, channel: 0] = y * 5 + x } }
    let copy = try BufferedRows(buffer).readAll()
    for y in 0..<7 { for x in 0..<5 { #expect(copy[x: x, y: y, channel: 0] == y * 5 + x) } }
  }

  @Test func rowsThatEndEarlyAreAnError() {
    final class Short: RowSource {
      let size = PixelSize(1, 9)
      let format = PixelFormat(.gray)
      func read(into batch: PixelBuffer) -> Int { 0 }
    }
    #expect(throws: RowSourceError.self) { try Short().readAll() }
  }

  @Test func declaredNonsenseDoesNotOverflow() {
    #expect(PixelSize(.max, 2).pixels == .max)
  }
}
