import Codecs
import Metadata
import Pipeline
import Pixels
import Synchronization
import TestSupport
import Testing

struct ChangesTests {
  private let photo = SyntheticPicture.photo.make(PixelSize(160, 120), PixelFormat(.rgb))

  private func changes(_ bytes: [UInt8], _ request: PipelineRequest) throws -> Set<PictureChange> {
    try run(bytes, request).compressed.changes
  }

  @Test func encodingAgainAloneIsNoChange() throws {
    #expect(try changes(try jpeg(photo), .plain()).isEmpty)
    #expect(try changes(try jpeg(photo), .plain(.jpeg)).isEmpty)
    #expect(try changes(try png(photo), .plain()).isEmpty)
    #expect(try changes(try png(photo), .plain(sizing: SizingParameters(maxDimension: 160))).isEmpty)
    #expect(try changes(try encoded(photo, as: .webp(WebPParameters())), .plain()).isEmpty)
  }

  @Test func eachChangeIsTold() throws {
    #expect(try changes(try jpeg(photo), .plain(sizing: SizingParameters(maxDimension: 80))) == [.resized])
    let larger = SizingParameters(maxDimension: 200, enlarge: true)
    #expect(try changes(try jpeg(photo), .plain(sizing: larger)) == [.resized])
    #expect(try changes(try jpeg(photo), .plain(.png)) == [.reformatted])
    let clear = SyntheticPicture.photo.make(PixelSize(20, 20), PixelFormat(.rgba))
    #expect(try changes(try png(clear), .plain(.jpeg)) == [.reformatted, .flattened])
    let turned = try jpeg(photo, metadata: MetadataBlocks(exif: exifBlock(orientation: 3)))
    #expect(try changes(turned, .plain()).contains(.turned))
  }

  @Test func aDroppedBlockIsTold() throws {
    let source = try jpeg(photo, metadata: MetadataBlocks(xmp: Array("<x:xmpmeta/>".utf8)))
    let outcome = try run(source, .plain())
    #expect(outcome.compressed.changes.contains(.metadataDropped) == (outcome.info.metadata.xmp == nil))
  }

  @Test func theTimeOfEachStageThatRanIsTold() throws {
    func stages(_ bytes: [UInt8], _ request: PipelineRequest) throws -> [PipelineStage] {
      let times = try run(bytes, request).compressed.milliseconds
      #expect(times.allSatisfy { $0.milliseconds >= 0 && $0.milliseconds < 60_000 })
      return times.map(\.stage)
    }
    #expect(try stages(try jpeg(photo), .plain()) == [.probe, .decode, .encode])
    let limits = SizingParameters(maxDimension: 80)
    #expect(try stages(try jpeg(photo), .plain(sizing: limits)) == [.probe, .decode, .resize, .encode])
    let clear = SyntheticPicture.photo.make(PixelSize(160, 120), PixelFormat(.rgba))
    #expect(try stages(try png(clear), .plain(.jpeg, sizing: limits)) == [.probe, .decode, .resize, .convert, .encode])
  }

  @Test func nearlyAllTimeIsBookedOnAStage() throws {
    let large = SyntheticPicture.gradient.make(PixelSize(1_500, 1_000), PixelFormat(.rgb))
    let input = ByteInput(bytes: try jpeg(large))
    var times: [(stage: PipelineStage, milliseconds: Double)] = []
    let whole = try ContinuousClock().measure {
      times = try CompressionPipeline().compress(input, .plain(sizing: SizingParameters(maxDimension: 1_400)))
        .milliseconds
    }
    let booked = times.reduce(0) { $0 + $1.milliseconds }
    let wall = whole / .milliseconds(1)
    #expect(booked <= wall && booked > wall * 0.5, "\(booked) of \(wall) ms")
    #expect(times.first { $0.stage == .resize }!.milliseconds > 0.1)
  }

  @Test(arguments: [1, 2, 3, 7, 20]) func workThatIsNotWantedStopsBetweenBatches(calls: Int) throws {
    let large = SyntheticPicture.gradient.make(PixelSize(900, 1_200), PixelFormat(.rgb))
    let input = ByteInput(bytes: try png(large))
    let asked = Counter()
    #expect(throws: CancellationError.self) {
      try CompressionPipeline().compress(input, .plain(sizing: SizingParameters(maxDimension: 600))) {
        asked.next() >= calls
      }
    }
    #expect(asked.count == calls, "nothing goes on after the answer")
  }

  private final class Counter: Sendable {
    private let state = Mutex(0)
    var count: Int { state.withLock { $0 } }

    func next() -> Int {
      state.withLock {
        $0 += 1
        return $0
      }
    }
  }
}
