import CMalloc
import Glibc

/// The memory of this process.
public enum ProcessMemory {
  /// Makes the allocator give large blocks back to the system as soon as they are freed.
  ///
  /// Left alone, it learns from the first picture to keep blocks of up to 32 MiB for the next, one collection for
  /// each thread; measured, that is half as much again over a limit on memory, and no time is won by it.
  public static func keepSmall() { mallopt(M_MMAP_THRESHOLD, 1 << 20) }

  /// The most that was ever in use at once, in bytes; `nil` where the system does not say.
  ///
  /// The count of `getrusage` begins before the program does, with what its parent had; this one does not.
  static var peakBytes: Int? {
    let descriptor = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 8_192)
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress!, $0.count) }
    let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
    let peak = lines.first { $0.hasPrefix("VmHWM:") }?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return peak.map { $0 * 1_024 }
  }
}
