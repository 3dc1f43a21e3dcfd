import Jobs

/// The line that shows how far a run has come: only on a terminal, never in a pipe.
struct ProgressBar {
  private let total: Int
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant

  init(total: Int) {
    self.total = total
    start = clock.now
  }

  /// - Parameter before: How much of it was done by an earlier run: it says nothing of how fast this one is.
  func show(done: Int, before: Int = 0) {
    let terminal = Terminal.error
    // One picture is done before a bar could be read.
    guard terminal.isTerminal, total > 1, done < total else { return terminal.clearStatus() }
    let elapsed = (clock.now - start) / .seconds(1)
    let rate = Double(done - before) / max(elapsed, 0.001)
    let width = max(10, min(40, terminal.columns - 50))
    let filled = done * width / total
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    let left = rate > 0 ? "\(fixed(Double(total - done) / rate, digits: 0)) s left" : ""
    terminal.show(status: "[\(bar)] \(done)/\(total)  \(fixed(rate, digits: 1))/s  \(left)")
  }
}
