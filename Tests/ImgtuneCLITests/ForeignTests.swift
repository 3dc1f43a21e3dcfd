import Foundation
import TestSupport
import Testing

/// Pictures of kinds that cannot be read, such as every phone makes: told, never passed over.
struct ForeignTests {
  let imgtune = Imgtune()
  private static let heic: [UInt8] = [0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 200)
  private static let tiff: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + [UInt8](repeating: 0, count: 200)

  private func fill(_ folder: TemporaryFolder? = nil, in name: String = "in") {
    let folder = folder ?? imgtune.folder
    folder.write(Picture.jpeg, to: "\(name)/a.jpg")
    folder.write(ForeignTests.heic, to: "\(name)/IMG_1.HEIC")
    folder.write(ForeignTests.tiff, to: "\(name)/scan.tif")
    folder.write(Array("words".utf8), to: "\(name)/notes.txt")
  }

  @Test func theyAreNamedInTheSummaryAndCountAsFailures() {
    fill()
    let result = imgtune("compress", "in", "-o", "out/")
    #expect(result.exitCode == 1)
    let summary = result.outputLines.last ?? ""
    #expect(summary.contains("1 HEIC, 1 TIFF not converted"), "\(summary)")
    #expect(summary.contains("skipped 1 file that is not a picture"), "\(summary)")
    #expect(result.errorLines.count == 2 && result.errorText.contains("in/IMG_1.HEIC: not compressed: a HEIC picture"))
    #expect(imgtune.folder.files(in: "out") == ["a.jpg"])
  }

  @Test func onRequestTheyAreSkipped() {
    fill()
    let result = imgtune("compress", "in", "-o", "out/", "--input.foreign=skip")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(result.outputLines.last?.contains("1 HEIC, 1 TIFF not converted") == true, "\(result.outputText)")
    #expect(result.outputLines.last?.contains("failed") == false)
  }

  @Test func aBrokenPictureFailsAlsoWhereOtherKindsAreSkipped() {
    fill()
    imgtune.folder.write(Array(Picture.jpeg.prefix(900)), to: "in/broken.jpg")
    #expect(imgtune("compress", "in", "-o", "out/", "--input.foreign=skip").exitCode == 1)
  }

  @Test func theJSONSummaryCountsThemByKind() throws {
    fill()
    imgtune.folder.write(ForeignTests.heic, to: "in/IMG_2.jpg")
    imgtune.folder.write(Array("<svg/>".utf8), to: "in/logo.svg")
    for (words, failed, skipped) in [([], 4, 0), (["--input.foreign=skip"], 0, 4)] {
      let result = imgtune.run((["compress", "in", "-o", "out/", "--json"] + words).map { Array($0.utf8) })
      let summary = try #require(try imgtune.documents(result).last)
      #expect(summary["notConverted"] as? [String: Int] == ["HEIC": 2, "SVG": 1, "TIFF": 1])
      #expect(summary["failed"] as? Int == failed && summary["skipped"] as? Int == skipped)
      #expect(summary["passedOver"] as? Int == 1)
    }
  }

  @Test func namedOutrightTheyAreTreatedAlike() throws {
    fill()
    imgtune.folder.write(Array("<svg/>".utf8), to: "logo.svg")
    let words = ["compress", "in/IMG_1.HEIC", "logo.svg", "in/a.jpg", "-o", "out/"]
    let result = imgtune.run(words.map { Array($0.utf8) })
    #expect(result.exitCode == 1)
    #expect(result.outputLines.last?.contains("1 HEIC, 1 SVG not converted") == true, "\(result.outputText)")
    #expect(imgtune.run((words + ["--input.foreign=skip"]).map { Array($0.utf8) }).exitCode == 0)
  }

  @Test func aFolderOfNothingElseIsNoUsageError() {
    imgtune.folder.write(ForeignTests.heic, to: "in/a.heic")
    let result = imgtune("compress", "in", "-o", "out/")
    #expect(result.exitCode == 1)
    #expect(
      result.outputLines.last?.contains("1 HEIC not converted") == true, "\(result.outputText)\(result.errorText)")
    #expect(imgtune("compress", "in", "-o", "out/", "--input.foreign=skip").exitCode == 0)
  }

  @Test func inPlaceTheyStayAsTheyAre() {
    fill()
    #expect(imgtune("compress", "in", "--in-place").exitCode == 1)
    #expect(imgtune.folder.read("in/IMG_1.HEIC") == ForeignTests.heic)
    #expect(imgtune.folder.read("in/scan.tif") == ForeignTests.tiff)
  }

  @Test func aBenchTellsThemAndMeasuresTheOthers() {
    fill()
    let words = ["bench", "in", "--measure", "psnr", "--sweep", "quality=0.5,0.7"]
    let result = imgtune.run(words.map { Array($0.utf8) })
    #expect(result.exitCode == 1, "\(result.errorText)")
    #expect((result.errorText + result.outputText).contains("IMG_1.HEIC"), "\(result.errorText)\(result.outputText)")
    let second = imgtune.run((words + ["--input.foreign=skip"]).map { Array($0.utf8) })
    #expect(second.exitCode == 0, "\(second.errorText)")
    #expect((second.errorText + second.outputText).contains("1 HEIC, 1 TIFF"), "\(second.errorText)")
  }

  @Test func aBenchFailsForWhatItCannotLookAt() {
    imgtune.folder.write(Picture.jpeg, to: "in/a.jpg")
    imgtune.folder.link("in/loop.jpg", to: "loop.jpg")
    let result = imgtune("bench", "in", "--measure", "psnr", "--sweep", "quality=0.5,0.7")
    #expect(result.exitCode == 1)
    let text = result.errorText + result.outputText
    #expect(text.contains("loop.jpg") && text.contains("too many levels of symbolic links"), "\(text)")
  }

  @Test func watchTellsEachOnceAndFailsNoRound() {
    let session = WatchSession { fill($0, in: "photos") }
    #expect(session.begins())
    session.moveIn(Picture.png, to: "photos/b.png")
    #expect(session.waits(forPicture: "photos/b.png"))
    // Saved again, and one that comes later.
    session.moveIn(ForeignTests.heic, to: "photos/IMG_1.HEIC")
    session.moveIn(ForeignTests.heic, to: "photos/IMG_2.HEIC")
    #expect(session.waits { $0.events("note").contains { ($0["text"] as? String)?.contains("IMG_2.HEIC") == true } })
    let (code, documents) = session.end()
    #expect(code == 130 || code == 0)
    for name in ["IMG_1.HEIC", "IMG_2.HEIC", "scan.tif"] {
      let notes = documents.events("note").filter { ($0["text"] as? String)?.contains("photos/\(name) ") == true }
      #expect(notes.count == 1, "\(name): \(documents.events("note"))")
    }
    #expect(documents.events("roundEnded").allSatisfy { $0["failed"] as? Int == 0 })
    #expect(!documents.hasComplaints)
    #expect(session.folder.files(in: "out") == ["a.jpg", "b.png"])
  }
}
