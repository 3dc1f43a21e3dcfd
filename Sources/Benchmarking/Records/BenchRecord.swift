import Codecs
import Jobs
import Pixels
import SettingsKit

/// A measurement as it is written: picture × point, with everything that is needed to understand it alone.
public struct BenchRecord: Sendable, Equatable {
  /// Raised when a reader of older records would misunderstand newer ones.
  public static let version = 1

  public struct Setting: Sendable, Equatable {
    public var key: String
    public var value: JSONValue
    public var layer: String
  }

  public var picture: String
  /// Upright, of the source; `nil` where it could not be read.
  public var sourceSize: PixelSize?
  public var sourceBytes: Int?
  public var inputHash: String?
  public var side: BenchPoint.Side
  public var coordinates: [BenchPoint.Value]
  public var fingerprint: String
  public var qualityScale: Int
  /// Every value that is not the declared default.
  public var settings: [Setting]
  /// The label of the point whose encoding this one shares.
  public var sharedWith: String?
  public var result: Measurement.Result
  /// The names that belong to the scores.
  public var measures: [String]
  public var environment: BenchEnvironment

  public init(_ measurement: Measurement, in plan: BenchPlan, content: Content?, environment: BenchEnvironment) {
    let picture = plan.pictures[measurement.picture]
    let point = plan.points[measurement.point]
    self.picture = picture.name
    sourceSize = picture.size
    sourceBytes = content?.byteCount
    inputHash = content?.hash
    side = point.side
    coordinates = point.coordinates
    fingerprint = point.fingerprint
    qualityScale = CompressionSettings.qualityScaleVersion
    settings = point.given
    sharedWith = measurement.sharedWith.map { plan.points[$0].label }
    result = measurement.result
    measures = plan.measures
    self.environment = environment
  }

  /// What a source file holds.
  public struct Content: Sendable, Equatable {
    public var hash: String
    public var byteCount: Int

    public init(hash: String, byteCount: Int) {
      self.hash = hash
      self.byteCount = byteCount
    }
  }
}
