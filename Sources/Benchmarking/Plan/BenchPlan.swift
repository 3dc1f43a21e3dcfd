import Codecs
import Jobs
import Pipeline
import SettingsKit

/// Everything that a run will do, checked before any of it is done.
public struct BenchPlan: Sendable {
  public var points: [BenchPoint]
  public var pictures: [BenchPicture]
  /// The axes of the sweep; empty where none was given.
  public var axes: [SweepAxis]
  /// Whether the points are the settings in force and their neighbours.
  public var showsNeighbours: Bool
  public var measures: [String]
  public var runs: Int
  public var seed: UInt64
  public var failsFast: Bool
  public var isHarnessOnly: Bool
  /// What is odd and stops nothing, a sentence each.
  public var notes: [String]

  /// Work that the whole plan takes.
  public struct Counts: Sendable, Equatable {
    /// Points times pictures.
    public var measurements = 0
    /// Those that need an encoding of their own.
    public var encodings = 0
    /// Pictures decoded and resized.
    public var renderings = 0
  }

  public var counts: Counts {
    var counts = Counts()
    for picture in pictures where picture.obstacle == nil {
      counts.measurements += points.count
      counts.encodings += picture.shape.encodings.count
      counts.renderings += picture.shape.renderings.count
    }
    return counts
  }

  /// What everything is compared with: the old configuration's point of the same coordinates where there is one, else
  /// the first point, which is the configuration as it is unless a sweep replaces it.
  public func reference(of point: Int) -> Int {
    guard points.contains(where: { $0.side == .old }) else { return 0 }
    let coordinates = points[point].coordinates
    return points.firstIndex { $0.side == .old && $0.coordinates == coordinates } ?? 0
  }

  /// Stands for everything that decides what a run gives, the pictures' content excepted.
  public var fingerprint: String {
    Fingerprint.text(
      ["runs \(runs)", "seed \(seed)", "measures \(measures.joined(separator: ","))"]
        + points.map { "\($0.side.rawValue) \($0.label) \($0.fingerprint)" } + pictures.map(\.name))
  }
}
