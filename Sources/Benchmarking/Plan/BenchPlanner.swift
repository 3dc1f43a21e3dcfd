import Codecs
import Files
import Jobs
import Pipeline
import SettingsKit

/// Makes the plan of a run: settings, sweep, points, pictures.
public struct BenchPlanner {
  private let request: BenchRequest
  private var notes: [String] = []

  /// - Throws: `BenchRefusal` with everything that is wrong.
  public static func plan(_ request: BenchRequest) throws(BenchRefusal) -> BenchPlan {
    var planner = BenchPlanner(request: request)
    return try planner.plan()
  }

  private init(request: BenchRequest) { self.request = request }

  private mutating func plan() throws(BenchRefusal) -> BenchPlan {
    let loaded = request.sources.load(commandLine: request.commandLine)
    var problems = loaded.problems
    notes += loaded.notes
    var old: ResolvedSettings?
    if let path = request.oldConfig {
      var sources = request.sources
      sources.configPath = path
      sources.configOption = "--against"
      let other = sources.load(commandLine: request.commandLine)
      problems += other.problems
      notes += other.notes.filter { !loaded.notes.contains($0) }
      old = other
    }
    var sweep = Sweep.none
    do throws(SweepProblems) { sweep = try self.sweep() } catch { problems += error.problems }
    guard problems.isEmpty else { throw BenchRefusal(problems) }
    if !loaded.resolution.snapshot(as: CompressionSettings.self).variants.isEmpty {
      notes.append("variants are left out: sweep their values instead")
    }

    let found = InputFinder.find(request.selection)
    var chosen = found
    if loaded.resolution.snapshot(as: CompressionSettings.self).input.foreign == .skip {
      let foreign = Dictionary(chosen.inputs.compactMap { $0.foreign.map { ($0, 1) } }, uniquingKeysWith: +)
      if !foreign.isEmpty { notes.append("left out by input.foreign=skip: \(ForeignPicture.text(foreign))") }
      chosen.inputs.removeAll { $0.foreign != nil }
    }
    let named = try named(chosen)
    // What could not be looked at counts like a picture that cannot be read.
    let infos = probe(named, loaded.resolution) + found.failures.map(ProbedPicture.init)
    let formats = Set(infos.compactMap { $0.info?.format })
    let showsNeighbours = sweep.axes.isEmpty && request.triesNeighbours
    let points = try self.points(sweep, loaded.resolution, old?.resolution, showsNeighbours, formats, infos)
    if !sweep.axes.isEmpty { notes += inactive(sweep, points, formats) }
    return BenchPlan(
      points: points, pictures: pictures(infos, points), axes: sweep.axes, showsNeighbours: showsNeighbours,
      measures: request.measures, runs: request.runs, seed: request.seed, failsFast: request.failsFast,
      isHarnessOnly: request.isHarnessOnly, notes: notes)
  }

  // MARK: The sweep

  private func sweep() throws(SweepProblems) -> Sweep {
    let grammar = SweepGrammar(CompressionSettings.registry, maximumValues: request.maximumPoints)
    var axes: [SweepAxis] = []
    var problems: [SettingProblem] = []
    var isZipped = request.isZipped
    if let path = request.sweepFile {
      do {
        let file = try SweepFile(
          parsing: try wholeFile(path), name: path.description, grammar: grammar,
          registry: CompressionSettings.registry)
        axes += file.axes
        isZipped = isZipped || file.isZipped
      } catch let error as SweepProblems {
        problems += error.problems
      } catch {
        problems +=
          BenchRefusal("the sweep file \(path) cannot be read: \((error as? FileError)?.reason ?? "\(error)")")
          .problems
      }
    }
    for text in request.sweeps {
      do throws(SweepProblems) { axes.append(try grammar.axis(text.text)) } catch { problems += error.problems }
    }
    guard problems.isEmpty else { throw SweepProblems(problems) }
    return try Sweep(axes: axes, isZipped: isZipped, maximumPoints: request.maximumPoints)
  }

