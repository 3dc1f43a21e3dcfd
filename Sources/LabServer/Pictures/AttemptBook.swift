import Codecs
import Pipeline
import SettingsKit
import Synchronization

/// Everything that was tried since the lab began, and as many of the results' bytes as fit.
final class AttemptBook: Sendable {
  private struct State {
    var attempts: [String: Attempt] = [:]
    var ids: [Attempt.Key: String] = [:]
    /// In the order of trying.
    var order: [String] = []
    var bytes: [String: (bytes: EncodedBytes, lastUse: Int)] = [:]
    var byteCount = 0
    var uses = 0
    var nextID = 1
    var references: [RenderKey: String] = [:]
  }

  private static let maximumAttempts = 2_000
  private let maximumBytes: Int

  private let state = Mutex(State())

  /// - Parameter maximumBytes: What the results' bytes that are kept may take together.
  init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// The attempts at a picture, in their order.
  func attempts(at picture: String) -> [Attempt] {
    state.withLock { state in state.order.compactMap { state.attempts[$0] }.filter { $0.key.picture == picture } }
  }

  func attempt(_ id: String) -> Attempt? { state.withLock { $0.attempts[id] } }

  /// What was tried before, with its bytes where they are kept.
  func known(_ key: Attempt.Key) -> (attempt: Attempt, bytes: EncodedBytes)? {
    state.withLock { state in
      guard let id = state.ids[key], let attempt = state.attempts[id], let bytes = AttemptBook.use(id, &state) else {
        return nil
      }
      return (attempt, bytes)
    }
  }

  func bytes(of id: String) -> EncodedBytes? { state.withLock { AttemptBook.use(id, &$0) } }

  private static func use(_ id: String, _ state: inout State) -> EncodedBytes? {
    guard let bytes = state.bytes[id]?.bytes else { return nil }
    state.uses += 1
    state.bytes[id] = (bytes, state.uses)
    return bytes
  }

  /// A name for the pixels that a request makes of a picture.
  func reference(_ key: Attempt.Key) -> String {
    state.withLock { state in
      let number = state.references[key.request.rendering, default: "\(state.references.count + 1)"]
      if state.references.count > AttemptBook.maximumAttempts { state.references = [:] }
      state.references[key.request.rendering] = number
      return "\(key.picture)-\(String(key.content.hash, radix: 16))-\(number)"
    }
  }

  /// Notes an attempt; one that was made before keeps its place and its name.
  ///
  /// - Parameter make: Makes the attempt with the name that it gets.
  func note(_ key: Attempt.Key, _ bytes: EncodedBytes, make: (String) -> Attempt) -> Attempt {
    state.withLock { state in
      let id = state.ids[key] ?? "r\(state.nextID)"
      let attempt = state.attempts[id] ?? make(id)
      if state.ids[key] == nil {
        state.nextID += 1
        state.ids[key] = id
        state.attempts[id] = attempt
        state.order.append(id)
        if state.order.count > AttemptBook.maximumAttempts { AttemptBook.forget(state.order[0], &state) }
      }
      if state.bytes[id] == nil { state.byteCount += bytes.count }
      state.uses += 1
      state.bytes[id] = (bytes, state.uses)
      while state.byteCount > maximumBytes, state.bytes.count > 1,
        let oldest = state.bytes.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.byteCount -= oldest.value.bytes.count
        state.bytes[oldest.key] = nil
      }
      return attempt
    }
  }

  private static func forget(_ id: String, _ state: inout State) {
    guard let attempt = state.attempts.removeValue(forKey: id) else { return }
    state.ids[attempt.key] = nil
    state.order.removeAll { $0 == id }
    if let old = state.bytes.removeValue(forKey: id) { state.byteCount -= old.bytes.count }
  }

  /// Notes what an attempt scores.
  func score(_ id: String, _ scores: [JSONMember]) -> Attempt? {
    state.withLock { state in
      state.attempts[id]?.scores = scores
      return state.attempts[id]
    }
  }
}
