import CFiles
import Platform

/// What this process may use of the machine: less than there is inside a container, a batch job or under `taskset`.
public struct UsableMachine: Sendable, Equatable {
  /// Processors to keep busy, at least 1.
  public var processors: Int
  /// Bytes of memory.
  public var memoryBytes: Int

  /// As it is now.
  public static let current = UsableMachine(root: "/", environment: ProcessEnvironment.current)

  /// - Parameters:
  ///   - root: The folder that holds `proc` and `sys`; "/" but in tests.
  ///   - scheduled: How many processors the scheduler may use; `nil` asks the system.
  package init(root: FilePath, environment: [String: String], scheduled: Int? = nil) {
    let groups = ControlGroups(root: root)
    let online = scheduled ?? Int(cfiles_scheduled_processors())
    var processors = online > 0 ? online : max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    if let quota = groups.processors { processors = min(processors, Int(quota.rounded(.up))) }
    if let job = environment["SLURM_CPUS_PER_TASK"].flatMap({ Int($0) }), job > 0 { processors = min(processors, job) }
    self.processors = max(1, processors)
    memoryBytes = min(UsableMachine.physicalBytes(root), groups.memoryBytes ?? .max)
  }

  private static func physicalBytes(_ root: FilePath) -> Int {
    if let text = ControlGroups.text(root.appending("proc/meminfo")),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("MemTotal:") }),
      let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
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

  /// A mounted hierarchy: where it is, which part of it is seen there, and what it controls.
  private struct Mount {
    var point: FilePath
    var root: Substring
    var controllers: Set<Substring>
    var isUnified: Bool
  }

  init(root: FilePath) {
    guard let mountText = ControlGroups.text(root.appending("proc/self/mountinfo")),
      let groupText = ControlGroups.text(root.appending("proc/self/cgroup"))
    else { return }
    let mounts = mountText.split(separator: "\n").compactMap(ControlGroups.mount)
    for line in groupText.split(separator: "\n") {
      // hierarchy:controllers:path, with no controllers in version 2.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let controllers = Set(parts[1].split(separator: ","))
      for mount in mounts
      where controllers.isEmpty ? mount.isUnified : !mount.isUnified && !mount.controllers.isDisjoint(with: controllers)
      {
        read(mount, group: parts[2], below: root)
      }
    }
  }

  private mutating func read(_ mount: Mount, group: Substring, below root: FilePath) {
    let point = root.appending(FilePath(bytes: Array(mount.point.bytes.drop { $0 == FilePath.slash })))
    // Inside a container the group's path may be the host's, of which only a part is mounted.
    var below = group
    if mount.root != "/", below == mount.root || below.hasPrefix(mount.root + "/") {
      below = below.dropFirst(mount.root.count)
    }
    var names = below.split(separator: "/").filter { $0 != ".." }
    while true {
      let folder = names.reduce(point) { $0.appending(Array($1.utf8)) }
      if mount.isUnified { readUnified(folder) } else { readLegacy(folder) }
      if names.popLast() == nil { return }
    }
  }

  private mutating func readUnified(_ folder: FilePath) {
    limitMemory(ControlGroups.text(folder.appending("memory.max")))
    limitMemory(ControlGroups.text(folder.appending("memory.high")))
    guard let words = ControlGroups.text(folder.appending("cpu.max"))?.split(whereSeparator: \.isWhitespace),
      words.count == 2
    else { return }
    limitProcessors(Double(words[0]), per: Double(words[1]))
  }

  private mutating func readLegacy(_ folder: FilePath) {
    limitMemory(ControlGroups.text(folder.appending("memory.limit_in_bytes")))
    limitProcessors(
      number(folder.appending("cpu.cfs_quota_us")).map(Double.init),
      per: number(folder.appending("cpu.cfs_period_us")).map(Double.init))
  }

  private mutating func limitMemory(_ text: String?) {
    // "max", and in version 1 a number near the largest, mean that there is no limit.
    guard let bytes = text.flatMap(ControlGroups.number), bytes > 0, bytes < 1 << 60 else { return }
    memoryBytes = min(memoryBytes ?? .max, bytes)
  }

  private mutating func limitProcessors(_ quota: Double?, per period: Double?) {
    guard let quota, let period, quota > 0, period > 0 else { return }
    processors = min(processors ?? .infinity, quota / period)
  }

  private func number(_ path: FilePath) -> Int? { ControlGroups.text(path).flatMap(ControlGroups.number) }

  private static func number(_ text: String) -> Int? {
    text.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
  }

  static func text(_ path: FilePath) -> String? {
    // Nothing there, nothing limited.
    (try? Descriptor.opening(path).readAll(limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A field of mountinfo, where white space and the backslash itself are "\\" and three octal digits.
  private static func unescaped(_ field: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(field.utf8)[...]
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

  /// A line of mountinfo: identifiers, root, mount point, options, optional fields, "-", type, source, options.
  private static func mount(_ line: Substring) -> Mount? {
    let fields = line.split(separator: " ")
    guard fields.count > 6, let dash = fields.firstIndex(of: "-"), dash + 3 < fields.count else { return nil }
    let type = fields[dash + 1]
    guard type == "cgroup" || type == "cgroup2" else { return nil }
    return Mount(
      point: FilePath(bytes: unescaped(fields[4])), root: Substring(decoding: unescaped(fields[3]), as: UTF8.self),
      controllers: Set(fields[dash + 3].split(separator: ",")), isUnified: type == "cgroup2")
  }
}
