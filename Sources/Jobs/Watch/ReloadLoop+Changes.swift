import Files
import SettingsKit
import Watching

/// What happened to files, taken in.
extension ReloadLoop {
  func absorb(_ events: [WatchEvent]) {
    var reloads = false
    for event in events {
      switch event {
      case .note(let note): report(.note(note))
      case .rescan:
        reloads = true
        needsWalk = true
        pictures.markAllDirty()
      case .changed(let path), .removed(let path):
        if settings.contains(path) {
          reloads = true
          // Who saves a file that is still wrong is told again.
          if settings.isProject(path), complaint != nil { complaint = [] }
        } else if case .removed = event {
          forget(path)
        } else {
          // What it is now is looked at between rounds: while one runs, it may be an output that nobody told of yet.
          newcomers.insert(path)
          pictures.markDirty(path)
          unsettled.remove(path)
          if round?.isWorkingOn(path) ?? false { cancelRound() }
        }
      }
    }
    if reloads { reload() }
  }

  /// Looks at the pictures that events told of, or at all of them.
  func lookAtPictures() {
    if needsWalk { walk() }
    for path in newcomers {
      guard let input = InputFinder.find(path, in: request.selection) else { continue }
      if input.foreign != nil {
        _ = pictures.remove(path)
        tellForeign([input])
      } else {
        foreignTold.remove(path)
        pictures.add(input)
      }
    }
    newcomers = []
  }

  /// Tells of each picture of a kind that cannot be read, once.
  private func tellForeign(_ inputs: [InputFile]) {
    for input in inputs {
      guard let path = input.path, let kind = input.foreign, foreignTold.insert(path).inserted else { continue }
      report(.note("\(path) is not converted: it is a \(kind.rawValue) picture, which cannot be read"))
    }
  }

  /// Lists the pictures: what is new is to be done, what is gone is forgotten.
  func walk() {
    needsWalk = false
    var found = InputFinder.find(request.selection)
    tellForeign(found.inputs)
    found.inputs.removeAll { $0.foreign != nil }
    for gone in pictures.replace(with: found) { forget(gone) }
    for failure in found.failures where unreadable.insert(failure.path).inserted { report(.note(failure.description)) }
    unreadable.formIntersection(found.failures.map(\.path))
  }

  /// A picture is gone, or a folder with all pictures in it.
  private func forget(_ path: FilePath) {
    for (source, outputs) in pictures.remove(path) {
      unsettled.remove(source)
      if round?.isWorkingOn(source) ?? false { cancelRound() }
      for output in outputs { deleteOutput(output) }
      report(.sourceRemoved(source, outputs: outputs, areDeleted: request.deletesOutputs))
    }
  }

  /// Removes what was made of a source that is gone, or under a name that is out of date, if that was asked for.
  func deleteOutput(_ path: FilePath) {
    guard request.deletesOutputs, !pictures.isOutput(path) else { return }
    do throws(FileError) {
      guard let relative = path.below(request.outputFolder) else { return }
      let place = try Folder.opening(request.outputFolder, links: request.links).place(of: relative)
      try place.folder.remove(place.name)
    } catch {
      if !error.isAbsence { report(.note(error.description)) }  // somebody else took it away
    }
  }

  /// How long to wait before a file that is wrong is read again: it may just be half written.
  private static let settingsPause = Duration.milliseconds(100)
  /// How often what is wrong in a file that is held open for writing is not told; some programs never close it.
  private static let patientReadings = 10

  /// Reads a file again that was wrong, unless it was read meanwhile.
  func lookAtSettings() { if brokenReadings > 0 { reload() } }

  func reload() {
    let old = settings.loaded
    switch settings.read() {
    case .gone(let path):
      if !isGoneTold {
        report(.note("\(request.sources.shortened(path)) is gone; what it said last stays in force until it is back"))
      }
      isGoneTold = true
      complaint = complaint ?? []
    case .broken(let problems):
      isGoneTold = false
      brokenReadings += 1
      let isHalfWritten = settings.isBeingWritten && brokenReadings <= ReloadLoop.patientReadings
      if brokenReadings == 1 || isHalfWritten || !settings.hasRested(for: ReloadLoop.settingsPause) {
        yield(.lookAtSettings, after: ReloadLoop.settingsPause)
      } else {
        brokenReadings = 0
        if complaint != problems { report(.broken(problems)) }
        complaint = problems
      }
    case .good:
      brokenReadings = 0
      if complaint != nil { report(.recovered) }
      (complaint, isGoneTold) = (nil, false)
    }
    // The other layers count also beside a file that is broken or gone.
    let new = settings.loaded
    let changes = SettingsDifference(from: old, to: new, registry: CompressionSettings.registry)
    for note in new.notes where !old.notes.contains(note) { report(.note(note)) }
    for (key, value, origin) in changes.pinned { report(.pinned(key: key, value: value, by: origin)) }
    guard !changes.effective.isEmpty else { return }
    passes = CompressionPass.passes(of: new.resolution)
    untold = SettingsDifference.merged(untold, changes.effective)
    cancelRound()
  }
}
