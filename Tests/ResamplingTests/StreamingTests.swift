import CKernels
import Pixels
import Resampling
import TestSupport
import Testing

@Suite struct StreamingTests {
  @Test(arguments: allFormats)
  func batchesOfAnySizeGiveTheSameBytes(format: PixelFormat) throws {
    let source = SyntheticPicture.photo.make(PixelSize(45, 150), format)
    for filter in [ResampleFilter.lanczos3, .linear, .nearest] {
      for height in [20, 97, 149, 150, 230] {
        let parameters = ResizeParameters(target: PixelSize(31, height), filter: filter)
        let whole = try ResizedRows(BufferedRows(source), parameters: parameters).readAll()
        for rows in [[1], [7], [3, 64, 1], [16], [8], [5, 8, 2]] {
          let upstream = UnevenRows(source, rows: rows)
          let stream = ResizedRows(upstream, parameters: parameters)
          #expect(identical(whole, try readAll(stream, batchRows: rows[0])))
          #expect(upstream.delivered == 150, "the source is read to its end")
        }
      }
    }
  }

  // One test without arguments: cases of a parameterised one would run side by side and undo each other's choice.
  @Test func bothCopiesOfTheKernelsGiveTheSameBytes() throws {
    defer { ck_force_baseline(false) }
    for filter in ResampleFilter.allCases {
      for format in allFormats {
        for picture in SyntheticPicture.allCases {
          let source = picture.make(PixelSize(83, 59), format)
          for (width, height) in [(40, 30), (83, 20), (101, 130)] {
            for linearLight in [false, true] {
              ck_force_baseline(false)
              let wide = try resized(source, width, height, filter, linearLight: linearLight)
              ck_force_baseline(true)
              #expect(!ck_wide_vectors())
              let baseline = try resized(source, width, height, filter, linearLight: linearLight)
              #expect(identical(wide, baseline), "\(filter), \(format), \(picture), to \(width)x\(height)")
            }
          }
        }
      }
    }
  }

  @Test func anErrorOfTheSourceComesThrough() throws {
    let source = SyntheticPicture.gradient.make(PixelSize(30, 100), PixelFormat(.rgb))
    for filter in ResampleFilter.allCases {
      for failsAfter in [0, 9, 50, 99] {
        let upstream = UnevenRows(source, rows: [9], failsAfter: failsAfter)
        let stream = ResizedRows(upstream, parameters: ResizeParameters(target: PixelSize(20, 30), filter: filter))
        let reported = ((failsAfter + 8) / 9) * 9
        #expect(throws: TestFailure.damaged(row: reported)) { try readAll(stream, batchRows: 4) }
      }
    }
  }

  @Test func aSourceThatEndsEarlyIsAnError() throws {
    let source = SyntheticPicture.gradient.make(PixelSize(30, 100), PixelFormat(.rgb))
    for filter in ResampleFilter.allCases {
      let parameters = ResizeParameters(target: PixelSize(20, 30), filter: filter)
      let stream = ResizedRows(ShortRows(source), parameters: parameters)
      #expect(throws: RowSourceError.self) { try readAll(stream, batchRows: 64) }
    }
  }

  @Test(arguments: [ResampleFilter.lanczos3, .linear, .catmullRom])
  func aFractionalExtentIsCentredRightly(filter: ResampleFilter) throws {
    // 17 samples of a picture that is 16.5 wide, a ramp of 3 levels a sample: target pixel t has its centre at
    // (t + 1/2) · 16.5 / 11 = 1.5 t + 0.75, where the ramp is 3 · (1.5 t + 0.75 − 0.5).
    let ramp = (0..<17).map { $0 * 3 * 256 }
    let source = picture(17, 17, PixelFormat(.gray, .sixteen), (0..<17).flatMap { _ in ramp })
    let parameters = ResizeParameters(target: PixelSize(11, 11), filter: filter)
    let stream = ResizedRows(BufferedRows(source), extentWidth: 16.5, extentHeight: 16.5, parameters: parameters)
    let result = try stream.readAll()
    for t in 3..<8 {
      let expected = 768 * (1.5 * Double(t) + 0.25)
      #expect(abs(Double(result[x: t, y: 5, channel: 0]) - expected) < 40)
    }
    let reference = referenceResize(
      source, to: PixelSize(11, 11), filter: filter, extentWidth: 16.5, extentHeight: 16.5)
    #expect(largestDifference(result, reference) <= 1)
  }

  @Test func theSameSizeWithASmallerExtentIsNotTheSamePicture() throws {
    let source = SyntheticPicture.noise.make(PixelSize(17, 17), PixelFormat(.gray))
    let parameters = ResizeParameters(target: PixelSize(17, 17))
    let stream = ResizedRows(BufferedRows(source), extentWidth: 16.5, parameters: parameters)
    let reference = referenceResize(source, to: PixelSize(17, 17), extentWidth: 16.5)
    let result = try stream.readAll()
    #expect(!identical(source, result))
    #expect(psnr(result, reference) >= 60)
  }

  @discardableResult
  private func readAll(_ stream: ResizedRows, batchRows: Int) throws -> PixelBuffer {
    let whole = PixelBuffer(size: stream.size, format: stream.format)
    let batch = PixelBuffer(size: PixelSize(stream.size.width, batchRows), format: stream.format)
    var filled = 0
    while true {
      let count = try stream.read(into: batch)
      if count == 0 { break }
      for row in 0..<count { whole.row(filled + row).copyMemory(from: batch.row(row), byteCount: whole.rowBytes) }
      filled += count
    }
    #expect(filled == stream.size.height)
    return whole
  }
}

/// Claims all rows of a buffer and delivers all but the last two.
private final class ShortRows: RowSource {
  private let rows: BufferedRows
  private var left: Int

  init(_ buffer: PixelBuffer) {
    rows = BufferedRows(buffer)
    left = buffer.size.height - 2
  }

  var size: PixelSize { rows.size }
  var format: PixelFormat { rows.format }

  func read(into batch: PixelBuffer) throws -> Int {
    let count = min(left, rows.read(into: batch))
    left -= count
    return count
  }
}
