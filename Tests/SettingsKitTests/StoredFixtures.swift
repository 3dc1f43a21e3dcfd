import SettingsKit

/// Stored documents as text, written out here so that the storages are held against something that is not theirs.
enum StoredFixtures {
  static func json(_ stored: StoredSettings) -> String {
    let extras = stored.extras.map { "\(JSONValue.string($0.key).compactText): \($0.value.compactText),\n" }.joined()
    return "{ \"version\": \(stored.version), \(extras) \"values\": \(JSONValue.object(stored.values).compactText) }\n"
  }

  static func propertyList(_ stored: StoredSettings) -> String {
    let extras = stored.extras.map { "<key>\($0.key)</key>\(element($0.value))" }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- by hand --><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version='1.0'><dict><key>version</key> <integer> \(stored.version) </integer>\(extras)
      <key>values</key>\(element(.object(stored.values)))</dict></plist>
      """
  }

  private static func element(_ value: JSONValue) -> String {
    switch value {
    case .null: "<data/>"
    case .bool(let value): "<\(value) />"
    case .integer(let value): "<integer>\(value)</integer>"
    case .decimal(let value): "<real>\(value)</real>"
    case .string(let value): "<string><![CDATA[\(value)]]></string>"
    case .array(let elements): "<array>" + elements.map(element).joined() + "</array>"
    case .object(let members):
      "<dict>" + members.map { "<key>\($0.key)</key>" + element($0.value) }.joined() + "</dict>"
    }
  }

  static let goodJSON = """
    {
      "version": 1,
      "values": {
        "browning": 7,
        "label": "é",
        "slots": [
          1,
          2
        ]
      }
    }

    """

  static let goodPropertyList = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>version</key>
    \t<integer>1</integer>
    \t<key>values</key>
    \t<dict>
    \t\t<key>browning</key>
    \t\t<integer>7</integer>
    \t\t<key>label</key>
    \t\t<string>é</string>
    \t\t<key>slots</key>
    \t\t<array>
    \t\t\t<integer>1</integer>
    \t\t\t<integer>2</integer>
    \t\t</array>
    \t</dict>
    </dict>
    </plist>

    """

  /// Each with the problem that it is told with, behind the path.
  static let brokenJSON: [(text: String, problem: String)] = [
    ("", ":1:1: the file is damaged: a value is missing"),
    ("[]", ":1:1: the file is damaged: the document is a list, not an object"),
    ("\n 7", ":2:2: the file is damaged: the document is a number, not an object"),
    (#"{"version": 1, "values": []}"#, ":1:26: the file is damaged: “values” is a list, not an object"),
    (#"{"version": "1", "values": {}}"#, #":1:13: the file is damaged: “version” is "1", not 1 or more"#),
    (#"{"version": 0}"#, ":1:13: the file is damaged: “version” is 0, not 1 or more"),
    ("{\"version\": 1\n \"values\": {}}", ":2:2: the file is damaged: expected , or } behind the value of version"),
    ("\u{0}\u{0}\u{0}", ":1:1: the file is damaged: a value cannot begin with “\u{0}”"),
  ]

  static let brokenPropertyLists: [(text: String, problem: String)] = [
    ("", ":1:1: the file is damaged: the document ends too early"),
    ("bplist00\u{0}", ":1:1: the file is damaged: the property list is binary; plutil -convert xml1 makes it XML"),
    ("<plist/>", ":1:1: the file is damaged: the property list is empty"),
    ("<html></html>", ":1:1: the file is damaged: expected <plist>, not <html>"),
    ("<plist>\n<array></array></plist>", ":2:1: the file is damaged: the document is a list, not an object"),
    ("<plist><dict><string>a</string></dict></plist>", ":1:14: the file is damaged: expected <key>, not <string>"),
    ("<plist><dict><key>a</key></dict></plist>", ":1:26: the file is damaged: expected an element"),
    (
      "<plist><dict>\n<key>a</key><integer>x</integer></dict></plist>",
      ":2:13: the file is damaged: “x” is no whole number"
    ),
    ("<plist><dict><key>a</key><real>nan</real></dict></plist>", ":1:26: the file is damaged: “nan” is no number"),
    (
      "<plist><dict><key>a</key><data>AA==</data></dict></plist>",
      ":1:26: the file is damaged: a setting cannot hold <data>"
    ),
    ("<plist><dict><key>a&b</key><true/></dict></plist>", ":1:20: the file is damaged: a & must be written &amp;"),
    ("<plist><dict><key>&bad;</key><true/></dict></plist>", ":1:19: the file is damaged: &bad; is not known"),
    ("<plist><dict></array></plist>", ":1:14: the file is damaged: expected </dict>"),
    ("<plist><dict/></plist>x", ":1:23: the file is damaged: something follows the end of the document"),
    (
      "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist/>",
      ":1:1: the file is damaged: a document type with declarations is not read"
    ),
    (
      "<plist>" + String(repeating: "<array>", count: 100_000),
      ":1:1408: the file is damaged: more than 200 levels inside each other"
    ),
  ]
}
