import Platform

/// Whether the system gives the process what it cannot do without: the library that runs tasks would wait for ever, or trap
/// without a word.
public enum ProcessSupply {
  /// Descriptors: those of the library for its waiting, and one picture with its output and its folder.
  private static let descriptors = 8
  /// Threads that are tried at once: one that waits for signals, and those of the library before its first task runs. Where it
  /// gets none it tries again for ever, in whichever thread asked for one.
  private static let threads = 4

  /// Whether hardly any file can be opened, to be asked at the start.
  ///
  /// - Returns: What to say and to try; `nil` where there is enough to begin with.
  public static func shortageOfDescriptors() -> String? {
    hasDescriptors()
      ? nil : "hardly any file can be opened; raise the limit on open files (ulimit -n) and try again"
  }

  private static func hasDescriptors() -> Bool {
    // Standard error may be closed, and then there is nobody to tell.
    let probes = (0..<descriptors).map { _ in dup(STDERR_FILENO) }
    let isShort = probes.contains { $0 < 0 } && errno == EMFILE
    for probe in probes where probe >= 0 { close(probe) }
    return !isShort
  }

  /// Whether hardly any thread can be had, to be asked at the start: some are begun that wait until all are there. Nobody waits
  /// for their end.
  ///
  /// - Returns: What to say and to try; `nil` where there are enough to begin with.
  public static func shortageOfThreads() -> String? {
    guard let gate = try? WakePipe() else { return nil }  // descriptors were just had
    defer { gate.end() }
    for _ in 0..<threads {
      do throws(ThreadError) { try BackgroundThread().start { gate.waitForEnd() } } catch {
        return "\(error), and try again"
      }
    }
    return nil
  }

  /// How many descriptors the process may have.
  package static var maximumDescriptors: Int {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    return limit > 0 ? limit : 256
  }
}
