import CMicroHTTPD
import Synchronization

/// One request and its answer, which may come later and from any thread.
final class HTTPExchange: Sendable {
  private enum Progress {
    /// The body is still coming.
    case receiving
    /// The handler was asked and has not answered.
    case asked
    /// As before; the connection sleeps until it does.
    case suspended
    case answered(Answer)
    case over
  }

  enum Answer {
    case response(HTTPResponse)
    case stream(EventStream)
  }

  private struct State {
    var request: HTTPRequest
    var progress = Progress.receiving
    var isTooLarge = false
    var whenOver: [@Sendable () -> Void] = []
  }

  /// The connection in the library's hands, as a number.
  let connection: UInt
  private let library: MicroHTTPD
  private let state: Mutex<State>

  init(_ request: HTTPRequest, connection: UInt, library: MicroHTTPD) {
    self.connection = connection
    self.library = library
    state = Mutex(State(request: request))
  }

  var request: HTTPRequest { state.withLock { $0.request } }

  /// Takes a part of the body.
  ///
  /// - Returns: Whether it still fits.
  func receive(_ bytes: UnsafeRawBufferPointer, limit: Int) -> Bool {
    state.withLock { state in
      guard state.request.body.count + bytes.count <= limit else { return false }
      state.request.body += bytes
      return true
    }
  }

  /// Marks the request as handed to the handler, once.
  ///
  /// - Returns: Whether this was the first time.
  func ask() -> Bool {
    state.withLock { state in
      guard case .receiving = state.progress else { return false }
      state.progress = .asked
      return true
    }
  }

  /// The answer where there is one; otherwise the connection is put to sleep until there is.
  func answerOrSleep() -> Answer? {
    state.withLock { state in
      switch state.progress {
      case .answered(let answer): return answer
      case .asked:
        state.progress = .suspended
        library.suspend(connection)
        return nil
      case .receiving, .suspended, .over: return nil
      }
    }
  }

  /// Answers. What comes second, or when the client has gone, is dropped.
  func respond(_ response: HTTPResponse) { answer(.response(response)) }

  func answer(_ answer: Answer) {
    state.withLock { state in
      switch state.progress {
      case .receiving, .asked: state.progress = .answered(answer)
      case .suspended:
        state.progress = .answered(answer)
        library.resume(connection)
      case .answered, .over: break
      }
    }
  }

  /// Called when the client has the answer or has gone; at once where that is so already.
  func whenOver(_ body: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if case .over = state.progress { return true }
      state.whenOver.append(body)
      return false
    }
    if isOver { body() }
  }

  func end() {
    let bodies = state.withLock { state in
      state.progress = .over
      defer { state.whenOver = [] }
      return state.whenOver
    }
    for body in bodies { body() }
  }
}
