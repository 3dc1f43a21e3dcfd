import Jobs

/// Lines of columns, the first left-aligned and all others right-aligned.
struct TextTable {
  private var rows: [[String]] = []

  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// Each line with its end, without blanks before it.
  var text: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        column == 0 ? cell.padded(to: widths[0]) : cell.leftPadded(to: widths[column])
      }
      let line = cells.joined(separator: "  ")
      return String(line.prefix(upTo: line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)) + "\n"
    }.joined()
  }
}
