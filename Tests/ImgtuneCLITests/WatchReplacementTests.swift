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

  /// A picture that is being written has no say until it is closed, whatever else becomes new beside it.
  @Test(arguments: ["photos", "photos/", "./photos", "other/../photos", "link"])
  func aPictureThatIsHalfThereIsLeftAloneWhenAnotherIsNew(named: String) throws {
    let imgtune = Imgtune()
    imgtune.folder.makeFolder("photos")
    imgtune.folder.makeFolder("other")
    imgtune.folder.link("link", to: "photos")
    imgtune.folder.write(Picture.jpeg, to: "photos/a.jpg")
    let child = imgtune.start("watch", named, "-o", "out/", "--isolated", "--json")
    #expect(child.waits(for: "roundEnded"))
    // Opened once: made and closed beforehand, it would be a whole file, if an empty one.
    let descriptor = open(imgtune.folder.path("photos/half.jpg"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    let writer = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try writer.write(contentsOf: Data(Picture.jpeg.prefix(Picture.jpeg.count / 2)))
    for name in ["b.png", "c.png"] {
      imgtune.folder.write(Picture.png, to: "photos/.new")
      rename(imgtune.folder.path("photos/.new"), imgtune.folder.path("photos/\(name)"))
      #expect(child.waits(for: "out/\(name)"), "\(named)")
    }
    try writer.write(contentsOf: Data(Picture.jpeg.dropFirst(Picture.jpeg.count / 2)))
    try writer.close()
    #expect(child.waits(for: "out/half.jpg"), "\(named)")
    child.send(SIGINT)
    let result = child.result()
    #expect(!result.outputText.contains(#""status":"failed""#), "\(named)")
  }
}
