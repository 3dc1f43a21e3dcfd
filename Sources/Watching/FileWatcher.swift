import Files

/// What happened, once it has settled.
public enum WatchEvent: Sendable, Hashable {
  /// A file is there, complete, and is new, replaced, rewritten or touched. Whether its content really differs is for
  /// a `FileFingerprint` to say.
  case changed(FilePath)
  /// A file is gone, or a folder with everything below it.
  case removed(FilePath)
  /// Events were lost or a folder was exchanged: anything may have changed, so list again.
  case rescan
  /// A sentence for the user, such as why the watcher now polls.
  case note(String)
}

/// How changes are found out.
public enum WatchMethod: String, Sendable {
  case inotify, polling
}

/// Watches what its plan names, from its creation until `stop` or the end of its life.
public protocol FileWatcher: Sendable {
  /// Everything that has settled since the last element was taken, at least one event, in order; one event a path, the
  /// newest. A slow consumer gets larger elements, not more of them.
  ///
  /// For one consumer. Ends after `stop`, or when the consuming task is cancelled.
  var events: AsyncStream<[WatchEvent]> { get }

  /// How it watches at this moment.
  var method: WatchMethod { get }

  /// Ends the stream and frees thread and descriptors, at once. May be called again.
  func stop()
}
