/// Looks at what stands behind the end of a picture and is left out.
enum TrailingBytes {
  /// A note for the user, or nil when nothing follows.
  static func note(in input: ByteInput, after end: Int, of format: ImageFormat) throws -> String? {
    let count = input.count - end
    guard count > 0 else { return nil }
    let size = counted(count, "byte")
    let head = try input.read(at: end, count: 4096)
    if head.starts(with: [0xFF, 0xD8, 0xFF]) { return "a further JPEG picture behind the end is left out (\(size))" }
    let kind = head.allSatisfy { $0 == 0 } ? "zero " : ""
    return "\(grouped(count)) \(kind)\(count == 1 ? "byte" : "bytes") behind the end of the \(format.displayName) "
      + "picture \(count == 1 ? "is" : "are") left out"
  }
}
