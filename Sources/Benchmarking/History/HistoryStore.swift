import Files
import Jobs
import Platform

/// All runs of a person, in one SQLite file.
///
/// Several programs may write at once: each waits for the others. A file that is no sound database is set aside under
/// another name, and a new one is begun.
public struct HistoryStore: Sendable {
  public let path: FilePath

  public init(at path: FilePath) { self.path = path }

  /// Where the history lies by default: `$XDG_DATA_HOME/imgtune/history.sqlite`, or below `~/.local/share`.
  ///
  /// - Returns: `nil` where neither variable says where.
  public static func defaultPath(environment: [String: String]) -> FilePath? {
    // The specification: a relative path is to be ignored.
    let named = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
    return (named ?? home.map { $0 + "/.local/share" }).map { FilePath($0 + "/imgtune/history.sqlite") }
  }

  /// Adds a run.
  ///
  /// - Returns: Its number, and what had to be said about the file.
  /// - Throws: `HistoryError`.
  public func add(_ run: HistoryRun, _ results: BenchResults) throws(HistoryError) -> (id: Int, note: String?) {
    try writing { database throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) -> Int in
        try database.run(
          "INSERT INTO runs (\(HistoryRun.columns.dropFirst(4))) VALUES (\(HistoryStore.marks(9)))", run.values)
        let id = database.lastRowID
        let points = try database.prepare(
          "INSERT INTO points (run, number, \(HistoryPoint.columns)) VALUES (\(HistoryStore.marks(8)))")
        let rows = try database.prepare(
          "INSERT INTO results (run, point, \(HistoryResult.columns)) VALUES (\(HistoryStore.marks(21)))")
        var known: Set<Int> = []
        for measurement in results.all {
          let record = results.record(measurement)
          if known.insert(measurement.point).inserted {
            try points.bind([.integer(id), .integer(measurement.point)] + HistoryPoint(record).values)
            _ = try points.step()
          }
          try rows.bind([.integer(id), .integer(measurement.point)] + HistoryResult(record).values)
          _ = try rows.step()
        }
        return id
      }
    }
  }

  /// The newest runs, newest first.
  public func list(limit: Int) throws(HistoryError) -> [HistoryRun] {
    try reading { database throws(SQLiteError) in
      let counts = """
        (SELECT COUNT(DISTINCT picture) FROM results WHERE run = id), (SELECT COUNT(*) FROM points WHERE run = id), \
        (SELECT COUNT(failure) FROM results WHERE run = id)
        """
      return try database.rows(
        "SELECT \(HistoryRun.columns), \(counts) FROM runs ORDER BY id DESC LIMIT ?", [.integer(limit)]
      ).compactMap { row in
        guard var run = HistoryRun(row) else { return nil }
        run.pictures = row[10].integer ?? 0
        run.points = row[11].integer ?? 0
        run.failures = row[12].integer ?? 0
        return run
      }
    } ?? []
  }

  /// A run and its records, by picture and point; `nil` where there is none of that number.
  ///
  /// - Parameter id: 0 is the newest, -1 the one before it, and so on.
  public func run(_ id: Int) throws(HistoryError) -> (run: HistoryRun, records: [BenchRecord])? {
    try reading { database throws(SQLiteError) -> (HistoryRun, [BenchRecord])? in
      let (condition, value) = id > 0 ? ("WHERE id = ?", id) : ("ORDER BY id DESC LIMIT 1 OFFSET ?", -id)
      let found = try database.rows("SELECT \(HistoryRun.columns) FROM runs \(condition)", [.integer(value)])
      guard let run = found.first.flatMap(HistoryRun.init) else { return nil }
      let columns = (HistoryPoint.columns + ", " + HistoryResult.columns)
      let rows = try database.rows(
        """
        SELECT \(columns) FROM results JOIN points ON points.run = results.run AND points.number = results.point \
        WHERE results.run = ? ORDER BY picture, point
        """, [.integer(run.id)])
      return (run, rows.compactMap { BenchRecord($0, of: run) })
    } ?? nil
  }

  /// Removes old runs.
  ///
  /// - Parameters:
  ///   - keep: So many of the newest stay; `nil` for all of them.
  ///   - before: Runs that began earlier go, ISO 8601; `nil` for none.
  /// - Returns: How many were removed.
  public func prune(keep: Int?, before: String?) throws(HistoryError) -> Int {
    guard try isThere else { return 0 }
    return try writing { database throws(SQLiteError) in
      let removed = try database.transaction { () throws(SQLiteError) -> Int in
        var removed = 0
        if let keep {
          try database.run(
            "DELETE FROM runs WHERE id NOT IN (SELECT id FROM runs ORDER BY id DESC LIMIT ?)", [.integer(keep)])
          removed += database.changes
        }
        if let before {
          try database.run("DELETE FROM runs WHERE started < ?", [.text(before)])
          removed += database.changes
        }
        return removed
      }
      if removed > 0 { try database.run("VACUUM") }
      return removed
    }.0
  }

  // MARK: Opening

  private static func marks(_ count: Int) -> String { Array(repeating: "?", count: count).joined(separator: ", ") }

  /// Looking at a history that was never begun makes no file; one that cannot be looked at is no empty one.
  private var isThere: Bool {
    get throws(HistoryError) {
      do throws(FileError) { return try FileStatus.ifThere(path) != nil } catch { throw .file(error) }
    }
  }

  /// `nil` where there is no file; a damaged one is told and left as it is.
  private func reading<Result>(
    _ body: (SQLiteDatabase) throws(SQLiteError) -> Result
  ) throws(HistoryError) -> Result? {
    guard try isThere else { return nil }
    do throws(SQLiteError) { return try body(try open()) } catch {
      throw error.isDamage ? .damaged(path, error.message) : HistoryError(error, path)
    }
  }

  /// Sets a damaged file aside and begins anew.
  private func writing<Result>(
    _ body: (SQLiteDatabase) throws(SQLiteError) -> Result
  ) throws(HistoryError) -> (Result, String?) {
    do throws(FileError) { _ = try Folder.opening(path.parent, making: true) } catch { throw .file(error) }
    do throws(SQLiteError) { return (try body(try open()), nil) } catch {
      guard error.isDamage else { throw HistoryError(error, path) }
    }
    let aside = try setAside()
    do throws(SQLiteError) {
      let result = try body(try open())
      return (result, aside.map { "the history \(path) was damaged; it is now \($0), and a new one is begun" })
    } catch {
      throw HistoryError(error, path)
    }
  }

  /// Opens the file, makes it what this version needs, and has a look at it.
  private func open() throws(SQLiteError) -> SQLiteDatabase {
    try HistoryStore.open(path, version: HistorySchema.version)
  }

  /// - Parameter version: How far to migrate; all the way but in tests.
  static func open(_ path: FilePath, version: Int) throws(SQLiteError) -> SQLiteDatabase {
    let database = try SQLiteDatabase(path.losslessText)
    try database.run("PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL; PRAGMA journal_mode = WAL;")
    let found = try database.version
    guard found < version else {
      if found > HistorySchema.version { throw .newer(found) }
      return database
    }
    try database.transaction { () throws(SQLiteError) in
      // Another program may have done it meanwhile.
      for step in try database.version..<max(version, try database.version) {
        try database.run(HistorySchema.migrations[step])
      }
      if try database.version < version { try database.run("PRAGMA user_version = \(version)") }
    }
    return database
  }

  /// Gives a file that is still damaged another name; `nil` where somebody else has done so.
  private func setAside() throws(HistoryError) -> FilePath? {
    do throws(FileError) { return try setAsideLocked() } catch { throw .file(error) }
  }

  private func setAsideLocked() throws(FileError) -> FilePath? {
    let folder = try Folder.opening(path.parent)
    let lock = folder.descriptor
    defer { withExtendedLifetime(lock) {} }
    // One at a time, and then a look whether it is still the damaged one.
    try FileLock.take(lock)
    do throws(SQLiteError) {
      _ = try open()
      return nil
    } catch {
      guard error.isDamage else { return nil }
    }
    for number in 1... {
      let aside = FilePath(bytes: path.name.bytes + Array(".damaged-\(number)".utf8))
      if try folder.statusIfThere(of: aside) != nil { continue }
      // Parts of the damaged file: nothing sound can be made of them.
      for suffix in ["-wal", "-shm"] { try folder.remove(FilePath(bytes: path.name.bytes + Array(suffix.utf8))) }
      try folder.rename(path.name, to: aside)
      return path.parent.appending(aside)
    }
    return nil
  }
}

