import Pixels
import Testing

/// A 2x3 picture whose pixels are numbered in reading order, turned by each orientation, worked out by hand.
struct OrientationTests {
  @Test(arguments: [
    (Orientation.up, [[0, 1], [2, 3], [4, 5]]),
    (.upMirrored, [[1, 0], [3, 2], [5, 4]]),
    (.down, [[5, 4], [3, 2], [1, 0]]),
    (.downMirrored, [[4, 5], [2, 3], [0, 1]]),
    (.leftMirrored, [[0, 2, 4], [1, 3, 5]]),
    (.right, [[4, 2, 0], [5, 3, 1]]),
    (.rightMirrored, [[5, 3, 1], [4, 2, 0]]),
    (.left, [[1, 3, 5], [0, 2, 4]]),
  ])
  func everyOrientationPutsEachPixelWhereItBelongs(orientation: Orientation, upright: [[Int]]) {
    let stored = PixelSize(2, 3)
    #expect(orientation.oriented(stored) == PixelSize(upright[0].count, upright.count))
    for (y, row) in upright.enumerated() {
      for (x, number) in row.enumerated() {
        let position = orientation.storedPosition(x: x, y: y, stored: stored)
        #expect(position.y * 2 + position.x == number)
      }
    }
  }
}
