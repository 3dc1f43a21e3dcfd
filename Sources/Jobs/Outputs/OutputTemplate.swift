import Files
import SettingsKit

/// A pattern for output names, such as `{stem}-{width}.{extension}`.
public struct OutputTemplate: Sendable, Hashable {
  /// What may stand in braces.
  public static let placeholders = [
    "{stem}", "{extension}", "{sourceExtension}", "{variant}", "{format}", "{width}", "{height}", "{quality}",
  ]

  private enum Part: Hashable {
    case text(String)
    case placeholder(String)
  }

  /// The stem of the input and the extension of the format.
  public static let plain = OutputTemplate(
    text: "{stem}.{extension}", parts: [.placeholder("{stem}"), .text("."), .placeholder("{extension}")])

  public let text: String
  private let parts: [Part]

  private init(text: String, parts: [Part]) {
    self.text = text
    self.parts = parts
  }

  /// - Throws: `ValueProblem` for an unknown placeholder, an unclosed brace, or a path that leaves the folder.
  public init(_ text: String) throws(ValueProblem) {
    var parts: [Part] = []
    var rest = text[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      if brace > rest.startIndex { parts.append(.text(String(rest[..<brace]))) }
      guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else {
        throw ValueProblem("has a brace without its other half")
      }
      let name = String(rest[brace...end])
      guard OutputTemplate.placeholders.contains(name) else {
        throw ValueProblem("has \(name), which is none of " + OutputTemplate.placeholders.joined(separator: ", "))
      }
      parts.append(.placeholder(name))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    // Placeholders hold no slash, so what leaves the folder or names none can be seen beforehand.
    let folders = text.split(separator: "/", omittingEmptySubsequences: false)
    guard !text.hasPrefix("/"), !folders.contains(".."), let name = folders.last, !name.isEmpty, !text.contains("\0")
    else {
      throw ValueProblem(
        "must name a file inside the output folder, such as {stem}.{extension} or {format}/{stem}.{extension}")
    }
    self.init(text: text, parts: parts)
  }

  /// The name for one picture.
  ///
  /// - Parameter values: By placeholder; one that is missing stays as it is, as a mark of what is not known yet.
  /// - Throws: `TemplateProblem` where the result would be no name inside the folder, such as a stem of "..".
  public func name(_ values: [String: String]) throws(TemplateProblem) -> FilePath {
    let text = parts.map { part in
      switch part {
      case .text(let text): text
      case .placeholder(let name): values[name] ?? name
      }
    }.joined()
    let path = FilePath(text)
    for component in path.components where component == Array(".".utf8) || component == Array("..".utf8) {
      throw TemplateProblem(sentence: "output.template gives \(path), which is no name inside the output folder")
    }
    return path
  }
}

extension OutputTemplate: SettingValue {
  public static var kind: ValueKind {
    ValueKind("string", jsonType: "string", placeholder: "TEMPLATE", textPattern: ".")
  }

  public static func parse(_ text: String) throws(ValueProblem) -> OutputTemplate { try OutputTemplate(text) }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> OutputTemplate {
    try OutputTemplate(String.decode(json))
  }

  public var json: JSONValue { .string(text) }
}

/// What is wrong with the name that came out of a template.
public struct TemplateProblem: Error, Sendable, Equatable, CustomStringConvertible {
  public var sentence: String

  public var description: String { sentence }
}
