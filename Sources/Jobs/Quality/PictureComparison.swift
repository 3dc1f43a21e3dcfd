import Codecs
import Files
import Metrics
import Pipeline
import Pixels

/// Two pictures compared as a viewer shows them: upright, in sRGB, gray as colour, 16 bits as finer steps.
public struct PictureComparison: Sendable {
  public var size: PixelSize
  public var reference: ImageInfo
  public var candidate: ImageInfo
  public var scores: [Score]
  /// What was noticed, a sentence each.
  public var notes: [String]
  /// The reference's pixels, for what a heat map is laid over.
  let referencePixels: PixelBuffer

  /// - Parameters:
  ///   - metrics: At least one; those that are not defined for so small a picture become a note.
  ///   - jobs: Threads at once.
  /// - Throws: `ComparisonError` with the reason.
  public static func make(
    reference: FilePath, candidate: FilePath, metrics: [any Metric], jobs: Int
  ) async throws -> PictureComparison {
    let views: (View, View)
    if jobs > 1 {
      async let first = View(reference)
      async let second = View(candidate)
      views = try await (first, second)
    } else {
      views = try (View(reference), View(candidate))
    }
    let (first, second) = views
    guard first.pixels.size == second.pixels.size else {
      throw ComparisonError(
        "\(reference) is \(first.pixels.size) and \(candidate) \(second.pixels.size), upright; only pictures of one size "
          + "are compared")
    }
    var comparison = PictureComparison(
      size: first.pixels.size, reference: first.info, candidate: second.info, scores: [],
      notes: first.notes + second.notes, referencePixels: first.pixels)
    for metric in metrics {
      do throws(MetricError) {
        try metric.check(first.pixels.size, second.pixels.size)
      } catch {
        comparison.notes.append("\(error)")
        continue
      }
      let found = try metric.score(
        reference: first.pixels, candidate: second.pixels, wantsMap: metric.makesMap, threads: jobs,
        isCancelled: { false })
      comparison.scores.append(
        Score(metric: metric, value: found.value, worstTile: found.map?.worstTile(), map: found.map))
      if first.hasAlpha || second.hasAlpha {
        comparison.notes.append("transparency, \(metric.title): \(metric.transparency)")
      }
    }
    guard !comparison.scores.isEmpty else { throw ComparisonError(comparison.notes.last ?? "") }
    return comparison
  }

  /// A file as a viewer shows it.
  private struct View: Sendable {
    var info: ImageInfo
    var pixels: PixelBuffer
    var notes: [String]
    var hasAlpha: Bool { pixels.format.layout.hasAlpha }

    init(_ path: FilePath) throws {
      do {
        let view = try CompressionPipeline().view(try View.open(path), DecodeParameters(animation: .firstFrame))
        (info, pixels) = (view.info, view.pixels)
        let dropped = info.droppedContents.map { "\($0): left out, only the picture itself is compared" }
        notes = (view.notes + dropped).map { "\(path): \($0)" }
      } catch let error as CodecError {
        throw ComparisonError("\(path): \(error)", isTransient: error.isTransient)
      } catch let error as FileError {
        throw ComparisonError("\(error)", isTransient: error.isTransient)
      }
    }

    private static func open(_ path: FilePath) throws -> ByteInput {
      let source: InputFile.Source = path == "-" ? .standardInput : .file(path)
      let input = InputFile(source: source, relativePath: path.name, status: nil, format: nil)
      return try input.open(limit: DecodeLimits().maximumFileBytes).bytes
    }
  }
}

/// Why two pictures cannot be compared, a sentence.
public struct ComparisonError: Error, Sendable, CustomStringConvertible {
  public var description: String
  /// Whether the same may go well another time.
  public var isTransient: Bool

  init(_ description: String, isTransient: Bool = false) {
    self.description = description
    self.isTransient = isTransient
  }
}
