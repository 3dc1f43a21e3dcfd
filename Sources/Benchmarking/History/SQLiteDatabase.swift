import CSQLite
import Files

/// An open SQLite database.
///
/// Not to be used from two tasks at once.
final class SQLiteDatabase {
  private let handle: OpaquePointer
  private let waiting: Waiting

  /// How other writers are waited for; alive as long as the database is open.
  private final class Waiting {
    let path: FilePath
    let limit: Duration

    init(_ path: FilePath, _ limit: Duration) { (self.path, self.limit) = (path, limit) }
  }

  /// Opens or creates a file.
  ///
  /// - Parameter waitLimit: How long to wait for other writers before giving up.
  /// - Throws: `SQLiteError`.
  init(_ path: String, waitLimit: Duration = .seconds(20)) throws(SQLiteError) {
    waiting = Waiting(FilePath(path), waitLimit)
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      let error = SQLiteError(code, handle)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    sqlite3_busy_handler(
      handle,
      { context, turns in
        guard let context else { return 0 }
        let waiting = Unmanaged<Waiting>.fromOpaque(context).takeUnretainedValue()
        return FileLock.wait(turns: Int(turns), limit: waiting.limit, for: waiting.path) ? 1 : 0
      }, Unmanaged.passUnretained(waiting).toOpaque())
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements that give no rows.
  func run(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, handle) }
  }

  func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw SQLiteError(code, handle) }
    return SQLiteStatement(statement, database: self, handle)
  }

  /// All rows of a query.
  func rows(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> [[SQLiteValue]] {
    let statement = try prepare(sql)
    try statement.bind(values)
    var rows: [[SQLiteValue]] = []
    while try statement.step() { rows.append(statement.row) }
    return rows
  }

  /// Runs one statement with values and no rows.
  func run(_ sql: String, _ values: [SQLiteValue]) throws(SQLiteError) { _ = try rows(sql, values) }

  /// Runs `body` as a whole or not at all; other writers wait.
  func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
    try run("BEGIN IMMEDIATE")
    do throws(SQLiteError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      try? run("ROLLBACK")  // the first error is the one to tell
      throw error
    }
  }

  var lastRowID: Int { Int(sqlite3_last_insert_rowid(handle)) }
  var changes: Int { Int(sqlite3_changes(handle)) }
}

/// A value of a column.
enum SQLiteValue: Sendable, Equatable {
  case null
  case integer(Int)
  case real(Double)
  case text(String)

  var text: String? { if case .text(let value) = self { value } else { nil } }
  var integer: Int? { if case .integer(let value) = self { value } else { nil } }

  var real: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  init(_ value: String?) { self = value.map(SQLiteValue.text) ?? .null }
  init(_ value: Int?) { self = value.map(SQLiteValue.integer) ?? .null }
}

/// A statement that can be run again and again.
final class SQLiteStatement {
  private let statement: OpaquePointer
  private let database: SQLiteDatabase
  private let handle: OpaquePointer

  fileprivate init(_ statement: OpaquePointer, database: SQLiteDatabase, _ handle: OpaquePointer) {
    self.statement = statement
    self.database = database
    self.handle = handle
  }

  deinit { sqlite3_finalize(statement) }

  /// Begins the statement anew with other values.
  func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    sqlite3_reset(statement)
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let code =
        switch value {
        case .null: sqlite3_bind_null(statement, place)
        case .integer(let number): sqlite3_bind_int64(statement, place, Int64(number))
        case .real(let number): sqlite3_bind_double(statement, place, number)
        case .text(let text): csqlite_bind_text(statement, place, text, Int32(text.utf8.count))
        }
      guard code == SQLITE_OK else { throw SQLiteError(code, handle) }
    }
  }

  /// - Returns: Whether there is a row.
  func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw SQLiteError(code, handle)
    }
  }

  /// The columns of the row that `step` came to.
  var row: [SQLiteValue] {
    (0..<sqlite3_column_count(statement)).map { column in
      switch sqlite3_column_type(statement, column) {
      case SQLITE_INTEGER: .integer(Int(sqlite3_column_int64(statement, column)))
      case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
      case SQLITE_TEXT: .text(sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "")
      default: .null
      }
    }
  }
}

/// What SQLite says when it cannot do something.
struct SQLiteError: Error, Equatable, CustomStringConvertible {
  var code: Int32
  var message: String

  init(_ code: Int32, _ handle: OpaquePointer?) {
    self.code = code & 0xFF
    message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
  }

  /// Whether the file is no sound database.
  var isDamage: Bool { code == SQLITE_NOTADB || code == SQLITE_CORRUPT }

  var description: String { message }
}
