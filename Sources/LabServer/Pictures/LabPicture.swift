import Codecs
import Files
import Jobs
import Pipeline

/// A picture of the lab: a file below one of the folders that were named, or one that was brought along by the page.
struct LabPicture: Sendable {
  enum Source: Sendable {
    case file(InputFile, path: FilePath)
    case upload(ByteInput)
  }

  /// What the API calls it: no path, and nothing that can be guessed to be one.
  var id: String
  /// What people read.
  var name: String
  var source: Source
  /// Raised when the file is another one than before.
  var version = 0

  var isUpload: Bool { if case .upload = source { true } else { false } }

  /// What it takes in memory; nothing for a file.
  var uploadedBytes: Int { if case .upload(let input) = source { input.count } else { 0 } }

  /// The name without its extension, for downloads.
  var stem: String {
    let file = name.split(separator: "/").last.map(String.init) ?? name
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return file }
    return String(file[..<dot])
  }
}
