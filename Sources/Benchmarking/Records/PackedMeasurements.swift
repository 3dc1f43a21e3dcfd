import Codecs
import Pixels

/// The measurements of one picture at all points, in as little memory as they need: some 100 bytes each.
///
/// A run over a thousand pictures keeps all of them to its end.
struct PackedMeasurements: Sendable {
  private struct Entry {
    enum State: UInt8 { case missing, measured, failed }

    var state = State.missing
    var format = ImageFormat.jpeg
    /// Below 0 for an encoding of its own.
    var sharedWith: Int32 = -1
    var width: Int32 = 0
    var height: Int32 = 0
    var byteCount = 0
    var hash: UInt64 = 0
  }

  private let runs: Int
  private let measures: Int
  /// One a point; empty where nothing is known yet.
  private var entries: [Entry] = []
  /// For each point: decode, resize, convert, their processor time, wall times, processor times, scores (`nan` for none).
  private var numbers: [Double] = []
  private var reasons: [Int: String] = [:]

  init(runs: Int, measures: Int) {
    self.runs = runs
    self.measures = measures
  }

  private var stride: Int { 4 + 2 * runs + measures }

  mutating func add(_ measurement: Measurement, points: Int) {
    if entries.isEmpty {
      entries = Array(repeating: Entry(), count: points)
      numbers = Array(repeating: .nan, count: points * stride)
    }
    var entry = Entry()
    entry.sharedWith = Int32(measurement.sharedWith ?? -1)
    switch measurement.result {
    case .failed(let reason):
      entry.state = .failed
      reasons[measurement.point] = reason
    case .measured(let figures):
      entry.state = .measured
      entry.format = figures.format
      entry.width = Int32(figures.size.width)
      entry.height = Int32(figures.size.height)
      entry.byteCount = figures.byteCount
      entry.hash = UInt64(figures.hash, radix: 16) ?? 0
      let times = figures.rendering
      let values =
        [times.decode, times.resize, times.convert, times.processor] + figures.encodeMilliseconds
        + figures.encodeProcessorMilliseconds + (0..<measures).map { figures.score($0) ?? .nan }
      precondition(values.count == stride, "a measurement of another plan")
      numbers.replaceSubrange(measurement.point * stride..<(measurement.point + 1) * stride, with: values)
    }
    entries[measurement.point] = entry
  }

  func measurement(_ picture: Int, _ point: Int) -> Measurement? {
    guard !entries.isEmpty, entries[point].state != .missing else { return nil }
    let entry = entries[point]
    let result: Measurement.Result
    if entry.state == .failed {
      result = .failed(reason: reasons[point] ?? "")
    } else {
      let values = numbers[point * stride..<(point + 1) * stride]
      let first = values.startIndex
      result = .measured(
        Measurement.Figures(
          format: entry.format, size: PixelSize(Int(entry.width), Int(entry.height)), byteCount: entry.byteCount,
          hash: Fingerprint.text(entry.hash),
          rendering: RenderingTimes(
            decode: values[first], resize: values[first + 1], convert: values[first + 2], processor: values[first + 3]),
          encodeMilliseconds: Array(values[first + 4..<first + 4 + runs]),
          encodeProcessorMilliseconds: Array(values[first + 4 + runs..<first + 4 + 2 * runs]),
          scores: values[(first + 4 + 2 * runs)...].map { $0.isNaN ? nil : $0 }))
    }
    return Measurement(
      picture: picture, point: point, sharedWith: entry.sharedWith < 0 ? nil : Int(entry.sharedWith), result: result)
  }
}
