import Foundation
import TestSupport
import Testing

/// No path leads out of what was named.
struct ServedFilesTests {
  private let lab: PhotoLab

  init() throws {
    lab = try PhotoLab { folder in
      folder.write(Array("secret".utf8), to: "secret.txt")
      folder.write(PhotoLab.jpeg, to: "outside/private.jpg")
      folder.link("work/photos/link.jpg", to: "../../outside/private.jpg")
      folder.link("work/photos/absolute.jpg", to: folder.path("outside/private.jpg"))
      folder.link("work/photos/folder", to: "../../outside")
      folder.link("work/photos/inside.jpg", to: "a.jpg")
      folder.link("work/photos/loop.jpg", to: "loop.jpg")
      folder.makeFIFO("work/photos/pipe.jpg")
    }
  }

  @Test(arguments: [
    "/../secret.txt", "/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd",
    "/%252e%252e/secret.txt", "/..\\..\\etc\\passwd", "/%5c..%5c..%5cetc%5cpasswd", "/....//....//etc/passwd",
    "//etc/passwd", "/etc/passwd", "/controls/../../../etc/passwd", "/app.js/../../../etc/passwd", "/.%00./etc/passwd",
    "/app.js%00.png", "/%c0%ae%c0%ae/etc/passwd", "/api/pictures/..%2f..%2fsecret.txt/thumbnail",
    "/api/pictures/../../secret.txt", "/api/pictures/%2fetc%2fpasswd/thumbnail", "/api/results/..%2fr1/file",
    "/reports/../../etc/passwd", "/file:///etc/passwd", "/Page/index.html",
  ])
  func aPathIsOnlyWhatItStandsFor(_ path: String) throws {
    let connection = try #require(RawHTTP(port: lab.client.port))
    connection.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(lab.client.port)\r\n\r\n")
    let answer = connection.answer()
    #expect(answer.map { $0.status == 404 || $0.status == 400 } ?? true, "\(path): \(answer?.status ?? 0)")
    #expect(answer?.text.contains("root:") != true && answer?.text.contains("secret") != true)
  }

  @Test func linksThatLeadOutAreNotThere() throws {
    let names = lab.pictures.compactMap { $0["name"] as? String }
    #expect(names == ["a.jpg", "inside.jpg"])
  }

  @Test func aFileThatBecomesALinkIsNotFollowed() throws {
    let id = try lab.id("a.jpg")
    #expect(lab.encode(id).answer?.status == 200)
    // The list still has it when the link is exchanged.
    #expect(rename(lab.folder.path("work/photos/a.jpg"), lab.folder.path("work/photos/b.jpg")) == 0)
    lab.folder.link("work/photos/a.jpg", to: "../../outside/private.jpg")
    let answer = lab.encode(id, [["key": "quality", "json": 0.31]]).answer
    #expect(answer?.status == 422 || answer?.status == 404)
  }

  @Test func picturesAreNamedByNothingThatIsAPath() {
    for picture in lab.pictures {
      let id = picture["id"] as? String ?? "/"
      #expect(id.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) })
      for (_, value) in picture { #expect((value as? String)?.contains(lab.folder.path) != true) }
    }
  }

  @Test(arguments: ["../../evil.jpg", "/etc/passwd", "a\u{0}b.jpg", "..", "", String(repeating: "x", count: 4_000)])
  func anUploadIsNeverAFile(_ name: String) throws {
    let before = lab.folder.files()
    let escaped = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let answer = lab.client("POST", "/api/pictures?name=\(escaped)", PhotoLab.jpeg)
    #expect(answer?.status == 201)
    let shown = answer?.object["name"] as? String ?? "/"
    #expect(!shown.contains("/") && !shown.isEmpty && shown.count <= 400)
    #expect(lab.folder.files() == before)
  }
}

/// Names that are made to do harm are shown and downloaded as what they are.
struct HostileNameTests {
  static let names: [[UInt8]] =
    [
      "<script>alert(1)</script>.jpg", "\"><img src=x onerror=alert(1)>.jpg", "' onload='alert(1).jpg", "&lt;b&gt;.jpg",
      "javascript:alert(1).jpg", "{{7*7}}.jpg", "${7*7}.jpg", "a\r\nSet-Cookie: x=1.jpg", "a\nb.jpg", "a\tb.jpg",
      "a\u{1B}[31mred.jpg", "\u{202E}gpj.exe.jpg", "\u{200B}.jpg", "a;b.jpg", "a\"b.jpg", "a\\b.jpg", "a%2fb.jpg",
      "a%00b.jpg", "a?b#c.jpg", "-rf.jpg", "$(touch x).jpg", "`touch x`.jpg", "COM1.jpg", " leading.jpg", "é.jpg",
      "🙂.jpg", "</title><script>.jpg",
    ].map { Array($0.utf8) } + [[0xFF, 0xFE, 0x2E, 0x6A, 0x70, 0x67]]

  @Test func twentyEightNamesHarmNothing() throws {
    #expect(Self.names.count == 28)
    let lab = try PhotoLab { folder in
      for name in Self.names { folder.write(PhotoLab.jpeg, to: Array("work/photos/".utf8) + name) }
    }
    #expect(lab.pictures.count == 29)
    for picture in lab.pictures {
      let name = try #require(picture["name"] as? String)
      #expect(!name.unicodeScalars.contains { $0.value < 32 || (0x7F...0x9F).contains($0.value) || $0.value == 0x202E })
      let id = try #require(picture["id"] as? String)
      let (answer, result) = lab.encode(id)
      #expect(answer?.status == 200, "\(name)")
      #expect(answer?.headers["set-cookie"] == nil)
      let attempt = try #require(result["id"] as? String)
      let file = try #require(lab.client("GET", "/api/results/\(attempt)/file"))
      let disposition = try #require(file.headers["content-disposition"])
      #expect(disposition.hasPrefix("attachment; filename*=UTF-8''"))
      let escaped = disposition.dropFirst("attachment; filename*=UTF-8''".count)
      #expect(
        escaped.utf8.allSatisfy { byte in
          (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
            || "-._~%".utf8.contains(byte)
        }, "\(disposition)")
      #expect(file.headers["set-cookie"] == nil && file.headers["content-type"] == "image/jpeg")
    }
    // The command line to copy is safe to paste.
    let command = lab.client("GET", "/api/export")?.object["commandLine"] as? String
    #expect(command?.contains("imgtune compress") == true)
  }
}
