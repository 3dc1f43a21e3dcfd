import Files
import Platform

/// Where a server listens.
struct ListeningAddress: Sendable, Equatable {
  /// A name or a number, without brackets.
  var host: String
  /// 0 takes any that is free.
  var port: UInt16
}

/// Why a server cannot begin.
public struct ServerProblem: Error, Sendable, CustomStringConvertible {
  public var sentence: String
  public var hint: String?
  /// Whether the same may go well another time.
  public var isTransient = false

  public var description: String { sentence + (hint.map { "; \($0)" } ?? "") }
}

/// A socket that connections come in by.
struct ListeningSocket {
  let descriptor: Int32
  /// The port that was asked for, or the one that was free.
  let port: UInt16
  /// Whether only this machine can reach it.
  let isLoopback: Bool

  /// - Throws: `ServerProblem` with the system's reason.
  init(_ address: ListeningAddress) throws(ServerProblem) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV | AI_PASSIVE
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(address.host, String(address.port), &hints, &found)
    guard code == 0, let found else {
      throw ServerProblem(
        sentence: "\(address.host) is no address of this machine: \(String(cString: gai_strerror(code)))",
        hint: "leave --host away for this machine alone")
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(
      found.pointee.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw ListeningSocket.problem(address, errno) }
    var one: Int32 = 1
    // A server that was just ended must not keep the next one waiting.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0, listen(descriptor, 128) == 0 else {
      let reason = errno
      _ = Descriptor(descriptor, "a socket")  // closed with this object
      throw ListeningSocket.problem(address, reason)
    }
    self.descriptor = descriptor
    (port, isLoopback) = ListeningSocket.facts(descriptor)
  }

  /// Gives the address back, where no server took the socket over.
  func close() { _ = Descriptor(descriptor, "a socket") }  // closed with this object

  private static func problem(_ address: ListeningAddress, _ code: Int32) -> ServerProblem {
    ServerProblem(
      sentence: "cannot listen on \(address.host), port \(address.port): \(SystemError.text(of: code))",
      hint: code == EADDRINUSE ? "another program has it; name another with --port, or --port 0 for any" : nil)
  }

  private static func facts(_ descriptor: Int32) -> (port: UInt16, isLoopback: Bool) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      let generic = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self)
      guard getsockname(descriptor, generic, &length) == 0 else { return (0, false) }
      if Int32(generic.pointee.sa_family) == AF_INET6 {
        let six = UnsafeRawPointer(pointer).load(as: sockaddr_in6.self)
        let bytes = withUnsafeBytes(of: six.sin6_addr) { Array($0) }
        return (UInt16(bigEndian: six.sin6_port), bytes == [UInt8](repeating: 0, count: 15) + [1])
      }
      let four = UnsafeRawPointer(pointer).load(as: sockaddr_in.self)
      return (UInt16(bigEndian: four.sin_port), UInt32(bigEndian: four.sin_addr.s_addr) >> 24 == 127)
    }
  }
}