extension SQLiteDatabase {
  fileprivate var version: Int {
    get throws(SQLiteError) { try rows("PRAGMA user_version").first?.first?.integer ?? 0 }
  }
}

extension SQLiteError {
  /// The history is of a version that this program does not know.
  fileprivate static func newer(_ version: Int) -> SQLiteError {
    SQLiteError(message: "it was written by a newer imgtune (version \(version) of its tables)")
  }

  private init(message: String) {
    code = 0
    self.message = message
  }
}

/// Why the history cannot be used.
public enum HistoryError: Error, CustomStringConvertible {
  case damaged(FilePath, String)
  case refused(FilePath, String)
  case file(FileError)

  init(_ error: SQLiteError, _ path: FilePath) { self = .refused(path, error.message) }

  public var description: String {
    switch self {
    case .damaged(let path, let reason):
      "the history \(path) is damaged (\(reason)); the next run sets it aside and begins a new one"
    case .refused(let path, let reason): "the history \(path) cannot be used: \(reason)"
    case .file(let error): "the history cannot be used: \(error)"
    }
  }
}

extension HistoryStore {
  /// Makes a file as an earlier version would have.
  ///
  /// - Parameter marked: The version that it says it has.
  /// - Throws: What SQLite says.
  package static func makeForTests(at path: FilePath, version: Int, started: String, marked: Int? = nil) throws {
    let database = try open(path, version: version)
    try database.run(
      "INSERT INTO runs (\(HistoryRun.columns.dropFirst(4))) VALUES (?, 0, '', '', '', '', '[]', '{}', '{}')",
      [.text(started)])
    if let marked { try database.run("PRAGMA user_version = \(marked)") }
  }

  /// - Throws: What SQLite says.
  package static func versionForTests(of path: FilePath) throws -> Int { try SQLiteDatabase(path.losslessText).version }
}
