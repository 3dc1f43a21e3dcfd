import Jobs
import SettingsKit

/// Which pictures are taken of the inputs that are named: the options that all commands over folders share.
struct SelectionOptions: SettingsSection {
  static var isInlined: Bool { true }

  @Setting("Recursive", "Take the pictures of subfolders too.", short: "R")
  var recursive = false

  @Setting(
    "Include",
    """
    Inside folders take only files that match: against the name, or against the path below the folder where the pattern \
    has a slash. May be repeated.
    """, placeholder: "GLOB")
  var include: [String] = []

  @Setting("Exclude", "Inside folders leave out what matches, as for --include.", placeholder: "GLOB")
  var exclude: [String] = []

  /// - Parameter outputFolder: Never entered, where it lies inside an input.
  func of(_ inputs: [FilePath], outputFolder: FilePath?) -> InputSelection {
    InputSelection(
      named: inputs, recursive: recursive, include: include, exclude: exclude, outputFolder: outputFolder)
  }
}
