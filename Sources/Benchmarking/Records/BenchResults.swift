import Codecs
import Jobs

/// Everything that a run has given, in memory.
public struct BenchResults: Sendable {
  public let plan: BenchPlan
  public let environment: BenchEnvironment
  /// What each picture's file held; `nil` for one that was not read.
  public private(set) var contents: [BenchRecord.Content?]
  /// By picture, then point; `nil` where nothing was measured.
  private var measurements: [[Measurement?]]
  public private(set) var failures: [Measurement] = []

  public init(_ plan: BenchPlan, _ environment: BenchEnvironment) {
    self.plan = plan
    self.environment = environment
    contents = Array(repeating: nil, count: plan.pictures.count)
    measurements = Array(
      repeating: Array(repeating: nil, count: plan.points.count), count: plan.pictures.count)
  }

  public subscript(picture picture: Int, point point: Int) -> Measurement? { measurements[picture][point] }

  public func figures(_ picture: Int, _ point: Int) -> Measurement.Figures? {
    measurements[picture][point]?.figures
  }

  mutating func note(_ content: BenchRecord.Content, of picture: Int) { contents[picture] = content }

  mutating func add(_ measurement: Measurement) {
    measurements[measurement.picture][measurement.point] = measurement
    if measurement.figures == nil { failures.append(measurement) }
  }

  /// All measurements, by picture and then point.
  public var all: [Measurement] { measurements.flatMap { $0.compactMap(\.self) } }

  public func record(_ measurement: Measurement) -> BenchRecord {
    BenchRecord(measurement, in: plan, content: contents[measurement.picture], environment: environment)
  }
}
