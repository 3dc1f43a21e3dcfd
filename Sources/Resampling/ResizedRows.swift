import Pixels

/// A stream of rows made larger or smaller, in the format that it comes in.
///
/// Only what the filter needs is held: the source rows under one vertical window, at target width, and a batch of source
/// rows. A picture 10,000 wide takes 5 MB in 8-bit RGB and 7 MB in 16-bit RGBA, tables and all, however high it is.
///
/// Alpha is straight on both sides and premultiplied between; pixels that come out fully transparent are 0 in colour.
/// Samples are rounded to the nearest value and clamped. At the same size and extent rows pass unchanged, whatever the
/// filter; `nearest` never changes a value either. The bytes do not depend on the processor or on batch sizes.
public final class ResizedRows: RowSource {
  public let size: PixelSize
  public let format: PixelFormat
  private let strategy: any ResizeStrategy

  /// - Parameters:
  ///   - upstream: The picture, from its first row on. It is read to its end, even if the last rows are not needed.
  ///   - extentWidth: How many of upstream's pixels the picture covers, from its left edge; not always whole, because
  ///     a decoder that scales rounds up: 4033 pixels at 1/2 are 2017 samples that cover 2016.5. Default: all.
  ///   - extentHeight: The same from the top edge.
  ///   - parameters: The target has at least one pixel a side.
  public init(
    _ upstream: any RowSource, extentWidth: Double? = nil, extentHeight: Double? = nil, parameters: ResizeParameters
  ) {
    size = parameters.target
    format = upstream.format
    let width = extentWidth ?? Double(upstream.size.width)
    let height = extentHeight ?? Double(upstream.size.height)
    precondition(size.width > 0 && size.height > 0, "a picture has at least one pixel")
    precondition(width > 0 && height > 0, "an extent covers something")

    let covered = width == Double(upstream.size.width) && height == Double(upstream.size.height)
    if size == upstream.size && covered {
      strategy = UnchangedRows(upstream)
      return
    }
    let filter = parameters.filter
    let horizontal = ContributionTable(
      source: upstream.size.width, extent: width, target: size.width, filter: filter)
    let vertical = ContributionTable(
      source: upstream.size.height, extent: height, target: size.height, filter: filter)
    strategy =
      filter == .nearest
      ? NearestResize(upstream, horizontal: horizontal, vertical: vertical)
      : SeparableResize(
        upstream, horizontal: horizontal, vertical: vertical, linearLight: parameters.linearLight)
  }

  /// - Throws: What upstream throws, or `RowSourceError.ended` when it delivers fewer rows than its size says.
  public func read(into batch: PixelBuffer) throws -> Int {
    precondition(batch.size.width == size.width && batch.format == format, "a batch fits the source it is read from")
    return try strategy.read(into: batch)
  }
}

/// One way to make target rows; contract of `RowSource.read(into:)`.
protocol ResizeStrategy: AnyObject {
  func read(into batch: PixelBuffer) throws -> Int
}

/// Nothing to do.
private final class UnchangedRows: ResizeStrategy {
  private let upstream: any RowSource

  init(_ upstream: any RowSource) { self.upstream = upstream }

  func read(into batch: PixelBuffer) throws -> Int { try upstream.read(into: batch) }
}

extension Int {
  /// The smallest multiple that is not less.
  func roundedUp(toMultipleOf step: Int) -> Int { (self + step - 1) / step * step }
}
