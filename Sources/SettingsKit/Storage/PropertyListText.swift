/// Writes XML property lists.
enum PropertyListText {
  static func document(_ value: JSONValue) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    write(value, to: &text, indent: "")
    return text + "</plist>\n"
  }

  private static func write(_ value: JSONValue, to text: inout String, indent: String) {
    switch value {
    case .null: text += "\(indent)<data></data>\n"
    case .bool(let value): text += indent + (value ? "<true/>\n" : "<false/>\n")
    case .integer(let value): text += "\(indent)<integer>\(value)</integer>\n"
    case .decimal(let value): text += "\(indent)<real>\(decimalText(value))</real>\n"
    case .string(let value): text += "\(indent)<string>\(escaped(value))</string>\n"
    case .array(let elements):
      text += "\(indent)<array>\n"
      for element in elements { write(element, to: &text, indent: indent + "\t") }
      text += "\(indent)</array>\n"
    case .object(let members):
      text += "\(indent)<dict>\n"
      for member in members {
        text += "\(indent)\t<key>\(escaped(member.key))</key>\n"
        write(member.value, to: &text, indent: indent + "\t")
      }
      text += "\(indent)</dict>\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\r": result += "&#13;"  // a bare one would be read as a line feed
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
