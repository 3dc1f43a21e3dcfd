import SettingsKit
import Testing

struct JSON5ParserTests {
  private func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }

  private func problem(_ text: String) -> String {
    do {
      return "no problem: \(try parse(text).compactText)"
    } catch { return "\(error)" }
  }

  @Test func everythingThatJSONAllowsIsRead() throws {
    let text = #" { "a" : [ 1 , -2.5e3 , true , false , null , "x\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00" ] , "b" : { } } "#
    #expect(
      try parse(text)
        == .object([
          "a": [1, .decimal(-2500), true, false, .null, "x\"\\/\u{8}\u{C}\n\r\té😀"],
          "b": .object([JSONMember]()),
        ]))
  }

  @Test(arguments: [
    ("{a: 1, $b_2: 2, é: 3, c.d: 4}", #"{"a":1,"$b_2":2,"é":3,"c.d":4}"#),
    ("{'a': 'it''}", nil), (#"{'a': 'it\'s', b: "'"}"#, #"{"a":"it's","b":"'"}"#),
    ("[1, 2,]", "[1,2]"), ("{a: 1,}", #"{"a":1}"#),
    ("// a\n1 /* b */ // c", "1"), ("/* * / **/ 1", "1"), ("1 // ends with a carriage return\r", "1"),
    ("[0xFF, -0x10, +1, .5, 5., 1e2]", "[255,-16,1,0.5,5,100]"),
    ("'a\\\nb\\\r\nc\\\u{2028}d'", #""abcd""#), (#"'\x41\v\0\q'"#, #""A\u000b\u0000q""#),
    ("\u{FEFF}\u{A0}\u{2028}1\u{2029}\u{FEFF}", "1"), ("{a\u{A0}: 1}", #"{"a":1}"#),
    ("-9223372036854775808", "-9223372036854775808"), ("18446744073709551616", "18446744073709552000"),
  ])
  func everythingThatJSON5AddsIsRead(text: String, compact: String?) {
    if let compact {
      #expect((try? parse(text))?.compactText == (try? parse(compact))?.compactText, "\(problem(text))")
    } else {
      #expect(throws: JSONSyntaxError.self) { try parse(text) }
    }
  }

  @Test(arguments: [
    ("", "line 1, column 1: a value is missing"),
    ("{\n  a 1}", "line 2, column 5: expected : behind the key a"),
    ("{\n  a: 1\n  b: 2}", "line 3, column 3: expected , or } behind the value of a"),
    ("[1 2]", "line 1, column 4: expected , or ] in the list"),
    ("\n\n  {a: 1", "line 3, column 3: the { has no }"), ("[", "line 1, column 1: the [ has no ]"),
    ("{a: 'é\n'}", "line 1, column 5: the string has no closing quote on its line"),
    ("['é', x]", "line 1, column 7: x needs quotes"),
    ("1 2", "line 1, column 3: something follows the end of the document"),
    ("{a: NaN}", "line 1, column 5: no setting can be NaN or Infinity"),
    ("{a: 007}", "line 1, column 5: 007 begins with a zero that means nothing"),
    ("1.2.3", "line 1, column 1: 1.2.3 is no number"), ("1e999", "line 1, column 1: 1e999 is no number"),
    ("-Infinity", "line 1, column 1: -Infinity is no number"), ("0x", "line 1, column 1: 0x is no number"),
    ("0x-5", "line 1, column 1: 0x-5 is no number"), ("--1", "line 1, column 1: --1 is no number"),
    (#""\u-001""#, "line 1, column 4: expected 4 hexadecimal digits"),
    (#""\ud800x""#, "line 1, column 2: half a surrogate pair"),
    (#""\udc00""#, "line 1, column 2: no character has this number"), (#""\1""#, #"line 1, column 2: \1 is no escape"#),
    ("/* a", "line 1, column 1: the comment has no end"), ("/a", "line 1, column 1: a single / is no comment"),
    ("{a: @}", "line 1, column 5: a value cannot begin with “@”"),
    ("\u{FEFF}@", "line 1, column 1: a value cannot begin with “@”"),
    ("{,}", "line 1, column 2: expected a key or }"),
    ("\"\u{1}\"", "line 1, column 2: a control character in a string must be escaped"),
  ])
  func whatIsWrongIsToldWithItsPlace(text: String, sentence: String) { #expect(problem(text) == sentence) }

  @Test func invalidUTF8IsToldWithItsPlaceBehindCharactersOfManyBytes() {
    for bad: [UInt8] in [
      [0xFF], [0xC3, 0x28], [0xE2, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0x80],
    ] {
      for prefix in ["", "\"é\n\"", String(repeating: "é", count: 57)] {
        let position =
          prefix.contains("\n") ? JSONPosition(line: 2, column: 2) : JSONPosition(line: 1, column: prefix.count + 1)
        #expect(throws: JSONSyntaxError.self) { try JSON5Parser.parse(Array(prefix.utf8) + bad) }
        do { _ = try JSON5Parser.parse(Array(prefix.utf8) + bad) } catch {
          #expect(error.position == position)
          #expect(error.reason == "the text is not UTF-8")
        }
      }
    }
  }

  @Test func aDepthBombIsRefusedAndDeepDocumentsAreNot() throws {
    for (open, close) in [("[", "]"), ("{a:", "}")] {
      let bomb = String(repeating: open, count: 100_000)
      #expect(problem(bomb).hasSuffix("more than 200 levels inside each other"))
      let inner = open == "[" ? "" : "1"
      _ = try parse(String(repeating: open, count: 200) + inner + String(repeating: close, count: 200))
    }
  }

  @Test func placesOfKeysAndValuesAreThoseOfTheText() throws {
    let text = "{\n  é: 1,\r\n  'b': [\n    2],\n}"
    let root = try JSON5Parser.parse(Array(text.utf8))
    let b = try #require(root.member("b"))
    #expect(b.keyPosition == JSONPosition(line: 3, column: 3))
    #expect(b.value.position == JSONPosition(line: 3, column: 8))
    #expect(String(decoding: Array(text.utf8)[b.value.range], as: UTF8.self) == "[\n    2]")
    #expect(root.member("é")?.value.position == JSONPosition(line: 2, column: 6))
  }

  @Test func aLongDocumentCostsOnePass() throws {
    // One pass for each value would be 40,000,000,000 steps.
    let text = "[" + String(repeating: "1,", count: 200_000) + "]"
    guard case .array(let elements) = try parse(text) else {
      Issue.record("no list")
      return
    }
    #expect(elements.count == 200_000)
  }

  @Test func randomBytesAndDamagedDocumentsNeverCrashTheParser() {
    var random = SeededRandom(5)
    let seed =
      Array(#"{"a": [1, -2.5e3, 0x1F, 'é\u00e9'], /* c */ b: {c: null, "d": true,}, // x"#.utf8) + Array("\n}".utf8)
    var parsed = 0
    for round in 0..<20_000 {
      var bytes = seed
      if round % 4 == 0 {
        bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(seed.randomElement(using: &random)!, at: place)
        }
      }
      do {
        let value = try JSON5Parser.parse(bytes).value
        parsed += 1
        // What is read can be written and read again.
        #expect((try? JSONValue(parsing: value.compactText)) != nil)
      } catch {
        #expect(error.position.line >= 1 && error.position.column >= 1)
      }
    }
    #expect(parsed > 1_000, "the loop must reach the parser's good ends too")
  }
}
