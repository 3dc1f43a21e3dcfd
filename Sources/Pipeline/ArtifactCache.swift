import Pixels
import Synchronization

/// Rendered pictures of a session, so that a change of an encoder's setting decodes and resizes nothing.
///
/// Bounded in bytes: what was not used for longest goes first, and a picture that is larger than everything is not kept.
public final class ArtifactCache: Sendable {
  struct Key: Hashable {
    var content: ContentIdentity
    var rendering: RenderKey
  }

  struct Artifact: Sendable {
    var buffer: PixelBuffer
    var findings: RenderingFindings

    var byteCount: Int { buffer.stride * buffer.size.height }
  }

  private struct State {
    var artifacts: [Key: (artifact: Artifact, lastUse: Int)] = [:]
    var uses = 0
    var byteCount = 0
  }

  /// What all pictures that are kept may take together.
  public let maximumBytes: Int
  private let state = Mutex(State())

  public init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// The bytes of all pictures that are kept.
  public var byteCount: Int { state.withLock { $0.byteCount } }

  /// Forgets everything that was made of a content.
  public func remove(_ content: ContentIdentity) {
    state.withLock { state in
      for (key, entry) in state.artifacts where key.content == content {
        state.artifacts[key] = nil
        state.byteCount -= entry.artifact.byteCount
      }
    }
  }

  subscript(key: Key) -> Artifact? {
    get {
      state.withLock { state in
        guard let found = state.artifacts[key] else { return nil }
        state.uses += 1
        state.artifacts[key]?.lastUse = state.uses
        return found.artifact
      }
    }
    set {
      state.withLock { state in
        if let old = state.artifacts.removeValue(forKey: key) { state.byteCount -= old.artifact.byteCount }
        guard let newValue, newValue.byteCount <= maximumBytes else { return }
        state.uses += 1
        state.artifacts[key] = (newValue, state.uses)
        state.byteCount += newValue.byteCount
        while state.byteCount > maximumBytes,
          let oldest = state.artifacts.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
          state.artifacts[oldest.key] = nil
          state.byteCount -= oldest.value.artifact.byteCount
        }
      }
    }
  }
}
