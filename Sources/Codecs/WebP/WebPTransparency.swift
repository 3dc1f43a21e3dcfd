import CWebP

/// Luma that hardly anybody sees, made easy to encode.
///
/// libwebp does this where a picture is fully transparent. The colour of a pixel with an opacity of a few parts in 255 is
/// hardly seen either, yet is noise of full strength, rounded when it was divided by its opacity.
enum WebPTransparency {
  /// Opacity, of 255, from which on luma stays. Below, it moves the nearer to its surroundings the less is seen of it:
  /// laid over any background, no pixel changes by more than one level in 255, which is what the worst case, half way
  /// from black to white at an opacity of 2, comes to.
  private static let opacityThatCounts = 4
  /// Opacity that some pixel of a square must have. Where none has, flattening would leave a step to the next square, and for
  /// one such step libwebp filters a whole segment of the picture as strongly as it can.
  private static let opacityThatShows = 64
  /// Side of the squares whose mean is taken, weighted by opacity: that of libwebp's transform of two blocks.
  private static let side = 8

  /// Flattens the luma of nearly transparent pixels in the planes of `picture`.
  static func flatten(_ picture: WebPPicture) {
    guard let luma = picture.y, let opacity = picture.a else { return }
    let (width, height) = (Int(picture.width), Int(picture.height))
    for top in stride(from: 0, to: height, by: side) {
      for left in stride(from: 0, to: width, by: side) {
        let square = Square(
          luma: luma + top * Int(picture.y_stride) + left, lumaStride: Int(picture.y_stride),
          opacity: opacity + top * Int(picture.a_stride) + left, opacityStride: Int(picture.a_stride),
          width: min(side, width - left), height: min(side, height - top))
        square.flatten(below: opacityThatCounts, wherePast: opacityThatShows)
      }
    }
  }

  private struct Square {
    var luma: UnsafeMutablePointer<UInt8>
    var lumaStride: Int
    var opacity: UnsafePointer<UInt8>
    var opacityStride: Int
    var width: Int
    var height: Int

    /// Pixels that are not seen at all are left to libwebp.
    func flatten(below limit: Int, wherePast shown: Int) {
      var (weighted, weight, most, hasFaint) = (0, 0, 0, false)
      for y in 0..<height {
        for x in 0..<width {
          let seen = Int(opacity[y * opacityStride + x])
          weighted &+= seen &* Int(luma[y * lumaStride + x])
          weight &+= seen
          most = max(most, seen)
          if seen > 0, seen < limit { hasFaint = true }
        }
      }
      guard hasFaint, most >= shown else { return }
      let mean = (weighted + weight / 2) / weight
      for y in 0..<height {
        for x in 0..<width {
          let seen = Int(opacity[y * opacityStride + x])
          guard seen > 0, seen < limit else { continue }
          let own = Int(luma[y * lumaStride + x])
          luma[y * lumaStride + x] = UInt8((own * seen + mean * (limit - seen) + limit / 2) / limit)
        }
      }
    }
  }
}
