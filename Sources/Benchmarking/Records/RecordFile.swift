import Files
import Jobs
import Platform
import SettingsKit

/// A file of records that grows by whole lines, so that a run that is killed has lost nothing of what it had told.
///
/// The first line describes the plan, then comes a line a record, and at the end one that says it is complete.
///
/// Each line is one write behind the last; nobody else writes meanwhile (`flock`). A last line without its end is
/// what a kill in the middle of a write leaves, and is cut off when the run is resumed.
public final class RecordFile {
  /// What a file that is there holds.
  public struct Content: Sendable {
    public var header: PlanHeader
    public var records: [BenchRecord]
    public var isComplete: Bool
    /// The bytes of whole lines.
    var byteCount: Int
  }

  public let path: FilePath
  private let file: Descriptor

  private init(_ path: FilePath, _ file: Descriptor) {
    self.path = path
    self.file = file
  }

  /// Begins a file anew.
  ///
  /// - Throws: `BenchRefusal` where an unfinished run's records are in the way, or another run writes them.
  public static func create(_ path: FilePath, _ header: PlanHeader) throws(BenchRefusal) -> RecordFile {
    let file = try open(path)
    if let content = try file.content(), !content.isComplete, !content.records.isEmpty {
      throw BenchRefusal(
        "\(path) holds \(counted(content.records.count, "record")) of a run that was not finished",
        hint: "--resume goes on with it; remove the file to begin anew")
    }
    try file.empty(to: 0)
    try file.append(header.json)
    return file
  }

  /// Goes on with what is there; begins anew where nothing is.
  ///
  /// - Throws: `BenchRefusal` where the file is of another plan, with what differs.
  public static func resume(
    _ path: FilePath, _ header: PlanHeader
  ) throws(BenchRefusal) -> (file: RecordFile, records: [BenchRecord], isComplete: Bool) {
    let file = try open(path)
    guard let content = try file.content() else {
      try file.empty(to: 0)
      try file.append(header.json)
      return (file, [], false)
    }
    let differences = content.header.differences(to: header)
    guard differences.isEmpty else {
      throw BenchRefusal(
        "\(path) cannot be resumed: \(differences.joined(separator: "; "))",
        hint: "ask for the same as then, or name other --records")
    }
    try file.empty(to: content.byteCount)
    return (file, content.records, content.isComplete)
  }

  public func append(_ record: BenchRecord) throws(BenchRefusal) { try append(record.json) }

  /// Says that everything has been measured.
  public func finish() throws(BenchRefusal) {
    try append(.object(["event": "end"]))
    do throws(FileError) {
      try file.flush()
      try file.close()
    } catch {
      throw BenchRefusal("the records cannot be written: \(error)")
    }
  }

  private func append(_ document: JSONValue) throws(BenchRefusal) {
    // One call, so that what a kill leaves is a beginning of the line.
    let line = Array((document.compactText + "\n").utf8)
    do throws(FileError) { try file.write(line) } catch {
      throw BenchRefusal("the records cannot be written: \(error)")
    }
  }

  private static func open(_ path: FilePath) throws(BenchRefusal) -> RecordFile {
    do throws(FileError) {
      let file = try Folder.opening(path.parent, making: true).openingToAppend(path.name)
      guard try FileLock.takeIfFree(file) else {
        throw FileError("write", path, EWOULDBLOCK, because: "another run writes it")
      }
      return RecordFile(path, file)
    } catch {
      throw BenchRefusal("\(error)", hint: "name other --records")
    }
  }

  private func empty(to byteCount: Int) throws(BenchRefusal) {
    do throws(FileError) { try file.resize(to: byteCount) } catch { throw BenchRefusal("\(error)") }
  }

  /// `nil` for an empty file, and for one whose first line never was whole.
  private func content() throws(BenchRefusal) -> Content? {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try wholeFile(path) } catch { throw BenchRefusal("\(error)") }
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
      guard bytes.isEmpty || bytes.starts(with: Array(#"{"event":"plan""#.utf8.prefix(bytes.count))) else {
        throw notRecords(1)
      }
      return nil
    }
    var header: PlanHeader?
    var records: [BenchRecord] = []
    var isComplete = false
    for (index, line) in bytes[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      // Whatever is wrong with the line as JSON, it is no record.
      guard let json = try? JSON5Parser.parse(Array(line)).value else { throw notRecords(index + 1) }
      if index == 0 {
        header = PlanHeader(json)
        guard header != nil else { throw notRecords(1) }
      } else if json["event"] == "end" {
        isComplete = true
      } else if let record = BenchRecord(json) {
        records.append(record)
      } else {
        throw notRecords(index + 1)
      }
    }
    return header.map { Content(header: $0, records: records, isComplete: isComplete, byteCount: end + 1) }
  }

  private func notRecords(_ line: Int) -> BenchRefusal {
    BenchRefusal(
      "line \(line) of \(path) is no record of this version of imgtune", hint: "name another file with --records")
  }
}
