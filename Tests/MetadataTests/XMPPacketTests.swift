import Metadata
import Pixels
import Testing

struct XMPPacketTests {
  private func patched(_ text: String) -> String {
    String(decoding: XMPPacket(Array(text.utf8)).describing(PixelSize(1200, 16)), as: UTF8.self)
  }

  @Test func attributesAndElementsSayTheNewSizeAndOrientation() {
    #expect(patched(#"<x tiff:Orientation="6" a="6"/>"#) == #"<x tiff:Orientation="1" a="6"/>"#)
    #expect(patched("<tiff:Orientation>8</tiff:Orientation>") == "<tiff:Orientation>1</tiff:Orientation>")
    #expect(patched("<tiff:ImageWidth> 40 </tiff:ImageWidth>") == "<tiff:ImageWidth> 1200 </tiff:ImageWidth>")
    #expect(
      patched("exif:PixelXDimension = '40' exif:PixelYDimension='3024'")
        == "exif:PixelXDimension = '1200' exif:PixelYDimension='16'")
  }

  @Test(arguments: [
    "", "tiff:Orientation", "tiff:Orientation=", "tiff:Orientation=\"", "tiff:OrientationX=\"6\"",
    "tiff:Orientation=\"six\"", "\u{FFFD}é tiff:Orient",
  ])
  func everythingElseStaysAsItIs(text: String) { #expect(patched(text) == text) }
}
