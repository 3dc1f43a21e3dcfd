import Foundation
import Testing

/// File, process and thread calls of the C library stand in `Files` alone.
struct OneRoomTests {
  /// What only `Files` may call.
  private static let calls: Set<String> = [
    // Files
    "open", "openat", "creat", "close", "read", "readv", "write", "writev", "pread", "pwrite", "lseek", "stat", "lstat",
    "fstat", "fstatat", "statfs", "fstatfs", "statvfs", "access", "faccessat", "unlink", "unlinkat", "remove", "rename",
    "renameat", "link", "linkat", "symlink", "symlinkat", "mkdir", "mkdirat", "rmdir", "mkfifo", "mknod", "opendir",
    "fdopendir", "readdir", "closedir", "nftw", "glob", "readlink", "readlinkat", "realpath", "getcwd", "chdir",
    "fchdir",
    "fsync", "fdatasync", "sync", "syncfs", "ftruncate", "truncate", "fallocate", "posix_fallocate", "fcntl", "flock",
    "lockf", "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "utime", "utimes", "futimes",
    "utimensat", "futimens", "umask", "mkstemp", "mkdtemp", "tmpfile", "isatty", "ioctl", "ttyname",
    "getxattr", "fgetxattr", "setxattr", "fsetxattr", "listxattr", "flistxattr", "removexattr", "fremovexattr",
    "fopen", "fdopen", "fclose", "fread", "fwrite", "fputs", "fputc", "fprintf", "fflush", "setvbuf", "puts", "perror",
    "sendfile", "copy_file_range", "dup", "dup2", "dup3", "pipe", "pipe2", "poll", "ppoll", "select", "eventfd",
    "epoll_create1", "signalfd", "timerfd_create", "memfd_create",
    // Processes
    "posix_spawn", "posix_spawnp", "fork", "vfork", "execv", "execve", "execvp", "execl", "execlp", "system", "popen",
    "pclose", "wait", "wait4", "waitpid", "waitid", "kill", "raise", "abort", "signal", "sigaction", "sigwait",
    "sigwaitinfo", "sigprocmask", "pause", "alarm", "getpid", "getppid", "getuid", "geteuid", "setuid", "setsid",
    "getenv", "setenv", "unsetenv", "putenv", "getrlimit", "setrlimit", "getrusage", "sysconf", "uname", "gethostname",
    "daemon", "nice", "syscall", "prctl", "dlopen",
    // Threads
    "pthread_create", "pthread_join", "pthread_detach", "pthread_self", "pthread_sigmask", "pthread_kill",
    "pthread_cancel", "pthread_mutex_lock", "pthread_cond_wait", "pthread_setname_np", "pthread_equal", "sched_yield",
    "sched_getaffinity", "sched_setaffinity", "sleep", "usleep", "nanosleep",
  ]

  /// What stands elsewhere for a reason, by file and call.
  private static let exceptions: Set<String> = [
    // Memory: the size of a page.
    "Sources/Codecs/MappedMemory.swift sysconf"
  ]

  private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Every Swift file of the program, by its path from the repository.
  private static func sources() throws -> [(path: String, code: String)] {
    var found: [(String, String)] = []
    for top in ["Sources", "Samples"] {
      let folder = repository.appending(path: top)
      guard let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else { continue }
      for case let file as URL in walk where file.pathExtension == "swift" {
        let path = String(file.standardizedFileURL.path.dropFirst(repository.standardizedFileURL.path.count + 1))
        found.append((path, SwiftText.code(of: try String(contentsOf: file, encoding: .utf8))))
      }
    }
    return found.sorted { $0.0 < $1.0 }
  }

  @Test func onlyFilesCallsTheSystemForFilesProcessesAndThreads() throws {
    let sources = try Self.sources()
    try #require(sources.count > 100, "the sources are where the test looks for them")
    // The search finds what is there.
    let own = sources.filter { $0.path.hasPrefix("Sources/Files/") }.flatMap { SwiftText.calls(in: $0.code) }
    let known: Set = ["openat", "fsync", "flock", "waitpid", "pthread_create", "dup"]
    #expect(Self.calls.intersection(own).isSuperset(of: known))
    for (path, code) in sources where !path.hasPrefix("Sources/Files/") && !path.hasPrefix("Sources/Platform/") {
      let found = Set(SwiftText.calls(in: code)).intersection(Self.calls)
        .filter { !Self.exceptions.contains("\(path) \($0)") }
      #expect(found.isEmpty, "\(path) calls the system itself: \(found.sorted().joined(separator: ", "))")
    }
  }

  @Test func everyExceptionIsNeeded() throws {
    let sources = try Self.sources()
    for exception in Self.exceptions {
      let words = exception.split(separator: " ").map(String.init)
      let file = sources.first { $0.path == words[0] }
      #expect(file.map { SwiftText.calls(in: $0.code).contains(words[1]) } == true, "\(exception)")
    }
  }

  @Test func onlyPlatformNamesTheCLibrary() throws {
    let names: Set<Substring> = ["Glibc", "Musl", "Darwin", "Foundation", "FoundationEssentials"]
    for (path, code) in try Self.sources() where !path.hasPrefix("Sources/Platform/") {
      for line in code.split(separator: "\n") {
        let words = line.split { !($0.isLetter || $0 == "_" || $0 == ".") }
        guard let place = words.firstIndex(of: "import"), place + 1 < words.count else { continue }
        let module = words[(place + 1)...].first { !["struct", "class", "func", "enum", "var"].contains($0) } ?? ""
        #expect(!names.contains(module.split(separator: ".").first ?? ""), "\(path): \(line)")
      }
    }
  }

