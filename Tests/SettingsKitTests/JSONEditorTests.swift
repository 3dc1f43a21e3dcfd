import SettingsKit
import Testing

struct JSONEditorTests {
  private func set(_ key: String, _ value: JSONValue, in text: String) throws -> String {
    var editor = try JSONEditor(Array(text.utf8), name: "k.json")
    try editor.set(key, to: value)
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  private func remove(_ key: String, from text: String) throws -> String {
    var editor = try JSONEditor(Array(text.utf8), name: "k.json")
    #expect(try editor.remove(key))
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  private func refusal(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return "not refused"
  }

  static let document = """
    // the kitchen of the office
    {
        'a': 1,   // one
        bagel: {
            oneSide: true, /* always */
            'extraHeat': 5,
        },
        // the last
        z: [1, 2],  // two
    }

    """

  @Test func aValueIsReplacedInItsPlace() throws {
    let text = JSONEditorTests.document
    #expect(try set("a", 25, in: text) == text.replacing("'a': 1,", with: "'a': 25,"))
    #expect(try set("bagel.oneSide", false, in: text) == text.replacing("true, /*", with: "false, /*"))
    #expect(try set("z", ["it's", .null], in: text) == text.replacing("[1, 2]", with: "['it\\'s', null]"))
    #expect(try set("a", 1, in: text) == text, "an equal value is not written anew")
  }

  @Test func aMissingKeyGoesBehindTheLastOneOfItsSection() throws {
    let text = JSONEditorTests.document
    #expect(
      try set("bagel.label", "x", in: text)
        == text.replacing("'extraHeat': 5,\n", with: "'extraHeat': 5,\n        label: 'x',\n"))
    #expect(try set("b", 2, in: text) == text.replacing("// two\n", with: "// two\n    b: 2,\n"))
    #expect(
      try set("new.deep.key", 2, in: text)
        == text.replacing(
          "// two\n",
          with: "// two\n    new: {\n        deep: {\n            key: 2,\n        },\n    },\n"))
  }

  @Test(arguments: [
    ("{}", "{\n  \"a\": 1\n}"), ("{ }\n", "{\n  \"a\": 1\n}\n"), ("{\"b\":2}", "{\"b\":2,\"a\":1}"),
    ("{\"b\": 2}", "{\"b\": 2, \"a\": 1}"), ("{ b: 2, }", "{ b: 2, a: 1, }"), ("{b: 2,c: 3}", "{b: 2,c: 3,a: 1}"),
    ("{\n\t\"b\": 2\n}", "{\n\t\"b\": 2,\n\t\"a\": 1\n}"),
    ("{\r\n \"b\": 2\r\n}\r\n", "{\r\n \"b\": 2,\r\n \"a\": 1\r\n}\r\n"),
    ("{\n  \"b\": 2 // two\n}", "{\n  \"b\": 2, // two\n  \"a\": 1\n}"),
    ("{\n  \"b\": 2 }", "{\n  \"b\": 2,\n  \"a\": 1 }"),
    ("{\n  \"b\": 2 /* c */ // d\n}", "{\n  \"b\": 2, /* c */ // d\n  \"a\": 1\n}"),
    ("{\n  // nothing yet\n}", "{\n  // nothing yet\n  \"a\": 1\n}"),
    ("{ /* nothing */ }", "{ /* nothing */  \"a\": 1 }"),
    ("{\n    b: 2\n    , c: 3\n}", "{\n    b: 2\n    , c: 3, a: 1\n}"), ("{ \"b.c\": 1 }", "{ \"b.c\": 1, \"a\": 1 }"),
    ("{\"b\": 2 // c\n}", "{\"b\": 2, \"a\": 1 // c\n}"), ("\u{FEFF}{'b' : 2}", "\u{FEFF}{'b' : 2, 'a' : 1}"),
  ])
  func whatIsAddedLooksLikeTheRest(before: String, after: String) throws {
    #expect(try set("a", 1, in: before) == after)
  }

  @Test(arguments: [
    ("{}", "{\n  \"s\": {\n    \"k\": 1\n  }\n}"), ("{\"b\": 2}", "{\"b\": 2, \"s\": {\"k\": 1}}"),
    ("{\"b.c\": 2}", "{\"b.c\": 2, \"s.k\": 1}"), ("{b.c: 2}", "{b.c: 2, s.k: 1}"),
    ("{\"s\": {}}", "{\"s\": {\"k\": 1}}"),
    ("{\n  \"s\": {}\n}", "{\n  \"s\": {\n    \"k\": 1\n  }\n}"), ("{s: {j: 0}, s.j: 1}", "{s: {j: 0, k: 1}, s.j: 1}"),
    ("{ s: { k: 0 }, 's.k': 2 }", "{ s: { k: 0 }, 's.k': 1 }"),
  ])
  func sectionsAreFoundAndMade(before: String, after: String) throws {
    #expect(try set("s.k", 1, in: before) == after)
  }

