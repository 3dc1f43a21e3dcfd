import Codecs
import Files
import Jobs
import Platform
import SettingsKit
import TestSupport
import Testing

struct OutputPlanTests {
  private let folder = TemporaryFolder()

  private func settings(_ values: [String: String] = [:]) -> CompressionSettings {
    let candidates = values.map { SettingCandidate($0.key, .text($0.value), from: SettingOrigin(.commandLine)) }
    let resolution = SettingsResolution(CompressionSettings.registry, candidates: candidates)
    precondition(resolution.problems.isEmpty)
    return resolution.snapshot(as: CompressionSettings.self)
  }

  private func path(_ name: String) -> FilePath { FilePath(folder.path(name)) }

  /// An input as the finder makes it for an existing file.
  private func input(_ name: String, _ format: ImageFormat? = .jpeg, below relative: String? = nil) throws -> InputFile
  {
    let path = self.path(name)
    return InputFile(
      source: .file(path), relativePath: relative.map { FilePath($0) } ?? path.name, status: try FileStatus(of: path),
      format: format)
  }

  private func inputs(_ names: String...) throws -> [InputFile] {
    try names.map { name in
      folder.write([1], to: name)
      return try input(name)
    }
  }

  private var output: Destination { .folder(path("out")) }

  private func output(_ name: String, _ format: ImageFormat, _ values: [String: String] = [:]) throws -> String? {
    let inputs = try inputs(name)
    let plan = try OutputPlan(inputs: inputs, destination: output, settings: settings(values))
    let path = try plan.output(for: inputs[0], format: format, size: (300, 200))
    return path.map { String($0.path.losslessText.dropFirst(folder.path.count + 1)) }
  }

  @Test func theExtensionTellsTheTruth() throws {
    #expect(try output("a.png", .jpeg) == "out/a.jpg")
    #expect(try output("a", .webp) == "out/a.webp")
    #expect(try output("a.b.gif", .png) == "out/a.b.png")
  }

  @Test func anExtensionThatIsTrueKeepsItsSpelling() throws {
    #expect(try output("a.JPG", .jpeg) == "out/a.JPG")
    #expect(try output("a.jpeg", .jpeg) == "out/a.jpeg")
    #expect(try output("a.JPG", .webp) == "out/a.webp")
  }

  @Test func theTemplateNamesTheOutput() throws {
    let template = "{format}/{stem}-{width}x{height}-{quality}.{extension}"
    #expect(
      try output("a.png", .jpeg, ["output.template": template, "quality": "0.7"]) == "out/jpeg/a-300x200-0.7.jpg")
  }

  @Test func theStructureIsKept() throws {
    folder.write([1], to: "in/x/y/a.jpg")
    let input = try self.input("in/x/y/a.jpg", below: "x/y/a.jpg")
    let plan = try OutputPlan(inputs: [input], destination: output, settings: settings())
    #expect(try plan.output(for: input, format: .png, size: nil)?.path == path("out/x/y/a.png"))
  }

  @Test func twoInputsForOneOutputAreRefused() throws {
    let error = #expect(throws: PlanProblem.self) {
      try OutputPlan(inputs: try inputs("a.jpg", "b/a.jpg"), destination: output, settings: settings())
    }
    #expect(error?.description.contains("would both become") == true)
    // No template could keep them apart.
    #expect(
      error?.hint == "files of one name lie in several inputs: name the folder above them with -R, or give --base")
  }

  @Test func inputsThatOnlyCollideInTheirNewFormatAreRefused() throws {
    let both =
      try inputs("a.jpg") + [
        try {
          folder.write([1], to: "a.png")
          return try input("a.png", .png)
        }()
      ]
    #expect(throws: Never.self) { try OutputPlan(inputs: both, destination: output, settings: settings()) }
    #expect(throws: PlanProblem.self) {
      try OutputPlan(inputs: both, destination: output, settings: settings(["format": "webp"]))
    }
    // A template that names what differs keeps them apart.
    let apart = settings(["format": "webp", "output.template": "{stem}.{format}"])
    #expect(throws: PlanProblem.self) { try OutputPlan(inputs: both, destination: output, settings: apart) }
  }

  @Test func namesThatMayDifferOnlyInTheirSizeAreRefused() throws {
    let both = try inputs("x/a.jpg", "y/a.jpg")
    let template = settings(["output.template": "{stem}-{width}.{extension}"])
    #expect(throws: PlanProblem.self) { try OutputPlan(inputs: both, destination: output, settings: template) }
  }

  @Test func theSameFileNamedTwiceIsOneJob() throws {
    let once = try inputs("a.jpg")
    folder.link("link.jpg", to: "a.jpg")
    let twice = once + once + [try input("./a.jpg")]
    #expect(try OutputPlan(inputs: twice, destination: output, settings: settings()).inputs.count == 1)
    // Another name for the same file gives an output of its own.
    let linked = once + [try input("link.jpg")]
    #expect(try OutputPlan(inputs: linked, destination: output, settings: settings()).inputs.count == 2)
  }

  @Test func aSourceIsNeverReplacedUnasked() throws {
    let inputs = try inputs("a.jpg", "b.jpg")
    for destination in [Destination.folder(path("")), .folder(path("."))] {
      let error = #expect(throws: PlanProblem.self) {
        try OutputPlan(inputs: inputs, destination: destination, settings: settings())
      }
      #expect(error?.hint?.contains("--in-place") == true)
    }
    #expect(throws: PlanProblem.self) {
      try OutputPlan(inputs: [inputs[0]], destination: .file(path("./a.jpg")), settings: settings())
    }
  }

  @Test func aSourceIsRecognisedUnderAnyName() throws {
    let inputs = try inputs("a.jpg")
    folder.hardLink("other.jpg", to: "a.jpg")
    folder.link("way", to: ".")
    for name in ["other.jpg", "way/a.jpg"] {
      #expect(throws: PlanProblem.self, "\(name)") {
        try OutputPlan(inputs: inputs, destination: .file(path(name)), settings: settings())
      }
    }
    // An output that is one of the other sources is caught as well.
    let two = try self.inputs("in/c.jpg", "out/c.jpg")
    #expect(throws: PlanProblem.self) { try OutputPlan(inputs: two, destination: output, settings: settings()) }
  }

  @Test func severalInputsDoNotFitOneFile() throws {
    let inputs = try inputs("a.jpg", "b.jpg")
    for destination in [Destination.file(path("c.jpg")), .standardOutput] {
      #expect(throws: PlanProblem.self) {
        try OutputPlan(inputs: inputs, destination: destination, settings: settings())
      }
    }
  }

  @Test func inPlaceALinkStaysALink() throws {
    folder.write([1], to: "deep/a.jpg")
    folder.link("link.jpg", to: "deep/a.jpg")
    let input = try input("link.jpg")
    let plan = try OutputPlan(inputs: [input], destination: .inPlace, settings: settings())
    #expect(try plan.output(for: input, format: .jpeg, size: nil)?.path == path("deep/a.jpg"))
  }

  @Test func aFileThatTookOverTheNumberOfAReplacedSourceIsNoSource() throws {
    let found = try inputs("a.jpg")[0]
    // What a save by rename leaves behind: the number of the found file is that of the output now.
    folder.write([2], to: "new")
    folder.makeFolder("out")
    rename(folder.path("a.jpg"), folder.path("out/a.jpg"))
    rename(folder.path("new"), folder.path("a.jpg"))
    let plan = try OutputPlan(inputs: [found], destination: output, settings: settings())
    try plan.checkSource(plan.output(for: found, format: .jpeg, size: nil)!)
  }
}
