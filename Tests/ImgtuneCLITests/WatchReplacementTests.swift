import Codecs
import Foundation
import Pixels
import TestSupport
import Testing

/// A picture that is saved by a rename is a new file each time, and its old number goes to the next file made: often to
/// its own output, which must not be taken for the source.
struct WatchReplacementTests {
  @Test func aPictureThatIsReplacedAgainAndAgainIsMadeEachTime() throws {
    let session = WatchSession(settings: "{}", options: ["--output.keep-dates"])
    let folder = session.imgtune.folder
    #expect(session.waits(for: "roundEnded"))
    for width in 60..<72 {
      let picture = SyntheticPicture.gradient.make(PixelSize(width, 40), PixelFormat(.rgb))
      folder.write(try encoded(picture, as: .jpeg(.init(quality: 90))), to: "photos/.new")
      rename(folder.path("photos/.new"), folder.path("photos/a.jpg"))
      #expect(session.waits(for: #""inputWidth":\#(width)"#), "\(width)")
    }
    let date = { try FileManager.default.attributesOfItem(atPath: folder.path($0))[.modificationDate] as? Date }
    let documents = session.end().documents
    #expect(documents.events("note").isEmpty, "\(documents.events("note"))")
    #expect(try date("out/a.jpg") == date("photos/a.jpg"), "its dates are those of the last picture")
  }
}
