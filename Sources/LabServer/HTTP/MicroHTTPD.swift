import CMicroHTTPD
import Platform

/// GNU libmicrohttpd, opened when the first server starts.
///
/// Pointers of the library travel as numbers, so that they can be named from any thread.
struct MicroHTTPD: @unchecked Sendable {  // unchecked: pointers to functions, written once
  private let functions: cmhd_library

  /// - Throws: `ServerProblem` where the library is not installed.
  init() throws(ServerProblem) {
    var functions = cmhd_library()
    if let reason = cmhd_open(&functions) {
      throw ServerProblem(
        sentence: "the lab needs GNU libmicrohttpd: \(String(cString: reason))",
        hint: "apt-get install libmicrohttpd12")
    }
    self.functions = functions
  }

  func start(_ options: cmhd_options) -> OpaquePointer? {
    let flags =
      MHD_USE_EPOLL.rawValue | MHD_USE_INTERNAL_POLLING_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
      | MHD_USE_ERROR_LOG.rawValue
    return withUnsafePointer(to: functions) { functions in
      withUnsafePointer(to: options) { cmhd_start(functions, UInt32(flags), $0) }
    }
  }

  func stop(_ daemon: OpaquePointer) { functions.stop_daemon(daemon) }

  /// To be called by the handler of the connection only.
  func suspend(_ connection: UInt) { functions.suspend_connection(OpaquePointer(bitPattern: connection)) }
  func resume(_ connection: UInt) { functions.resume_connection(OpaquePointer(bitPattern: connection)) }

  func socket(of connection: OpaquePointer) -> Int32 {
    withUnsafePointer(to: functions) { cmhd_socket($0, connection) }
  }

  /// All values of a kind, in order; one without a value has an empty one.
  func values(_ kind: MHD_ValueKind, of connection: OpaquePointer) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    withUnsafeMutablePointer(to: &found) { list in
      _ = functions.get_connection_values(
        connection, kind,
        { list, _, name, value in
          guard let list, let name else { return .NO }
          let found = list.assumingMemoryBound(to: [(name: String, value: String)].self)
          found.pointee.append((String(cString: name), value.map { String(cString: $0) } ?? ""))
          return found.pointee.count < 200 ? .YES : .NO
        }, list)
    }
    return found
  }

  /// Sends an answer. The library frees what it holds of it when it is sent or the client has gone.
  func queue(
    _ answer: HTTPExchange.Answer, on connection: OpaquePointer, headers: [(name: String, value: String)]
  )
    -> MHD_Result
  {
    let (status, response, own) = make(answer)
    guard let response else { return .NO }
    defer { functions.destroy_response(response) }
    // What an answer says itself counts, such as a stricter policy.
    let common = headers.filter { header in !own.contains { $0.name == header.name } }
    for (name, value) in own + common { _ = functions.add_response_header(response, name, value) }
    return functions.queue_response(connection, status, response)
  }

  private func make(
    _ answer: HTTPExchange.Answer
  ) -> (UInt32, OpaquePointer?, [(name: String, value: String)]) {
    switch answer {
    case .response(let response):
      let headers = [("Content-Type", response.mediaType)] + response.headers
      return (response.status, make(response.body), headers)
    case .stream(let stream):
      let response = functions.create_response_from_callback(
        UInt64.max, 32_768,
        { context, _, buffer, capacity in
          let stream = Unmanaged<EventStream>.fromOpaque(context!).takeUnretainedValue()
          let count = stream.fill(UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
          return count ?? -1  // MHD_CONTENT_READER_END_OF_STREAM
        }, Unmanaged.passRetained(stream).toOpaque(),
        { context in Unmanaged<EventStream>.fromOpaque(context!).release() })
      return (200, response, [("Content-Type", "text/event-stream")])
    }
  }

  private func make(_ body: HTTPResponse.Body) -> OpaquePointer? {
    switch body {
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { raw in
        functions.create_response_from_buffer(
          raw.count, UnsafeMutableRawPointer(mutating: raw.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .asset(let asset):
      return functions.create_response_from_buffer(
        asset.bytes.count, UnsafeMutableRawPointer(mutating: asset.bytes.baseAddress), .RESPMEM_PERSISTENT)
    case .encoded(let bytes):
      // By a callback, so that the bytes are kept for as long as they are being sent.
      return functions.create_response_from_callback(
        UInt64(bytes.count), 1 << 18,
        { context, offset, buffer, capacity in
          let bytes = Unmanaged<EncodedBody>.fromOpaque(context!).takeUnretainedValue()
          return bytes.copy(from: Int(offset), to: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
        }, Unmanaged.passRetained(EncodedBody(bytes)).toOpaque(),
        { context in Unmanaged<EncodedBody>.fromOpaque(context!).release() })
    }
  }
}
