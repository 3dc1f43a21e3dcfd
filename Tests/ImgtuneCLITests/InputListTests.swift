import Foundation
import TestSupport
import Testing

/// Inputs from a list, what is said of inputs and outputs, and the words that people try first.
struct InputListTests {
  let imgtune = Imgtune()

  private func fill(_ names: String...) {
    for name in names { imgtune.folder.write(name.hasSuffix(".png") ? Picture.png : Picture.jpeg, to: name) }
  }

  // MARK: Lists

  @Test func filesComeFromAListInAFile() {
    fill("in/a.jpg", "in/sub/b.png", "other/c.jpg")
    imgtune.folder.write(Array("in/a.jpg\n\nin/sub/b.png\nother/c.jpg".utf8), to: "list")
    let result = imgtune("compress", "--files-from", "list", "-o", "out/")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(imgtune.folder.files(in: "out") == ["a.jpg", "b.png", "c.jpg"])
  }

  @Test func filesComeFromAListInAPipeBesideThoseThatAreNamed() {
    fill("a.jpg", "b.png", "c.jpg")
    let list = Array("a.jpg\nb.png\n".utf8)
    let result = imgtune("compress", "c.jpg", "--files-from", "-", "-o", "out/", input: .bytes(list))
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(imgtune.folder.files(in: "out") == ["a.jpg", "b.png", "c.jpg"])
  }

  @Test func namesOfAnyBytesComeFromAListThatIsSeparatedByNULs() {
    let names =
      ["in/new\nline.jpg", "in/ \t\"quoted\".jpg", "-o", "in/-"].map { Array($0.utf8) }
      + [Array("in/raw".utf8) + [0xFF, 0xFE] + Array(".jpg".utf8)]
    for name in names { imgtune.folder.write(Picture.jpeg, to: name) }
    let result = imgtune(
      "compress", "--files-from", "-", "--null", "-o", "out/", "--set", "output.template={stem}.{extension}",
      input: .bytes(Array(names.joined(separator: [0]))))
    #expect(result.exitCode == 0, "\(result.errorText)")
    let made = Set(imgtune.folder.fileBytes(in: "out"))
    #expect(made.isSuperset(of: names.prefix(2).map { Array($0.dropFirst(3)) } + [Array(names[4].dropFirst(3))]))
    #expect(made.count == 5)
  }

  @Test func aListMayBeAsLongAsItLikes() {
    fill("a.jpg")
    // More bytes than a command line takes.
    let line = Array("./".utf8) + Array(String(repeating: "./", count: 400).utf8) + Array("a.jpg\n".utf8)
    imgtune.folder.write(Array((0..<4_000).map { _ in line }.joined()), to: "list")
    let result = imgtune("compress", "--files-from", "list", "-o", "out/")
    #expect(result.exitCode == 0, "\(result.errorText.prefix(300))")
    #expect(imgtune.folder.files(in: "out") == ["a.jpg"], "one file, however often it is listed")
  }

  @Test func theStructureBelowTheBaseIsMirrored() {
    fill("in/a.jpg", "in/x/a.jpg", "in/y/deep/a.jpg")
    imgtune.folder.write(Array("in/a.jpg\nin/x/a.jpg\nin/y\n".utf8), to: "list")
    let result = imgtune("compress", "-R", "--files-from", "list", "--base", "in", "-o", "out/")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(imgtune.folder.files(in: "out") == ["a.jpg", "x/a.jpg", "y/deep/a.jpg"])
  }

  @Test func whatIsNotBelowTheBaseFailsAloneAndIsWrittenNowhere() {
    fill("in/a.jpg", "other/b.jpg")
    let before = imgtune.folder.files()
    let list = Array("in/a.jpg\nin/../other/b.jpg\n".utf8)
    let result = imgtune("compress", "--files-from", "-", "--base", "in", "-o", "work/out/", input: .bytes(list))
    #expect(result.exitCode == 1)
    #expect(result.errorLines.count == 1 && result.errorText.contains("in/../other/b.jpg"), "\(result.errorText)")
    #expect(Set(imgtune.folder.files()).subtracting(before) == ["work/out/a.jpg"])
  }