  // MARK: Points

  private func points(
    _ sweep: Sweep, _ new: SettingsResolution, _ old: SettingsResolution?, _ showsNeighbours: Bool,
    _ formats: Set<ImageFormat>, _ infos: [ProbedPicture]
  ) throws(BenchRefusal) -> [BenchPoint] {
    var problems: [SettingProblem] = []
    var points: [BenchPoint] = []
    func add(_ side: BenchPoint.Side, _ base: SettingsResolution, _ candidates: [SettingCandidate]) {
      let resolution = candidates.isEmpty ? base : base.adding(expanded(candidates, &problems))
      problems += resolution.problems.filter { problem in
        !base.problems.contains(problem) && !problems.contains(problem)
      }
      points.append(
        BenchPoint(
          points.count, side, candidates.map { .init(key: $0.key, text: $0.raw.text) }, resolution))
    }
    let sides: [(BenchPoint.Side, SettingsResolution)] = [(.new, new)] + (old.map { [(.old, $0)] } ?? [])
    for (side, base) in sides {
      if sweep.axes.isEmpty { add(side, base, []) }
      for coordinates in sweep.coordinates {
        add(side, base, zip(sweep.axes, coordinates).map { $0.candidate($1) })
      }
    }
    if showsNeighbours {
      for candidate in neighbours(of: new, formats, infos) { add(.new, new, [candidate]) }
    }
    guard problems.isEmpty else { throw BenchRefusal(problems) }
    guard points.count <= request.maximumPoints else {
      throw BenchRefusal(
        "there are \(points.count) points, and \(request.maximumPoints) are allowed", hint: "raise --max-points")
    }
    return points
  }

  /// The presets among the candidates stand for their values, below what the sweep sets itself.
  private func expanded(
    _ candidates: [SettingCandidate], _ problems: inout [SettingProblem]
  ) -> [SettingCandidate] {
    candidates.flatMap { candidate -> [SettingCandidate] in
      guard candidate.key == "preset" else { return [candidate] }
      do throws(SettingProblem) {
        return [candidate] + (try request.sources.preset(namedBy: candidate)?.candidates(candidate.origin) ?? [])
      } catch {
        if !problems.contains(error) { problems.append(error) }
        return []
      }
    }
  }

  /// One candidate for each value beside one in force that changes something of some picture.
  private func neighbours(
    of base: SettingsResolution, _ formats: Set<ImageFormat>, _ infos: [ProbedPicture]
  ) -> [SettingCandidate] {
    let known = infos.compactMap(\.info)
    let own = base.snapshot(as: CompressionSettings.self).request
    let basis = known.map { OutputKey(own, for: $0).withoutLimits }
    return base.registry.keys.filter(CompressionSettings.decidesBytes).flatMap { key -> [SettingCandidate] in
      guard formats.contains(where: { isActive(key, in: base, $0) }) else { return [] }
      return NeighbouringSteps.values(of: key, in: base).compactMap { text in
        let candidate = SettingCandidate(key, .text(text), from: SettingOrigin(.sweep, place: "neighbour"))
        let resolution = base.adding([candidate])
        guard resolution.problems == base.problems else { return nil }
        let request = resolution.snapshot(as: CompressionSettings.self).request
        let isFelt = zip(known, basis).contains { OutputKey(request, for: $0).withoutLimits != $1 }
        return isFelt ? candidate : nil
      }
    }
  }

  private func isActive(_ key: String, in resolution: SettingsResolution, _ source: ImageFormat) -> Bool {
    resolution.isActive(key, assuming: ["format": CompressionPass.format(resolution, of: source).rawValue])
  }

  /// Axes that no picture feels, because the formats written are others.
  private func inactive(_ sweep: Sweep, _ points: [BenchPoint], _ formats: Set<ImageFormat>) -> [String] {
    sweep.axes.compactMap { axis in
      let isFelt = points.contains { point in
        formats.contains { isActive(axis.key, in: point.resolution, $0) }
      }
      guard !isFelt, !formats.isEmpty else { return nil }
      let needs = points[0].resolution.unmetConditions(axis.key).map(\.summary).joined(separator: " and ")
      return "the sweep over \(axis.key) has no effect: it needs \(needs)"
    }
  }

