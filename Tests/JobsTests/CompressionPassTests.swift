import Codecs
import Files
import Jobs
import SettingsKit
import TestSupport
import Testing

struct CompressionPassTests {
  private func passes(_ given: KeyValuePairs<String, String>) -> [CompressionPass] {
    let candidates = given.map {
      SettingCandidate($0.key, .text($0.value), from: SettingOrigin(.commandLine, place: "--set"))
    }
    let resolution = SettingsResolution(CompressionSettings.registry, candidates: candidates)
    #expect(resolution.problems.isEmpty)
    return CompressionPass.passes(of: resolution)
  }

  private static let two =
    #"[{"name": "small", "maxDimension": 320, "quality": 0.5}, {"name": "web", "format": "webp"}]"#

  @Test func withoutVariantsThereIsOnePassWithoutAName() {
    let single = passes(["quality": "0.5"])
    #expect(single.count == 1)
    #expect(single[0].variant == nil)
    #expect(single[0].settings.output.template.text == "{stem}.{extension}")
    #expect(single[0].settings.quality == 0.5)
  }

  @Test func aVariantTakesWhatItLeavesOutFromTheSettings() {
    let both = passes(["variants": Self.two, "maxDimension": "1000", "quality": "0.7"])
    #expect(both.map(\.variant) == ["small", "web"])
    #expect(both.map(\.settings.maxDimension) == [320, 1_000])
    #expect(both.map(\.settings.quality) == [0.5, 0.7])
    #expect(both.map(\.settings.format) == [.keep, .webp])
    #expect(both.map(\.request.format) == [nil, .webp])
    #expect(both[0].resolution.origin("quality") == SettingOrigin(.variant, place: "variant small"))
    #expect(both[1].resolution.origin("quality") == SettingOrigin(.commandLine, place: "--set"))
  }

  @Test func whereNobodySaysHowTheNameHasTheVariantInIt() {
    let both = passes(["variants": Self.two])
    #expect(Set(both.map(\.settings.output.template.text)) == ["{stem}-{variant}.{extension}"])
    #expect(both[0].resolution.origin("output.template").layer == .suggestion)
    let own = passes(["variants": Self.two, "output.template": "{variant}/{stem}.{extension}"])
    #expect(
      own.map(\.settings.output.template.text) == ["{variant}/{stem}.{extension}", "{variant}/{stem}.{extension}"])
  }

  private func plan(_ passes: [CompressionPass], _ destination: (TemporaryFolder) -> Destination) throws -> [String] {
    let folder = TemporaryFolder()
    folder.write([1], to: "a.jpg")
    let path = FilePath(folder.path("a.jpg"))
    let input = InputFile(
      source: .file(path), relativePath: path.name, status: try FileStatus(of: path), format: .jpeg)
    let plan = try OutputPlan(inputs: [input], destination: destination(folder), passes: passes)
    return try passes.indices.map { index in
      let format = passes[index].settings.format.format ?? .jpeg
      let output = try plan.output(for: input, pass: index, format: format, size: (3, 2))
      return String((output?.path.losslessText ?? "").dropFirst(folder.path.count + 1))
    }
  }

  private func out(_ folder: TemporaryFolder) -> Destination { .folder(FilePath(folder.path("out"))) }

  @Test func eachVariantHasAnOutputOfItsOwn() throws {
    #expect(try plan(passes(["variants": Self.two]), out) == ["out/a-small.jpg", "out/a-web.webp"])
    #expect(
      try plan(passes(["variants": Self.two, "output.template": "{variant}/{stem}.{extension}"]), out)
        == ["out/small/a.jpg", "out/web/a.webp"])
  }

  @Test func variantsThatWouldBecomeOneFileAreRefused() {
    let same = #"[{"name": "x"}, {"name": "x", "quality": 0.5}]"#
    let problem = #expect(throws: PlanProblem.self) { try plan(passes(["variants": same]), out) }
    #expect(problem?.sentence.contains("would both become") == true)
    #expect(problem?.hint == "give each variant a name of its own")
    #expect(throws: PlanProblem.self) {
      try plan(passes(["variants": #"[{"name": "x"}, {"name": "y"}]"#, "output.template": "{stem}.{extension}"]), out)
    }
    // Different formats have different extensions.
    #expect(
      (try? plan(passes(["variants": Self.two, "output.template": "{stem}.{extension}"]), out))
        == ["out/a.jpg", "out/a.webp"])
  }

  @Test func severalVariantsNeedAFolder() {
    let destinations: [(TemporaryFolder) -> Destination] = [
      { .file(FilePath($0.path("b.jpg"))) }, { _ in .standardOutput }, { _ in .inPlace },
    ]
    for destination in destinations {
      let problem = #expect(throws: PlanProblem.self) { try plan(passes(["variants": Self.two]), destination) }
      #expect(problem?.sentence == "several variants cannot become one file")
    }
  }
}
