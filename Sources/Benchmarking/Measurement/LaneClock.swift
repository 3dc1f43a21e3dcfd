import Platform

/// Wall and processor time, read together.
///
/// The processor time is the process's: codecs may have threads of their own, and nothing else works while the lane does.
struct LaneClock {
  private var wall: ContinuousClock.Instant
  private var processor: Double

  init() {
    processor = LaneClock.processorMilliseconds
    wall = ContinuousClock.now
  }

  /// Milliseconds since the clock was made.
  var elapsed: (wall: Double, processor: Double) {
    let wall = (ContinuousClock.now - wall) / .milliseconds(1)
    return (wall, LaneClock.processorMilliseconds - processor)
  }

  /// What all threads have used so far.
  private static var processorMilliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
