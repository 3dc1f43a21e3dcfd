import Files
import Jobs

/// A finished run and what a report says about how it was made.
public struct ReportContext: Sendable {
  public let results: BenchResults
  public let summary: BenchSummary
  public let totals: BenchRunner.Totals
  /// The version of imgtune.
  public let program: String
  /// The words of the command line.
  public let command: String
  /// ISO 8601 in UTC.
  public let started: String

  public init(
    _ results: BenchResults, _ totals: BenchRunner.Totals, program: String, command: String, started: String
  ) {
    self.results = results
    summary = BenchSummary(results)
    self.totals = totals
    self.program = program
    self.command = command
    self.started = started
  }

  var plan: BenchPlan { results.plan }
}

/// One form that a run's results are written in.
public protocol BenchReport: Sendable {
  /// The name of the file in a report's folder.
  var fileName: String { get }
  func text(_ context: ReportContext) -> String
}

/// Every form of report. A new one is a line in `all`.
public enum BenchReports {
  public static let all: [any BenchReport] = [HTMLReport(), MarkdownReport(), CSVReport(), ActionBenchmarkReport()]

  /// Writes all of them into a folder, each whole or not at all.
  ///
  /// - Throws: `BenchRefusal` with the system's reason.
  public static func write(_ context: ReportContext, to folder: FilePath) throws(BenchRefusal) {
    do {
      let folder = try Folder.opening(folder, making: true)
      for report in all {
        let bytes = Array(report.text(context).utf8)
        try folder.write(FilePath(report.fileName), FileAttributes(mode: 0o644)) { try $0.write(bytes) }
      }
      try folder.flush()
    } catch {
      throw BenchRefusal("the report cannot be written: \(error)")
    }
  }
}
