import SettingsKit
import Testing

struct RunOptions: SettingsSection {
  static var about: SectionAbout { SectionAbout("Options") }

  @Setting("Output", short: "o", placeholder: "PATH") var output: String? = nil
  @Setting("Recursive", short: "R") var recursive = false
  @Setting("Verbose", short: "v") var verbose = false
  @Setting("Include") var include: [String] = []
}

struct ArgumentParserTests {
  let parser: ArgumentParser

  init() throws {
    parser = ArgumentParser(
      settings: SchemaDocument(try SettingsRegistry.of(ToasterSettings.self)),
      options: SchemaDocument(try SettingsRegistry.of(RunOptions.self)))
  }

  private func settings(_ words: String...) -> [String] {
    parser.parse(words).settings.map { "\($0.key)=\($0.raw.text) \($0.origin.place)" }
  }

  private func options(_ words: String...) -> [String] {
    parser.parse(words).options.map { "\($0.key)=\($0.raw.text)" }
  }

  @Test func aSettingIsGivenInEveryUsualWay() {
    #expect(settings("--set", "browning=7") == ["browning=7 --set"])
    #expect(settings("--set=browning=7") == ["browning=7 --set"])
    #expect(settings("--browning", "7") == ["browning=7 --browning"])
    #expect(settings("--browning=7") == ["browning=7 --browning"])
    #expect(settings("-b", "7") == ["browning=7 -b"])
    #expect(settings("-b7") == ["browning=7 -b"])
    #expect(settings("--bagel.one-side") == ["bagel.oneSide=true --bagel.one-side"])
    #expect(settings("--no-bagel.one-side") == ["bagel.oneSide=false --no-bagel.one-side"])
    #expect(settings("--bagel.one-side=off") == ["bagel.oneSide=off --bagel.one-side"])
  }

  @Test func aValueIsSplitAtTheFirstEqualsSign() {
    #expect(settings("--set", "label=a=b") == ["label=a=b --set"])
    #expect(settings("--set", "label=") == ["label= --set"])
  }

  @Test func switchesRunTogetherAndListsAddUp() {
    #expect(options("-Rv") == ["recursive=true", "verbose=true"])
    #expect(options("-Rvo", "out") == ["recursive=true", "verbose=true", "output=out"])
    #expect(options("--include", "a", "--include=b") == ["include=a,b"])
  }

  @Test func namesMayLookLikeOptionsBehindTwoDashes() {
    let parsed = parser.parse(["a.jpg", "-", "-v", "--", "-v", "--set"])
    #expect(parsed.positionals == ["a.jpg", "-", "-v", "--set"])
    #expect(parsed.options.count == 1)
  }

  @Test func negativeNumbersAreValuesNotOptions() {
    #expect(settings("--browning", "-3") == ["browning=-3 --browning"])
  }

  @Test func whatIsMissingOrUnknownIsNamedWithAHint() {
    let sentences = parser.parse(["--set", "browning", "--browing", "-x", "--label"]).problems.map(\.description)
    #expect(
      sentences == [
        "--set browning has no “=”; write --set KEY=VALUE, such as --set quality=0.7",
        "there is no option --browing; did you mean --browning?",
        "there is no option -x; a file whose name begins with a dash goes after --",
        "--label needs a value behind it; --help tells what it takes",
      ])
  }
}
