import Platform

/// Whether the system gives the process what it cannot do without: the library that runs tasks would wait for ever, or trap
/// without a word.
public enum ProcessSupply {
  /// Descriptors: those of the library for its waiting, and one picture with its output and its folder.
  private static let descriptors = 8
  /// Threads that are tried at once: those that the library needs before its first task runs.
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

  /// Whether no threads can be had, to be asked where a first task does not begin: starts some that wait until all are there,
  /// and lets them end.
  ///
  /// - Returns: What to say and to try; `nil` where there are threads.
  public static func shortageOfThreads() -> String? {
    guard let gate = try? WakePipe() else { return nil }  // descriptors were just had
    let probes = (0..<threads).map { _ in BackgroundThread() }
    var failure: ThreadError?
    for probe in probes where failure == nil {
      do throws(ThreadError) { try probe.start { gate.waitForEnd() } } catch { failure = error }
    }
    gate.end()
    for probe in probes { probe.join() }
    return failure.map { "\($0), and try again" }
  }

  /// How many descriptors the process may have.
  package static var maximumDescriptors: Int {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    return limit > 0 ? limit : 256
  }
}
