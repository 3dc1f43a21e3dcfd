import CPNG
import Foundation

/// A folder of test pictures beside the checkout, or where IMGTUNE_CORPUS says: many hundred real, odd and hostile files
/// with the right behaviour of each in MANIFEST.tsv.
struct Corpus {
  struct Picture {
    var path: String
    /// What is right: convert, convert-note, damaged, refuse, limit, anim.
    var kind: String
    /// Width and height as the file declares them; `nil` where it says nothing sensible.
    var size: [Int]?

    /// Inputs made by fuzzers are only to be survived; their class is what some library happened to say.
    var isJudgedByClass: Bool { !path.hasPrefix("h-fuzz/") }
  }

  var folder: String
  var pictures: [Picture]

  static let shared: Corpus? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let beside = root.appending(path: "../shared/corpus").standardizedFileURL.path
    let named = ProcessInfo.processInfo.environment["IMGTUNE_CORPUS"]
    return [named, beside].compactMap(\.self).lazy.compactMap(Corpus.init(folder:)).first
  }()

  private init?(folder: String) {
    guard let manifest = try? String(contentsOfFile: folder + "/MANIFEST.tsv", encoding: .utf8) else { return nil }
    let lines = manifest.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    guard let head = lines.first, let path = head.firstIndex(of: "path"), let kind = head.firstIndex(of: "class"),
      let declared = head.firstIndex(of: "declared")
    else { return nil }
    self.folder = folder
    pictures = lines.dropFirst().map { fields in
      let sides = fields[declared].prefix { $0 != " " }.split(separator: "x").compactMap { Int($0) }
      return Picture(path: String(fields[path]), kind: String(fields[kind]), size: sides.count == 2 ? sides : nil)
    }
  }

  private static let noEnd = "classed by a reader that never looks for the end of a PNG; without IEND it is cut off"

  /// Where this program does otherwise on purpose.
  static let exceptions = [
    "d-png/go/invalid-trunc.png": noEnd,
    "f-broken/lab-markers/iend-missing.png": noEnd,
    "f-broken/lab-truncated/plain-png_minus1.png": noEnd,
    "f-broken/lab-truncated/plain-png_minus2.png": noEnd,
    "f-broken/bombs-made/zTXt-64MB-bomb.png": "texts are never inflated, so that there is nothing to say about one",
    "f-broken/exiv2/issue_828_poc.png": "only the checksum of a text is wrong, and texts are left out anyway",
  ]
}

/// Reads a PNG back by libpng's simplified interface, which nothing in the program uses.
enum SecondDecoder {
  /// Width and height; `nil` when the file cannot be decoded to its last row.
  static func size(ofPNG path: String) -> [Int]? {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    guard png_image_begin_read_from_file(&image, path) != 0 else { return nil }
    defer { png_image_free(&image) }
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
    var pixels = [UInt8](repeating: 0, count: Int(image.width) * Int(image.height) * 4)
    guard png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 else { return nil }
    return [Int(image.width), Int(image.height)]
  }
}
