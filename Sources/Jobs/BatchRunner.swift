import Files

/// One output that is to be made: of an input, by one of the passes.
public struct WorkItem: Sendable {
  public var input: InputFile
  /// The index of the pass.
  public var pass: Int

  public init(input: InputFile, pass: Int) {
    self.input = input
    self.pass = pass
  }
}

/// Runs a job over many inputs, some at a time.
public struct BatchRunner: Sendable {
  public var job: CompressJob
  /// How many pictures are worked on at once, at least 1.
  public var width: Int

  public init(job: CompressJob, width: Int) {
    self.job = job
    self.width = max(1, width)
  }

  /// Every output of every input, in order.
  public var allItems: [WorkItem] {
    job.plan.inputs.flatMap { input in job.passes.indices.map { WorkItem(input: input, pass: $0) } }
  }

  /// - Parameters:
  ///   - items: What to make; `nil` is everything.
  ///   - finished: Called with the number of outputs done, as soon as each is.
  ///   - report: Called with each outcome in the order of the items, from one task at a time.
  ///
  /// When the task is cancelled, what has not been begun stays undone, and nothing is told of it.
  ///
  /// - Returns: Folders that could not be flushed at the end: what was written there may not outlive a power cut.
  public func run(
    _ items: [WorkItem]? = nil, finished: (Int) -> Void, report: (WorkItem, PictureOutcome) -> Void
  ) async -> [FileError] {
    let items = items ?? allItems
    await withTaskGroup(of: (Int, PictureOutcome).self) { group in
      var next = 0
      func addNext() {
        guard next < items.count, !Task.isCancelled else { return }
        let (index, item, job) = (next, items[next], job)
        group.addTask { (index, await job.run(item.input, pass: item.pass) { Task.isCancelled }) }
        next += 1
      }
      for _ in 0..<width { addNext() }

      var waiting: [Int: PictureOutcome] = [:]
      var reported = 0
      var done = 0
      for await (index, outcome) in group {
        addNext()
        waiting[index] = outcome
        while let outcome = waiting.removeValue(forKey: reported) {
          report(items[reported], outcome)
          reported += 1
        }
        // After the lines, so that a status below them stays until something new is known.
        done += 1
        finished(done)
      }
    }
    return job.plan.folders.flush()
  }
}