  @Test(arguments: [
    ("close(3)", ["close"]), ("let a = open (path, 0)", ["open"]), ("Platform.read(1, b, 2)", ["read"]),
    ("a.read(1)", []), ("a?.close()", []), ("a\n  .read(1)", []), ("func read(_ a: Int) {}\nread(1)", []),
    ("// close(1)\nstat()", ["stat"]), ("/* a /* close(1) */ open(1) */ dup(1)", ["dup"]),
    ("\"close(1)\"", []), ("\"a\\\"close(1)\" + b", []), ("\"\\(open(\"x\"))\"", ["open"]),
    ("\"\"\"\n  close(1) \"quoted\" \\(dup(1))\n  \"\"\"\nopen(1)", ["dup", "open"]),
    ("#\"close(1) \\(open(1)) \\#(dup(1))\"# + b", ["dup"]), ("myclose(1); close1(2)", ["myclose", "close1"]),
    ("`open`(1)", []),
    ("case link(Int)", []),
    ("let write = { _ in }; write(1)", []),
    ("#if os(Linux)\nopen(1)", ["os", "open"]), ("if x { close(1) }", ["close"]),
    ("let x = close", []),
    ("\"/*\"; close(1); \"*/\"", ["close"]),
  ])
  func callsAreTold(text: String, calls: [String]) {
    #expect(SwiftText.calls(in: SwiftText.code(of: text)) == calls, "\(text)")
  }
}

/// As much of Swift's grammar as it takes to tell a call from words.
private enum SwiftText {
  /// The text without comments and string literals; what is interpolated into a literal stays.
  static func code(of text: String) -> String {
    var scanner = Scanner(rest: Array(text.utf8)[...])
    scanner.scanCode(untilParenthesis: false)
    return String(decoding: scanner.code, as: UTF8.self)
  }

  private struct Scanner {
    var rest: ArraySlice<UInt8>
    var code: [UInt8] = []

    private func starts(_ text: String) -> Bool { rest.starts(with: text.utf8) }

    mutating func scanCode(untilParenthesis: Bool) {
      var depth = 0
      while let byte = rest.first {
        if starts("//") {
          rest = rest.drop { $0 != UInt8(ascii: "\n") }
        } else if starts("/*") {
          skipComment()
        } else if byte == UInt8(ascii: "\"") || (byte == UInt8(ascii: "#") && isRawLiteral) {
          scanLiteral()
        } else {
          if byte == UInt8(ascii: "(") { depth += 1 }
          if byte == UInt8(ascii: ")") {
            if depth == 0 && untilParenthesis { return }
            depth -= 1
          }
          code.append(byte)
          rest.removeFirst()
        }
      }
    }

    private var isRawLiteral: Bool { rest.drop { $0 == UInt8(ascii: "#") }.first == UInt8(ascii: "\"") }

    private mutating func skipComment() {
      var depth = 0
      repeat {
        if starts("/*") {
          depth += 1
          rest = rest.dropFirst(2)
        } else if starts("*/") {
          depth -= 1
          rest = rest.dropFirst(2)
        } else {
          rest = rest.dropFirst()
        }
      } while depth > 0 && !rest.isEmpty
      code.append(UInt8(ascii: " "))
    }

    private mutating func scanLiteral() {
      let hashes = String(repeating: "#", count: rest.prefix { $0 == UInt8(ascii: "#") }.count)
      rest = rest.dropFirst(hashes.count)
      let quote = starts("\"\"\"") ? "\"\"\"" : "\""
      rest = rest.dropFirst(quote.count)
      let (end, escape) = (quote + hashes, "\\" + hashes)
      code += Array(" 0 ".utf8)
      while !rest.isEmpty {
        if starts(end) {
          rest = rest.dropFirst(end.utf8.count)
          return
        }
        guard starts(escape) else {
          rest.removeFirst()
          continue
        }
        rest = rest.dropFirst(escape.utf8.count)
        if rest.first == UInt8(ascii: "(") {
          rest.removeFirst()
          code += Array(" ;".utf8)
          scanCode(untilParenthesis: true)
          code += Array("; ".utf8)
        }
        rest = rest.dropFirst()
      }
    }
  }

  /// The names of free functions that are called and not declared in the same text, in order.
  static func calls(in code: String) -> [String] {
    var calls: [String] = []
    var declared: Set<String> = []
    let bytes = Array(code.utf8)
    var index = 0
    var before: (word: String, isDotted: Bool) = ("", false)
    while index < bytes.count {
      guard isWord(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, isWord(bytes[index]) { index += 1 }
      let word = String(decoding: bytes[start..<index], as: UTF8.self)
      let previous = bytes[..<start].last { !isSpace($0) }
      let next = bytes[index...].first { $0 != UInt8(ascii: " ") }
      let isDotted = previous == UInt8(ascii: ".")
      if ["func", "case", "let", "var"].contains(before.word) {
        declared.insert(word)
      } else if next == UInt8(ascii: "("), !isDotted || before.word == "Platform", previous != UInt8(ascii: "`") {
        calls.append(word)
      }
      before = (word, isDotted)
    }
    return calls.filter { !declared.contains($0) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte)
  }
}
