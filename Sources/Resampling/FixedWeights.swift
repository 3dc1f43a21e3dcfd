/// A contribution table as 16-bit fractions in pairs, the form that the fixed-point kernels take.
///
/// Windows begin at even source samples; what is added at either end has weight zero.
struct FixedWeights {
  /// Bits of the fraction: weights are in units of 2^-shift, and those of a window sum to exactly one.
  let shift: Int
  /// The first pair of source samples of each window.
  private(set) var starts: [Int32] = []
  /// Where each window begins in `weights`, counted in pairs; one more entry than windows.
  private(set) var offsets: [Int] = [0]
  /// Two a pair, that of the even sample first.
  private(set) var weights: [Int16] = []

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
    starts.reserveCapacity(table.count)
    offsets.reserveCapacity(table.count + 1)
    weights.reserveCapacity(table.weights.count + 2 * table.count)
    for t in 0..<table.count { append(table.range(t), table.weights(t)) }
  }

  private mutating func append(_ range: Range<Int>, _ weights: ArraySlice<Double>) {
    let first = range.lowerBound / 2
    let end = (range.upperBound + 1) / 2
    starts.append(Int32(first))
    offsets.append(offsets[offsets.count - 1] + end - first)
    if range.lowerBound > 2 * first { self.weights.append(0) }
    // Rounding the running sum and not each weight makes the total exact, and lets neighbouring errors cancel.
    let one = Double(1 << shift)
    var sum = 0.0
    var given = 0
    for weight in weights.dropLast() {
      sum += weight
      let upToHere = Int((sum * one).rounded())
      self.weights.append(Int16(upToHere - given))
      given = upToHere
    }
    self.weights.append(Int16(1 << shift - given))
    if range.upperBound < 2 * end { self.weights.append(0) }
  }
}
