import Codecs
import Files
import Jobs
import Platform
import SettingsKit

/// `imgtune compress`: pictures in, smaller pictures out.
enum CompressCommand: Command {
  typealias Options = CompressOptions

  static let name = "compress"
  static let summary = "Compress pictures by the settings given"
  static let usage = "[OPTION…] INPUT… -o OUTPUT"

  static let discussion = """
    Inputs are files, folders, or - for standard input; the content decides what a file is, not its name. Settings are \
    given as --set KEY=VALUE or by their own flags; true and false ones alone, or with --no- before the name.
    """
  static let examples = [
    "imgtune compress photo.jpg --set quality=0.7 --set maxDimension=1600 -o out/",
    "imgtune compress -R photos/ --format webp -q 0.75 -o web/",
    "imgtune compress - -o - --format webp < photo.png > photo.webp",
  ]
  static let takesSettings = true
  static let positionals = CommandDescription.Positionals.files

  static func run(_ words: [String]) async -> ExitCode {
    let parsed = ArgumentParser(settings: CompressionSettings.schema, options: CompressOptions.schema).parse(words)
    let optionResolution = SettingsResolution(CompressOptions.registry, candidates: parsed.options)
    let options = optionResolution.snapshot(as: CompressOptions.self)
    if options.help {
      Terminal.output.write(help(columns: Terminal.output.columns))
      return .done
    }
    let inputs = parsed.positionals.map { FilePath($0) }
    let listed: [FilePath]
    do throws(FileError) {
      listed =
        try options.filesFrom.map { path throws(FileError) in
          try ListedInputs.read(path, isNullSeparated: options.null)
        } ?? []
    } catch {
      return refuse("the list of files cannot be read: \(error.reason)", hint: nil)
    }
    let given = formatSuggestion(options, inputs + listed) + parsed.settings
    let loaded = options.source.sources.load(commandLine: given)
    let resolution = loaded.resolution
    let problems = parsed.problems + optionResolution.problems + loaded.problems
    if !problems.isEmpty { return refuse(problems) }
    if !options.quiet { tell(loaded.notes) }
    do {
      let destination = try self.destination(options, inputs, listed)
      var selection = options.selection.of(inputs, outputFolder: outputFolder(destination))
      selection.listed = listed
      selection.base = options.base
      // Whatever is looked at here is opened again otherwise, and may be another file by then.
      selection.heldFiles = InputSelection.spareDescriptors
      let found = InputFinder.find(selection)
      for pattern in found.idlePatterns where !options.quiet { tell(["the pattern \(pattern) matches nothing"]) }
      try checkFound(found, inputs + listed)
      let passes = CompressionPass.passes(of: resolution)
      for pass in passes { try checkFileName(destination, pass.settings) }
      let plan = try OutputPlan(
        inputs: found.inputs, destination: destination, passes: passes,
        links: options.followLinks ? .followed : .refused)
      let job = CompressJob(
        plan: plan, passes: passes, isDryRun: options.dryRun, metrics: options.measure.map(\.metric))
      return await compress(job, found, options)
    } catch {
      return refuse(error.sentence, hint: error.hint)
    }
  }

  private static func compress(_ job: CompressJob, _ found: FoundInputs, _ options: CompressOptions) async -> ExitCode {
    let lines = job.plan.destination == .standardOutput ? Terminal.error : Terminal.output
    let report: any CompressionReport =
      options.json
      ? JSONReport(lines: lines, isDryRun: options.dryRun)
      : TextReport(
        TextReport.Options(
          isQuiet: options.quiet, isVerbose: options.verbose, isDryRun: options.dryRun, lines: lines),
        names: names(job))
    for failure in found.failures { Terminal.error.write("imgtune: \(failure)\n") }

    var totals = CompressionTotals()
    for failure in found.failures { totals.addFailure(isTransient: failure.isTransient) }
    let items = job.plan.inputs.count * job.passes.count
    let progress = ProgressBar(total: options.quiet || options.json ? 0 : items)
    let clock = ContinuousClock()
    let start = clock.now
    let width = options.jobs ?? (items > 1 ? UsableMachine.current.processors : 1)
    let unflushed = await BatchRunner(job: job, width: width).run(
      finished: { progress.show(done: $0) },
      report: { _, outcome in
        totals.add(outcome)
        report.report(outcome)
      })
    for failure in unflushed {
      Terminal.error.write("imgtune: \(failure); what was written there may not outlive a power cut\n")
      totals.addFailure(isTransient: failure.isTransient)
    }
    report.finish(
      totals, passedOver: found.skippedCount, elapsedMilliseconds: (clock.now - start) / .milliseconds(1))
    return totals.exitCode
  }

