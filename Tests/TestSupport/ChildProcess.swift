import Foundation
import Synchronization

/// Held while descriptors exist that no other child may inherit: between their making and their marking.
private let spawning = Mutex(())

/// A program that runs as a process of its own, with everything that it writes.
///
/// Arguments may hold any bytes. Nothing here sleeps: the end of a stream or a deadline is what is waited for.
public final class ChildProcess {
  /// What one of its output streams is.
  public enum Stream: Sendable {
    case pipe
    case terminal(columns: UInt16)
    /// For errors: wherever the output goes, in the order of writing.
    case sameAsOutput
  }

  /// What it reads.
  public enum Input: Sendable {
    case nothing
    /// Through a pipe; at most 65,536, so that nobody has to wait while writing.
    case bytes([UInt8])
  }

  private struct Channel {
    var descriptor: Int32
    var bytes: [UInt8] = []
    var isOpen = true
  }

  public let identifier: pid_t
  private let start = ContinuousClock().now
  /// Its standard output, its standard error, and a stream that only ends when the process does.
  private var channels: [Channel]

  /// - Parameters:
  ///   - folder: The working folder.
  ///   - environment: Instead of the caller's own.
  public init(
    _ executable: String, _ arguments: [[UInt8]], folder: String, input: Input = .nothing, output: Stream = .pipe,
    errors: Stream = .pipe, environment: [String: String] = ["PATH": "/usr/bin:/bin"]
  ) {
    (identifier, channels) = spawning.withLock { _ in
      let streams = [Self.open(output), Self.open(errors), Self.open(.pipe)]
      let inputDescriptor = Self.open(input)
      defer {
        for stream in streams { close(stream.child) }
        close(inputDescriptor)
      }
      var descriptors = [inputDescriptor] + streams.map(\.child)
      if case .sameAsOutput = errors { descriptors[2] = descriptors[1] }
      // Swift's Glibc lacks posix_spawn's own way to change the folder.
      let words = ["/usr/bin/env", "-C", folder, executable].map { Array($0.utf8) } + arguments
      return (Self.spawn(words, descriptors, environment), streams.map { Channel(descriptor: $0.parent) })
    }
  }

  private static func spawn(_ words: [[UInt8]], _ descriptors: [Int32], _ environment: [String: String]) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments = words.map { strdup(($0 + [0]).map { CChar(bitPattern: $0) }) } + [nil]
    // How a sanitizer reports holds for children too.
    let sanitizing = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
    var variables = environment.merging(sanitizing) { $1 }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in arguments + variables { free(word) } }
    var child = pid_t()
    let code = posix_spawn(&child, arguments[0]!, &actions, &attributes, &arguments, &variables)
    precondition(code == 0, "a child process does not start: \(String(cString: strerror(code)))")
    return child
  }

  deinit {
    for channel in channels where channel.isOpen { close(channel.descriptor) }
  }

  public func send(_ signal: Int32) { kill(identifier, signal) }

  /// Reads on until its standard output (or error) holds `text`.
  ///
  /// - Returns: Whether it came before the deadline and the stream's end.
  public func waits(for text: String, inErrors: Bool = false, seconds: Double = 20) -> Bool {
    let wanted = Array(text.utf8)
    return waits(inErrors: inErrors, seconds: seconds) { $0.firstRange(of: wanted) != nil }
  }

  /// The same for a question about all that it wrote so far, asked when something comes.
  public func waits(inErrors: Bool = false, seconds: Double = 20, until isMet: ([UInt8]) -> Bool) -> Bool {
    let index = inErrors ? 1 : 0
    var met = false
    var asked = -1
    _ = readOn(seconds: seconds) {
      if channels[index].bytes.count != asked {
        asked = channels[index].bytes.count
        met = isMet(channels[index].bytes)
      }
      return met || !channels[index].isOpen
    }
    return met
  }

  /// Waits for its end; kills it at the deadline.
  public func result(seconds: Double = 60) -> ProcessResult {
    let ended = readOn(seconds: seconds) { channels.allSatisfy { !$0.isOpen } }
    if !ended { kill(identifier, SIGKILL) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(identifier, &status, 0, &usage) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return ProcessResult(
      exitCode: signal == 0 ? status >> 8 & 0xFF : nil, signal: signal == 0 ? nil : signal, timedOut: !ended,
      output: channels[0].bytes, errors: channels[1].bytes, seconds: (ContinuousClock().now - start) / .seconds(1),
      processorSeconds: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime))
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  private func readOn(seconds: Double, until isDone: () -> Bool) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(seconds)
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while !isDone() {
      let left = (deadline - clock.now) / .milliseconds(1)
      guard left > 0 else { return false }
      let waiting = channels.indices.filter { channels[$0].isOpen }
      var requests = waiting.map { pollfd(fd: channels[$0].descriptor, events: Int16(POLLIN), revents: 0) }
      guard poll(&requests, nfds_t(requests.count), Int32(left.rounded(.up))) > 0 else { continue }
      for (index, request) in zip(waiting, requests) where request.revents != 0 {
        let count = Foundation.read(channels[index].descriptor, &block, block.count)
        if count > 0 {
          channels[index].bytes += block.prefix(count)
        } else if count == 0 || errno != EINTR {  // a terminal that was left by all ends with EIO
          close(channels[index].descriptor)
          channels[index].isOpen = false
        }
      }
    }
    return true
  }

  private static func open(_ stream: Stream) -> (parent: Int32, child: Int32) {
    guard case .terminal(let columns) = stream else { return makePipe() }
    var (parent, child): (Int32, Int32) = (0, 0)
    var size = winsize(ws_row: 25, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    precondition(openpty(&parent, &child, nil, nil, &size) == 0, "no pseudo-terminal")
    return (closedInOthers(parent), closedInOthers(child))
  }

  private static func open(_ input: Input) -> Int32 {
    guard case .bytes(let bytes) = input else { return Foundation.open("/dev/null", O_RDONLY | O_CLOEXEC) }
    let (reading, writing) = makePipe()
    // A pipe holds 65,536 bytes before its writer has to wait.
    precondition(bytes.count <= 65_536, "a pipe for \(bytes.count) bytes")
    precondition(bytes.withUnsafeBytes { Foundation.write(writing, $0.baseAddress, $0.count) } == bytes.count)
    close(writing)
    return reading
  }

  private static func makePipe() -> (Int32, Int32) {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0, "no pipe")
    return (closedInOthers(ends[0]), closedInOthers(ends[1]))
  }

  private static func closedInOthers(_ descriptor: Int32) -> Int32 {
    precondition(fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0)
    return descriptor
  }
}

/// What became of a process.
public struct ProcessResult: Sendable {
  /// `nil` where a signal ended it.
  public var exitCode: Int32?
  public var signal: Int32?
  public var timedOut: Bool
  public var output: [UInt8]
  public var errors: [UInt8]
  public var seconds: Double
  /// Time of all processors, in the program and in the system for it.
  public var processorSeconds: Double

  public var outputText: String { String(decoding: output, as: UTF8.self) }
  public var errorText: String { String(decoding: errors, as: UTF8.self) }
  public var outputLines: [String] { outputText.split(separator: "\n").map(String.init) }
  public var errorLines: [String] { errorText.split(separator: "\n").map(String.init) }
}
