import Foundation
import TestSupport
import Testing

struct DateTests {
  private let imgtune = Imgtune()

  @Test func datesAreKeptOnRequest() throws {
    let day = Date(timeIntervalSince1970: 1_000_000_000)
    imgtune.folder.write(Picture.jpeg, to: "a.jpg")
    let path = imgtune.folder.path
    try FileManager.default.setAttributes([.modificationDate: day], ofItemAtPath: path + "/a.jpg")
    #expect(imgtune("compress", "a.jpg", "-o", "kept/", "--output.keep-dates").exitCode == 0)
    #expect(imgtune("compress", "a.jpg", "-o", "new/").exitCode == 0)
    func date(_ name: String) throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.modificationDate] as? Date
    }
    #expect(try date("kept/a.jpg") == day)
    #expect(try date("new/a.jpg") != day)
  }
}
