import Files
import TestSupport
import Testing

/// What may be used of a machine, read from made-up folders of the system.
struct UsableMachineTests {
  private static let gibibyte = 1 << 30
  private let root = TemporaryFolder()

  init() {
    write("MemTotal:       33554432 kB\nMemFree:         1000000 kB\n", "proc/meminfo")
  }

  private func write(_ text: String, _ path: String) { root.write(Array(text.utf8), to: path) }

  private func machine(job processorsOfJob: String? = nil, scheduled: Int = 64) -> UsableMachine {
    UsableMachine(root: FilePath(root.path), processorsOfJob: processorsOfJob, scheduled: scheduled)
  }

  /// The one hierarchy of version 2.
  private func mountUnified(root: String = "/", at point: String = "/sys/fs/cgroup", group: String) {
    write(
      """
      22 1 0:20 / /proc rw - proc proc rw
      30 24 0:26 \(root) \(point) rw,nosuid,nodev,noexec,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate

      """, "proc/self/mountinfo")
    write("0::\(group)\n", "proc/self/cgroup")
  }

  /// A hierarchy for each controller.
  private func mountLegacy(root: String = "/", group: String) {
    write(
      """
      31 30 0:27 \(root) /sys/fs/cgroup/cpu,cpuacct rw shared:10 - cgroup cgroup rw,cpu,cpuacct
      32 30 0:28 \(root) /sys/fs/cgroup/memory rw shared:11 master:3 - cgroup cgroup rw,memory

      """, "proc/self/mountinfo")
    write("5:memory:\(group)\n4:cpu,cpuacct:\(group)\n1:name=systemd:/other\n", "proc/self/cgroup")
  }

  @Test func withoutGroupsItIsTheWholeMachine() {
    #expect(machine().memoryBytes == 32 * Self.gibibyte)
    #expect(machine().processors == 64)
    #expect(machine(scheduled: 3).processors == 3, "what the scheduler gives")
  }

  @Test func withoutAnythingToReadThereIsStillAMachine() {
    let empty = TemporaryFolder()
    let machine = UsableMachine(root: FilePath(empty.path), processorsOfJob: nil)
    #expect(machine.processors >= 1 && machine.memoryBytes > 0)
    #expect(UsableMachine.current.processors >= 1 && UsableMachine.current.memoryBytes > 0)
  }

  // MARK: Version 2

  @Test func theOwnGroupLimits() {
    mountUnified(group: "/a/b")
    write("268435456\n", "sys/fs/cgroup/a/b/memory.max")
    write("200000 100000\n", "sys/fs/cgroup/a/b/cpu.max")
    #expect(machine() == limits(256 << 20, 2))
  }

  @Test func aGroupAboveLimitsToo() {
    mountUnified(group: "/a/b")
    write("max\n", "sys/fs/cgroup/a/b/memory.max")
    write("1073741824\n", "sys/fs/cgroup/a/memory.max")
    write("max 100000\n", "sys/fs/cgroup/a/b/cpu.max")
    write("300000 100000\n", "sys/fs/cgroup/a/cpu.max")
    #expect(machine() == limits(Self.gibibyte, 3))
  }

  @Test func theTightestCounts() {
    mountUnified(group: "/a/b")
    write("2147483648\n", "sys/fs/cgroup/a/b/memory.max")
    write("536870912\n", "sys/fs/cgroup/a/memory.max")
    write("100000000\n", "sys/fs/cgroup/memory.max")
    write("400000 100000\n", "sys/fs/cgroup/a/b/cpu.max")
    write("100000 50000\n", "sys/fs/cgroup/a/cpu.max")
    #expect(machine() == limits(100_000_000, 2))
  }

  @Test func whatThrottlesCountsAsALimit() {
    mountUnified(group: "/a")
    write("max\n", "sys/fs/cgroup/a/memory.max")
    write("300000000\n", "sys/fs/cgroup/a/memory.high")
    #expect(machine().memoryBytes == 300_000_000)
  }

  @Test func maxIsNoLimit() {
    mountUnified(group: "/a")
    write("max\n", "sys/fs/cgroup/a/memory.max")
    write("max 100000\n", "sys/fs/cgroup/a/cpu.max")
    #expect(machine() == limits(32 * Self.gibibyte, 64))
  }

  @Test(arguments: [
    ("150000 100000", 2), ("50000 100000", 1), ("100000 100000", 1), ("1000 100000", 1), ("9900000 100000", 64),
  ])
  func partsOfAProcessorAreRoundedUp(quota: String, processors: Int) {
    mountUnified(group: "/a")
    write(quota + "\n", "sys/fs/cgroup/a/cpu.max")
    #expect(machine().processors == processors)
  }

  @Test func moreThanThereIsGivesNoMore() {
    mountUnified(group: "/")
    write("99999999999999\n", "sys/fs/cgroup/memory.max")
    write("9900000 100000\n", "sys/fs/cgroup/cpu.max")
    #expect(machine(scheduled: 4) == limits(32 * Self.gibibyte, 4))
  }

