import Codecs
import Jobs

/// Everything that a run has given, in memory.
public struct BenchResults: Sendable {
  public let plan: BenchPlan
  public let environment: BenchEnvironment
  /// What each picture's file held; `nil` for one that was not read.
  public private(set) var contents: [BenchRecord.Content?]
  /// By picture.
  private var measurements: [PackedMeasurements]
  public private(set) var failures: [Measurement] = []

  public init(_ plan: BenchPlan, _ environment: BenchEnvironment) {
    self.plan = plan
    self.environment = environment
    contents = Array(repeating: nil, count: plan.pictures.count)
    measurements = Array(
      repeating: PackedMeasurements(runs: plan.runs, measures: plan.measures.count), count: plan.pictures.count)
  }

  public subscript(picture picture: Int, point point: Int) -> Measurement? {
    measurements[picture].measurement(picture, point)
  }

  public func figures(_ picture: Int, _ point: Int) -> Measurement.Figures? {
    measurements[picture].measurement(picture, point)?.figures
  }

  mutating func note(_ content: BenchRecord.Content, of picture: Int) { contents[picture] = content }

  mutating func add(_ measurement: Measurement) {
    measurements[measurement.picture].add(measurement, points: plan.points.count)
    if measurement.figures == nil { failures.append(measurement) }
  }

  /// All measurements, by picture and then point.
  public var all: some Sequence<Measurement> {
    plan.pictures.indices.lazy.flatMap { picture in
      plan.points.indices.lazy.compactMap { self[picture: picture, point: $0] }
    }
  }

  public func record(_ measurement: Measurement) -> BenchRecord {
    BenchRecord(measurement, in: plan, content: contents[measurement.picture], environment: environment)
  }
}
