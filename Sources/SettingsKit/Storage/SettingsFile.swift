import Files

/// A document that is edited in place, such as a project file, with the care of a storage: under the lock, whole or not
/// at all, flushed to the disk.
public enum SettingsFile {
  /// The content of a file.
  ///
  /// - Returns: `nil` where there is no file.
  /// - Throws: `StorageError`, also for folders, pipes, and files of more than 64 MiB.
  public static func read(_ path: String) throws(StorageError) -> [UInt8]? {
    do throws(FileError) { return try LockedFile.read(FilePath(path)) } catch { throw StorageError(error) }
  }

  /// Replaces the content of a file by what `edit` makes of it.
  ///
  /// ```swift
  /// try SettingsFile.update(path) { bytes in
  ///   var editor = try JSONEditor(bytes ?? JSONEditor.emptyDocument, name: path)
  ///   try editor.set("quality", to: 0.7)
  ///   return editor.bytes
  /// }
  /// ```
  /// - Parameters:
  ///   - path: The file; a symbolic link is followed and stays one. Missing folders are made.
  ///   - permissions: Those of a new file; an existing file keeps its own.
  ///   - edit: Given the content, `nil` where there is no file; nothing is written where it returns the same.
  /// - Throws: What `edit` throws, or `StorageError`; the file is as it was then.
  public static func update(
    _ path: String, permissions: UInt32 = 0o644, _ edit: ([UInt8]?) throws -> [UInt8]
  ) throws {
    try locked(path) { file in
      let old = try file.read()
      let new = try edit(old)
      if new != old { try file.replace(with: new, permissions: permissions) }
    }
  }

  /// Runs `body` while nobody else reads and replaces a file.
  ///
  /// - Throws: What `body` throws, `StorageError` in place of `FileError`.
  static func locked<Result>(_ path: String, _ body: (LockedFile) throws -> Result) throws -> Result {
    do { return try LockedFile.locked(FilePath(path), body) } catch let error as FileError { throw StorageError(error) }
  }
}
