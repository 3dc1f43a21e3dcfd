import Files
import Jobs
import SettingsKit

/// `imgtune watch`: compresses again at every save of a setting or a picture.
enum WatchCommand: Command {
  static let name = "watch"
  static let summary = "Compress again whenever a setting or a picture is saved"
  static let usage = "[OPTION…] INPUT… -o FOLDER"
  static let discussion = """
    It begins with a full round and then waits. An edit of the project file, of your own settings or of a picture \
    compresses what it affects; a project file that is broken keeps the last good settings in force until it is right \
    again. What the command line gives stays in force. Outputs never set it off, wherever the folder lies.
    """
  static let examples = [
    "imgtune watch photos/ -o out/", "imgtune watch -R photos/ -o out/ --config imgtune.json --json",
  ]
  static let takesSettings = true
  static let positionals = CommandDescription.Positionals.files

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    @Setting("Output", "The folder for the results; made where it is missing.", short: "o", placeholder: "FOLDER")
    var output: FilePath? = nil

    @Setting("Follow links", "Write also through links to folders below the output folder.")
    var followLinks = false

    var selection = SelectionOptions()

    @Setting("Delete", "Remove the outputs of a source that is removed.")
    var delete = false

    @Setting("Poll", "Look at the files again and again instead of being told, as for network folders.")
    var poll = false

    @Setting(
      "Jobs", "Pictures worked on at once; as many as there are processors where not given.", in: 1...1_024, short: "j")
    var jobs: Int? = nil

    @Setting("JSON", "One JSON document a line for each event.")
    var json = false

    @Setting("Quiet", "Tell only what went wrong.")
    var quiet = false

    var source = SourceOptions()

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode { await readingSettings(words, watch) }

  private static func watch(_ options: Options, _ parsed: ArgumentParser.Result) async -> ExitCode {
    let inputs = parsed.positionals.map { FilePath($0) }
    if let refusal = refusal(inputs, options) { return refusal }
    guard let output = options.output else { return .usage }

    var sources = options.source.sources
    sources.awaitsConfig = true
    var request = WatchRequest(
      sources: sources, commandLine: parsed.settings,
      selection: options.selection.of(inputs, outputFolder: output),
      outputFolder: output, deletesOutputs: options.delete, width: options.jobs ?? UsableMachine.current.processors,
      isPolling: options.poll)
    request.links = options.followLinks ? .followed : .refused
    let report: any WatchPresentation = options.json ? JSONWatchReport() : TextWatchReport(isQuiet: options.quiet)
    Interruption.watchReader()
    do throws(WatchProblem) {
      try await ReloadLoop(request) { report.show($0) }.run()
      return .someFailed
    } catch {
      switch error {
      case .settings(let problems): return refuse(problems)
      case .plan(let problem): return refuse(problem.sentence, hint: problem.hint)
      case .watching(let error):
        Terminal.error.write("imgtune: nothing can be watched: \(error)\n")
        return error.isTransient ? .tryAgain : .someFailed
      }
    }
  }

  private static func refusal(_ inputs: [FilePath], _ options: Options) -> ExitCode? {
    if inputs.isEmpty { return refuse("no input is named", hint: "imgtune watch photos/ -o out/, or --help") }
    if inputs.contains(FilePath("-")) {
      return refuse("standard input cannot be watched", hint: "name files or folders")
    }
    guard let output = options.output else {
      return refuse("no output is named", hint: "give a folder with -o")
    }
    if output == FilePath("-") { return refuse("watch writes to a folder", hint: "give one with -o") }
    // What is absent is no watched folder yet.
    let identity = (try? FileStatus(of: output))?.identity
    for input in inputs where identity != nil && (try? FileStatus(of: input))?.identity == identity {
      return refuse(
        "\(output) is watched itself", hint: "give another folder with -o; it may lie inside the watched one")
    }
    return nil
  }
}