  private static func names(_ job: CompressJob) -> [String] {
    job.plan.inputs.flatMap { input in
      job.passes.map { PictureOutcome.displayName(of: input, variant: $0.variant) }
    }
  }

  /// The extension of a named output file sets the format, weaker than anything said about the format itself.
  private static func formatSuggestion(_ options: CompressOptions, _ inputs: [FilePath]) -> [SettingCandidate] {
    guard let output = options.output, isFile(output, inputs), let format = ImageFormat(named: output) else {
      return []
    }
    return [SettingCandidate("format", .text(format.rawValue), from: SettingOrigin(.commandLine, place: "-o"))]
  }

  private static func destination(
    _ options: CompressOptions, _ inputs: [FilePath], _ listed: [FilePath]
  ) throws(PlanProblem) -> Destination {
    if inputs.isEmpty, listed.isEmpty {
      throw options.filesFrom == nil
        ? PlanProblem(sentence: "no input is named", hint: "imgtune compress photo.jpg -o out/, or --help")
        : PlanProblem(sentence: "the list of files is empty", hint: "one path a line, or --null for find -print0")
    }
    if options.filesFrom == "-", inputs.contains("-") {
      throw PlanProblem(
        sentence: "standard input cannot be a picture and the list of files", hint: "name a file for one")
    }
    if options.inPlace {
      guard options.output == nil else {
        throw PlanProblem(sentence: "--in-place and -o exclude each other", hint: "give one of them")
      }
      guard !inputs.contains(FilePath("-")) else {
        throw PlanProblem(sentence: "standard input cannot be replaced in place", hint: "use -o")
      }
      return .inPlace
    }
    guard let output = options.output else {
      if options.dryRun { return .nowhere }
      throw PlanProblem(
        sentence: "no output is named", hint: "give a folder or a file with -o, or replace the sources with --in-place")
    }
    if output == FilePath("-") || output == FilePath("/dev/stdout") {
      guard !Terminal.output.isTerminal || options.dryRun else {
        throw PlanProblem(
          sentence: "a picture is not written to a terminal", hint: "redirect the output: -o - > out.jpg")
      }
      return .standardOutput
    }
    if isFile(output, inputs + listed) {
      if let name = output.spelledExtension, ImageFormat(named: output) == nil {
        throw PlanProblem(
          sentence: "\(output): .\(name) is not a format that can be written",
          hint: "\(ImageFormat.allCases.map { ".\($0.fileExtension)" }.joined(separator: ", ")) can; a folder ends in /"
        )
      }
      return .file(output)
    }
    if let status = try? FileStatus(of: output), status.kind != .folder {  // most output folders do not exist yet
      throw PlanProblem(sentence: "\(output) is a file, not a folder for the results", hint: "name another with -o")
    }
    return .folder(output)
  }

  /// Whether `-o` names one file: no trailing slash, no folder of that name, and one input that is no folder.
  private static func isFile(_ output: FilePath, _ inputs: [FilePath]) -> Bool {
    if output == FilePath("-") || output.endsInSlash || inputs.count > 1 { return false }
    let isFolder = { (path: FilePath) in (try? FileStatus(of: path))?.kind == .folder }  // what is absent is none
    return !isFolder(output) && !inputs.contains(where: isFolder)
  }

  private static func outputFolder(_ destination: Destination) -> FilePath? {
    if case .folder(let folder) = destination { folder } else { nil }
  }

  private static func checkFound(_ found: FoundInputs, _ named: [FilePath]) throws(PlanProblem) {
    guard found.inputs.isEmpty, found.failures.isEmpty else { return }
    let passedOver = found.skippedCount > 0 ? ", \(counted(found.skippedCount, "other file")) passed over" : ""
    throw PlanProblem(
      sentence: "no picture was found in \(named.map(\.description).joined(separator: ", "))\(passedOver)",
      hint: "-R takes subfolders too; --include and --exclude choose by name")
  }

  /// A file must not be called `.png` and hold a JPEG.
  private static func checkFileName(_ destination: Destination, _ settings: CompressionSettings) throws(PlanProblem) {
    guard case .file(let path) = destination, let named = ImageFormat(named: path), let wanted = settings.format.format,
      wanted != named
    else { return }
    throw PlanProblem(
      sentence: "\(path) is a name for \(named.rawValue), but format = \(wanted.rawValue)",
      hint: "change one of them, or name a folder")
  }
}

extension ImageFormat {
  /// The format that a file's extension names; `nil` for no extension or an unknown one.
  init?(named path: FilePath) {
    guard let name = path.fileExtension,
      let format = ImageFormat.allCases.first(where: { $0.fileExtensions.contains(name) })
    else { return nil }
    self = format
  }
}
