/// The names that a mistyped one was most likely meant to be, nearest first.
///
/// A name is near when few letters must be changed (optimal string alignment distance, at most a third of the
/// length and at least 2), or when the typed text is one of its dotted parts or its beginning, case ignored.
public func nearestNames(to typed: String, among names: [String], limit: Int = 3) -> [String] {
  let wanted = typed.lowercased()
  let allowed = max(2, wanted.count / 3)
  let scored: [(name: String, score: Int)] = names.compactMap { name in
    let candidate = name.lowercased()
    let leaf = candidate.split(separator: ".").last.map(String.init) ?? candidate
    if candidate == wanted { return (name, 0) }
    if leaf == wanted { return (name, 1) }
    let distance = min(editDistance(wanted, candidate), editDistance(wanted, leaf) + 1)
    if distance <= allowed, distance < max(2, candidate.count) { return (name, 2 + distance) }
    let isPart = wanted.count >= 3 && (candidate.hasPrefix(wanted) || leaf.hasPrefix(wanted))
    return isPart ? (name, 10) : nil
  }
  return scored.sorted { ($0.score, $0.name) < ($1.score, $1.name) }.prefix(limit).map(\.name)
}

/// Optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours, one each.
func editDistance(_ a: String, _ b: String) -> Int {
  let a = Array(a.unicodeScalars)
  let b = Array(b.unicodeScalars)
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in 1...a.count {
    var current = [i]
    for j in 1...b.count {
      var best = min(last[j] + 1, current[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, beforeLast[j - 2] + 1) }
      current.append(best)
    }
    (beforeLast, last) = (last, current)
  }
  return last[b.count]
}
