import Platform

/// Pages of zeros straight from the system: they take memory only once they are touched, and give it back when told to
/// or with this object, whereas what `free` gets may stay with the process.
///
/// Much memory comes in huge pages where the system has them: a fault for every 4 KiB takes eight times as long as writing
/// to them does.
final class MappedMemory {
  let base: UnsafeMutableRawPointer
  let count: Int
  private let mapping: UnsafeMutableRawPointer
  private let mappedBytes: Int
  /// What is given back at once, a power of two.
  private let step: Int
  /// Bytes from the start that have been given back.
  private var released = 0
  private static let hugePage = 2 << 20

  /// Nil when the system has no memory left. `count` is at least 1.
  init?(count: Int) {
    let isLarge = count >= 4 * Self.hugePage
    step = isLarge ? Self.hugePage : Int(sysconf(Int32(_SC_PAGESIZE)))
    mappedBytes = isLarge ? count + step : count
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let mapping = mmap(nil, mappedBytes, PROT_READ | PROT_WRITE, flags, -1, 0), mapping != MAP_FAILED else {
      return nil
    }
    self.mapping = mapping
    base = UnsafeMutableRawPointer(bitPattern: (UInt(bitPattern: mapping) + UInt(step) - 1) & ~(UInt(step) - 1))!
    self.count = count
    #if os(Linux)
      // Where it is refused, pages are small.
      if isLarge { _ = madvise(base, count, MADV_HUGEPAGE) }
    #endif
  }

  deinit { munmap(mapping, mappedBytes) }

  /// Gives back the pages that lie wholly before `offset`; their content is lost.
  func release(upTo offset: Int) {
    let end = min(offset, count) & ~(step - 1)
    guard end > released else { return }
    madvise(base + released, end - released, Int32(MADV_DONTNEED))
    released = end
  }
}
