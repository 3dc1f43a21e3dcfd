/// Random numbers that a seed decides, the same on every machine.
///
/// Source: SplitMix64; Steele, Lea and Flood 2014.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// 0..<`count`, by the high bits of a product: without the rejections of the standard library, whose number differs
  /// between its versions. The bias is below 2^-32 for the counts met here.
  mutating func index(below count: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(count)).high) }

  /// 0..<`count` in a random order (Fisher and Yates).
  mutating func permutation(of count: Int) -> [Int] {
    var order = Array(0..<count)
    for last in stride(from: count - 1, to: 0, by: -1) { order.swapAt(last, index(below: last + 1)) }
    return order
  }
}
