import CKernels
import Foundation
import Testing

/// The filter kernels against the specification's own words, byte by byte.
@Suite struct PNGFilterTests {
  private static let filters = [CK_PNG_NONE, CK_PNG_SUB, CK_PNG_UP, CK_PNG_AVERAGE, CK_PNG_PAETH]

  private struct Picture {
    var rowBytes: Int
    var height: Int
    var pixel: Int
    var bytes: [UInt8]

    /// Noise, slopes and flat areas by turns, so that each filter is the best of some row.
    init(rowBytes: Int, height: Int, pixel: Int) {
      (self.rowBytes, self.height, self.pixel) = (rowBytes, height, pixel)
      var state: UInt32 = 1
      bytes = (0..<(rowBytes * height)).map { index in
        state = state &* 1_664_525 &+ 1_013_904_223
        let (x, y) = (index % rowBytes, index / rowBytes)
        return switch y % 8 {
        case 0...2: UInt8(truncatingIfNeeded: x / pixel * 3 + y * 5)
        case 3: UInt8(truncatingIfNeeded: x * x)
        case 4, 5: UInt8(state >> 24)
        case 6: UInt8(truncatingIfNeeded: x * 40 + Int(state >> 29))
        default: y % 16 == 7 ? 0 : 0xFF
        }
      }
    }

    func sample(_ x: Int, _ y: Int) -> Int { x < 0 || y < 0 ? 0 : Int(bytes[y * rowBytes + x]) }

    func filtered(_ y: Int, by filter: ck_png_filter) -> [UInt8] {
      (0..<rowBytes).map { x in
        let (a, b, c) = (sample(x - pixel, y), sample(x, y - 1), sample(x - pixel, y - 1))
        let predicted =
          switch filter {
          case CK_PNG_SUB: a
          case CK_PNG_UP: b
          case CK_PNG_AVERAGE: (a + b) / 2
          case CK_PNG_PAETH: paeth(a, b, c)
          default: 0
          }
        return UInt8(truncatingIfNeeded: sample(x, y) - predicted)
      }
    }

    private func paeth(_ a: Int, _ b: Int, _ c: Int) -> Int {
      let p = a + b - c
      let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
      return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
    }
  }

  /// All rows, given to the kernel in batches of three, padded to show that nothing behind a row is read or written.
  private func filter(_ picture: Picture, _ filter: ck_png_filter, wide: Bool = false) -> [[UInt8]] {
    var shape = ck_png_rows(
      row_bytes: picture.rowBytes, pixel_bytes: Int32(picture.pixel), wide: wide, filter: filter)
    var scratch = [UInt8](repeating: 0, count: ck_png_scratch_bytes(picture.rowBytes))
    let stride = picture.rowBytes + 5
    var out: [UInt8] = []
    for first in Swift.stride(from: 0, to: picture.height, by: 3) {
      let count = min(3, picture.height - first)
      let rows = (first..<(first + count)).flatMap { y in
        picture.bytes[(y * picture.rowBytes)..<((y + 1) * picture.rowBytes)] + [9, 9, 9, 9, 9]
      }
      var part = [UInt8](repeating: 0xAA, count: count * (picture.rowBytes + 1) + 1)
      ck_png_filter_rows(&shape, rows, stride, count, &scratch, &part)
      #expect(part.last == 0xAA)
      out += part.dropLast()
    }
    return (0..<picture.height).map { Array(out[($0 * (picture.rowBytes + 1))...].prefix(picture.rowBytes + 1)) }
  }

  @Test(arguments: [false, true])
  func eachFilterTakesTheDifferencesOfTheSpecification(baseline: Bool) {
    ck_force_baseline(baseline)
    defer { ck_force_baseline(false) }
    for pixel in [1, 2, 3, 4, 6, 8] {
      for width in [1, 2, 7, 33, 130] {
        let picture = Picture(rowBytes: width * pixel, height: 17, pixel: pixel)
        for kind in Self.filters {
          let rows = filter(picture, kind)
          for y in 0..<picture.height {
            #expect(
              rows[y] == [UInt8(kind.rawValue)] + picture.filtered(y, by: kind), "\(pixel)x\(width) \(kind) row \(y)")
          }
        }
      }
    }
  }

  /// Bits of an ideal code for these bytes.
  private func entropy(_ bytes: [UInt8]) -> Double {
    let counts = bytes.reduce(into: [:]) { $0[$1, default: 0.0] += 1 }.values
    return counts.reduce(0) { $0 - $1 * log2($1 / Double(bytes.count)) }
  }

  @Test(arguments: [false, true])
  func adaptiveTakesTheFirstOfTheSmallestSumsOfShortRows(baseline: Bool) {
    ck_force_baseline(baseline)
    defer { ck_force_baseline(false) }
    var seen: Set<UInt8> = []
    for pixel in [1, 3] {
      let picture = Picture(rowBytes: 77 * pixel, height: 40, pixel: pixel)
      for (y, row) in filter(picture, CK_PNG_ADAPTIVE).enumerated() {
        let all = Self.filters.map { picture.filtered(y, by: $0) }
        let sums = all.map { $0.reduce(0) { $0 + abs(Int(Int8(bitPattern: $1))) } }
        let best = sums.firstIndex(of: sums.min() ?? 0) ?? 0
        #expect(row == [UInt8(best)] + all[best], "row \(y): \(sums)")
        seen.insert(row[0])
      }
    }
    #expect(seen.count == 5, "\(seen)")
  }

  @Test(arguments: [false, true])
  func adaptiveTakesTheSmallestEntropyOfLongRows(baseline: Bool) {
    ck_force_baseline(baseline)
    defer { ck_force_baseline(false) }
    var seen: Set<UInt8> = []
    for pixel in [1, 3, 4] {
      let picture = Picture(rowBytes: 333 * pixel, height: 40, pixel: pixel)
      for (y, row) in filter(picture, CK_PNG_ADAPTIVE).enumerated() {
        let all = Self.filters.map { picture.filtered(y, by: $0) }
        #expect(Array(row.dropFirst()) == all[Int(row[0])])
        // The kernel's logarithm is an approximation: of two that are this close, either will do.
        let least = all.map(entropy).min() ?? 0
        #expect(entropy(all[Int(row[0])]) <= least + 0.01 * Double(picture.rowBytes), "row \(y)")
        seen.insert(row[0])
      }
    }
    #expect(seen.count >= 4, "\(seen)")
  }

  @Test func sixteenBitsAreTurnedToTheFilesOrder() {
    var picture = Picture(rowBytes: 8, height: 1, pixel: 2)
    let samples: [UInt16] = [0x1234, 0x1235, 0xFF00, 0x00FF]
    picture.bytes = samples.flatMap { value in withUnsafeBytes(of: value) { Array($0) } }
    #expect(filter(picture, CK_PNG_NONE, wide: true) == [[0, 0x12, 0x34, 0x12, 0x35, 0xFF, 0, 0, 0xFF]])
    #expect(filter(picture, CK_PNG_SUB, wide: true) == [[1, 0x12, 0x34, 0, 1, 0xED, 0xCB, 1, 0xFF]])
  }
}