  @Test(arguments: ["", "\n\n"]) func anEmptyListIsRefused(content: String) {
    imgtune.folder.write(Array(content.utf8), to: "list")
    let result = imgtune("compress", "--files-from", "list", "-o", "out/")
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("the list of files is empty"), "\(result.errorText)")
  }

  @Test func standardInputIsNotThePictureAndTheListToo() {
    let result = imgtune("compress", "-", "--files-from", "-", "-o", "out/", input: .bytes(Array("a.jpg\n".utf8)))
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("standard input cannot be a picture and the list of files"))
    #expect(!imgtune.folder.exists("out"))
  }

  @Test func aListThatIsNotThereIsRefusedWithTheReason() {
    let result = imgtune("compress", "--files-from", "absent", "-o", "out/")
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("no such file or directory"), "\(result.errorText)")
    #expect(imgtune("compress", "--files-from", ".", "-o", "out/").exitCode == 2, "a folder is no list")
  }

  @Test func whatIsListedAndNotThereFailsAlone() {
    fill("a.jpg")
    let result = imgtune("compress", "--files-from", "-", "-o", "out/", input: .bytes(Array("a.jpg\nb.jpg\n".utf8)))
    #expect(result.exitCode == 1)
    #expect(result.errorLines == ["imgtune: b.jpg: not compressed: cannot read it: no such file or directory"])
    #expect(imgtune.folder.files(in: "out") == ["a.jpg"])
  }

  // MARK: What people try

  @Test func aPatternThatMatchesNothingIsTold() {
    fill("in/a.jpg", "in/b.png")
    let result = imgtune("compress", "in", "--include", "*.jpg", "--include", "*.jpgg", "-o", "out/")
    #expect(result.exitCode == 0)
    #expect(result.errorText.contains("*.jpgg matches nothing") && !result.errorText.contains("*.jpg matches"))
    #expect(imgtune("compress", "in", "--exclude", "*.tif", "-o", "out/", "--quiet").errors.isEmpty)
  }

  @Test func aDryRunNeedsNoOutputAndWritesNothing() throws {
    fill("in/a.jpg", "in/b.png", "in/sub/a.jpg")
    let before = imgtune.folder.files()
    let result = imgtune("compress", "-n", "-R", "in")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(result.outputLines.last?.contains("dry run, nothing was written") == true)
    #expect(result.outputLines.count == 4)
    let documents = try imgtune.documents(imgtune("compress", "-n", "in/a.jpg", "--format=webp", "--json"))
    #expect(documents.first?["outputBytes"] as? Int ?? 0 > 0 && documents.first?["output"] == nil)
    #expect(imgtune.folder.files() == before)
  }

  @Test(arguments: ["out.avif", "out/x.heic", "photo.tiff", "a.gif"])
  func aNameForAnotherFormatIsRefusedWithThoseThatCanBeWritten(output: String) {
    fill("in.jpg")
    let result = imgtune("compress", "in.jpg", "-o", output)
    #expect(result.exitCode == 2)
    for name in [".jpg", ".png", ".webp"] { #expect(result.errorText.contains(name), "\(result.errorText)") }
    #expect(imgtune.folder.files() == ["in.jpg"])
  }

  @Test(arguments: [
    ["--format", "jpg"], ["--set", "format=jpg"], ["--maxDimension", "40"], ["--max-dimension", "40px"],
    ["--set", "maxDimension=40px"], ["--maxDimension=40"],
  ])
  func whatPeopleTypeIsUnderstood(words: [String]) {
    imgtune.folder.write(Picture.png, to: "in.png")
    let result = imgtune.run((["compress", "in.png", "-o", "out/"] + words).map { Array($0.utf8) })
    #expect(result.exitCode == 0, "\(result.errorText)")
    let made = imgtune.folder.files(in: "out").first ?? ""
    let picture = imgtune.picture("out/\(made)")
    if words.contains(where: { $0.contains("jpg") }) {
      #expect(picture?.format == .jpeg)
    } else {
      #expect(picture?.size.width == 40)
    }
  }

  @Test func aFileOfSettingsHasTheNamesThemselves() {
    fill("a.jpg")
    imgtune.folder.write(Array(#"{"format": "jpg"}"#.utf8), to: "imgtune.json")
    let result = imgtune("compress", "a.jpg", "-o", "out/")
    #expect(result.exitCode == 2)
    #expect(
      result.errorText.contains("imgtune.json:1:12") && result.errorText.contains("did you mean jpeg?"),
      "\(result.errorText)")
  }

  // MARK: Collisions

  /// What the advice says to give, as words of a command line.
  private func advised(_ result: ProcessResult) -> [String] {
    guard let match = result.errorText.firstMatch(of: /(output\.template=\S+) keeps them apart/) else { return [] }
    return ["--set", String(match.1)]
  }

  @Test func allCollisionsAreListedAtOnceAndTheAdviceWorks() {
    for name in ["a", "b", "c"] {
      imgtune.folder.write(Picture.jpeg, to: "in/\(name).jpg")
      imgtune.folder.write(Picture.png, to: "in/\(name).png")
    }
    let words = ["compress", "in", "--format", "webp", "-o", "out/"]
    let result = imgtune.run(words.map { Array($0.utf8) })
    #expect(result.exitCode == 2)
    for name in ["a", "b", "c"] { #expect(result.errorText.contains("become out/\(name).webp"), "\(result.errorText)") }
    #expect(!imgtune.folder.exists("out"))
    let advice = advised(result)
    #expect(!advice.isEmpty, "\(result.errorText)")
    let second = imgtune.run((words + advice).map { Array($0.utf8) })
    #expect(second.exitCode == 0, "\(second.errorText)")
    #expect(imgtune.folder.files(in: "out").count == 6)
  }

  @Test func variantsThatCollideAreKeptApartByTheAdvice() {
    fill("in/a.jpg", "in/b.jpg")
    let settings = """
      {"variants": [{"name": "s", "maxDimension": 20}, {"name": "m", "maxDimension": 40}],
       "output.template": "{stem}.{extension}"}
      """
    imgtune.folder.write(Array(settings.utf8), to: "imgtune.json")
    let words = ["compress", "in", "-o", "out/"]
    let result = imgtune.run(words.map { Array($0.utf8) })
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("out/a.jpg") && result.errorText.contains("out/b.jpg"))
    let second = imgtune.run((words + advised(result)).map { Array($0.utf8) })
    #expect(second.exitCode == 0, "\(second.errorText)")
    #expect(imgtune.folder.files(in: "out").count == 4)
  }

  @Test func sameNamesInSeveralFoldersAreKeptApartByTheAdvice() {
    fill("x/a.jpg", "y/a.jpg", "x/b.jpg", "y/b.jpg")
    let result = imgtune("compress", "x", "y", "-o", "out/")
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("out/a.jpg") && result.errorText.contains("out/b.jpg"), "\(result.errorText)")
    #expect(result.errorText.contains("name the folder above them with -R, or give --base"), "\(result.errorText)")
    #expect(imgtune("compress", "x", "y", "--base", ".", "-o", "one/").exitCode == 0)
    #expect(imgtune("compress", "-R", ".", "--exclude", "one", "-o", "two/").exitCode == 0)
    for folder in ["one", "two"] {
      #expect(imgtune.folder.files(in: folder) == ["x/a.jpg", "x/b.jpg", "y/a.jpg", "y/b.jpg"])
    }
  }

  @Test func manyCollisionsAreAllListed() {
    for index in 0..<60 {
      imgtune.folder.write(Picture.jpeg, to: "in/\(index).jpg")
      imgtune.folder.write(Picture.png, to: "in/\(index).png")
    }
    let text = imgtune("compress", "in", "--format", "webp", "-o", "out/").errorText
    for index in 0..<60 { #expect(text.contains("would both become out/\(index).webp"), "\(text)") }
  }

  // MARK: What is said in JSON

  @Test func theOutputInJSONIsTheVeryPath() throws {
    let names = ["new\nline.jpg", "bell\u{7}.jpg", "quo\"te\\.jpg", "esc\u{1B}[31m.jpg", "ä.jpg"]
    for name in names { imgtune.folder.write(Picture.jpeg, to: "in/\(name)") }
    let documents = try imgtune.documents(imgtune("compress", "in", "-o", "out/", "--json"))
    let outputs = documents.compactMap { $0["output"] as? String }
    #expect(Set(outputs) == Set(names.map { "out/\($0)" }))
    for output in outputs { #expect(imgtune.folder.exists(output)) }
    #expect(documents.allSatisfy { $0["outputPathBytes"] == nil })
  }

  @Test func aPathThatIsNoTextIsToldByItsBytes() throws {
    let name = Array("in/raw".utf8) + [0xFF] + Array(".jpg".utf8)
    imgtune.folder.write(Picture.jpeg, to: name)
    let document = try #require(try imgtune.documents(imgtune("compress", "in", "-o", "out/", "--json")).first)
    let bytes = (document["outputPathBytes"] as? [Int] ?? []).map { UInt8($0) }
    #expect(bytes == Array("out/raw".utf8) + [0xFF] + Array(".jpg".utf8))
    #expect(imgtune.folder.read(bytes) != nil)
    #expect((document["inputPathBytes"] as? [Int])?.count == name.count)
  }

  @Test func watchTellsTheVeryPathsToo() throws {
    let raw = Array("photos/raw".utf8) + [0xFF] + Array(".jpg".utf8)
    let session = WatchSession(options: ["--delete"]) {
      $0.write(Picture.jpeg, to: "photos/new\nline.jpg")
      $0.write(Picture.jpeg, to: raw)
    }
    #expect(session.begins())
    session.delete("photos/new\nline.jpg")
    #expect(session.waits { $0.events("sourceRemoved").count == 1 })
    let path = Array("\(session.folder.path)/".utf8) + raw + [0]
    #expect(unlink(path.map { CChar(bitPattern: $0) }) == 0)
    #expect(session.waits { $0.events("sourceRemoved").count == 2 })
    let documents = session.end().documents
    #expect(documents.events("picture").compactMap { $0["output"] as? String }.contains("out/new\nline.jpg"))
    let removed = documents.events("sourceRemoved")
    #expect(removed.first?["input"] as? String == "photos/new\nline.jpg")
    #expect(removed.first?["outputs"] as? [String] == ["out/new\nline.jpg"])
    #expect((removed.last?["inputPathBytes"] as? [Int])?.map { UInt8($0) } == raw)
    let output = Array("out/raw".utf8) + [0xFF] + Array(".jpg".utf8)
    #expect((removed.last?["outputPathBytes"] as? [[Int]])?.map { $0.map { UInt8($0) } } == [output])
    #expect(session.folder.files(in: "out") == ["a.jpg"], "both outputs are deleted")
  }

  // MARK: Opened once

  private static let tracer = "/usr/bin/strace"

  @Test(.enabled(if: access(tracer, X_OK) == 0, "strace shows the calls"))
  func eachInputIsOpenedOnce() throws {
    fill("in/a.jpg", "in/sub/b.png", "named.jpg", "listed.jpg")
    imgtune.folder.write(Array("listed.jpg\n".utf8), to: "list")
    let words = [
      "-f", "-qq", "-o", "trace", "-e", "trace=open,openat,openat2", BuiltProgram.path, "compress", "-R", "in",
      "named.jpg",
      "--files-from", "list", "-o", "out/", "--isolated",
    ]
    let child = ChildProcess(InputListTests.tracer, words.map { Array($0.utf8) }, folder: imgtune.folder.path)
    let result = child.result()
    #expect(result.exitCode == 0, "\(result.errorText)")
    let lines = String(decoding: try #require(imgtune.folder.read("trace")), as: UTF8.self).split(separator: "\n")
    for name in ["a.jpg", "b.png", "named.jpg", "listed.jpg"] {
      // Outputs are written under names of their own first.
      let opened = lines.filter { $0.contains("\(name)\"") && !$0.contains("ENOENT") && !$0.contains("O_WRONLY") }
      #expect(opened.count == 1, "\(opened)")
    }
  }
}
