import TestSupport
import Testing

/// Several outputs of each picture.
struct VariantTests {
  private let bench = SettingsBench()

  private static let project = """
    {
      variants: [
        { name: "small", maxDimension: 30, quality: 0.4 },
        { name: "web", format: "webp" },
        { name: "full" },
      ],
    }
    """

  @Test func eachVariantIsAnOutputWithItsOwnSizeFormatAndQuality() throws {
    bench.writeProject(Self.project)
    let pictures = try bench.compressed("-q", "0.6")
    #expect(pictures.map { $0["variant"] as? String } == ["small", "web", "full"])
    #expect(pictures.map { $0["output"] as? String } == ["out/a-small.jpg", "out/a-web.webp", "out/a-full.jpg"])
    #expect(pictures.map { $0["nativeQuality"] as? String } == ["q40", "q60", "q60"])
    let layers = pictures.map { $0["settingLayers"] as? [String: String] ?? [:] }
    #expect(layers.map { $0["quality"] } == ["variant", "commandLine", "commandLine"])
    #expect(layers.map { $0["format"] } == [nil, "variant", nil])
    #expect(layers.map { $0["variants"] } == ["project", "project", "project"])
    #expect(bench.folder.files(in: "work/out") == ["a-full.jpg", "a-small.jpg", "a-web.webp"])
    let small = try #require(bench.imgtune.picture("work/out/a-small.jpg"))
    #expect(small.format == .jpeg && small.size.width == 30)
    let web = try #require(bench.imgtune.picture("work/out/a-web.webp"))
    #expect(web.format == .webp && web.size.width == 120)
  }

  @Test func theTextReportNamesThem() {
    bench.writeProject(Self.project)
    let result = bench("compress", "a.jpg", "-o", "out/")
    #expect(result.outputLines.count == 4)
    #expect(result.outputLines[0].hasPrefix("a.jpg (small)  120x90 -> 30x23 "))
    #expect(result.outputLines[3].hasPrefix("3 pictures: "))
  }

  @Test func theTemplateSaysWhereTheNamesGo() {
    bench.writeProject(Self.project)
    #expect(
      bench("compress", "a.jpg", "-o", "out/", "--set", "output.template={variant}/{stem}.{extension}").exitCode == 0)
    #expect(bench.folder.files(in: "work/out") == ["full/a.jpg", "small/a.jpg", "web/a.webp"])
  }

  @Test func outputsThatWouldCollideAreRefusedBeforeAnyWork() {
    bench.writeProject(Self.project)
    let result = bench("compress", "a.jpg", "-o", "out/", "--set", "output.template={stem}.{extension}")
    #expect(result.exitCode == 2)
    #expect(
      result.errorText
        == "imgtune: a.jpg (small) and a.jpg (full) would both become out/a.jpg; "
        + "output.template={stem}-{variant}.{extension} keeps them apart\n")
    bench.writeProject(#"{ variants: [{ name: "x" }, { name: "x", maxDimension: 9 }] }"#)
    #expect(bench("compress", "a.jpg", "-o", "out/").exitCode == 2)
    bench.writeProject(Self.project)
    for words in [["-o", "b.jpg"], ["-o", "-"], ["--in-place"]] {
      let result = bench.run(["compress", "a.jpg"] + words)
      #expect(result.exitCode == 2 && result.output.isEmpty, "\(words)")
    }
    #expect(bench.folder.files(in: "work") == ["a.jpg", "imgtune.json"])
    #expect(bench.folder.read("work/a.jpg") == Picture.jpeg)
  }

  @Test func theyCanBeGivenAndTakenBackOnTheCommandLine() throws {
    bench.writeProject(Self.project)
    #expect(try bench.compressed("--set", "variants=[]").count == 1)
    let given = try bench.compressed("--variants", #"[{"name": "s", "maxDimension": 10}]"#)
    #expect(given.map { $0["width"] as? Int } == [10])
  }

  @Test(arguments: [
    (#"[{"name": "a/b"}]"#, "name = \"a/b\" does not match [A-Za-z0-9._-]+"),
    (#"[{"name": "a", "size": 3}]"#, "there is no setting size"),
    (#"[{"name": "a", "quality": 70}]"#, "quality = 70 is outside 0…1"),
    (#"[{"name": "a", "format": "gif"}]"#, "format = \"gif\" is none of keep, jpeg, png, webp"),
  ])
  func whatIsNoVariantIsRefusedWithItsReason(list: String, reason: String) {
    bench.writeProject("{ variants: \(list) }")
    let result = bench("compress", "a.jpg", "-o", "out/")
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("has a bad member: \(reason)"), "\(result.errorText)")
    #expect(result.errorText.contains("(from imgtune.json:1:13)"))
  }
}
