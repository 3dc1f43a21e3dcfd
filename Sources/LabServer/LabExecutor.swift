import Dispatch

/// Threads for the lab's own tasks: Swift's pool has one for each processor, and a run on all pictures may have them all.
final class LabExecutor: TaskExecutor {
  static let shared = LabExecutor()

  private let queue = DispatchQueue(label: "lab", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A task on those threads, as are all that it starts.
func labTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
  Task(executorPreference: LabExecutor.shared, operation: body)
}
