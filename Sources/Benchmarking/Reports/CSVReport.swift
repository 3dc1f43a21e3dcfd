import Codecs
import Jobs

/// Records as a table of comma-separated values, a line a record.
///
/// Source: RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe in front.
public struct CSVReport: BenchReport {
  public let fileName = "report.csv"

  public func text(_ context: ReportContext) -> String {
    CSVReport.text(context.results.all.lazy.map(context.results.record), measures: context.plan.measures)
  }

  public static func text(_ records: some Sequence<BenchRecord>, measures: [String]) -> String {
    var text = line(columns + measures)
    for record in records { text += line(cells(record, measures.count)) }
    return text
  }

  static let columns = [
    "picture", "side", "point", "status", "reason", "format", "sourceWidth", "sourceHeight", "sourceBytes", "width",
    "height", "outputBytes", "bitsPerPixel", "decodeMilliseconds", "resizeMilliseconds", "convertMilliseconds",
    "encodeRuns", "encodeMinimumMilliseconds", "encodeMedianMilliseconds", "encodeDeviationMilliseconds",
    "encodeProcessorMilliseconds", "inputHash", "outputHash", "fingerprint", "sharedWith",
  ]

  private static func cells(_ record: BenchRecord, _ measures: Int) -> [String] {
    let source = [
      record.sourceSize.map { String($0.width) } ?? "", record.sourceSize.map { String($0.height) } ?? "",
      record.sourceBytes.map(String.init) ?? "",
    ]
    let begin = [guarded(record.picture), record.side.rawValue, guarded(record.label)]
    let end = [record.inputHash ?? "", "", record.fingerprint, guarded(record.sharedWith ?? "")]
    guard let figures = record.figures else {
      var reason = ""
      if case .failed(let text) = record.result { reason = guarded(text) }
      return begin + ["failed", reason, ""] + source + Array(repeating: "", count: 12) + end
        + Array(repeating: "", count: measures)
    }
    let encode = figures.encode
    let times = [
      figures.rendering.decode, figures.rendering.resize, figures.rendering.convert,
    ].map { fixed($0, digits: 3) }
    let runs = [
      encode.minimum, encode.median, encode.medianAbsoluteDeviation, Sample(figures.encodeProcessorMilliseconds).median,
    ].map { fixed($0, digits: 3) }
    return begin + ["measured", "", figures.format.rawValue] + source
      + [
        String(figures.size.width), String(figures.size.height), String(figures.byteCount),
        fixed(figures.bitsPerPixel, digits: 6),
      ] + times + [String(encode.count)] + runs
      + [end[0], figures.hash, end[2], end[3]]
      + (0..<measures).map { figures.score($0).map { fixed($0, digits: 6) } ?? "" }
  }

  private static func guarded(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) else { return text }
    return "'" + text
  }

  private static func line(_ cells: [String]) -> String { cells.map(quoted).joined(separator: ",") + "\r\n" }

  private static func quoted(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
