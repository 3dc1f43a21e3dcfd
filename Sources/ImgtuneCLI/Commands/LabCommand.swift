import Files
import Jobs
import LabServer
import SettingsKit

/// `imgtune lab`: a local page with every setting, and the picture beside it.
enum LabCommand: Command {
  static let name = "lab"
  static let summary = "Try the settings on a local page, with the picture beside them"
  static let usage = "[OPTION…] INPUT…"
  static let discussion = """
    It serves a page for this machine's browser and goes on until it is interrupted. What is changed there counts for \
    the session; the page saves it to the project file or to your own settings when you say so. Changes of those files \
    and of the pictures show on the page at once. Nothing is written beside what the page is told to save, and the \
    results of "Run on all" where -o names a folder.
    """
  static let examples = [
    "imgtune lab photos/", "imgtune lab photos/ --port 9000 --config imgtune.json -o out/",
    "imgtune lab photos/ --host 0.0.0.0 --token \"$(openssl rand -hex 16)\"",
  ]
  static let takesSettings = true
  static let positionals = CommandDescription.Positionals.files

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    @Setting("Port", "Where the page is; 0 takes any port that is free.", in: 0...65_535)
    var port = 8_080

    @Setting(
      "Host",
      "The address to listen on. By default only this machine can reach the page; any other address needs --token.",
      placeholder: "ADDRESS")
    var host = "127.0.0.1"

    @Setting(
      "Token", "What every request has to bring along; the page asks for it once.",
      pattern: "[A-Za-z0-9._~-]{16,128}")
    var token: String? = nil

    @Setting("Output", "The folder for the results of \"Run on all\".", short: "o", placeholder: "FOLDER")
    var output: FilePath? = nil

    @Setting("Follow links", "Write also through links to folders below the output folder.")
    var followLinks = false

    var selection = SelectionOptions()

    @Setting("Poll", "Look at the files again and again instead of being told, as for network folders.")
    var poll = false

    var source = SourceOptions()

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode { await readingSettings(words, serve) }

  private static func serve(_ options: Options, _ parsed: ArgumentParser.Result) async -> ExitCode {
    let inputs = parsed.positionals.map { FilePath($0) }
    if inputs.isEmpty { return refuse("no input is named", hint: "imgtune lab photos/, or --help") }
    if inputs.contains(FilePath("-")) {
      return refuse("the lab needs files or folders", hint: "save the picture first")
    }
    var sources = options.source.sources
    sources.awaitsConfig = true
    var request = LabRequest(
      sources: sources, commandLine: parsed.settings,
      selection: options.selection.of(inputs, outputFolder: options.output),
      outputFolder: options.output,
      options: LabOptions(host: options.host, port: UInt16(options.port), token: options.token),
      program: ImgtuneCommand.version,
      isPolling: options.poll)
    request.links = options.followLinks ? .followed : .refused
    do throws(LabProblem) {
      let lab = try Lab(request)
      tell(lab.notes)
      Terminal.output.write("\(lab.address)  (\(counted(lab.pictureCount, "picture")); Ctrl-C ends it)\n")
      await lab.run()
      return .done
    } catch {
      switch error {
      case .settings(let problems): return refuse(problems)
      case .server(let problem):
        let code = refuse(problem.sentence, hint: problem.hint)
        return problem.isTransient ? .tryAgain : code
      case .watching(let error):
        let code = refuse("nothing can be watched: \(error)", hint: nil)
        return error.isTransient ? .tryAgain : code
      case .noPictures(let named):
        return refuse(
          "no picture was found in \(named.map(\.description).joined(separator: ", "))",
          hint: "-R takes subfolders too")
      }
    }
  }
}
