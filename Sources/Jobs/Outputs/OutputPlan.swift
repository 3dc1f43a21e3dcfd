import Codecs
import Files
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
  /// Nothing is written; for a dry run that asks only what would come of it.
  case nowhere
}

/// The outputs of a run, checked against each other and against the inputs before any work is done.
public struct OutputPlan: Sendable {
  public let inputs: [InputFile]
  public let destination: Destination
  private let namings: [Naming]
  private let sources: [FileStatus.Identity: InputFile]
  /// What the results are written through.
  public let folders: OutputFolders

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

  /// - Parameters:
  ///   - links: What links below the output folder are.
  /// - Throws: `PlanProblem` when two inputs could land on one output or a source would be replaced unasked.
  public init(
    inputs: [InputFile], destination: Destination, settings: CompressionSettings, links: Folder.Links = .refused
  ) throws(PlanProblem) {
    try self.init(inputs, destination, [Naming(settings, variant: nil)], links)
  }

  /// - Parameter passes: What is made of each input, at least one.
  /// - Throws: `PlanProblem` as above, also for two variants of one picture.
  public init(
    inputs: [InputFile], destination: Destination, passes: [CompressionPass], links: Folder.Links = .refused
  ) throws(PlanProblem) {
    try self.init(inputs, destination, passes.map { Naming($0.settings, variant: $0.variant) }, links)
  }

  private init(
    _ inputs: [InputFile], _ destination: Destination, _ namings: [Naming], _ links: Folder.Links
  ) throws(PlanProblem) {
    folders = OutputFolders(destination, links: links)
    self.destination = destination
    self.namings = namings
    self.inputs = OutputPlan.withoutRepetitions(inputs)
    sources = Dictionary(
      inputs.compactMap { input in input.status.map { ($0.identity, input) } }, uniquingKeysWith: { first, _ in first })
    try checkFormats()
    try checkCollisions()
    try checkSources()
  }

  /// Where one result goes.
  ///
  /// - Parameters:
  ///   - pass: Which of the passes, by index.
  ///   - size: The result's size; `nil` where it is not known yet.
  /// - Returns: `nil` where it is no file.
  /// - Throws: `TemplateProblem` where the template gives no usable name.
  public func output(
    for input: InputFile, pass: Int = 0, format: ImageFormat?, size: (width: Int, height: Int)?
  ) throws(TemplateProblem) -> PlannedOutput? {
    try output(for: input, namings[pass], format: format, size: size)
  }

