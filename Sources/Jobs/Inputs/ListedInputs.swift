import Files

/// A list of files that another program made, such as `find`.
public enum ListedInputs {
  /// A list this long would be a mistake, such as a picture.
  private static let maximumBytes = 1 << 30

  /// Reads the paths, one a line, or each ended by a NUL; empty ones are left out.
  ///
  /// - Parameter path: "-" is standard input.
  /// - Throws: `FileError`.
  public static func read(_ path: FilePath, isNullSeparated: Bool) throws(FileError) -> [FilePath] {
    let list = path == "-" ? Descriptor.standardInput : try Descriptor.opening(path)
    let separator = isNullSeparated ? 0 : UInt8(ascii: "\n")
    return try list.readAll(limit: maximumBytes).split(separator: separator).map { FilePath(bytes: Array($0)) }
  }
}
