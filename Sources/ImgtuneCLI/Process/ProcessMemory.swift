import CMalloc
import Files

/// The memory of this process.
public enum ProcessMemory {
  /// Makes the allocator give large blocks back to the system as soon as they are freed, and keep one collection of small
  /// ones instead of one for each thread.
  ///
  /// Left alone, it learns from the first picture to keep blocks of up to 32 MiB for the next, and long runs grow by
  /// what lies between blocks in several collections. Measured, that is half as much again over a limit on memory and up
  /// to 10 MiB of 26 after 40,000 encodings, and no time is won by either.
  public static func keepSmall() {
    mallopt(M_MMAP_THRESHOLD, 1 << 20)
    mallopt(M_ARENA_MAX, 1)
  }

  /// The most that was ever in use at once, in bytes; `nil` where the system does not say.
  ///
  /// The count of `getrusage` begins before the program does, with what its parent had; this one does not.
  static var peakBytes: Int? {
    // Where the system does not say, nobody is told.
    guard let bytes = try? Descriptor.opening("/proc/self/status").readAll(limit: 1 << 16) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let peak = lines.first { $0.hasPrefix("VmHWM:") }?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return peak.map { $0 * 1_024 }
  }
}
