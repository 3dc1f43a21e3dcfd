import Glibc

/// How many more files the process may open.
public enum DescriptorSupply {
  /// Refuses to begin where hardly any descriptor is left: the library that runs tasks would trap without a word.
  ///
  /// - Returns: `nil` where there are enough to begin with.
  public static func refusal() -> ExitCode? {
    let probes = [dup(STDERR_FILENO), dup(STDERR_FILENO)]
    // Standard error may be closed, and then there is nobody to tell.
    let isShort = probes.contains { $0 < 0 } && errno == EMFILE
    for probe in probes where probe >= 0 { close(probe) }
    guard isShort else { return nil }
    Terminal.error.write(
      "imgtune: hardly any file can be opened; raise the limit on open files (ulimit -n) and try again\n")
    return .usage
  }
}
