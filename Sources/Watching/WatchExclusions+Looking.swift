import Files

extension WatchExclusions {
  /// Whether something in a watched folder is passed over for its name alone.
  package func excludesName(_ name: [UInt8], _ path: FilePath) -> Bool {
    if skipsHidden, name.first == FilePath.dot { return true }
    return isExcluded?(path) ?? false
  }

  /// Whether it is one of the excluded paths, looked up now, since they may not have existed before.
  ///
  /// - Parameter status: `nil` for what is gone; then only the spelling can tell.
  package func excludesIdentity(_ path: FilePath, _ status: FileStatus?) -> Bool {
    if paths.isEmpty { return false }
    if let status { return identities.contains(status.identity) }
    let absolute = path.absolute
    return paths.contains { $0.absolute == absolute }
  }

  /// Those of the excluded paths that are there; one that cannot be looked at is nobody's picture.
  package var identities: Set<FileStatus.Identity> { Set(paths.compactMap { (try? FileStatus(of: $0))?.identity }) }
}
