import Files

/// Which files to take.
public struct InputSelection: Sendable {
  /// Files, folders, and "-" for standard input, as they were named.
  public var named: [FilePath]
  /// Files and folders from a list, where "-" is a name like any other.
  public var listed: [FilePath] = []
  /// What the structure of the outputs is mirrored below, for files that are named or listed themselves.
  public var base: FilePath?
  public var recursive: Bool
  /// Inside folders only what one of these matches, where there are any.
  public var include: [GlobPattern]
  /// Inside folders nothing that one of these matches.
  public var exclude: [GlobPattern]
  /// A folder that is never entered: where the output goes.
  public var outputFolder: FilePath?
  /// Files that lie outside of these, links resolved, are passed over as if they were not there; `nil` takes all.
  package var confinedTo: [FilePath]?
  /// How many files may be left open for the one who opens them next.
  package var heldFiles = 0

  public init(
    named: [FilePath], recursive: Bool = false, include: [GlobPattern] = [], exclude: [GlobPattern] = [],
    outputFolder: FilePath? = nil
  ) {
    self.named = named
    self.recursive = recursive
    self.include = include
    self.exclude = exclude
    self.outputFolder = outputFolder
  }
}

/// What was found.
public struct FoundInputs: Sendable {
  public var inputs: [InputFile] = []
  /// Files inside folders that are no pictures.
  public var skippedCount = 0
  /// Files and folders that could not be looked at, or are not below the base.
  public var failures: [FileError] = []
  /// Patterns that nothing matched, as they were written.
  public var idlePatterns: [String] = []
}

extension InputSelection {
  /// How many files may stay open between finding and reading them: half of what is beyond the needs of the work itself.
  package static var spareDescriptors: Int { max(0, min(4_096, (ProcessSupply.maximumDescriptors - 256) / 2)) }
}
