import Platform
import Synchronization

/// A thread of its own for work that blocks, which must not occupy a thread of Swift's pool.
package final class BackgroundThread: Sendable {
  package init() {}

  private let handle = Mutex<pthread_t?>(nil)

  /// Whoever has not waited for its end by now never will.
  deinit { if let thread = handle.withLock({ $0 }) { pthread_detach(thread) } }

  /// - Throws: `ThreadError` when the system gives no thread.
  package func start(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    let box = Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    // Signals are for the threads that expect them.
    var all = sigset_t()
    var old = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &old)
    let code = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<ThreadBody>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    pthread_sigmask(SIG_SETMASK, &old, nil)
    guard code == 0 else {
      box.release()
      throw ThreadError(code: code)
    }
    handle.withLock { $0 = thread }
  }

  /// Waits for the body's end; returns at once on the thread itself, and when nothing runs.
  package func join() {
    let thread = handle.withLock { handle -> pthread_t? in
      guard let thread = handle else { return nil }
      handle = nil
      if pthread_equal(thread, pthread_self()) != 0 {
        pthread_detach(thread)
        return nil
      }
      return thread
    }
    if let thread { pthread_join(thread, nil) }
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// The system gave no thread.
public struct ThreadError: Error, Sendable, CustomStringConvertible {
  public var code: Int32

  package init(code: Int32) { self.code = code }

  public var description: String {
    "no thread can be had: \(SystemError.text(of: code)); raise the limits on processes and memory (ulimit -u, ulimit -v)"
  }
}
