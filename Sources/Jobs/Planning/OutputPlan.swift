import Codecs
import SettingsKit

/// Where results go.
public enum Destination: Sendable, Equatable {
  /// A folder that mirrors the structure of the inputs; made where it is missing.
  case folder(FilePath)
  /// One file.
  case file(FilePath)
  case standardOutput
  /// Each result replaces its source.
  case inPlace
}

/// The outputs of a run, checked against each other and against the inputs before any work is done.
public struct OutputPlan: Sendable {
  public let inputs: [InputFile]
  public let destination: Destination
  private let namings: [Naming]
  private let sources: [FileStatus.Identity: InputFile]

  /// How the outputs of one pass over the inputs are named.
  private struct Naming {
    var variant: String?
    var template: OutputTemplate
    var quality: String
    var format: ImageFormat?

    init(_ settings: CompressionSettings, variant: String?) {
      template = settings.output.template
      self.variant = variant
      quality = settings.quality.text
      format = settings.format.format
    }
  }

  /// - Throws: `PlanProblem` when two inputs could land on one output or a source would be replaced unasked.
  public init(inputs: [InputFile], destination: Destination, settings: CompressionSettings) throws(PlanProblem) {
    try self.init(inputs, destination, [Naming(settings, variant: nil)])
  }

  /// - Parameter passes: What is made of each input, at least one.
  /// - Throws: `PlanProblem` as above, also for two variants of one picture.
  public init(inputs: [InputFile], destination: Destination, passes: [CompressionPass]) throws(PlanProblem) {
    try self.init(inputs, destination, passes.map { Naming($0.settings, variant: $0.variant) })
  }

  private init(_ inputs: [InputFile], _ destination: Destination, _ namings: [Naming]) throws(PlanProblem) {
    self.destination = destination
    self.namings = namings
    self.inputs = OutputPlan.withoutRepetitions(inputs)
    sources = Dictionary(
      inputs.compactMap { input in input.status.map { ($0.identity, input) } }, uniquingKeysWith: { first, _ in first })
    try checkFormats()
    try checkCollisions()
    try checkSources()
  }

  /// The path for one result.
  ///
  /// - Parameters:
  ///   - pass: Which of the passes, by index.
  ///   - size: The result's size; `nil` where it is not known yet.
  /// - Returns: `nil` for standard output.
  /// - Throws: `TemplateProblem` where the template gives no usable name.
  public func output(
    for input: InputFile, pass: Int = 0, format: ImageFormat?, size: (width: Int, height: Int)?
  ) throws(TemplateProblem) -> FilePath? {
    switch destination {
    case .standardOutput: return nil
    case .file(let path): return path
    case .inPlace:
      guard case .file(let path) = input.source else { return nil }
      // A link stays a link: the file that it leads to is replaced.
      return (try? resolvedPath(path)) ?? path  // a file that is gone fails when it is opened
    case .folder(let folder):
      let naming = namings[pass]
      var values = ["{stem}": input.relativePath.stem.losslessText, "{quality}": naming.quality]
      values["{variant}"] = naming.variant ?? ""
      values["{extension}"] =
        format.map { format in
          let own = input.relativePath.fileExtension ?? ""
          return format.fileExtensions.contains(own) ? input.relativePath.spelledExtension! : format.fileExtension
        } ?? input.relativePath.spelledExtension
      values["{sourceExtension}"] = input.relativePath.spelledExtension ?? ""
      values["{format}"] = format?.rawValue
      if let size { values.merge(["{width}": "\(size.width)", "{height}": "\(size.height)"]) { $1 } }
      let name = try naming.template.name(values)
      let isNested = input.relativePath.components.count > 1
      return (isNested ? folder.appending(input.relativePath.parent) : folder).appending(name)
    }
  }

  /// The same file named twice is one job.
  private static func withoutRepetitions(_ inputs: [InputFile]) -> [InputFile] {
    struct Key: Hashable {
      var identity: FileStatus.Identity
      var relativePath: FilePath
    }
    var seen: Set<Key> = []
    return inputs.filter { input in
      guard let identity = input.status?.identity else { return true }
      return seen.insert(Key(identity: identity, relativePath: input.relativePath)).inserted
    }
  }

