/// The tables of the history, and how older ones are brought up to them.
enum HistorySchema {
  /// Each brings a file from the version of its index to the next; `PRAGMA user_version` counts them. One that has been
  /// released is never changed.
  static let migrations = [
    """
    CREATE TABLE runs (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      started TEXT NOT NULL, seconds REAL NOT NULL, program TEXT NOT NULL, command TEXT NOT NULL, folder TEXT NOT NULL,
      plan TEXT NOT NULL, measures TEXT NOT NULL, libraries TEXT NOT NULL, host TEXT NOT NULL);
    CREATE TABLE points (
      run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, number INTEGER NOT NULL,
      side TEXT NOT NULL, coordinates TEXT NOT NULL, fingerprint TEXT NOT NULL, quality_scale INTEGER NOT NULL,
      settings TEXT NOT NULL, layers TEXT NOT NULL,
      PRIMARY KEY (run, number)) WITHOUT ROWID;
    CREATE TABLE results (
      run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, point INTEGER NOT NULL, picture TEXT NOT NULL,
      source_width INTEGER, source_height INTEGER, source_bytes INTEGER, input_hash TEXT, shared_with TEXT, failure TEXT,
      format TEXT, width INTEGER, height INTEGER, bytes INTEGER, hash TEXT, scores TEXT,
      decode REAL, resize REAL, convert REAL, render_processor REAL, encode TEXT, encode_processor TEXT,
      PRIMARY KEY (run, point, picture)) WITHOUT ROWID;
    """,
    "CREATE INDEX runs_by_start ON runs(started);",
  ]

  static var version: Int { migrations.count }
}
