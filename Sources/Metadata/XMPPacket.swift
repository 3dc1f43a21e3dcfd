import Pixels

/// An XMP packet, made to say what is true of changed pixels.
///
/// An orientation that only XMP states is not applied to the pixels, as in browsers: EXIF alone decides. So the
/// packet of an output always says 1.
///
/// Source: XMP specification part 2, TIFF and EXIF schemas.
public struct XMPPacket: Sendable {
  private let bytes: [UInt8]

  /// - Parameter bytes: UTF-8 XML.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The packet for an upright picture of another size: orientation and sizes are replaced, all other bytes stay.
  public func describing(_ size: PixelSize) -> [UInt8] {
    let values = [
      ("tiff:Orientation", 1), ("tiff:ImageWidth", size.width), ("tiff:ImageLength", size.height),
      ("exif:PixelXDimension", size.width), ("exif:PixelYDimension", size.height),
    ]
    return values.reduce(bytes) { XMPPacket.replacing($0, property: Array($1.0.utf8), with: Array(String($1.1).utf8)) }
  }

  /// Replaces the number of a property, written as an attribute (`name="6"`) or as an element (`<name>6</name>`).
  private static func replacing(_ bytes: [UInt8], property name: [UInt8], with number: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 8)
    var position = 0
    while position < bytes.count {
      guard bytes[position] == name[0], bytes[position...].starts(with: name),
        let digits = digits(in: bytes, behind: position + name.count)
      else {
        result.append(bytes[position])
        position += 1
        continue
      }
      result += bytes[position..<digits.lowerBound]
      result += number
      position = digits.upperBound
    }
    return result
  }

  /// The digits that follow `="`, `='` or `>`, blanks allowed between.
  private static func digits(in bytes: [UInt8], behind start: Int) -> Range<Int>? {
    let blanks = Set(" \t\r\n".utf8)
    var position = start
    func skipBlanks() { while position < bytes.count, blanks.contains(bytes[position]) { position += 1 } }
    func accepts(_ characters: String) -> Bool {
      guard position < bytes.count, characters.utf8.contains(bytes[position]) else { return false }
      position += 1
      return true
    }
    skipBlanks()
    if accepts("=") {
      skipBlanks()
      guard accepts("\"'") else { return nil }
    } else if !accepts(">") {
      return nil
    }
    skipBlanks()
    let first = position
    while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
    return position > first ? first..<position : nil
  }
}