  // MARK: Pictures

  private struct ProbedPicture {
    var input: InputFile
    var name: String
    var info: ImageInfo?
    var obstacle: String?

    init(input: InputFile, name: String, info: ImageInfo? = nil, obstacle: String? = nil) {
      self.input = input
      self.name = name
      self.info = info
      self.obstacle = obstacle
    }

    init(_ failure: FileError) {
      self.init(
        input: InputFile(source: .file(failure.path), relativePath: failure.path.name, status: nil, format: nil),
        name: BenchPlanner.name(failure.path), obstacle: "cannot \(failure.action) it: \(failure.reason)")
    }
  }

  private func named(_ found: FoundInputs) throws(BenchRefusal) -> [(input: InputFile, name: String)] {
    guard !found.inputs.isEmpty || !found.failures.isEmpty else {
      let passedOver = found.skippedCount > 0 ? ", \(counted(found.skippedCount, "other file")) passed over" : ""
      throw BenchRefusal(
        "no picture was found in \(request.selection.named.map(\.description).joined(separator: ", "))\(passedOver)",
        hint: "-R takes subfolders too; --include and --exclude choose by name")
    }
    let short = found.inputs.map { BenchPlanner.name($0.relativePath) }
    let counts = Dictionary(short.map { ($0, 1) }, uniquingKeysWith: +)
    var seen: Set<String> = []
    return zip(found.inputs, short).compactMap { input, name in
      guard case .file(let path) = input.source else { return nil }
      let unique = counts[name] == 1 ? name : BenchPlanner.name(path)
      // The same file named twice is one picture.
      return seen.insert(unique).inserted ? (input, unique) : nil
    }
  }

  /// A path as JSON can hold it: what is no UTF-8 is escaped.
  fileprivate static func name(_ path: FilePath) -> String {
    LosslessText.hasRawBytes(path.losslessText) ? path.description : path.losslessText
  }

  private func probe(
    _ named: [(input: InputFile, name: String)], _ base: SettingsResolution
  ) -> [ProbedPicture] {
    let limits = DecodeLimits(base.snapshot(as: CompressionSettings.self).limits)
    return named.map { input, name in
      do {
        let opened = try input.open(limit: limits.maximumFileBytes)
        guard opened.file != nil else { throw BenchRefusal("it is not a regular file") }
        let bytes = opened.bytes
        let info = try CodecCatalog.codec(for: bytes).probe(bytes, limits: limits)
        return ProbedPicture(input: input, name: name, info: info)
      } catch {
        return ProbedPicture(input: input, name: name, obstacle: (error as? FileError)?.reason ?? "\(error)")
      }
    }
  }

  private func pictures(_ probed: [ProbedPicture], _ points: [BenchPoint]) -> [BenchPicture] {
    var shapes: [PictureShape] = []
    return probed.map { picture in
      guard let info = picture.info else {
        return BenchPicture(
          input: picture.input, name: picture.name, obstacle: picture.obstacle, shape: PictureShape())
      }
      var shape = PictureShape(points.map { OutputKey($0.request, for: info) })
      if let known = shapes.first(where: { $0 == shape }) { shape = known } else { shapes.append(shape) }
      return BenchPicture(
        input: picture.input, name: picture.name, size: info.orientation.oriented(info.size), shape: shape)
    }
  }
}

extension Sweep {
  /// Nothing is swept.
  static var none: Sweep { Sweep() }

  private init() {
    axes = []
    isZipped = false
  }
}

extension CompressionPass {
  /// The format that a picture is written in.
  static func format(_ resolution: SettingsResolution, of source: ImageFormat) -> ImageFormat {
    resolution.snapshot(as: CompressionSettings.self).format.format ?? source
  }
}
