/// One thing that bytes from outside reach, as a function that a fuzzer calls millions of times.
///
/// A target fails by a trap, by a sanitizer's report, or by `require`.
struct FuzzTarget: Sendable {
  var name: String
  /// What the seeds of the target are: files of those formats, or blocks and texts that `Seeds` makes.
  var seeds: Seeds.Kind
  var run: @Sendable ([UInt8]) -> Void

  static let all: [FuzzTarget] = [
    FuzzTarget(name: "jpeg", seeds: .files(.jpeg), run: fuzzJPEG),
    FuzzTarget(name: "transcode", seeds: .files(.jpeg), run: fuzzTranscoder),
    FuzzTarget(name: "png", seeds: .files(.png), run: fuzzPNG),
    FuzzTarget(name: "webp", seeds: .files(.webp), run: fuzzWebP),
    FuzzTarget(name: "pipeline", seeds: .files(nil), run: fuzzPipeline),
    FuzzTarget(name: "exif", seeds: .exif, run: fuzzExif),
    FuzzTarget(name: "xmp", seeds: .xmp, run: fuzzXMP),
    FuzzTarget(name: "icc", seeds: .icc, run: fuzzProfile),
    FuzzTarget(name: "overrides", seeds: .overrides, run: fuzzOverrides),
    FuzzTarget(name: "values", seeds: .values, run: fuzzValues),
    FuzzTarget(name: "project", seeds: .documents, run: fuzzProjectFile),
    FuzzTarget(name: "store-json", seeds: .jsonStores, run: fuzzJSONStore),
    FuzzTarget(name: "store-plist", seeds: .propertyLists, run: fuzzPropertyListStore),
  ]
}

/// Ends the process where something does not hold that should for every input.
func require(_ holds: Bool, _ what: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line) {
  if !holds { fatalError("does not hold: \(what())", file: file, line: line) }
}

/// Choices that a target makes, taken from the input without using up any of its bytes: a seed stays the file it was.
struct Choices {
  private var bits: UInt64

  /// FNV-1a, 64 bits.
  init(_ bytes: [UInt8]) {
    bits = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    bits ^= bits >> 29
  }

  /// 0 up to `count - 1`.
  mutating func pick(_ count: Int) -> Int {
    bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((bits >> 33) % UInt64(count))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[pick(elements.count)] }
  mutating func toss() -> Bool { pick(2) == 1 }
}
