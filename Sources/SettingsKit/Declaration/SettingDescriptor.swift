/// One setting as introspection found it: its key, its metadata, its type and its default.
public struct SettingDescriptor: Sendable {
  /// The absolute key, such as `jpeg.progressive`.
  public let key: String
  public let metadata: SettingMetadata
  public let kind: ValueKind
  public let defaultValue: any SettingValue
  let valueType: any SettingValue.Type
  /// The wrapper of the instance that was reflected, for what only the typed declaration knows.
  let setting: any AnySetting

  /// The key of the section that holds the setting, empty for the root.
  public var sectionKey: String { key.lastIndex(of: ".").map { String(key[..<$0]) } ?? "" }

  /// Reads and checks what a person typed.
  ///
  /// - Throws: `ValueProblem` where the text is no value of this kind or outside the range.
  public func parse(_ text: String) throws(ValueProblem) -> any SettingValue {
    if text == "@default" { return defaultValue }
    do throws(ValueProblem) { return try check(try valueType.parse(text)) } catch {
      // People write the unit that is said beside the value: 1600px.
      guard let number = withoutUnit(text), let value = try? valueType.parse(number) else { throw error }
      return try check(value)
    }
  }

  /// The number before the setting's unit; `nil` where the text does not end in it.
  private func withoutUnit(_ text: String) -> String? {
    guard let symbol = metadata.unit?.symbol, text.lowercased().hasSuffix(symbol.lowercased()) else { return nil }
    let number = text.dropLast(symbol.count)
    return String(number.last == " " ? number.dropLast() : number)
  }

  /// Reads a text of the setting's kind that need not be one of its values, such as the distance between two.
  ///
  /// - Throws: `ValueProblem` where the text is none of this kind.
  public func parseUnchecked(_ text: String) throws(ValueProblem) -> any SettingValue { try valueType.parse(text) }

  /// Reads and checks a value of a JSON document.
  ///
  /// - Throws: `ValueProblem` as `parse(_:)` does.
  public func decode(_ json: JSONValue) throws(ValueProblem) -> any SettingValue {
    try check(try valueType.decode(json))
  }

  /// What may be written, in a reader's words.
  public var allowedText: String { SchemaSetting(self, environmentPrefix: nil).allowedText }

  /// The value that is meant by `value`: what the declaration's normaliser makes of it.
  func normalised(_ value: any SettingValue) -> any SettingValue { setting.normalised(value) }

  var hasNormaliser: Bool { setting.hasNormaliser }

  /// What the normaliser makes of a value when it is applied until nothing changes; `nil` where it has no wish.
  ///
  /// - Throws: `ValueProblem` where it goes on changing the value after eight passes, or makes one that is refused.
  func settled(_ value: any SettingValue) throws(ValueProblem) -> (any SettingValue)? {
    var current = value
    for pass in 0...8 {
      let next = normalised(current)
      if areEqual(next, current) {
        if pass == 0 { return nil }
        do { return try check(current) } catch {
          throw ValueProblem("is normalised to \(current.text), which \(error.reason)")
        }
      }
      current = next
    }
    throw ValueProblem("does not settle when it is normalised")
  }

  private func check(_ value: any SettingValue) throws(ValueProblem) -> any SettingValue {
    if let pattern = metadata.pattern, value.json != .null {
      // A pattern that is not one refuses everything; the health check tells of it. To try each at registration would
      // cost every start what reading a small picture does.
      guard let expression = try? Regex(pattern), (try? expression.wholeMatch(in: value.text)) != nil else {
        throw ValueProblem("does not match \(pattern)")
      }
    }
    guard let range = metadata.range else { return value }
    for number in value.rangedNumbers where !range.contains(number) {
      throw ValueProblem("is outside \(range.text(of: kind))", suggestion: suggestion(for: number, in: range))
    }
    return value
  }

  /// People write percents where a fraction is meant: 70 for 0.7.
  private func suggestion(for number: Double, in range: ValueRange) -> String? {
    let isFraction = range.lower == 0 && range.upper == 1
    return isFraction && number > 1 && number <= 100 ? decimalText(number / 100) : nil
  }
}

/// Whether two values of any types are of one type and equal.
func areEqual(_ a: any SettingValue, _ b: any SettingValue) -> Bool {
  func isEqual<Value: SettingValue>(_ value: Value) -> Bool { (b as? Value) == value }
  return isEqual(a)
}
