import Jobs

/// Lines of columns, the first left-aligned and all others right-aligned.
struct TextTable {
  private var rows: [[String]] = []
  private let dispensable: [[Int]]

  /// - Parameter dispensable: Columns that are left out together, the first ones first, where lines would be too long.
  init(dispensable: [[Int]] = []) { self.dispensable = dispensable }

  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// Each line with its end, without blanks before it.
  var text: String { text(fitting: .max) }

  /// - Parameter limit: The length that lines should have at most.
  func text(fitting limit: Int) -> String {
    let widths = (0..<(rows.map(\.count).max() ?? 0)).map { column in
      rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0
    }
    var columns = Array(widths.indices)
    for group in dispensable where columns.reduce(-2, { $0 + widths[$1] + 2 }) > limit {
      columns.removeAll(where: group.contains)
    }
    return rows.map { row in
      let cells = columns.filter(row.indices.contains).map { column in
        column == 0 ? row[column].padded(to: widths[column]) : row[column].leftPadded(to: widths[column])
      }
      let line = cells.joined(separator: "  ")
      return String(line.prefix(upTo: line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)) + "\n"
    }.joined()
  }
}
