import Codecs
import Files
import Pipeline
import Pixels
import SettingsKit

/// What became of one input.
public struct PictureOutcome: Sendable {
  /// What was delivered.
  public enum Delivery: Sendable, Equatable {
    /// The compressed picture.
    case result
    /// The source's own bytes: nothing had to change, and the result would have been larger.
    case original
    /// Nothing, on purpose.
    case skipped(reason: String)
    /// Nothing, because something was wrong.
    case failed(reason: String)
  }

  public var input: InputFile
  /// Which of several outputs of the picture this is.
  public var variant: String?
  public var delivery: Delivery
  /// Where it was written, or would have been in a dry run; `nil` for standard output and for failures.
  public var output: FilePath?
  public var inputBytes: Int?
  /// What the source held, in a session that keeps rendered pictures.
  public var content: ContentIdentity?
  /// The bytes that were delivered.
  public var outputBytes: Int?
  /// The bytes of the result, whether or not it was delivered.
  public var resultBytes: Int?
  public var source: ImageInfo?
  public var size: PixelSize?
  public var format: ImageFormat?
  public var nativeQuality: String?
  public var changes: Set<PictureChange> = []
  public var warnings: [String] = []
  /// How near the written picture is to the pixels that its encoder got, by each metric that was asked for.
  public var scores: [Score] = []
  /// Settings that were given but have no effect on this picture, because of its format.
  public var inactive: [SettingProblem] = []
  public var stages: [(stage: PipelineStage, milliseconds: Double)] = []
  /// Whether it failed for a reason that may be gone another time, such as a full disk.
  public var isTransient = false
  /// Whether it was given up because the work was no longer wanted.
  public var wasCancelled = false
  /// From opening the source to the finished output.
  public var elapsedMilliseconds = 0.0
  /// The settings in force for this picture, with its true output format.
  public var resolution: SettingsResolution

  /// The input's name in reports, with the variant's where there are several.
  public var displayName: String { PictureOutcome.displayName(of: input, variant: variant) }

  public static func displayName(of input: InputFile, variant: String?) -> String {
    input.displayName + (variant.map { " (\($0))" } ?? "")
  }

  /// Whether it is a picture of a kind that cannot be read.
  public var isForeign: Bool { input.foreign != nil }

  public var hasFailed: Bool {
    if case .failed = delivery { true } else { false }
  }
}