  private func output(
    for input: InputFile, _ naming: Naming, format: ImageFormat?, size: (width: Int, height: Int)?
  ) throws(TemplateProblem) -> PlannedOutput? {
    switch destination {
    case .standardOutput, .nowhere: return nil
    case .file(let path): return PlannedOutput(path: path)
    case .inPlace:
      guard let path = input.path else { return nil }
      // A link stays a link: the file that it leads to is replaced.
      return PlannedOutput(path: (try? path.resolved()) ?? path)  // a file that is gone fails when it is opened
    case .folder(let folder):
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
      let relative = isNested ? input.relativePath.parent.appending(name) : name
      return PlannedOutput(path: folder.appending(relative), relative: relative)
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

  /// Every output that is known beforehand, with the name of what it is made of. Sizes are not known, so two names that
  /// differ in them alone collide.
  private var planned: [(owner: String, output: PlannedOutput)] {
    inputs.lazy.filter { $0.foreign == nil }.flatMap { input in
      namings.indices.compactMap { pass in
        // A bad name fails its own job.
        let output = try? output(for: input, pass: pass, format: namings[pass].format ?? input.format, size: nil)
        return output.map { (PictureOutcome.displayName(of: input, variant: namings[pass].variant), $0) }
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
    if destination == .nowhere { return }
    if case .folder = destination {
    } else if namings.count > 1 {
      throw PlanProblem(sentence: "several variants cannot become one file", hint: "name a folder: -o out/")
    }
    if case .file = destination, inputs.count > 1 { throw PlanProblem.manyInputsOneFile }
    if destination == .standardOutput, inputs.count > 1 { throw PlanProblem.manyInputsOneFile }
    var owners: [FilePath: [String]] = [:]
    var order: [FilePath] = []
    for (owner, output) in planned {
      if owners[output.path, default: []].isEmpty { order.append(output.path) }
      owners[output.path, default: []].append(owner)
    }
    let collisions = order.compactMap { path in owners[path].flatMap { $0.count > 1 ? (path, $0) : nil } }
    if !collisions.isEmpty { throw PlanProblem(collisions: collisions, hint: collisionHint) }
  }

  /// What would keep all outputs apart, tried.
  private var collisionHint: String {
    if namings.count > 1, Set(namings.compactMap(\.variant)).count < namings.count {
      return "give each variant a name of its own"
    }
    let variant = namings.count > 1 ? "-{variant}" : ""
    for template in ["{stem}\(variant).{extension}", "{stem}\(variant)-{sourceExtension}.{extension}"] {
      if keepsApart(template) { return "output.template=\(template) keeps them apart" }
    }
    return "files of one name lie in several inputs: name the folder above them with -R, or give --base"
  }

  private func keepsApart(_ text: String) -> Bool {
    guard let template = try? OutputTemplate(text) else { return false }
    var seen: Set<FilePath> = []
    return inputs.filter { $0.foreign == nil }.allSatisfy { input in
      namings.indices.allSatisfy { pass in
        var naming = namings[pass]
        naming.template = template
        let format = naming.format ?? input.format
        let output = try? self.output(for: input, naming, format: format, size: nil)
        return output.map { seen.insert($0.path).inserted } ?? true
      }
    }
  }

  private func checkSources() throws(PlanProblem) {
    guard destination != .inPlace else { return }
    for (_, output) in planned { try checkSource(output) }
  }

  /// A source is replaced only in place, which has to be said.
  ///
  /// - Throws: `PlanProblem` when `output` is one of the sources, under whatever name, or no file at all, and when a link
  ///   is in its way.
  public func checkSource(_ output: PlannedOutput) throws(PlanProblem) {
    guard destination != .inPlace else { return }
    let found: FileStatus?
    do throws(FileError) { found = try folders.status(of: output, followingLinks: false) } catch {
      throw PlanProblem(sentence: error.description)
    }
    guard var existing = found else { return }
    if existing.kind == .link {
      // The link itself is replaced, whatever it leads to; only a source's name must not go that way.
      guard let target = try? folders.status(of: output), target.kind == .regular else { return }
      existing = target
    }
    let output = output.path
    switch existing.kind {
    case .regular, .link: break
    case .folder: throw PlanProblem(sentence: "\(output) is a folder, and a picture would take its name")
    case .pipe, .socket, .device:
      throw PlanProblem(
        sentence: "\(output) is \(existing.kind.description), which is not replaced",
        hint: "write to it with: -o - > \(output)")
    }
    guard let source = sources[existing.identity], isStill(source, existing.identity) else { return }
    throw PlanProblem(
      sentence: "\(output) would replace the source \(source.displayName)",
      hint: "name another folder with -o, or say --in-place to replace the sources")
  }

  /// A source that was saved by a rename since it was found has left its identity to the next file that is made, which
  /// can be its own output.
  private func isStill(_ source: InputFile, _ identity: FileStatus.Identity) -> Bool {
    guard let path = source.path else { return false }
    return (try? FileStatus(of: path))?.identity == identity  // one that is gone cannot be replaced
  }
}

/// Why a run cannot begin.
public struct PlanProblem: Error, Sendable, Equatable, CustomStringConvertible {
  public var sentence: String
  public var hint: String?
  /// What stays the same while details change: a further name that collides is no new problem.
  package var concern: String

  public init(sentence: String, hint: String? = nil) {
    self.sentence = sentence
    self.hint = hint
    concern = sentence
  }

  public var description: String { sentence + (hint.map { "; \($0)" } ?? "") }

  /// At most so many are listed; the rest is counted.
  private static let maximumCollisions = 1_000

  /// - Parameter collisions: Each path with the names of what would become it.
  init(collisions: [(path: FilePath, owners: [String])], hint: String) {
    let lines = collisions.prefix(PlanProblem.maximumCollisions).map { path, owners in
      let named = owners.prefix(3).joined(separator: owners.count == 2 ? " and " : ", ")
      return named + (owners.count > 3 ? " and \(owners.count - 3) more" : "")
        + " would \(owners.count == 2 ? "both" : "all") become \(path)"
    }
    let more = collisions.count - lines.count
    sentence = (lines + (more > 0 ? ["and \(more) more such names"] : [])).joined(separator: "\n  ")
    self.hint = hint
    concern = "collisions"
  }

  static let manyInputsOneFile = PlanProblem(
    sentence: "several pictures cannot become one file", hint: "name a folder: -o out/")
}
