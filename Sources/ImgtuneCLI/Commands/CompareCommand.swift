import Files
import Jobs
import Metrics
import SettingsKit

/// `imgtune compare`: how much a picture differs from its reference.
enum CompareCommand: Command {
  static let name = "compare"
  static let summary = "Tell how much a picture differs from its reference, and where"
  static let usage = "[OPTION…] REFERENCE CANDIDATE"
  static let discussion = """
    One of the two may be - for standard input. Pictures are compared as a viewer shows them: upright, converted to \
    sRGB, gray as colour, 16 bits as finer steps; of an animation the first frame. Their sizes must be equal. \
    SSIMULACRA 2 (2.1): 90 is visually lossless, 80 very high, 70 high, 50 medium and 30 low quality. The published \
    program computes its blur by a recursion in single precision whose rounding errors grow along each row; here the \
    blur is exact. On small pictures expect scores that differ from that program's by up to 0.06 below a score of 80, by \
    up to 0.18 below 90 and by up to 0.9 above; on 12 megapixels by up to 1.6. Where it runs without fused \
    multiply-add, these are 0.2, 0.4 and 1.4, and 3.4.
    """
  static let examples = [
    "imgtune compare photo.png photo.jpg", "imgtune compare photo.png photo.jpg --heatmap damage.png",
    "imgtune compare photo.png photo.webp --metric ssimulacra2 --json",
  ]
  static let positionals = CommandDescription.Positionals.files

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    @Setting("Metric", "What to measure by, may be repeated; all metrics where not given.")
    var metric: [MetricName] = []

    @Setting("Heat map", "Write a PNG that shows where the damage sits, by the first metric.", placeholder: "FILE")
    var heatmap: FilePath? = nil

    @Setting("Jobs", "Threads at once; as many as there are processors where not given.", in: 1...1_024, short: "j")
    var jobs: Int? = nil

    @Setting("JSON", "One JSON document.")
    var json = false

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode { await reading(words, compare) }

  private static func compare(_ options: Options, _ words: [String]) async -> ExitCode {
    guard words.count == 2 else {
      return refuse(
        "compare takes two pictures, and \(words.isEmpty ? "none" : "\(words.count)") is named",
        hint: "imgtune compare reference.png candidate.jpg")
    }
    let paths = words.map { FilePath($0) }
    if paths == [FilePath("-"), FilePath("-")] {
      return refuse("standard input cannot be both pictures", hint: "name a file for one of them")
    }
    if let heatmap = options.heatmap, let refusal = refusal(ofHeatMap: heatmap, beside: paths) { return refusal }
    let metrics = options.metric.isEmpty ? MetricCatalog.all : options.metric.map(\.metric)
    do {
      let comparison = try await PictureComparison.make(
        reference: paths[0], candidate: paths[1], metrics: metrics,
        jobs: options.jobs ?? UsableMachine.current.processors)
      if let path = options.heatmap, let score = comparison.scores.first {
        guard let heat = HeatMap(comparison, by: score) else {
          return refuse("\(score.metric.title) cannot tell where the damage sits", hint: "name another --metric first")
        }
        try heat.write(to: path)
      }
      let report = ComparisonReport(comparison, reference: paths[0], candidate: paths[1], heatmap: options.heatmap)
      Terminal.output.write(options.json ? report.document.compactText + "\n" : report.text)
      return .done
    } catch {
      Terminal.error.write("imgtune: \(LosslessText.printable("\(error)"))\n")
      let isTransient = (error as? ComparisonError)?.isTransient ?? (error as? FileError)?.isTransient ?? false
      return isTransient ? .tryAgain : .someFailed
    }
  }

  /// A heat map replaces neither picture, and is called what it is.
  private static func refusal(ofHeatMap path: FilePath, beside pictures: [FilePath]) -> ExitCode? {
    if path.fileExtension != "png" {
      return refuse("a heat map is a PNG, and \(path) is no name for one", hint: "let it end in .png")
    }
    guard let existing = try? FileStatus(of: path) else { return nil }  // most are new
    if existing.kind == .folder { return refuse("\(path) is a folder", hint: "name a file for the heat map") }
    let isPicture = pictures.contains { (try? FileStatus(of: $0))?.identity == existing.identity }
    guard isPicture else { return nil }
    return refuse("the heat map would replace \(path), which is compared", hint: "name another file")
  }
}
