/// A contribution table as 16-bit fractions in pairs, the form that the fixed-point kernels take.
///
/// Windows begin at even source samples; what is added at either end has weight zero.
struct FixedWeights {
  /// Bits of the fraction: weights are in units of 2^-shift, and those of a window sum to exactly one.
  let shift: Int
  /// The first pair of source samples of each window.
  private(set) var starts: [Int32] = []
  /// Where the pairs of each window begin in `pairs`; one more entry than windows.
  private(set) var offsets: [Int] = [0]
  /// The weight of the even sample in the low half, that of the odd one in the high half.
  private(set) var pairs: [Int32] = []

  /// Nil where 16 bits would not do: sums could overflow, or so many small weights be rounded that it shows.
  init?(_ table: ContributionTable) {
    let longest = (0..<table.count).reduce(0) { max($0, table.range($1).count) }
    let largest = table.weights.reduce(0) { max($0, abs($1)) }
    let absoluteSum = (0..<table.count).reduce(0) { max($0, table.weights($1).reduce(0) { $0 + abs($1) }) }
    // 255 levels × 64 × 2^15 × the square of the sum, one for each pass, stays below 2^31; filters reach about 1.5.
    guard longest <= 128, absoluteSum < 1.9, largest < 1.9 else { return nil }
    shift = largest < 0.999 ? 15 : 14
    for t in 0..<table.count { append(table.range(t), table.weights(t)) }
  }

  private mutating func append(_ range: Range<Int>, _ weights: ArraySlice<Double>) {
    let first = range.lowerBound / 2
    let end = (range.upperBound + 1) / 2
    var samples = [Int16](repeating: 0, count: 2 * (end - first))
    // Rounding the running sum and not each weight makes the total exact, and lets neighbouring errors cancel.
    let one = Double(1 << shift)
    var sum = 0.0
    var given = 0
    for (offset, weight) in weights.enumerated() {
      sum += weight
      let upToHere = offset == weights.count - 1 ? 1 << shift : Int((sum * one).rounded())
      samples[range.lowerBound - 2 * first + offset] = Int16(upToHere - given)
      given = upToHere
    }
    starts.append(Int32(first))
    for pair in 0..<(end - first) {
      let even = UInt32(UInt16(bitPattern: samples[2 * pair]))
      let odd = UInt32(UInt16(bitPattern: samples[2 * pair + 1]))
      pairs.append(Int32(bitPattern: even | odd << 16))
    }
    offsets.append(pairs.count)
  }
}