  @Test func recordsGetALineForEachField() throws {
    let value: JSONValue = [.object(["name": "a", "rounds": 1])]
    #expect(
      try set("p", value, in: "{\n  \"b\": 2\n}")
        == "{\n  \"b\": 2,\n  \"p\": [\n    {\n      \"name\": \"a\",\n      \"rounds\": 1\n    }\n  ]\n}")
    #expect(try set("p", value, in: "{b: 2}") == "{b: 2, p: [{name: \"a\", rounds: 1}]}")
  }

  @Test(arguments: [
    ("{\n  \"a\": 1, // one\n  \"b\": 2\n}", "{\n  \"b\": 2\n}"),
    ("{\n  \"b\": 2,\n  \"a\": 1 // one\n}", "{\n  \"b\": 2\n}"),
    ("{\n  b: 2, // two\n  a: 1, // one\n}", "{\n  b: 2, // two\n}"),
    ("{\n  b: 2, // two\n  a: 1 // one\n}", "{\n  b: 2 // two\n}"), ("{\r\n  a: 1,\r\n  b: 2\r\n}", "{\r\n  b: 2\r\n}"),
    ("{\n  // above\n  a: 1,\n  b: 2\n}", "{\n  // above\n  b: 2\n}"),
    ("{\n  /* x */ a: 1,\n  b: 2\n}", "{\n  b: 2\n}"),
    ("{a: 1, b: 2}", "{b: 2}"), ("{b: 2, a: 1}", "{b: 2}"), ("{ b: 2, a: 1, }", "{ b: 2, }"),
    ("{ b: 2, a: 1, c: 3 }", "{ b: 2, c: 3 }"),
    ("{ a: 1 }", "{}"), ("{\n  a: 1 // one\n}\n", "{}\n"), ("{\n  // stays\n  a: 1\n}\n", "{\n  // stays\n}\n"),
    ("{a: 1, b: 2, a: 3}", "{b: 2}"), ("{\n  b: 2, a: [\n    1\n  ]\n}", "{\n  b: 2\n}"),
    ("{\n  a: [\n    1\n  ],\n  b: 2\n}", "{\n  b: 2\n}"), ("{\n  b: 2,\n  a: 1 }", "{\n  b: 2\n }"),
    ("{\n  b: 2\n  , a: 1\n}", "{\n  b: 2\n  \n}"), ("{a: 1, /* x\n */ b: 2}", "{/* x\n */ b: 2}"),
  ])
  func removingTakesTheCommaAndTheCommentOfItsLine(before: String, after: String) throws {
    #expect(try remove("a", from: before) == after)
  }

  @Test func aSectionThatIsLeftEmptyGoesToo() throws {
    #expect(try remove("s.t.k", from: "{\n  b: 1,\n  s: {\n    t: { k: 1 },\n  },\n}") == "{\n  b: 1,\n}")
    #expect(try remove("s.k", from: "{ s: { /* why */ k: 1 } }") == "{ s: { /* why */ } }")
    #expect(try remove("s.k", from: "{ s: { k: 1 }, s.k: 2, b: 3 }") == "{ b: 3 }")
  }

  @Test func whatIsNotThereIsNotRemoved() throws {
    var editor = try JSONEditor(Array("{ s: { k: 1 } }".utf8), name: "k.json")
    #expect(try !editor.remove("k"))
    #expect(try !editor.remove("s.k.x"))
    #expect(editor.value(of: "s.k") == 1)
    #expect(String(decoding: editor.bytes, as: UTF8.self) == "{ s: { k: 1 } }")
  }

  @Test func whatCannotBeDoneIsRefusedWithItsPlace() throws {
    #expect(
      refusal { _ = try set("s.k", 1, in: "{\n  s: 3\n}") }
        == "k.json:2:6: s is a number, not an object, so s.k cannot be put into it")
    #expect(refusal { _ = try set("s", 1, in: "{\n  s 3\n}") } == "k.json:2:5: expected : behind the key s")
    #expect(refusal { _ = try set("s", 1, in: " []") } == "k.json:1:2: the document is a list, not an object")
    #expect(
      refusal { _ = try set("s", .decimal(.infinity), in: "{}") } == "k.json: s = null cannot be written in it")
  }

  @Test func aProjectFileIsMadeAndEditedUnderTheLock() throws {
    let folder = try TemporaryFolder()
    for value in [1, 2] as [JSONValue] {
      try SettingsFile.update(folder.path("kitchen.json")) { bytes in
        var editor = try JSONEditor(bytes ?? JSONEditor.emptyDocument, name: "kitchen.json")
        try editor.set("bagel.extraHeat", to: value)
        return editor.bytes
      }
    }
    #expect(try folder.text("kitchen.json") == "{\n  \"bagel\": {\n    \"extraHeat\": 2\n  }\n}\n")
    #expect(try folder.permissions("kitchen.json") == 0o644)
    #expect(folder.names == ["kitchen.json"])
  }
}
