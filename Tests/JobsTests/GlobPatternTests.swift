import Files
import Jobs
import Testing

/// Which files a pattern means.
struct GlobPatternTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var pattern: String
    var path: String
    var matches: Bool

    init(_ pattern: String, _ path: String, _ matches: Bool) {
      (self.pattern, self.path, self.matches) = (pattern, path, matches)
    }

    var testDescription: String { "\(pattern) \(matches ? "means" : "does not mean") \(path)" }
  }

  private static let cases = [
    // Names at any depth, in any letter case.
    Case("*.jpg", "a.jpg", true), Case("*.jpg", "a.JPG", true), Case("*.jpg", "x/y/a.Jpg", true),
    Case("*.JPG", "a.jpg", true), Case("*.jpg", "a.jpeg", false), Case("*.jpg", "jpg", false),
    Case("*.jpg", ".jpg", true), Case("*", "x/y/z", true), Case("a", "b/a", true), Case("a", "a/b", false),
    // With a slash the path below the folder counts.
    Case("a/*.jpg", "a/b.jpg", true), Case("a/*.jpg", "b.jpg", false), Case("a/*.jpg", "a/b/c.jpg", false),
    Case("a/*.jpg", "x/a/b.jpg", false), Case("./a/*.jpg", "a/b.jpg", true), Case("/*.jpg", "b.jpg", true),
    Case("/*.jpg", "a/b.jpg", false), Case("*/*", "a/b", true), Case("*/*", "a", false),
    // Any folders.
    Case("**/thumbs/*.png", "thumbs/a.png", true), Case("**/thumbs/*.png", "x/y/thumbs/a.png", true),
    Case("**/thumbs/*.png", "thumbs/x/a.png", false), Case("**/thumbs/*.png", "xthumbs/a.png", false),
    Case("**/*.png", "a.png", true), Case("a/**", "a/b", true), Case("a/**", "a/b/c", true), Case("a/**", "a", false),
    Case("a/**", "b/a/c", false), Case("a/**/b", "a/b", true), Case("a/**/b", "a/x/y/b", true),
    Case("a/**/b", "a/x/b/c", false), Case("a/**/**/b", "a/b", true), Case("**/a/**/b/**", "x/a/y/b/z", true),
    Case("**/a/**/b/**", "x/a/a/y/b", false), Case("**/b/c", "b/b/c", true), Case("**", "a/b", true),
    Case("a**b", "axxb", true), Case("a**b", "ax/xb", false),
    // Braces.
    Case("*.{jpg,png}", "a.jpg", true), Case("*.{jpg,png}", "x/a.PNG", true), Case("*.{jpg,png}", "a.webp", false),
    Case("{a,b/{c,d}}/*.jpg", "b/d/x.jpg", true), Case("{a,b/{c,d}}/*.jpg", "a/x.jpg", true),
    Case("{a,b/{c,d}}/*.jpg", "b/x.jpg", false), Case("x{,y}.jpg", "x.jpg", true), Case("x{,y}.jpg", "xy.jpg", true),
    Case("{a,b}{c,d}", "bc", true), Case("{a,b}{c,d}", "ab", false), Case("{a,b{c,d}e}", "bde", true),
    // Brackets.
    Case("[a-c].jpg", "b.jpg", true), Case("[a-c].jpg", "B.jpg", true), Case("[A-C].jpg", "b.jpg", true),
    Case("[a-c].jpg", "d.jpg", false), Case("[!a].jpg", "b.jpg", true), Case("[!a].jpg", "a.jpg", false),
    Case("[!a].jpg", "A.jpg", false), Case("[^a].jpg", "b.jpg", true), Case("[]a]", "]", true), Case("[]a]", "a", true),
    Case("[a-]", "-", true), Case("[!a]", "", false), Case("[ä-ü].jpg", "ö.jpg", true), Case("[ä].jpg", "ö.jpg", false),
    Case("[äö].jpg", "ö.jpg", true), Case("[!ä].jpg", "ö.jpg", true), Case("[!ä].jpg", "ä.jpg", false),
    // One letter, however many bytes it takes.
    Case("?.jpg", "a.jpg", true), Case("?.jpg", "ä.jpg", true), Case("?.jpg", "日.jpg", true),
    Case("?.jpg", "🙂.jpg", true),
    Case("?.jpg", "ab.jpg", false), Case("??.jpg", "ä.jpg", false), Case("?", "", false),
    // A backslash takes the next letter as it is.
    Case("\\*.jpg", "*.jpg", true), Case("\\*.jpg", "a.jpg", false), Case("\\{a,b}", "{a,b}", true),
    Case("\\{a,b}", "a", false), Case("\\[a]", "[a]", true), Case("a\\", "a\\", true), Case("{a\\,b,c}", "a,b", true),
    // Folders, at any depth, with everything in them.
    Case("thumbs/", "thumbs/a.jpg", true), Case("thumbs/", "x/thumbs/y/z/a.jpg", true),
    Case("thumbs/", "thumbs", false),
    Case("thumbs/", "x/thumbs", false), Case("Thumbs/", "thumbs/a.jpg", true), Case("a/b/", "a/b/c/d", true),
    Case("a/b/", "x/a/b/c", false), Case("t*/", "x/tt/a", true),
    // What is not closed, or chooses nothing, is letters.
    Case("[a.jpg", "[a.jpg", true), Case("[a.jpg", "a.jpg", false), Case("{a.jpg", "{a.jpg", true),
    Case("{a,b", "{a,b", true), Case("{a,b", "a", false), Case("{a}", "{a}", true), Case("a}", "a}", true),
    Case("{a,{b,c}", "{a,c", true), Case("{}", "{}", true), Case("[]", "[]", true),
    // Neither a full stop nor a plus is anything else.
    Case("a.jpg", "axjpg", false), Case("a+b", "a+b", true), Case("(a|b)", "a", false),
  ]

  @Test(arguments: cases) func aPatternMeansWhatPeopleExpect(of case: Case) {
    #expect(GlobPattern(`case`.pattern).matchesFile(FilePath(`case`.path)) == `case`.matches)
  }

  @Test(arguments: [
    ("thumbs", "x/thumbs", true), ("thumbs/", "x/thumbs", true), ("a/b", "a/b", true), ("a/b", "x/a/b", false),
    ("*.jpg", "album.jpg", true), ("a/**", "a/b", true), ("a/**", "a", false),
  ])
  func aFolderMatchesByItself(pattern: String, path: String, matches: Bool) {
    #expect(GlobPattern(pattern).matchesFolder(FilePath(path)) == matches)
  }

  @Test func namesThatAreNoTextAreMatchedByteByByte() {
    let name = FilePath(bytes: [0x61, 0xFF, 0x62] + Array(".jpg".utf8))
    #expect(GlobPattern("a?b.jpg").matchesFile(name))
    #expect(GlobPattern("a*b.jpg").matchesFile(name))
    #expect(GlobPattern("a[!x]b.jpg").matchesFile(name))
    #expect(!GlobPattern("ab.jpg").matchesFile(name))
    #expect(!GlobPattern("a?b.jpg").matchesFile(FilePath(bytes: [0x61, 0xC3, 0x62] + Array("x.jpg".utf8))))
  }

  private static let hostile: [(name: String, pattern: String)] = [
    ("stars", String(repeating: "*a", count: 2_000)),
    ("stars and letters", String(repeating: "*?", count: 1_000) + "b"),
    ("folders", String(repeating: "**/", count: 300) + "x"),
    ("folders between names", String(repeating: "**/a/", count: 100) + "x"),
    ("choices", String(repeating: "{a,b}", count: 200)),
    ("open braces", String(repeating: "{", count: 4_000)),
    ("open braces with commas", String(repeating: "{,", count: 2_000)),
    ("nested braces", String(repeating: "{a,", count: 500) + String(repeating: "}", count: 500)),
    ("many choices", "{" + String(repeating: "a,", count: 2_000) + "b}{a,b}"),
    ("open brackets", String(repeating: "[", count: 4_000)),
  ]

  @Test(arguments: hostile.map(\.name)) func aHostilePatternIsDoneInNoTime(named name: String) throws {
    let text = try #require(GlobPatternTests.hostile.first { $0.name == name }).pattern
    let path = FilePath(String(repeating: "a/", count: 100) + String(repeating: "a", count: 250))
    let clock = ContinuousClock()
    // The best of three: somebody else may have had the processor.
    let time = (0..<3).map { _ in clock.measure { _ = GlobPattern(text).matchesFile(path) } }.min()
    #expect(try #require(time) < .milliseconds(100))
  }
}
