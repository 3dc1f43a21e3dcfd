/// Replacing and adding.
extension JSONEditor {
  func replacement(of old: JSONNode, in step: Step, by value: JSONValue) -> Edit {
    let trivia = JSONTrivia(bytes: bytes)
    let style = JSONStyle(of: root, in: bytes)
    let isMultiline =
      switch (old.content, value) {
      case (.scalar, _): hasObjects(value) && lineStart(of: step, trivia) != nil
      default: old.range.contains { isJSONLineEnd(at: $0, in: bytes) }
      }
    let indent = trivia.indentation(ofLineWith: old.range.lowerBound)
    return Edit(range: old.range, text: style.text(of: value, isMultiline: isMultiline, lineIndent: indent))
  }

  /// Records get a line for each field, lists of plain values stay on one.
  private func hasObjects(_ value: JSONValue) -> Bool {
    switch value {
    case .object(let members): !members.isEmpty
    case .array(let elements): elements.contains(where: hasObjects)
    default: false
    }
  }

  /// Where the line of a member begins, `nil` where it shares it with the token before.
  private func lineStart(of step: Step, _ trivia: JSONTrivia) -> Int? {
    trivia.lineStart(ofTokenAfter: end(ofTokenBefore: step, trivia))
  }

  private func end(ofTokenBefore step: Step, _ trivia: JSONTrivia) -> Int {
    guard step.index > 0 else { return step.object.range.lowerBound + 1 }
    // Between two members there is a comma, or the document would not have parsed.
    return (trivia.comma(after: step.members[step.index - 1].value.range.upperBound) ?? 0) + 1
  }

  func insertions(of key: ArraySlice<Substring>, _ value: JSONValue, into object: JSONNode) -> [Edit] {
    guard case .object(let members) = object.content else { return [] }
    let trivia = JSONTrivia(bytes: bytes)
    let style = JSONStyle(of: root, in: bytes)
    guard let last = members.last else { return [firstMember(key, value, in: object, trivia, style)] }

    let end = last.value.range.upperBound
    let comma = trivia.comma(after: end)
    let step = Step(object: object, members: members, index: members.count - 1)
    let isDotted = members.contains { $0.key.contains(".") }
    var edits = comma == nil ? [Edit(range: end..<end, text: ",")] : []
    let place: Int
    var text: String
    if let line = lineStart(of: step, trivia) {
      let indent = trivia.indentation(at: line)
      place = trivia.restOfLine(after: comma.map { $0 + 1 } ?? end).commentEnd
      text = style.newline + indent + member(key, value, isDotted: isDotted, isMultiline: true, indent, style)
    } else {
      place = comma.map { $0 + 1 } ?? end
      text =
        separator(before: step, trivia, style) + member(key, value, isDotted: isDotted, isMultiline: false, "", style)
    }
    if comma != nil { text += "," }
    // One edit where both are at the same place, so that their order is plain.
    if comma == nil, place == end { return [Edit(range: end..<end, text: "," + text)] }
    edits.append(Edit(range: place..<place, text: text))
    return edits
  }

  private func separator(before step: Step, _ trivia: JSONTrivia, _ style: JSONStyle) -> String {
    guard step.index > 0 else { return style.colon == ":" ? "" : " " }
    let range = end(ofTokenBefore: step, trivia)..<step.member.keyRange.lowerBound
    return trivia.isBlank(range) ? String(decoding: bytes[range], as: UTF8.self) : " "
  }

