#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Pages of zeros straight from the system: they take memory only once they are touched, and give it back when told to
/// or with this object, whereas what `free` gets may stay with the process.
final class MappedMemory {
  let base: UnsafeMutableRawPointer
  let count: Int
  /// Whole pages from the start that have been given back.
  private var released = 0
  private static let pageBytes = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Nil when the system has no memory left. `count` is at least 1.
  init?(count: Int) {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let base = mmap(nil, count, PROT_READ | PROT_WRITE, flags, -1, 0), base != MAP_FAILED else { return nil }
    self.base = base
    self.count = count
  }

  deinit { munmap(base, count) }

  /// Gives back the pages that lie wholly before `offset`; their content is lost.
  func release(upTo offset: Int) {
    let end = min(offset, count) / Self.pageBytes * Self.pageBytes
    guard end > released else { return }
    madvise(base + released, end - released, Int32(MADV_DONTNEED))
    released = end
  }
}
