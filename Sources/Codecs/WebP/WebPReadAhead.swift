import CWebP
import Pixels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lossy WebP whose rows are decoded on a thread of their own, somewhat ahead of whoever takes them.
///
/// It takes the place of libwebp's own thread, which filters what the first one has decoded: handing on row by row costs
/// more than there is to filter, whereas here the time of resizing is gained.
final class WebPReadAhead {
  private let work: Work
  private var thread: pthread_t?

  /// Rows that may be decoded and not yet taken: so many that the thread is not kept waiting by a batch that is being
  /// resized, so few that they stay in a cache and memory hardly grows.
  private static let rowsAhead = 128

  /// A picture of few rows, or where the system gives no thread, is decoded when its rows are asked for.
  init(_ stream: WebPStream, height: Int) {
    work = Work(stream, rowsAhead: Self.rowsAhead)
    guard height > 2 * Self.rowsAhead else { return }
    var thread = pthread_t()
    // Signals are for the threads that expect them.
    var all = sigset_t()
    var old = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &old)
    let box = Unmanaged.passRetained(work)
    let code = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    pthread_sigmask(SIG_SETMASK, &old, nil)
    if code == 0 { self.thread = thread } else { box.release() }
  }

  deinit {
    guard let thread else { return }
    work.leave()
    pthread_join(thread, nil)
  }

  /// Waits until `count` rows are complete or the picture ends.
  ///
  /// - Returns: Rows from the top that are decoded, and why no more will come, `nil` while there may be more.
  func advance(to count: Int) -> (complete: Int, end: VP8StatusCode?) {
    thread == nil ? work.advance(to: count) : work.wait(for: count)
  }

  /// Copies `count` complete rows from row `first` on, and lets go of them and of all above.
  func take(_ count: Int, from first: Int, into batch: PixelBuffer) {
    work.stream.take(count, from: first, into: batch)
    if thread != nil { work.taken(upTo: first + count) }
  }
}

extension WebPReadAhead {
  /// What both threads know. Only the one that decodes advances the stream; the other one takes rows that are complete,
  /// and libwebp never looks at those again.
  fileprivate final class Work: @unchecked Sendable {
    let stream: WebPStream
    private let rowsAhead: Int
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    // Under the lock.
    private var complete = 0
    private var end: VP8StatusCode?
    private var wanted = 0
    private var taken = 0
    private var isLeft = false

    init(_ stream: WebPStream, rowsAhead: Int) {
      self.stream = stream
      self.rowsAhead = rowsAhead
      pthread_mutex_init(lock, nil)
      pthread_cond_init(changed, nil)
    }

    deinit {
      pthread_cond_destroy(changed)
      pthread_mutex_destroy(lock)
      changed.deallocate()
      lock.deallocate()
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return body()
    }

    func run() {
      while goesOn() {
        stream.decodePiece()
        locked {
          (complete, end) = (stream.complete, stream.end)
          pthread_cond_signal(changed)
        }
      }
    }

    /// Waits until rows are wanted; false when there are no more, or nobody wants them any longer.
    private func goesOn() -> Bool {
      locked {
        while !isLeft, end == nil, complete >= max(wanted, taken + rowsAhead) { pthread_cond_wait(changed, lock) }
        return !isLeft && end == nil
      }
    }

    func advance(to count: Int) -> (Int, VP8StatusCode?) {
      while stream.complete < count, stream.end == nil { stream.decodePiece() }
      return (stream.complete, stream.end)
    }

    func wait(for count: Int) -> (Int, VP8StatusCode?) {
      locked {
        wanted = count
        pthread_cond_signal(changed)
        while complete < count, end == nil { pthread_cond_wait(changed, lock) }
        return (complete, end)
      }
    }

    func taken(upTo count: Int) {
      locked {
        taken = count
        pthread_cond_signal(changed)
      }
    }

    func leave() {
      locked {
        isLeft = true
        pthread_cond_signal(changed)
      }
    }
  }
}
