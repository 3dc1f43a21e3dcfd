import Platform

extension Folder {
  /// Writes a file right in this folder so that its name only ever shows the old content or the whole new one.
  ///
  /// The bytes go to a temporary file beside it, are flushed to the disk, the file is closed, and then takes the name. A
  /// symbolic link of that name is replaced, never written through; another hard link keeps the old content. For the name
  /// to outlive a power cut the folder has to be flushed, once for many files.
  ///
  /// - Parameters:
  ///   - replacing: Whether a file of that name may be replaced; if not, it is a `FileError` with the code `EEXIST`.
  ///   - write: Called with the temporary file, which errors call by the final name.
  /// - Throws: `FileError`, or what `write` throws; the temporary file is gone then and the old file untouched.
  package func write(
    _ name: FilePath, _ attributes: FileAttributes, replacing: Bool = true, _ write: (Descriptor) throws -> Void
  ) throws {
    let temporary = try TemporaryFiles.shared.create(in: self, for: path.appending(name))
    do {
      try write(temporary.descriptor)
      try attributes.apply(to: temporary.descriptor)
      try temporary.descriptor.flush()
      // Over a network, what could not be written may be known only now.
      try temporary.descriptor.close()
      try rename(temporary.name, to: name, replacing: replacing)
      TemporaryFiles.shared.forget(temporary)
    } catch {
      TemporaryFiles.shared.discard(temporary)
      throw error
    }
  }
}

/// Writes a file that a person named, whole or not at all, with its folder made where it is missing and flushed.
///
/// - Parameter mode: Its permission bits.
/// - Throws: `FileError`; the old file is untouched then.
package func writeWholeFile(_ path: FilePath, mode: UInt32 = 0o644, _ bytes: UnsafeRawBufferPointer) throws {
  let folder = try Folder.opening(path.parent, making: true)
  try folder.write(path.name, FileAttributes(mode: mode)) { try $0.write(bytes) }
  try folder.flush()
}
