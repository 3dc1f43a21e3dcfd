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
    key.split(separator: ".").map { words(in: $0).joined(separator: "-") }.joined(separator: ".")
  }

  /// The environment variable, behind `prefix` and an underscore.
  public static func environment(forKey key: String, prefix: String) -> String {
    let parts = key.split(separator: ".").map { words(in: $0).joined(separator: "_").uppercased() }
    return prefix + "_" + parts.joined(separator: "__")
  }

  /// The lower-case words of a camel-case name; a run of capitals is one word: `sharpYUV` is `sharp`, `yuv`.
  private static func words(in name: Substring) -> [String] {
    var words: [String] = []
    var previousWasUpper = true
    for character in name {
      if words.isEmpty || (character.isUppercase && !previousWasUpper) { words.append("") }
      words[words.count - 1].append(character.lowercased())
      previousWasUpper = character.isUppercase
    }
    return words
  }
}
