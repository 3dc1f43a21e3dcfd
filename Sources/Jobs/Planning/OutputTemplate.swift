/// A pattern for output names, such as `{stem}-{width}.{extension}`.
public struct OutputTemplate: Sendable, Equatable {
  /// What may stand in braces.
  public static let placeholders = [
    "{stem}", "{extension}", "{sourceExtension}", "{variant}", "{format}", "{width}", "{height}", "{quality}",
  ]

  private enum Part: Equatable {
    case text(String)
    case placeholder(String)
  }

  private let parts: [Part]

  /// - Throws: `TemplateProblem` for an unknown placeholder, an unclosed brace, or a path that leaves the folder.
  public init(_ text: String) throws(TemplateProblem) {
    var parts: [Part] = []
    var rest = text[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      if brace > rest.startIndex { parts.append(.text(String(rest[..<brace]))) }
      guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else {
        throw TemplateProblem(sentence: "output.template = \(text) has a brace without its other half")
      }
      let name = String(rest[brace...end])
      guard OutputTemplate.placeholders.contains(name) else {
        throw TemplateProblem(
          sentence: "output.template = \(text) has \(name), which is none of "
            + OutputTemplate.placeholders.joined(separator: ", "))
      }
      parts.append(.placeholder(name))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
    // Placeholders hold no slash, so what leaves the folder or names none can be seen beforehand.
    let folders = text.split(separator: "/", omittingEmptySubsequences: false)
    guard !text.hasPrefix("/"), !folders.contains(".."), let name = folders.last, !name.isEmpty, !text.contains("\0")
    else {
      throw TemplateProblem(
        sentence: "output.template = \(text) must name a file inside the output folder",
        hint: "such as {stem}.{extension} or {format}/{stem}.{extension}")
    }
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

/// What is wrong with a template or with the name that came out of it.
public struct TemplateProblem: Error, Sendable, Equatable, CustomStringConvertible {
  public var sentence: String
  public var hint: String?

  public var description: String { sentence + (hint.map { "; \($0)" } ?? "") }
}
