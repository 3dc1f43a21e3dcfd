import Glibc

/// The most memory that this process ever had in use at once, in bytes; `nil` where the system does not say.
///
/// The count of `getrusage` begins before the program does, with what its parent had; this one does not.
func peakMemoryBytes() -> Int? {
  let descriptor = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 8_192)
  let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress!, $0.count) }
  let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
  let peak = lines.first { $0.hasPrefix("VmHWM:") }?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  return peak.map { $0 * 1_024 }
}
