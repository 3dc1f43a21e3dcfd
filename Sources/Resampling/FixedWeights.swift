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

  /// The most that the absolute weights of a window sum to: how far overshoot can go.
  let absoluteSum: Double

  /// Nil where 16 bits would not do, because so many small weights would be rounded that it shows.
  ///
  /// - Parameter largestSample: The samples' largest magnitude. Sums over a window stay within 32 bits.
  init?(_ table: ContributionTable, largestSample: Double) {
    let largest = table.weights.reduce(0) { max($0, abs($1)) }
    let mostOvershoot = (0..<table.count).reduce(0) { max($0, table.weights($1).reduce(0) { $0 + abs($1) }) }
    absoluteSum = mostOvershoot
    let fits = { (shift: Int) in
      let one = Double(1 << shift)
      // Rounding adds up to 1 to a weight, and up to half a unit of the result to a sum.
      return largest * one + 1 <= 32_767 && largestSample * (mostOvershoot * one + 256) < 2_147_483_648
    }
    guard table.longestWindow <= 128, let shift = (14...18).last(where: fits) else { return nil }
    self.shift = shift
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