  private func firstMember(
    _ key: ArraySlice<Substring>, _ value: JSONValue, in object: JSONNode, _ trivia: JSONTrivia, _ style: JSONStyle
  ) -> Edit {
    let inside = (object.range.lowerBound + 1)..<(object.range.upperBound - 1)
    let outer = trivia.indentation(ofLineWith: object.range.lowerBound)
    let inner = outer + style.indent
    let comma = style.hasTrailingCommas ? "," : ""
    if !trivia.isBlank(inside) {
      // Behind the comments, on a line of its own where the brace has one.
      if let line = trivia.lineStart(ofTokenAfter: inside.lowerBound) {
        let text = member(key, value, isDotted: false, isMultiline: true, inner, style)
        return Edit(range: line..<line, text: inner + text + comma + style.newline)
      }
      let text = member(key, value, isDotted: false, isMultiline: false, "", style)
      return Edit(range: inside.upperBound..<inside.upperBound, text: " " + text + " ")
    }
    let isRootLine = object.range == root.range
    if isRootLine || root.range.contains(where: { isJSONLineEnd(at: $0, in: bytes) }) {
      let text = member(key, value, isDotted: false, isMultiline: true, inner, style)
      return Edit(range: inside, text: style.newline + inner + text + comma + style.newline + outer)
    }
    let text = member(key, value, isDotted: false, isMultiline: false, "", style)
    return Edit(range: inside, text: style.padding + text + style.padding)
  }

  /// "key: value", with the sections between.
  private func member(
    _ key: ArraySlice<Substring>, _ value: JSONValue, isDotted: Bool, isMultiline: Bool, _ indent: String,
    _ style: JSONStyle
  ) -> String {
    if isDotted || newKeys == .dotted || key.count == 1 {
      let text = style.text(of: value, isMultiline: isMultiline && hasObjects(value), lineIndent: indent)
      return style.text(ofKey: key.joined(separator: ".")) + style.colon + text
    }
    guard let first = key.first else { return "" }
    let inner = indent + style.indent
    let text = member(key.dropFirst(), value, isDotted: false, isMultiline: isMultiline, inner, style)
    let section =
      isMultiline
      ? "{" + style.newline + inner + text + (style.hasTrailingCommas ? "," : "") + style.newline + indent + "}"
      : "{" + style.padding + text + style.padding + "}"
    return style.text(ofKey: String(first)) + style.colon + section
  }
}

/// Removing.
extension JSONEditor {
  /// What goes when the last member of a trail goes; sections that would be left empty go in its stead.
  func removals(of trail: [Step]) -> [Edit] {
    var edits: [Edit] = []
    for (depth, step) in trail.enumerated().reversed() {
      let (ranges, isEmptied) = removal(of: step)
      edits = ranges.map { Edit(range: $0, text: "") }
      if !isEmptied || depth <= keptSections { break }
    }
    return edits
  }

  private func removal(of step: Step) -> (ranges: [Range<Int>], isEmptied: Bool) {
    let trivia = JSONTrivia(bytes: bytes)
    let before = end(ofTokenBefore: step, trivia)
    let line = trivia.lineStart(ofTokenAfter: before)
    let member = step.member
    let end = member.value.range.upperBound
    let comma = trivia.comma(after: end)
    let isLast = step.index == step.members.count - 1
    let behind = comma.map { $0 + 1 } ?? end

    var ranges: [Range<Int>] = []
    if let line, let next = trivia.restOfLine(after: behind).nextLine {
      ranges = [line..<next]
    } else if isLast {
      ranges = [(line ?? blanksStart(before: member.keyRange.lowerBound, after: before))..<behind]
    } else {
      ranges = [member.keyRange.lowerBound..<blanksEnd(after: behind)]
    }
    // The comma before the last member would be left over, which only JSON5 allows.
    if isLast, comma == nil, step.index > 0 { ranges.append((before - 1)..<before) }

    let inside = (step.object.range.lowerBound + 1)..<(step.object.range.upperBound - 1)
    if step.members.count == 1, let taken = ranges.first,
      trivia.isBlank(inside.lowerBound..<taken.lowerBound),
      taken.upperBound > inside.upperBound || trivia.isBlank(taken.upperBound..<inside.upperBound)
    {
      return ([inside], true)
    }
    return (ranges, false)
  }

  private func blanksStart(before offset: Int, after limit: Int) -> Int {
    var offset = offset
    while offset > limit, bytes[offset - 1] == 0x20 || bytes[offset - 1] == 0x09 { offset -= 1 }
    return offset
  }

  private func blanksEnd(after offset: Int) -> Int {
    var offset = offset
    while bytes[offset] == 0x20 || bytes[offset] == 0x09 { offset += 1 }
    return offset
  }
}
