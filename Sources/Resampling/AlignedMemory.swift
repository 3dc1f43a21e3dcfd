/// Zeroed memory on a 64-byte boundary, as the kernels want it; freed with its owner.
final class AlignedMemory: @unchecked Sendable {  // unchecked: a table is written before it is shared, a ring never is
  let base: UnsafeMutableRawPointer

  init(bytes: Int) {
    base = UnsafeMutableRawPointer.allocate(byteCount: max(64, bytes), alignment: 64)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: max(64, bytes))
  }

  convenience init<Element: BitwiseCopyable>(_ elements: [Element]) {
    self.init(bytes: elements.count * MemoryLayout<Element>.stride)
    elements.withUnsafeBytes { if let source = $0.baseAddress { base.copyMemory(from: source, byteCount: $0.count) } }
  }

  deinit { base.deallocate() }
}
