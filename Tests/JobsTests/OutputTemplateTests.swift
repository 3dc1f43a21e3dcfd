import Files
import Jobs
import Testing

struct OutputTemplateTests {
  private let values = [
    "{stem}": "photo", "{extension}": "jpg", "{sourceExtension}": "png", "{variant}": "small", "{format}": "jpeg",
    "{width}": "300", "{height}": "200", "{quality}": "0.8",
  ]

  private func problem(_ text: String) -> String? {
    do {
      _ = try OutputTemplate(text)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func placeholdersAreFilledIn() throws {
    let template = try OutputTemplate("{stem}-{width}x{height}-q{quality}.{format}.{extension}")
    #expect(try template.name(values) == FilePath("photo-300x200-q0.8.jpeg.jpg"))
    #expect(try OutputTemplate("fixed.bin").name(values) == FilePath("fixed.bin"))
    #expect(try OutputTemplate("{format}/small/{stem}.{extension}").name(values) == FilePath("jpeg/small/photo.jpg"))
  }

  @Test func everyPlaceholderThatIsOfferedWorks() throws {
    for placeholder in OutputTemplate.placeholders {
      #expect(try OutputTemplate(placeholder).name(values).losslessText == values[placeholder])
    }
  }

  @Test func anUnknownPlaceholderIsNamedWithThoseThatExist() {
    let text = problem("{stem}-{size}.jpg")
    #expect(text?.contains("{size}") == true)
    #expect(text?.contains("{width}") == true)
  }

  @Test(arguments: ["{stem", "stem}", "{stem}.{", "}{"]) func aBraceWithoutItsOtherHalfIsRefused(template: String) {
    #expect(problem(template)?.contains("brace") == true)
  }

  @Test(arguments: [
    "../{stem}.jpg", "a/../../{stem}", "/tmp/{stem}", "..", "{stem}/..", "", "{stem}/", "/", "a/../b", "a\0b",
  ])
  func whatLeavesTheFolderOrNamesNoFileIsRefused(template: String) {
    #expect(problem(template) != nil)
  }

  @Test func aStemCannotClimbOut() throws {
    let template = try OutputTemplate("{stem}")
    for stem in ["..", "."] {
      #expect(throws: TemplateProblem.self) { try template.name(["{stem}": stem]) }
    }
    // Two halves that only together name the folder above.
    #expect(throws: TemplateProblem.self) { try OutputTemplate(".{stem}").name(["{stem}": "."]) }
    #expect(throws: TemplateProblem.self) {
      try OutputTemplate("{stem}{extension}/x").name(["{stem}": ".", "{extension}": "."])
    }
    #expect(
      try OutputTemplate("{stem}.{extension}").name(["{stem}": "..", "{extension}": "jpg"]) == FilePath("...jpg"))
  }

  @Test func aStemThatIsNotUTF8KeepsItsBytes() throws {
    let stem = LosslessText.text(of: [0xFF, 0x61])
    #expect(try OutputTemplate("x{stem}").name(["{stem}": stem]).bytes == [0x78, 0xFF, 0x61])
  }
}
