import Glibc

/// Wall and processor time of the thread that works, read together.
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

  /// What the calling thread has used so far: encoders work on the thread that calls them.
  private static var processorMilliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
