import Codecs
import Testing

@Suite struct ContentSnifferTests {
  @Test(
    arguments: [
      ([], "an empty file"), (Array("GIF89a".utf8), "a GIF picture"), (Array("8BPS".utf8), "Photoshop"),
      (Array("BM".utf8) + [9, 0, 0, 0, 0, 0, 0, 0], "a BMP picture"), ([0x49, 0x49, 42, 0, 8, 0, 0, 0], "a TIFF"),
      ([0x49, 0x49, 42, 0, 16, 0, 0, 0] + Array("CR".utf8), "CR2"), ([0x4D, 0x4D, 0, 42], "a TIFF"),
      (Array("FUJIFILMCCD-RAW 0201".utf8), "RAF"), (Array("IIRO".utf8), "ORF"), ([0x49, 0x49, 0x55, 0], "RW2"),
      ([0, 0, 0, 24] + Array("ftypheic".utf8), "a HEIC picture"), ([0, 0, 0, 24] + Array("ftypavif".utf8), "an AVIF"),
      ([0, 0, 0, 24] + Array("ftypcrx ".utf8), "CR3"), ([0, 0, 0, 24] + Array("ftypisom".utf8), "an MP4 video"),
      ([0, 0, 0, 24] + Array("ftypqt  ".utf8), "a QuickTime video"), ([0xFF, 0x0A, 1], "a JPEG XL picture"),
      ([0xFF, 0x4F, 0xFF, 0x51], "a JPEG 2000 picture"), ([0, 0, 1, 0, 1, 0], "a Windows icon"),
      (Array("RIFF\0\0\0\0WAVEfmt ".utf8), "a WAV sound"), (Array("RIFF\0\0\0\0AVI LIST".utf8), "an AVI video"),
      (Array("%PDF-1.7".utf8), "a PDF document"), (Array("<svg xmlns='x'>".utf8), "an SVG drawing"),
      (Array("<?xml version='1.0'?><svg>".utf8), "an SVG drawing"), (Array("<?xml version='1.0'?><a>".utf8), "an XML"),
      (Array("\n<!DOCTYPE html><html>".utf8), "an HTML page"), (Array("BMW is no bitmap".utf8), "a text file"),
      (Array("version https://git-lfs.github.com/spec/v1\n".utf8), "a Git LFS pointer"),
      ([1, 2, 3, 4, 5], "unknown data"),
    ] as [([UInt8], String)])
  func aForeignFileIsNamed(head: [UInt8], name: String) {
    let error = #expect(throws: CodecError.self) { try ContentSniffer.format(ofHead: head) }
    #expect(error?.description.contains(name) == true, "\(error?.description ?? "")")
  }

  @Test func onlyARIFFFileThatSaysSoIsAWebP() throws {
    #expect(try ContentSniffer.format(ofHead: Array("RIFF\0\0\0\0WEBPVP8 ".utf8)) == .webp)
    #expect(throws: CodecError.self) { try ContentSniffer.format(ofHead: Array("RIFF\0\0\0\0WEB".utf8)) }
  }

  @Test func whatIsInTheFileCountsAndNotItsName() throws {
    for format in ImageFormat.allCases {
      let bytes = try Sample.encode(Sample.picture(3, 7, .init(.rgb)), .best(format))
      #expect(try ContentSniffer.format(of: ByteInput(bytes: bytes)) == format)
    }
  }
}
