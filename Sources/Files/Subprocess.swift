import Platform

/// Another program, run to its end.
public enum Subprocess {
  /// Runs a command of the shell with arguments that are no part of its text, on this process's own streams.
  ///
  /// - Parameters:
  ///   - command: What the shell is to run, with `"$1"` for the first argument.
  /// - Returns: Its exit code; 127 where it cannot be started, 128 and the signal's number where one ended it.
  public static func runShell(_ command: String, _ arguments: [String]) -> Int32 {
    let words: [String] = ["/bin/sh", "-c", command, "sh"] + arguments
    var copies: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The signals that this process takes in its own way are the program's again.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var child = pid_t()
    guard posix_spawn(&child, "/bin/sh", nil, &attributes, &copies, environ) == 0 else { return 127 }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}
