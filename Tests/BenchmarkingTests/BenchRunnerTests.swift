import Benchmarking
import Codecs
import Files
import Jobs
import Metadata
import Pixels
import SettingsKit
import Synchronization
import TestSupport
import Testing

/// An encoder whose every second file is another one.
private final class UnsteadyCodec: Codec {
  private let calls = Mutex(0)
  private let codec = CodecCatalog.codec(for: .jpeg)
  let format = ImageFormat.jpeg

  func probe(_ input: ByteInput, limits: DecodeLimits) throws -> ImageInfo { try codec.probe(input, limits: limits) }

  func decoder(for input: ByteInput, info: ImageInfo, parameters: DecodeParameters) throws -> any DecodedRows {
    try codec.decoder(for: input, info: info, parameters: parameters)
  }

  func decodingBytes(for info: ImageInfo, parameters: DecodeParameters) -> Int { 0 }

  func encode(
    _ rows: any RowSource, parameters: EncodeParameters, metadata: MetadataBlocks
  ) throws -> EncodedImage {
    let isSecond = calls.withLock {
      $0 += 1
      return $0.isMultiple(of: 2)
    }
    return try codec.encode(
      rows, parameters: .jpeg(JPEGParameters(quality: isSecond ? 50 : 60)), metadata: metadata)
  }

  func encodingBytes(for size: PixelSize, format: PixelFormat, parameters: EncodeParameters) -> Int { 0 }
  func encodableFormat(for format: PixelFormat) -> PixelFormat { codec.encodableFormat(for: format) }
}

struct BenchRunnerTests {
  private let folder = TemporaryFolder()

  init() throws {
    let picture = SyntheticPicture.photo.make(PixelSize(40, 30), PixelFormat(.rgb))
    folder.write(try encoded(picture, as: .jpeg(JPEGParameters(quality: 95))), to: "a.jpg")
  }

  private func plan(runs: Int, sweep: String) throws -> BenchPlan {
    var request = BenchRequest(
      sources: SettingsSources(environment: [:], workingFolder: folder.path, isIsolated: true), commandLine: [],
      selection: InputSelection(named: [FilePath(folder.path("a.jpg"))]))
    request.runs = runs
    request.sweeps = [SweepText(sweep)]
    return try BenchPlanner.plan(request)
  }

  private func measure(_ plan: BenchPlan, with codec: (any Codec)? = nil) async throws -> [Measurement] {
    let found = Mutex<[Measurement]>([])
    var runner = BenchRunner(
      plan, scorer: Scorer(measures: [], width: 1), replacing: { _ in codec },
      handle: { event in if case .measured(let measurement) = event { found.withLock { $0.append(measurement) } } })
    _ = try await runner.run()
    return found.withLock { $0 }
  }

  @Test func runsThatDifferInBytesAreAnError() async throws {
    let twice = try await measure(try plan(runs: 2, sweep: "quality=0.5"), with: UnsteadyCodec())
    #expect(twice.map(\.result) == [.failed(reason: "two runs of the same settings gave different bytes")])
    let once = try await measure(try plan(runs: 1, sweep: "quality=0.5"), with: UnsteadyCodec())
    #expect(once.first?.figures != nil, "one run has nothing to differ from")
  }

  @Test func whatIsComparedIsRenderedTogether() throws {
    folder.write(Array("{ resize: { maxWidth: 20 } }".utf8), to: "old.json")
    var request = BenchRequest(
      sources: SettingsSources(environment: [:], workingFolder: folder.path, isIsolated: true), commandLine: [],
      selection: InputSelection(named: [FilePath(folder.path("a.jpg"))]))
    request.oldConfig = FilePath(folder.path("old.json"))
    request.sweeps = [SweepText("quality=0.4,0.6"), SweepText("resize.maxHeight=12,6")]
    let plan = try BenchPlanner.plan(request)
    let shape = plan.pictures[0].shape
    // 20 x 15 is limited by either height, so both sides have sizes of their own and common ones.
    let groups = shape.compared(by: plan.points.indices.map(plan.reference))
    let found = groups.map { $0.flatMap { $0.flatMap { shape.encodings[$0] } } }
    for point in plan.points {
      let pair = [point.index, plan.reference(of: point.index)]
      #expect(found.contains { group in pair.allSatisfy { index in group.contains(index) } }, "\(point.label)")
    }
    #expect(groups.flatMap { $0 }.count == shape.renderings.count)
    #expect(shape.compared(by: []) == shape.renderings.map { [$0] })
  }

  @Test func everyPointIsMeasuredOnceWithAllItsRuns() async throws {
    let found = try await measure(try plan(runs: 3, sweep: "quality=0.3..0.7:0.1"))
    #expect(found.map(\.point) == [0, 1, 2, 3, 4])
    #expect(found.allSatisfy { $0.figures?.encodeMilliseconds.count == 3 })
    #expect(Set(found.compactMap { $0.figures?.hash }).count == 5)
  }
}