  // MARK: Version 1

  @Test func eachHierarchyLimits() {
    mountLegacy(group: "/docker/x")
    write("268435456\n", "sys/fs/cgroup/memory/docker/x/memory.limit_in_bytes")
    write("250000\n", "sys/fs/cgroup/cpu,cpuacct/docker/x/cpu.cfs_quota_us")
    write("100000\n", "sys/fs/cgroup/cpu,cpuacct/docker/x/cpu.cfs_period_us")
    #expect(machine() == limits(256 << 20, 3))
  }

  @Test func theWordsForNoLimitAreNone() {
    mountLegacy(group: "/x")
    write("9223372036854771712\n", "sys/fs/cgroup/memory/x/memory.limit_in_bytes")
    write("-1\n", "sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_quota_us")
    write("100000\n", "sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_period_us")
    #expect(machine() == limits(32 * Self.gibibyte, 64))
  }

  @Test func aGroupAboveLimitsInVersion1Too() {
    mountLegacy(group: "/a/b")
    write("9223372036854771712\n", "sys/fs/cgroup/memory/a/b/memory.limit_in_bytes")
    write("400000000\n", "sys/fs/cgroup/memory/a/memory.limit_in_bytes")
    #expect(machine().memoryBytes == 400_000_000)
  }

  // MARK: Both

  @Test func inAHybridEachIsAskedForWhatItControls() {
    write(
      """
      30 24 0:26 / /sys/fs/cgroup/unified rw shared:9 - cgroup2 cgroup2 rw
      31 24 0:27 / /sys/fs/cgroup/memory rw shared:10 - cgroup cgroup rw,memory

      """, "proc/self/mountinfo")
    write("3:memory:/m\n0::/u\n", "proc/self/cgroup")
    write("400000000\n", "sys/fs/cgroup/memory/m/memory.limit_in_bytes")
    write("200000 100000\n", "sys/fs/cgroup/unified/u/cpu.max")
    // Of a group that this process is not in.
    write("1000\n", "sys/fs/cgroup/memory/u/memory.limit_in_bytes")
    #expect(machine() == limits(400_000_000, 2))
  }

  // MARK: Containers

  @Test func insideAContainerTheMountIsThePartThatIsSeen() {
    // The group's path is the host's, of which the container's own part is mounted.
    mountUnified(root: "/docker/abc", group: "/docker/abc/inner")
    write("268435456\n", "sys/fs/cgroup/inner/memory.max")
    write("100000 100000\n", "sys/fs/cgroup/cpu.max")
    #expect(machine() == limits(256 << 20, 1))
  }

  @Test func aGroupThatIsNotMountedIsLimitedByWhatIs() {
    // The path names folders that are not there: the mount's own root is the container's group.
    mountLegacy(root: "/docker/abc", group: "/docker/abc")
    write("268435456\n", "sys/fs/cgroup/memory/memory.limit_in_bytes")
    #expect(machine().memoryBytes == 256 << 20)
    mountUnified(group: "/kubepods/pod1/c")
    write("134217728\n", "sys/fs/cgroup/memory.max")
    #expect(machine().memoryBytes == 128 << 20)
  }

  @Test func aGroupBesideTheNamespacesRootIsLimitedByWhatIsSeen() {
    mountUnified(group: "/../other")
    write("134217728\n", "sys/fs/cgroup/memory.max")
    #expect(machine().memoryBytes == 128 << 20)
  }

  @Test func aGroupOfALikeNameIsNotTheMountsOwn() {
    mountUnified(root: "/a", group: "/ab")
    write("1000\n", "sys/fs/cgroup/b/memory.max")
    #expect(machine().memoryBytes == 32 * Self.gibibyte, "/ab does not lie in /a")
  }

  @Test func aMountPointMayHoldSpaces() {
    mountUnified(at: "/sys/fs/my\\040groups", group: "/a")
    write("268435456\n", "sys/fs/my groups/a/memory.max")
    #expect(machine().memoryBytes == 256 << 20)
  }

  // MARK: Batch jobs

  @Test func slurmsVariableLimits() {
    #expect(machine(job: "3").processors == 3)
    #expect(machine(job: "99").processors == 64)
    for text in ["", "0", "-2", "many"] { #expect(machine(job: text).processors == 64, "\(text)") }
  }

  @Test func brokenFilesLimitNothing() {
    mountUnified(group: "/a")
    write("\n", "sys/fs/cgroup/a/memory.max")
    write("0 0\n", "sys/fs/cgroup/a/cpu.max")
    write("a line of nothing\n\n", "proc/self/mountinfo")
    #expect(machine() == limits(32 * Self.gibibyte, 64))
  }

  private func limits(_ memoryBytes: Int, _ processors: Int) -> UsableMachine {
    var machine = UsableMachine.current
    (machine.memoryBytes, machine.processors) = (memoryBytes, processors)
    return machine
  }
}
