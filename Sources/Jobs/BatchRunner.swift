/// Runs a job over many inputs, some at a time.
public struct BatchRunner: Sendable {
  public var job: CompressJob
  /// How many pictures are worked on at once, at least 1.
  public var width: Int

  public init(job: CompressJob, width: Int) {
    self.job = job
    self.width = max(1, width)
  }

  /// - Parameters:
  ///   - finished: Called with the number of outputs done, as soon as each is.
  ///   - report: Called with each outcome in the order of the inputs and their variants, from one task at a time.
  public func run(finished: (Int) -> Void, report: (PictureOutcome) -> Void) async {
    let inputs = job.plan.inputs
    let count = inputs.count * job.passes.count
    await withTaskGroup(of: (Int, PictureOutcome).self) { group in
      var next = 0
      func addNext() {
        guard next < count else { return }
        let (index, job) = (next, job)
        let (input, pass) = (inputs[index / job.passes.count], index % job.passes.count)
        group.addTask { (index, job.run(input, pass: pass) { Task.isCancelled }) }
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
          report(outcome)
          reported += 1
        }
        // After the lines, so that a status below them stays until something new is known.
        done += 1
        finished(done)
      }
    }
  }
}
