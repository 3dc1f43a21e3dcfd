import Metadata

/// The application segments that are kept: EXIF, XMP, ICC profiles, and the index of a multi-picture file.
extension JPEGStructure {
  static let exifHead = Array("Exif\0\0".utf8)
  static let xmpHead = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  static let profileHead = Array("ICC_PROFILE\0".utf8)
  private static let extendedXMPHead = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  private static let multiPictureHead = Array("MPF\0".utf8)

  mutating func readApp1(_ segment: [UInt8]) {
    if segment.starts(with: Self.exifHead) {
      let block = Array(segment.dropFirst(Self.exifHead.count))
      guard exif == nil else { return }
      if block.starts(with: [0x49, 0x49]) || block.starts(with: [0x4D, 0x4D]) {
        exif = block
      } else if !block.isEmpty {
        warnings.append("the EXIF block is no TIFF structure and is left out")
      }
    } else if segment.starts(with: Self.xmpHead) {
      if xmp == nil { xmp = Array(segment.dropFirst(Self.xmpHead.count)) }
    } else if segment.starts(with: Self.extendedXMPHead) {
      hasExtendedXMP = true
    } else {
      hasOtherMetadata = true
    }
  }

  mutating func readApp2(_ segment: [UInt8]) {
    if segment.starts(with: Self.profileHead) {
      profileParts.append(Array(segment.dropFirst(Self.profileHead.count)))
    } else if segment.starts(with: Self.multiPictureHead), listedPictures == 0 {
      // Tag 0xB001 of the index is the number of pictures; an index that cannot be read still tells that there are some.
      let index = TIFFStructure(Array(segment.dropFirst(Self.multiPictureHead.count)))
      let count = index.flatMap { index in
        index.entries(of: 0xB001, directoryAt: index.firstDirectory).first.flatMap(index.value(of:))
      }
      listedPictures = count.map { min(max($0, 1), 1000) } ?? 2
    } else {
      hasOtherMetadata = true
    }
  }

  /// The profile put together from its parts, each of which begins with its number, from 1, and the number of parts.
  ///
  /// - Returns: The profile, or why there is none although parts are there.
  func assembledProfile(limit: Int) -> (profile: [UInt8]?, warning: String?) {
    guard let first = profileParts.first else { return (nil, nil) }
    func dropped(_ reason: String) -> ([UInt8]?, String?) { (nil, "the colour profile is left out: \(reason)") }
    guard first.count >= 2 else { return dropped("a part of it is cut off") }
    let total = Int(first[1])
    var parts: [Int: ArraySlice<UInt8>] = [:]
    for part in profileParts {
      guard part.count >= 2, Int(part[1]) == total else { return dropped("its parts disagree on how many they are") }
      let number = Int(part[0])
      guard (1...max(1, total)).contains(number), parts[number] == nil else {
        return dropped("part \(number) of \(total) makes no sense")
      }
      parts[number] = part.dropFirst(2)
    }
    guard parts.count == total else { return dropped("\(parts.count) of \(total) parts are there") }
    let bytes = parts.values.reduce(0) { $0 + $1.count }
    guard bytes <= limit else {
      return dropped("\(counted(bytes, "byte")) are more than \(grouped(limit)) (limits.profileSize)")
    }
    return ((1...total).flatMap { parts[$0] ?? [] }, nil)
  }

  /// What stands beside the picture, in words.
  var droppedContents: [String] {
    var found: [String] = []
    let packet = xmp.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let hasGainMap = packet.contains("hdr-gain-map") || packet.contains("GainMap") || packet.contains("hdrgainmap")
    if hasGainMap { found.append("gain map") }
    let further = listedPictures - 1 - (hasGainMap ? 1 : 0)
    if further > 0 { found.append("\(counted(further, "further picture")) (MPO)") }
    if packet.contains("MotionPhoto") || packet.contains("MicroVideo") { found.append("motion photo video") }
    if hasExtendedXMP { found.append("extended XMP") }
    return found
  }
}
