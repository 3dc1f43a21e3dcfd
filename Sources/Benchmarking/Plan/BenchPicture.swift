import Codecs
import Jobs
import Pipeline
import Pixels

/// A picture of a run and what has to be done for it.
public struct BenchPicture: Sendable {
  public var input: InputFile
  /// What the picture is called in records: its path below the folder that was named, unless two are called the same.
  public var name: String
  /// Upright, as stored in the file; `nil` where it could not be read.
  public var size: PixelSize?
  /// Why it cannot be measured; `nil` where it can.
  public var obstacle: String?
  var shape: PictureShape
}

/// Which points are one and the same for a picture, and which share their rendered pixels.
///
/// Most pictures of a folder have the same shape, so that one copy serves them all.
struct PictureShape: Sendable, Equatable {
  /// The points of each encoding, rising; the encodings by their first point.
  var encodings: [[Int]] = []
  /// The encodings of each rendering, as indices of the above.
  var renderings: [[Int]] = []

  /// - Parameter requests: One a point, in their order.
  init(_ requests: [EffectiveRequest]) {
    var encodingOf: [EffectiveRequest: Int] = [:]
    var renderingOf: [EffectiveRequest.Rendering: Int] = [:]
    for (point, request) in requests.enumerated() {
      if let encoding = encodingOf[request] {
        encodings[encoding].append(point)
        continue
      }
      let encoding = encodings.count
      encodingOf[request] = encoding
      encodings.append([point])
      if let rendering = renderingOf[request.rendering] {
        renderings[rendering].append(encoding)
      } else {
        renderingOf[request.rendering] = renderings.count
        renderings.append([encoding])
      }
    }
  }

  init() {}
}
