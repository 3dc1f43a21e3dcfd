import CCodecShims

/// Turns what a C decoder reports into warnings and errors.
struct ShimReport {
  let format: ImageFormat
  let report: OpaquePointer
  let limits: DecodeLimits
  /// Stored rows that the header declares; nil while it has not been read.
  var rowsDeclared: Int?

  /// The library's warnings, each with its name before it.
  var warnings: [String] {
    var texts: [String] = []
    while let text = ccodec_report_warning(report, UInt32(texts.count)) {
      texts.append("\(format.library): \(String(cString: text))")
    }
    let others = Int(ccodec_report_warning_count(report)) - texts.count
    if others > 0 { texts.append("\(format.library): \(counted(others, "more warning"))") }
    return texts
  }

  /// The error for a status that is not OK.
  func error(for status: ccodec_status) -> CodecError {
    let words = String(cString: ccodec_report_message(report))
    switch status {
    case CCODEC_READ_FAILED: return .readFailed(errno: ccodec_report_errno(report))
    case CCODEC_OUT_OF_MEMORY: return .outOfMemory(format)
    case CCODEC_UNSUPPORTED:
      return .unsupportedVariant(format, what: "of a form that cannot be read (\(format.library): \(words))", hint: nil)
    case CCODEC_TOO_MANY_SCANS:
      return .limitExceeded(
        what: "the JPEG is made of too many scans", value: nil, limit: grouped(limits.maximumScans),
        setting: "maximumScans")
    case CCODEC_TOO_MANY_WARNINGS:
      let first = warnings.first.map { " (\($0))" } ?? ""
      return .limitExceeded(
        what: "the file draws too many warnings\(first)", value: nil, limit: grouped(limits.maximumWarnings),
        setting: "maximumWarnings")
    case CCODEC_TOO_SLOW:
      return .limitExceeded(
        what: "decoding takes too long", value: nil, limit: "\(limits.maximumSeconds) s of processor time",
        setting: "maximumSeconds")
    default: return damage(words: words)
    }
  }

  /// The error for damage that the library only warned of; nil when it saw none.
  var damage: CodecError? { ccodec_report_damage(report).map { damage(words: String(cString: $0)) } }

  /// The library's own report, as far as there is a place to name, gives the rows.
  private func damage(words: String) -> CodecError {
    let row = Int(ccodec_report_row(report))
    let scan = Int(ccodec_report_scan(report))
    let verb = ccodec_report_reached_end(report) != 0 ? "ends" : "is damaged"
    guard let rowsDeclared else {
      return .damaged(format, what: "\(verb) before the picture begins", library: words, rowsRead: nil, rowsDeclared: nil)
    }
    if scan > 0 {
      return .damaged(
        format, what: "\(verb) in scan \(grouped(scan))", library: words, rowsRead: nil, rowsDeclared: rowsDeclared)
    }
    if row >= rowsDeclared {
      return .damaged(
        format, what: verb == "ends" ? "ends without its end mark," : "is damaged behind or within its last row,",
        library: words, rowsRead: rowsDeclared, rowsDeclared: rowsDeclared)
    }
    return .damaged(format, what: verb, library: words, rowsRead: row >= 0 ? row : nil, rowsDeclared: rowsDeclared)
  }
}
