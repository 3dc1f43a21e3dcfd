import Files
import Jobs
import SettingsKit

/// The options of one run of `compress`, as opposed to settings: never read from a file or the environment.
struct CompressOptions: CommandOptions {
  static var about: SectionAbout { SectionAbout("Options") }

  @Setting(
    "Output",
    """
    Where the results go: a folder (it ends in / or exists, or there are several inputs), one file, whose extension \
    sets the format where none is given, or - for standard output.
    """, short: "o")
  var output: FilePath? = nil

  @Setting("In place", "Replace each source by its result, instead of -o.")
  var inPlace = false

  @Setting("Follow links", "Write also through links to folders below the output folder.")
  var followLinks = false

  @Setting(
    "Files from", "Take the files that this file lists, one a line; - reads the list from standard input.",
    placeholder: "FILE")
  var filesFrom: FilePath? = nil

  @Setting("Null", "The names in --files-from end with a NUL, as find -print0 writes them.")
  var null = false

  @Setting(
    "Base", "Mirror the folders of files below this one, where files are named or listed one by one.",
    placeholder: "FOLDER")
  var base: FilePath? = nil

  var selection = SelectionOptions()

  @Setting(
    "Measure",
    """
    Score each output against the resized picture before it was encoded, by this metric; may be repeated. Transparency \
    counts for ssimulacra2 alone.
    """)
  var measure: [MetricName] = []

  @Setting(
    "Jobs", "Pictures worked on at once; as many as there are processors where not given.", in: 1...1_024, short: "j")
  var jobs: Int? = nil

  @Setting("Dry run", "Do all the work and tell the sizes, but write nothing.", short: "n")
  var dryRun = false

  @Setting("JSON", "One JSON document a line for each picture, and a summary.")
  var json = false

  @Setting("Quiet", "Tell only what went wrong.")
  var quiet = false

  @Setting("Verbose", "Tell the milliseconds of each stage and what was changed.", short: "v")
  var verbose = false

  var source = SourceOptions()

  @Setting("Help", "Show this help.", short: "h")
  var help = false
}
