/// Which source samples make each target sample along one axis, and with which weights.
///
/// Target sample t has its centre at source coordinate c = (t + ½) · extent / target, source sample s at s + ½. Its
/// window is the filter's support, widened by the scale when the picture becomes smaller, around c, clipped where the
/// picture ends; the weights that are left are normalised to a sum of one.
///
/// When target, extent and source are equal, each sample is its own and only contribution, with every filter.
package struct ContributionTable {
  /// The first source sample of each window. It may step back by a few: where centres coincide, a window is one sample.
  package private(set) var starts: [Int] = []
  /// Where the weights of each window begin in `weights`; one more entry than windows.
  package private(set) var offsets: [Int] = [0]
  /// The weights of all windows, one after the other.
  package private(set) var weights: [Double] = []

  /// - Parameters:
  ///   - source: Source samples, at least 1.
  ///   - extent: How many of them the picture covers, from the first one's outer edge; more than 0.
  ///   - target: Target samples, at least 1.
  package init(source: Int, extent: Double, target: Int, filter: ResampleFilter) {
    starts.reserveCapacity(target)
    offsets.reserveCapacity(target + 1)
    let scale = extent / Double(target)
    let isIdentity = source == target && extent == Double(source)
    for t in 0..<target {
      let center = (Double(t) + 0.5) * scale
      if isIdentity || filter == .nearest {
        appendWindow(start: min(source - 1, Int(center)), [1])
      } else {
        appendWindow(around: center, scale: max(1, scale), source: source, filter: filter)
      }
    }
  }

  /// The number of windows.
  package var count: Int { starts.count }

  /// The source samples of window `t`.
  package func range(_ t: Int) -> Range<Int> { starts[t]..<(starts[t] + offsets[t + 1] - offsets[t]) }

  /// The weights of window `t`; they sum to one.
  package func weights(_ t: Int) -> ArraySlice<Double> { weights[offsets[t]..<offsets[t + 1]] }

  /// The largest number of samples in a window.
  package var longestWindow: Int { (0..<count).reduce(0) { max($0, range($1).count) } }

  private mutating func appendWindow(around center: Double, scale: Double, source: Int, filter: ResampleFilter) {
    let radius = filter.supportRadius * scale
    let first = min(source - 1, max(0, Int((center - radius - 0.5).rounded(.up))))
    let last = max(first, min(source - 1, Int((center + radius - 0.5).rounded(.down))))
    var window = (first...last).map { filter.weight(at: (Double($0) + 0.5 - center) / scale) }
    // A sine that should be zero is 1e-16; such weights would cost time and can change nothing.
    let negligible = 1e-10
    while window.count > 1, abs(window[window.count - 1]) < negligible { window.removeLast() }
    let leading = window.prefix(window.count - 1).prefix { abs($0) < negligible }.count
    window.removeFirst(leading)
    let sum = window.reduce(0, +)
    // Only a window that lies beyond the picture's extent can be without weight: its nearest sample stands for it.
    let isWeightless = sum < negligible
    appendWindow(start: first + leading, isWeightless ? [1] : window.map { $0 / sum })
  }

  private mutating func appendWindow(start: Int, _ window: [Double]) {
    starts.append(start)
    weights += window
    offsets.append(weights.count)
  }
}
