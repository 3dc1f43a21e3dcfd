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
        setting: "limits.scans")
    case CCODEC_TOO_MANY_WARNINGS:
      let first = warnings.first.map { " (\($0))" } ?? ""
      return .limitExceeded(
        what: "the file draws too many warnings\(first)", value: nil, limit: grouped(limits.maximumWarnings),
        setting: "limits.warnings")
    case CCODEC_TOO_SLOW:
      return .limitExceeded(
        what: "decoding takes too long", value: nil, limit: "\(limits.maximumSeconds) s of processor time",
        setting: "limits.seconds")
    default:
      // What was found first is the cause; what made the library give up, often only a consequence.
      return damage ?? located(words)
    }
  }

  /// The error for damage that the library only warned of; nil when it saw none.
  var damage: CodecError? { ccodec_report_damage(report).map { located(String(cString: $0)) } }

  /// Damage at the place that the shim noted.
  private func located(_ words: String) -> CodecError {
    let row = Int(ccodec_report_row(report))
    let scan = Int(ccodec_report_scan(report))
    let ends = ccodec_report_reached_end(report) != 0
    let verb = ends ? "ends" : "is damaged"
    guard let rowsDeclared else {
      return .damaged(
        format, what: "\(verb) before the picture begins", library: words, rowsRead: nil, rowsDeclared: nil)
    }
    let what =
      if scan > 0 {
        "\(verb) in scan \(grouped(scan))"
      } else if row < 0 {
        "\(verb) \(format == .jpeg ? "in its header" : "within the picture")"
      } else if row >= rowsDeclared {
        ends ? "ends without its end mark" : "is damaged behind its last row"
      } else {
        verb
      }
    return .damaged(
      format, what: what, library: words, rowsRead: row >= 0 && scan == 0 ? min(row, rowsDeclared) : nil,
      rowsDeclared: rowsDeclared)
  }
}
