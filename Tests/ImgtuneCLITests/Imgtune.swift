import Codecs
import Foundation
import Pixels
import TestSupport
import Testing

/// The program under test and a folder to run it in.
struct Imgtune {
  let folder = TemporaryFolder()
  /// All variables that it sees.
  var environment = ["PATH": "/usr/bin:/bin"]
  /// The working folder, by its path from `folder`.
  var workingFolder = ""

  /// Runs it to its end, with the folder as the working folder.
  func callAsFunction(
    _ arguments: String..., input: ChildProcess.Input = .nothing, output: ChildProcess.Stream = .pipe,
    errors: ChildProcess.Stream = .pipe
  ) -> ProcessResult {
    run(arguments.map { Array($0.utf8) }, input: input, output: output, errors: errors)
  }

  /// The same with arguments of any bytes.
  func run(
    _ arguments: [[UInt8]], input: ChildProcess.Input = .nothing, output: ChildProcess.Stream = .pipe,
    errors: ChildProcess.Stream = .pipe
  ) -> ProcessResult {
    let child = ChildProcess(
      BuiltProgram.path, arguments, folder: folder.path(workingFolder), input: input, output: output, errors: errors,
      environment: environment)
    let result = child.result()
    #expect(!result.timedOut, "imgtune hangs")
    #expect(result.signal == nil, "imgtune was ended by a signal")
    return result
  }

  /// Starts it and goes on.
  func start(_ arguments: String...) -> ChildProcess {
    ChildProcess(BuiltProgram.path, arguments.map { Array($0.utf8) }, folder: folder.path)
  }

  /// Format and size of a picture in the folder; `nil` where there is none or it cannot be read to its end.
  func picture(_ name: String) -> (format: ImageFormat, size: PixelSize)? {
    guard let bytes = folder.read(name), let read = try? decoded(bytes) else { return nil }
    return (read.info.format, read.picture.size)
  }

  /// The JSON documents of an output, one a line.
  func documents(_ result: ProcessResult) throws -> [[String: Any]] {
    try result.outputLines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }
}

/// Pictures that the tests put into files: made once.
enum Picture {
  /// A photograph of sorts, 120x90, that compresses well below its file.
  static let jpeg = make(PixelSize(120, 90), .jpeg(JPEGParameters(quality: 96, progressive: false)))
  static let png = make(PixelSize(64, 48), .png(PNGParameters(level: 1, filter: .none)))
  static let webp = make(PixelSize(80, 60), .webp(WebPParameters(quality: 98)))
  /// A picture with transparency.
  static let clear = make(PixelSize(40, 40), .png(PNGParameters()), PixelFormat(.rgba))
  /// A JPEG that only grows when it is encoded again at the default quality.
  static let coarse = make(PixelSize(120, 90), .jpeg(JPEGParameters(quality: 10)), from: .noise)
  /// A picture that takes seconds to encode at the greatest effort.
  static let laborious = make(
    PixelSize(3_000, 2_400), .jpeg(JPEGParameters(quality: 90, progressive: false)), from: .gradient)

  private static func make(
    _ size: PixelSize, _ parameters: EncodeParameters, _ format: PixelFormat = PixelFormat(.rgb),
    from picture: SyntheticPicture = .photo
  ) -> [UInt8] {
    let buffer = picture.make(size, format)
    do { return try encoded(buffer, as: parameters) } catch { preconditionFailure("\(error)") }
  }

  /// Two different pictures whose files have the same length.
  static func twoOfTheSameLength() throws -> (first: [UInt8], second: [UInt8]) {
    // Not compressed, so that the length does not depend on the pixels.
    let parameters = EncodeParameters.png(PNGParameters(level: 0, filter: .none))
    let size = PixelSize(64, 48)
    let first = try encoded(SyntheticPicture.photo.make(size, PixelFormat(.rgb)), as: parameters)
    let second = try encoded(SyntheticPicture.noise.make(size, PixelFormat(.rgb)), as: parameters)
    try #require(first.count == second.count && first != second)
    return (first, second)
  }
}
