import Foundation

/// A library that stands before the C library in a program under test and has some of its calls fail or wait, as a disk, a
/// file server, an old kernel or a sandbox would.
///
/// Compiled when it is first asked for; where that cannot be done, `isAvailable` is false and `reason` says so.
public struct FailingCalls: Sendable {
  public enum Call: String, Sendable { case write, fsync, close, openat2 }

  private static let library: String? = {
    // A sanitizer's own library has to be the first.
    guard !ProcessInfo.processInfo.environment.keys.contains(where: { $0.hasSuffix("SAN_OPTIONS") }) else { return nil }
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/cc") else { return nil }
    folder.write(Array(source.utf8), to: "calls.c")
    // Programs of other users load it too.
    chmod(folder.path, 0o755)
    let words = ["-shared", "-fPIC", "-O1", "-o", "calls.so", "calls.c", "-ldl"].map { Array($0.utf8) }
    let result = ChildProcess("/usr/bin/cc", words, folder: folder.path).result()
    return result.exitCode == 0 ? folder.path("calls.so") : nil
  }()
  private static let folder = TemporaryFolder()

  public static var isAvailable: Bool { library != nil }
  public static let reason = "no C compiler, or a sanitizer that has to come first"

  /// Variables that have a call fail on descriptors whose path holds `part`; all where that is empty.
  ///
  /// - Parameter part: The whole path where it begins with "=".
  public static func failing(_ call: Call, with code: Int32, on part: String = "") -> [String: String] {
    ["LD_PRELOAD": library!, "CALLS_FAIL": call.rawValue, "CALLS_ERRNO": "\(code)", "CALLS_PATH": part]
  }

  /// Variables that have fsync(2) say "fsync waits" on standard error and wait until the file `go` is there.
  public static func waitingToFlush(_ part: String, until go: String) -> [String: String] {
    ["LD_PRELOAD": library!, "CALLS_WAIT": go, "CALLS_PATH": part]
  }

  private static let source = #"""
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <stdarg.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/syscall.h>
    #include <unistd.h>

    static int concerns(int fd) {
      const char *part = getenv("CALLS_PATH");
      char link[64], path[4096];
      snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
      ssize_t count = readlink(link, path, sizeof path - 1);
      if (count < 0 || !part) return 0;
      path[count] = 0;
      return *part == '=' ? strcmp(path, part + 1) == 0 : strstr(path, part) != NULL;
    }

    static int fails(const char *call) {
      const char *failing = getenv("CALLS_FAIL");
      return failing && strcmp(failing, call) == 0;
    }

    static int failed(void) {
      errno = atoi(getenv("CALLS_ERRNO"));
      return -1;
    }

    int close(int fd) {
      int (*next)(int) = dlsym(RTLD_NEXT, "close");
      int bad = fails("close") && concerns(fd);
      int result = next(fd);
      return bad ? failed() : result;
    }

    int fsync(int fd) {
      int (*next)(int) = dlsym(RTLD_NEXT, "fsync");
      if (fails("fsync") && concerns(fd)) return failed();
      const char *go = getenv("CALLS_WAIT");
      if (go && concerns(fd)) {
        dprintf(2, "fsync waits\n");
        while (access(go, F_OK) != 0) usleep(500);
      }
      return next(fd);
    }

    ssize_t write(int fd, const void *bytes, size_t count) {
      ssize_t (*next)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
      return fails("write") && concerns(fd) ? failed() : next(fd, bytes, count);
    }

    long syscall(long number, ...) {
      long (*next)(long, ...) = dlsym(RTLD_NEXT, "syscall");
      if (number == SYS_openat2 && fails("openat2")) return failed();
      va_list list;
      va_start(list, number);
      long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long), d = va_arg(list, long),
           e = va_arg(list, long), f = va_arg(list, long);
      va_end(list);
      return next(number, a, b, c, d, e, f);
    }
    """#
}
