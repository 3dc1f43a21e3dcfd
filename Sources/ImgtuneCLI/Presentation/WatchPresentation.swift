import Files
import Jobs
import SettingsKit

/// Tells what a watching session does.
protocol WatchPresentation: Sendable {
  /// Called from one task at a time.
  func show(_ report: WatchReport)
}

/// Lines for people: settings that changed, sizes before and now.
struct TextWatchReport: WatchPresentation {
  let isQuiet: Bool

  func show(_ report: WatchReport) {
    switch report {
    case .started(let watched, let pictures, let method):
      line("watching \(watched.joined(separator: ", ")) (\(counted(pictures, "picture")), \(method)); Ctrl-C ends it")
    case .roundBegan(let changes, let pictures):
      for change in changes {
        let place = change.origin.layer == .declaredDefault ? "default" : change.origin.text
        line(LosslessText.printable("\(change.key): \(change.oldText) -> \(change.newText) (\(place))"))
      }
      if pictures == 0 { line("no picture is affected") }
    case .picture(let outcome, let previousBytes): show(outcome, previousBytes)
    case .roundEnded(0, _, _): break  // said at its beginning
    case .roundEnded(let pictures, let failed, let milliseconds):
      let failures = failed > 0 ? "; \(failed) failed" : ""
      line("\(counted(pictures, "picture")) in \(durationText(milliseconds: milliseconds))\(failures)")
    case .roundCancelled: line("begun anew: something newer came")
    case .broken(let problems):
      for problem in problems { note(LosslessText.printable(problem.description)) }
      note("the last good settings stay in force")
    case .recovered: line("the settings are right again")
    case .pinned(let key, let value, let origin):
      note("\(key) is now \(LosslessText.printable(value)) in a file, but pinned by \(origin.text)")
    case .sourceRemoved(let source, let outputs, let areDeleted):
      let what = outputs.isEmpty ? "" : areDeleted ? ", and what was made of it" : "; what was made of it stays"
      line("\(source) is gone\(what)")
    case .note(let text): note(LosslessText.printable(text))
    }
  }

  private func show(_ outcome: PictureOutcome, _ previousBytes: Int?) {
    switch outcome.delivery {
    case .failed(let reason): note("\(outcome.displayName): not compressed: \(LosslessText.printable(reason))")
    case .skipped(let reason): line("\(outcome.displayName)  skipped: \(reason)")
    case .result, .original:
      guard let size = outcome.size, let from = outcome.inputBytes, let to = outcome.outputBytes else { return }
      let change = previousBytes.map { bytesText($0) + " -> " } ?? ""
      let parts = [
        outcome.displayName, "\(size)", change + bytesText(to), savingText(from: from, to: to),
        durationText(milliseconds: outcome.elapsedMilliseconds), outcome.nativeQuality ?? "",
      ]
      line(parts.filter { !$0.isEmpty }.joined(separator: "  "))
    }
    for warning in outcome.warnings where !isQuiet {
      note("\(outcome.displayName): \(LosslessText.printable(warning))")
    }
  }

  private func line(_ text: String) { if !isQuiet { Terminal.output.write(text + "\n") } }
  private func note(_ text: String) { Terminal.error.write("imgtune: \(text)\n") }
}

/// One JSON document a line.
struct JSONWatchReport: WatchPresentation {
  func show(_ report: WatchReport) { Terminal.output.write(document(report).compactText + "\n") }

  private func document(_ report: WatchReport) -> JSONValue {
    switch report {
    case .started(let watched, let pictures, let method):
      .object([
        "event": "started", "watched": .array(watched.map(JSONValue.string)), "pictures": .integer(pictures),
        "method": .string(method),
      ])
    case .roundBegan(let changes, let pictures):
      .object([
        "event": "roundBegan", "pictures": .integer(pictures),
        "changes": .array(
          changes.map { .object(["key": .string($0.key), "old": $0.old, "new": $0.new, "origin": $0.origin.json]) }),
      ])
    case .picture(let outcome, let previousBytes):
      JSONReport.document(outcome, previousBytes: previousBytes)
    case .roundEnded(let pictures, let failed, let milliseconds):
      .object([
        "event": "roundEnded", "pictures": .integer(pictures), "failed": .integer(failed),
        "elapsedMilliseconds": .decimal((milliseconds * 1_000).rounded() / 1_000),
      ])
    case .roundCancelled: .object(["event": "roundCancelled"])
    case .broken(let problems): .object(["event": "settingsBroken", "problems": .array(problems.map(\.json))])
    case .recovered: .object(["event": "settingsRecovered"])
    case .pinned(let key, let value, let origin):
      .object(["event": "pinned", "key": .string(key), "fileValue": .string(value), "by": origin.json])
    case .sourceRemoved(let source, let outputs, let areDeleted):
      .object([
        "event": "sourceRemoved", "input": JSONReport.path(source), "inputPathBytes": JSONReport.pathBytes(source),
        "outputs": .array(outputs.map(JSONReport.path)),
        "outputPathBytes": outputs.contains { JSONReport.pathBytes($0) != nil }
          ? .array(outputs.map { .array($0.bytes.map { .integer(Int($0)) }) }) : nil,
        "outputsDeleted": .bool(areDeleted),
      ])
    case .note(let text): .object(["event": "note", "text": .string(text)])
    }
  }
}
