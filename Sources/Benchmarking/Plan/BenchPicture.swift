import Codecs
import Files
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
  package var shape: PictureShape
}

/// Which points are one and the same for a picture, and which share their rendered pixels.
///
/// Most pictures of a folder have the same shape, so that one copy serves them all.
package struct PictureShape: Sendable, Equatable {
  /// The points of each encoding, rising; the encodings by their first point.
  package var encodings: [[Int]] = []
  /// The encodings of each rendering, as indices of the above.
  package var renderings: [[Int]] = []

  /// - Parameter requests: One a point, in their order.
  init(_ requests: [OutputKey]) {
    var encodingOf: [OutputKey: Int] = [:]
    var renderingOf: [RenderKey: Int] = [:]
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

  /// The renderings in groups that have to be measured in turns, because their encodings are compared with each other:
  /// each alone where there are no references.
  ///
  /// - Parameter references: For each point the one that it is compared with, or nothing.
  package func compared(by references: [Int]) -> [[[Int]]] {
    guard !references.isEmpty else { return renderings.map { [$0] } }
    var groups: [(renderings: [[Int]], points: Set<Int>)] = []
    for rendering in renderings {
      let own = rendering.flatMap { encodings[$0] }
      var joined = (renderings: [rendering], points: Set(own + own.map { references[$0] }))
      groups.removeAll { group in
        guard !group.points.isDisjoint(with: joined.points) else { return false }
        joined = (group.renderings + joined.renderings, group.points.union(joined.points))
        return true
      }
      groups.append(joined)
    }
    return groups.map(\.renderings)
  }
}

extension BenchPlan {
  /// A picture's file, opened for reading.
  ///
  /// - Throws: `FileError`, `CodecError`.
  func open(_ picture: Int) throws -> ByteInput {
    let limit = points.first?.request.decode.limits.maximumFileBytes ?? DecodeLimits().maximumFileBytes
    return try pictures[picture].input.open(limit: limit).bytes
  }
}
