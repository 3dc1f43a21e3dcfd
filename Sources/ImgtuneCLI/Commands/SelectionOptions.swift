import Files
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
    Inside folders take only files that match, in any letter case: *.jpg at any depth, a/*.jpg below the folder, **/ for \
    any folders, {jpg,png} for one of these, thumbs/ for everything in such a folder. May be repeated.
    """)
  var include: [GlobPattern] = []

  @Setting("Exclude", "Inside folders leave out what matches, as for --include.")
  var exclude: [GlobPattern] = []

  /// - Parameter outputFolder: Never entered, where it lies inside an input.
  func of(_ inputs: [FilePath], outputFolder: FilePath?) -> InputSelection {
    InputSelection(
      named: inputs, recursive: recursive, include: include, exclude: exclude, outputFolder: outputFolder)
  }
}
