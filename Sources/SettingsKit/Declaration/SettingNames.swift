/// A setting's name in each interface, derived from its key and mapped one to one.
///
/// | key                | flag                   | environment                  |
/// |--------------------|------------------------|------------------------------|
/// | `maxDimension`     | `--max-dimension`      | `IMGTUNE_MAX_DIMENSION`      |
/// | `jpeg.progressive` | `--jpeg.progressive`   | `IMGTUNE_JPEG__PROGRESSIVE`  |
/// | `webp.sharpYUV`    | `--webp.sharp-yuv`     | `IMGTUNE_WEBP__SHARP_YUV`    |
public enum SettingNames {
  /// The long flag without its dashes.
  public static func flag(forKey key: String) -> String {
    name(key, wordMark: "-", sectionMark: ".") { isUpper($0) ? $0 | caseBit : $0 }
  }

  /// The environment variable, behind `prefix` and an underscore.
  public static func environment(forKey key: String, prefix: String) -> String {
    prefix + "_" + name(key, wordMark: "_", sectionMark: "__") { isUpper($0 & ~caseBit) ? $0 & ~caseBit : $0 }
  }

  /// The words of camel-case names, in one case; a run of capitals is one word: `sharpYUV` is `sharp` and `yuv`.
  ///
  /// Names in source code are read as ASCII, byte by byte: every start of the program goes through here a few hundred
  /// times, and letters of other alphabets begin no word.
  private static func name(
    _ key: String, wordMark: String, sectionMark: String, _ letter: (UInt8) -> UInt8
  ) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(key.utf8.count + 8)
    var mayBeginWord = false
    for byte in key.utf8 {
      if byte == UInt8(ascii: ".") {
        bytes += sectionMark.utf8
        mayBeginWord = false
      } else {
        if mayBeginWord, isUpper(byte) { bytes += wordMark.utf8 }
        bytes.append(letter(byte))
        mayBeginWord = !isUpper(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let caseBit: UInt8 = 0x20

  private static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
}
