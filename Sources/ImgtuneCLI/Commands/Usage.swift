import Files
import Jobs
import SettingsKit

/// Tells what is wrong with the command line.
///
/// - Returns: The exit code of a usage error.
func refuse(_ sentence: String, hint: String?) -> ExitCode {
  Terminal.error.write(
    "imgtune: " + LosslessText.printableLines(sentence) + (hint.map { "; " + LosslessText.printable($0) } ?? "") + "\n")
  return .usage
}

/// Tells everything that is wrong with the command line, a line each.
func refuse(_ problems: [SettingProblem]) -> ExitCode {
  for problem in problems { Terminal.error.write("imgtune: " + LosslessText.printable(problem.description) + "\n") }
  return .usage
}

/// Tells what is odd about the settings and does not stop the run.
func tell(_ notes: [String]) {
  for note in notes { Terminal.error.write("imgtune: note: " + LosslessText.printable(note) + "\n") }
}

/// The registry of a type whose declarations are this program's own.
func commandRegistry<Options: SettingsSection>(_ type: Options.Type) -> SettingsRegistry {
  do { return try SettingsRegistry.of(type) } catch { preconditionFailure("\(error)") }
}

/// Tells why a document of settings could not be changed.
///
/// - Returns: The exit code.
func refuseChange(_ error: any Error) -> ExitCode {
  if let problem = error as? PlanProblem { return refuse(problem.sentence, hint: problem.hint) }
  Terminal.error.write("imgtune: \(LosslessText.printable("\(error)"))\n")
  return (error as? StorageError)?.isTransient ?? false ? .tryAgain : .someFailed
}
