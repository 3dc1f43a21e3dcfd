import Files
import Platform
import Synchronization

/// Where one result is to be put.
public struct PlannedOutput: Sendable, Equatable {
  /// As it is told, and as the system takes it.
  public var path: FilePath
  /// Below the output folder; `nil` for a file that a person named, and for one that replaces its source.
  var relative: FilePath?
}

/// The folders that a run writes to: each looked up once by name, everything below the output folder from its descriptor.
public final class OutputFolders: Sendable {
  private struct State {
    /// The output folder, or the folder of the one output, once it was opened.
    var root: Folder?
    /// Folders with new names that have not been flushed, by identity, as far as that is known.
    var touched: [FileStatus.Identity: FilePath] = [:]
  }

  private let destination: Destination
  private let links: Folder.Links
  private let state = Mutex(State())

  init(_ destination: Destination, links: Folder.Links) {
    self.destination = destination
    self.links = links
  }

  /// The folder of an output, opened, and the name in it.
  ///
  /// - Parameter making: Whether folders are made where they are missing.
  /// - Throws: `FileError`; one that tells of absence where a folder is missing and not made.
  func place(of output: PlannedOutput, making: Bool) throws(FileError) -> (folder: Folder, name: FilePath) {
    switch destination {
    case .folder(let folder):
      guard let relative = output.relative else { throw FileError("write", output.path, EXDEV) }
      return try root(folder, making: making).place(of: relative, making: making)
    case .inPlace:
      // Links are resolved in the path: one that stands there now was put there since.
      return (try Folder.opening(resolved: output.path.absolute.parent), output.path.name)
    case .file: return (try root(output.path.parent, making: making), output.path.name)
    case .standardOutput, .nowhere: throw FileError("write", output.path, EINVAL)
    }
  }

  /// What lies under an output's name; `nil` where nothing does.
  ///
  /// - Throws: `FileError` for everything but absence.
  func status(of output: PlannedOutput, followingLinks: Bool = true) throws(FileError) -> FileStatus? {
    do throws(FileError) {
      let place = try place(of: output, making: false)
      return try place.folder.statusIfThere(of: place.name, followingLinks: followingLinks)
    } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }

  private func root(_ path: FilePath, making: Bool) throws(FileError) -> Folder {
    if let known = state.withLock({ $0.root }) { return known }
    let opened = try Folder.opening(path, making: making, links: links)
    return state.withLock { state in
      // Another task may have been faster; all use the same one.
      let root = state.root ?? opened
      state.root = root
      return root
    }
  }

  /// Notes that a folder has a name that a power cut would take away.
  func touched(_ folder: Folder) {
    guard let status = try? folder.descriptor.status() else { return }  // an open folder has one
    state.withLock { $0.touched[status.identity] = folder.path }
  }

  /// Flushes every folder that has new names, so that what was told stays true after a power cut.
  ///
  /// - Returns: What could not be flushed.
  public func flush() -> [FileError] {
    let touched = state.withLock { state in
      defer { state.touched = [:] }
      return state.touched.sorted { $0.value.bytes.lexicographicallyPrecedes($1.value.bytes) }
    }
    return touched.compactMap { identity, path in
      do throws(FileError) {
        let folder = try Folder.opening(path)
        // Another folder under its name has none of our files.
        if try folder.descriptor.status().identity == identity { try folder.flush() }
        return nil
      } catch {
        return error.isAbsence ? nil : error
      }
    }
  }
}
