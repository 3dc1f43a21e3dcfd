import Synchronization

/// Streams of what changes.
///
/// None of them queues anything. A consumer that is slower than the commits gets the sum of those it missed, as the
/// difference between the last snapshot that it saw and the one in force; the revisions that it sees only rise, and
/// the last one always arrives. A stream ends when the task that reads it is cancelled or the hub is gone, and is
/// forgotten then, or when nobody holds it any more. One stream is for one reader.
extension SettingsHub {
  /// Every change after this moment; commits that changed no value are in it too.
  public func changes() -> AsyncStream<SettingsChange<Root>> {
    let observer = publication.observe()
    return AsyncStream {
      await observer.next()
    } onCancel: {
      observer.close()
    }
  }

  /// Every change after this moment in which one of the settings has another value.
  public func changes(of keys: Set<String>) -> AsyncStream<SettingsChange<Root>> {
    let observer = publication.observe()
    return AsyncStream {
      while let change = await observer.next() {
        if change.values.contains(where: { keys.contains($0.key) }) { return change }
      }
      return nil
    } onCancel: {
      observer.close()
    }
  }

  /// The value of a property: at this moment, and then whenever it is another one.
  ///
  /// ```swift
  /// for await browning in hub.values(of: \.browning) { … }
  /// ```
  public func values<Value: Equatable & Sendable>(
    of path: any KeyPath<Root, Value> & Sendable
  ) -> AsyncStream<Value> {
    let observer = publication.observe()
    let first = Mutex<Value?>(observer.seen.settings[keyPath: path])
    return AsyncStream {
      if let value = first.withLock({ $0.take() }) { return value }
      while let change = await observer.next() {
        if let value = change.value(of: path) { return value.new }
      }
      return nil
    } onCancel: {
      observer.close()
    }
  }

  /// How many streams are open.
  public var observerCount: Int { publication.observerCount }
}
