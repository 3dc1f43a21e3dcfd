import Codecs
import Jobs
import Metrics
import Pipeline
import Pixels
import SettingsKit

/// Cut-outs of some pictures before and after encoding, for looking at.
///
/// They are made again after the run, which is why nothing has to be kept while it runs; an output that is not what was
/// measured is left out. The worst pictures come first, and there is a limit on all of them together.
struct Previews {
  private static let maximumBytes = 4 << 20
  private static let maximumPictures = 8
  private static let maximumPoints = 16
  /// The largest cut-out; one that shows damage has to be looked at pixel for pixel.
  private static let side = PixelSize(560, 400)
  /// Recoded so finely that what is seen is the output's own damage.
  private static let quality = 92.0

  /// The pictures that are shown, the worst first.
  private(set) var order: [Int] = []
  private var members: [JSONMember] = []
  private var byteCount = 0

  init(_ context: ReportContext) {
    guard !context.plan.isHarnessOnly else { return }
    for picture in Previews.order(context).prefix(Previews.maximumPictures) where byteCount < Previews.maximumBytes {
      // The measurements are complete by now: a picture that meanwhile is gone or another one only loses its preview.
      guard let preview = try? preview(picture, context) else { continue }
      members.append(JSONMember(String(picture), preview))
      order.append(picture)
    }
  }

  var json: JSONValue { .object(members) }

  /// The pictures with the lowest scores first; as they come where nothing was scored.
  private static func order(_ context: ReportContext) -> [Int] {
    let results = context.results
    let measured = results.plan.pictures.indices.filter { picture in
      results.plan.points.indices.contains { results.figures(picture, $0) != nil }
    }
    guard let measure = results.plan.measures.first else { return measured }
    let sign = BenchMeasures.sign(measure)
    let worst = measured.map { picture in
      results.plan.points.indices.compactMap { results.figures(picture, $0)?.score(0).map { $0 * sign } }.min()
        ?? .infinity
    }
    return zip(measured, worst).sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
  }

  private mutating func preview(_ picture: Int, _ context: ReportContext) throws -> JSONValue {
    let plan = context.plan
    let shape = plan.pictures[picture].shape
    let input = ByteInput(bytes: try plan.open(picture).readAll())
    var before: [JSONValue] = []
    var after: [JSONMember] = []
    for encodings in shape.renderings where after.count < Previews.maximumPoints {
      let rendered = try CompressionPipeline().prepare(input, plan.points[shape.encodings[encodings[0]][0]].request)
        .render()
      var frame: Frame?
      for encoding in encodings.prefix(Previews.maximumPoints - after.count) where byteCount < Previews.maximumBytes {
        let point = shape.encodings[encoding][0]
        guard let figures = context.results.figures(picture, point) else { continue }
        let image = try rendered.encode(plan.points[point].request).image
        guard Fingerprint.text(image.bytes.identity) == figures.hash else { continue }
        let output = try image.view(plan.points[point].request)
        let place = frame ?? Frame(rendered.pixels, output, plan.measures.first)
        if frame == nil {
          let uri = try Previews.uri(rendered.pixels.cutOut(place))
          byteCount += uri.utf8.count
          before.append(
            .object([
              "uri": .string(uri), "width": .integer(place.size.width), "height": .integer(place.size.height),
              "isCrop": .bool(place.size != rendered.pixels.size),
            ]))
          frame = place
        }
        let uri = try Previews.uri(output.cutOut(place))
        byteCount += uri.utf8.count
        after.append(
          JSONMember(String(point), .object(["uri": .string(uri), "before": .integer(before.count - 1)])))
      }
    }
    return .object(["before": .array(before), "after": .object(after)])
  }

  /// Where a cut-out lies.
  struct Frame {
    var x = 0
    var y = 0
    var size: PixelSize

    /// Around the worst tile, as far as the metric can tell; else in the middle.
    init(_ reference: PixelBuffer, _ candidate: PixelBuffer, _ measure: String?) {
      let whole = reference.size
      size = PixelSize(min(whole.width, Previews.side.width), min(whole.height, Previews.side.height))
      var center = (whole.width / 2, whole.height / 2)
      // Where the metric cannot judge, the middle is shown.
      if size != whole, let metric = measure.flatMap(MetricCatalog.metric), metric.makesMap,
        let map = try? metric.score(
          reference: reference, candidate: candidate, wantsMap: true, threads: 1, isCancelled: { false }
        ).map
      {
        let worst = map.worstTile()
        center = (worst.left + worst.size.width / 2, worst.top + worst.size.height / 2)
      }
      x = min(max(0, center.0 - size.width / 2), whole.width - size.width)
      y = min(max(0, center.1 - size.height / 2), whole.height - size.height)
    }
  }

  private static func uri(_ pixels: PixelBuffer) throws -> String {
    // Through the pipeline, which brings any layout and depth to what a WebP can hold.
    let png = try CodecCatalog.codec(for: .png).encode(
      BufferedRows(pixels), parameters: .png(PNGParameters(level: 1, filter: .sub)), metadata: .init())
    var settings = CompressionSettings().request
    settings.format = .webp
    settings.webp = WebPParameters(quality: quality, method: 2, sharpYUV: true)
    let image = try CompressionPipeline().compress(ByteInput(bytes: png.bytes.copy()), settings).image
    return "data:image/webp;base64," + Base64.text(image.bytes.copy())
  }
}

extension PixelBuffer {
  /// - Precondition: The frame lies inside.
  fileprivate func cutOut(_ frame: Previews.Frame) -> PixelBuffer {
    let part = PixelBuffer(size: frame.size, format: format)
    for row in 0..<frame.size.height {
      part.row(row).copyMemory(
        from: self.row(frame.y + row) + frame.x * format.bytesPerPixel, byteCount: part.rowBytes)
    }
    return part
  }
}