  /// Outputs as far as they are known beforehand; sizes are not, so two names that differ in them alone collide.
  private func planned(_ input: InputFile, pass: Int) -> FilePath? {
    // A bad name fails its own job.
    try? output(for: input, pass: pass, format: namings[pass].format ?? input.format, size: nil)
  }

  /// Every output that is known beforehand, with the name of what it is made of.
  private var planned: [(owner: String, path: FilePath)] {
    inputs.flatMap { input in
      namings.indices.compactMap { pass in
        planned(input, pass: pass).map { path in
          (PictureOutcome.displayName(of: input, variant: namings[pass].variant), path)
        }
      }
    }
  }

  /// A file that is replaced keeps its name, so that it has to keep its format.
  private func checkFormats() throws(PlanProblem) {
    guard destination == .inPlace, let wanted = namings[0].format else { return }
    guard let other = inputs.first(where: { $0.format.map { $0 != wanted } ?? false }), let own = other.format else {
      return
    }
    throw PlanProblem(
      sentence: "\(other.displayName) is \(own.rawValue) and cannot become \(wanted.rawValue) in place",
      hint: "its name would lie; write to a folder with -o")
  }

  private func checkCollisions() throws(PlanProblem) {
    if case .folder = destination {
    } else if namings.count > 1 {
      throw PlanProblem(sentence: "several variants cannot become one file", hint: "name a folder: -o out/")
    }
    if case .file = destination, inputs.count > 1 { throw PlanProblem.manyInputsOneFile }
    if destination == .standardOutput, inputs.count > 1 { throw PlanProblem.manyInputsOneFile }
    var owners: [FilePath: String] = [:]
    for (owner, path) in planned {
      if let other = owners.updateValue(owner, forKey: path) {
        throw PlanProblem(
          sentence: "\(other) and \(owner) would both become \(path)",
          hint: namings.count > 1
            ? "have {variant} in output.template, and give each variant a name of its own"
            : "give them different names, such as output.template={stem}-{sourceExtension}.{extension}")
      }
    }
  }

  private func checkSources() throws(PlanProblem) {
    for (_, path) in planned { try checkSource(path) }
  }

  /// A source is replaced only in place, which has to be said.
  ///
  /// - Throws: `PlanProblem` when `output` is one of the sources, under whatever name, or no file at all.
  public func checkSource(_ output: FilePath) throws(PlanProblem) {
    guard destination != .inPlace, let existing = try? FileStatus(of: output) else { return }  // most do not exist yet
    if existing.kind == .other {
      throw PlanProblem(
        sentence: "\(output) is a device or a pipe, which is not replaced", hint: "write to it with: -o - > \(output)")
    }
    guard let source = sources[existing.identity], isStill(source, existing.identity) else { return }
    throw PlanProblem(
      sentence: "\(output) would replace the source \(source.displayName)",
      hint: "name another folder with -o, or say --in-place to replace the sources")
  }

  /// A source that was saved by a rename since it was found has left its identity to the next file that is made, which
  /// can be its own output.
  private func isStill(_ source: InputFile, _ identity: FileStatus.Identity) -> Bool {
    guard case .file(let path) = source.source else { return false }
    return (try? FileStatus(of: path))?.identity == identity  // one that is gone cannot be replaced
  }
}

/// Why a run cannot begin.
public struct PlanProblem: Error, Sendable, Equatable, CustomStringConvertible {
  public var sentence: String
  public var hint: String?

  public init(sentence: String, hint: String? = nil) {
    self.sentence = sentence
    self.hint = hint
  }

  public var description: String { sentence + (hint.map { "; \($0)" } ?? "") }

  static let manyInputsOneFile = PlanProblem(
    sentence: "several pictures cannot become one file", hint: "name a folder: -o out/")
}
