import CKernels
import Platform

/// What each sample value of a picture stands for.
package final class SampleTables: Sendable {
  /// Linear light, 0…1, by the sRGB curve. Source: IEC 61966-2-1.
  package static let light = SampleTables { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
  /// The values themselves as 8-bit ones, 0…255.
  static let codes = SampleTables { $0 * 255 }

  private let narrow: [Float]
  private let wide: [Float]

  /// - Parameter value: Of an encoded sample, 0…1.
  private init(_ value: (Double) -> Double) {
    narrow = (0...255).map { Float(value(Double($0) / 255)) }
    wide = (0...65_535).map { Float(value(Double($0) / 65_535)) }
  }

  package func withKernelTable<Result>(_ body: (ck_sample_table) throws -> Result) rethrows -> Result {
    try narrow.withUnsafeBufferPointer { narrow in
      try wide.withUnsafeBufferPointer { wide in
        try body(ck_sample_table(narrow: narrow.baseAddress, wide: wide.baseAddress))
      }
    }
  }
}
