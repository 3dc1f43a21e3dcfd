import CFiles
import Platform

/// What this process may use of the machine: less than there is inside a container, a batch job or under `taskset`.
public struct UsableMachine: Sendable, Equatable {
  /// Processors to keep busy, at least 1.
  public var processors: Int
  /// Bytes of memory.
  public var memoryBytes: Int

  /// As it was when it was first asked for.
  public static let current = UsableMachine(
    root: "/", processorsOfJob: getenv("SLURM_CPUS_PER_TASK").map { String(cString: $0) })

  /// - Parameters:
  ///   - root: The folder that holds `proc` and `sys`; "/" but in tests.
  ///   - processorsOfJob: What a batch system grants, a number as its variable holds it.
  ///   - scheduled: How many processors the scheduler may use; `nil` asks the system.
  package init(root: FilePath, processorsOfJob: String?, scheduled: Int? = nil) {
    let groups = ControlGroups(root: root)
    let online = scheduled ?? Int(cfiles_scheduled_processors())
    var processors = online > 0 ? online : max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    if let quota = groups.processors { processors = min(processors, Int(quota.rounded(.up))) }
    if let granted = processorsOfJob.flatMap({ Int($0) }), granted > 0 { processors = min(processors, granted) }
    self.processors = max(1, processors)
    memoryBytes = min(UsableMachine.physicalBytes(root), groups.memoryBytes ?? .max)
  }

  private static func physicalBytes(_ root: FilePath) -> Int {
    // Its first line: "MemTotal:  16384 kB".
    if let line = SystemText.lines(of: root.appending("proc/meminfo")).first(where: {
      $0.starts(with: "MemTotal:".utf8)
    }),
      let kibibytes = SystemText.number(line.dropFirst(9))
    {
      return kibibytes * 1_024
    }
    let (pages, bytes) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    return pages > 0 && bytes > 0 ? pages * bytes : 4 << 30
  }
}

/// The limits that Linux's control groups set, of version 1 and 2: the tightest on the way from this process's group up.
struct ControlGroups {
  /// Processors' worth of time; `nil` where nothing limits it.
  private(set) var processors: Double?
  private(set) var memoryBytes: Int?

  /// What a hierarchy controls that matters here.
  private enum Control { case unified, memory, processors }

  /// - Parameter root: The folder that holds `proc` and `sys`.
  init(root: FilePath) {
    let groups = SystemText.lines(of: root.appending("proc/self/cgroup"))
    if groups.isEmpty { return }
    for line in SystemText.lines(of: root.appending("proc/self/mountinfo")) {
      // Identifiers, root, mount point, options, optional fields, "-", type, source, options. Most lines are of other kinds.
      let fields = line.split(separator: SystemText.blank)
      guard let dash = fields.firstIndex(where: { $0.elementsEqual("-".utf8) }), dash > 4, dash + 3 < fields.count,
        fields[dash + 1].starts(with: "cgroup".utf8)
      else { continue }
      let isUnified = fields[dash + 1].elementsEqual("cgroup2".utf8)
      let controllers = fields[dash + 3].split(separator: SystemText.comma)
      for control in ControlGroups.controls(isUnified, controllers) {
        guard let group = ControlGroups.group(control, groups) else { continue }
        let point = FilePath(bytes: Array(SystemText.unescaped(fields[4]).drop { $0 == FilePath.slash }))
        read(control, at: root.appending(point), seen: SystemText.unescaped(fields[3]), group: group)
      }
    }
  }

  private static func controls(_ isUnified: Bool, _ controllers: [ArraySlice<UInt8>]) -> [Control] {
    if isUnified { return [.unified] }
    return (controllers.contains { $0.elementsEqual("memory".utf8) } ? [.memory] : [])
      + (controllers.contains { $0.elementsEqual("cpu".utf8) } ? [.processors] : [])
  }

  /// The path of this process's group: lines of hierarchy, controllers and path between colons, in version 2 without
  /// controllers.
  private static func group(_ control: Control, _ lines: [ArraySlice<UInt8>]) -> ArraySlice<UInt8>? {
    for line in lines {
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let controllers = parts[1].split(separator: SystemText.comma)
      let isIt =
        switch control {
        case .unified: controllers.isEmpty
        case .memory: controllers.contains { $0.elementsEqual("memory".utf8) }
        case .processors: controllers.contains { $0.elementsEqual("cpu".utf8) }
        }
      if isIt { return parts[2] }
    }
    return nil
  }

  /// Reads the limits of a group and of all above it.
  ///
  /// - Parameter seen: Which part of the hierarchy is mounted: inside a container the group's path may be the host's.
  private mutating func read(
    _ control: Control, at point: FilePath, seen: [UInt8], group: ArraySlice<UInt8>
  ) {
    let isPart = seen.count > 1 && (group.elementsEqual(seen) || group.starts(with: seen + [FilePath.slash]))
    let below = isPart ? group.dropFirst(seen.count) : group
    var names = below.split(separator: FilePath.slash).filter { !$0.elementsEqual("..".utf8) }
    while true {
      let folder = names.reduce(point) { $0.appending(Array($1)) }
      switch control {
      case .unified:
        limitMemory(folder.appending("memory.max"))
        limitMemory(folder.appending("memory.high"))
        let words = SystemText.lines(of: folder.appending("cpu.max")).first?.split(separator: SystemText.blank) ?? []
        if words.count == 2 { limitProcessors(SystemText.number(words[0]), per: SystemText.number(words[1])) }
      case .memory: limitMemory(folder.appending("memory.limit_in_bytes"))
      case .processors:
        limitProcessors(
          SystemText.number(in: folder.appending("cpu.cfs_quota_us")),
          per: SystemText.number(in: folder.appending("cpu.cfs_period_us")))
      }
      if names.popLast() == nil { return }
    }
  }

  private mutating func limitMemory(_ path: FilePath) {
    // "max", and in version 1 a number near the largest, mean that there is no limit.
    guard let bytes = SystemText.number(in: path), bytes > 0, bytes < 1 << 60 else { return }
    memoryBytes = min(memoryBytes ?? .max, bytes)
  }

  private mutating func limitProcessors(_ quota: Int?, per period: Int?) {
    guard let quota, let period, quota > 0, period > 0 else { return }
    processors = min(processors ?? .infinity, Double(quota) / Double(period))
  }
}

/// The small texts in which Linux tells about itself. Read as bytes: this is part of every start.
private enum SystemText {
  static let blank = UInt8(ascii: " ")
  static let comma = UInt8(ascii: ",")

  /// The lines of a file; none where it is not there or cannot be read: nothing told, nothing limited.
  static func lines(of path: FilePath) -> [ArraySlice<UInt8>] {
    (try? Descriptor.opening(path).readAll(limit: 1 << 20))?.split(separator: UInt8(ascii: "\n")) ?? []
  }

  /// A field of mountinfo, where white space and the backslash itself are "\\" and three octal digits.
  static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
    guard field.contains(UInt8(ascii: "\\")) else { return Array(field) }
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8) {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  static func number(in path: FilePath) -> Int? { lines(of: path).first.flatMap { number($0) } }

  /// The first word as a number; `nil` where it is none.
  static func number(_ text: ArraySlice<UInt8>) -> Int? {
    text.split(separator: blank, maxSplits: 1).first.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }
}
