import Codecs
import Files
import Foundation
import Pixels
import Testing

@Suite struct ByteInputTests {
  /// A file that is already unlinked: only the descriptor holds it.
  private func file(_ bytes: [UInt8]) throws -> Int32 {
    var template = Array((NSTemporaryDirectory() + "imgtune-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    unlink(template)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    return descriptor
  }

  @Test func readingStopsAtTheEnd() throws {
    let bytes: [UInt8] = [1, 2, 3, 4, 5]
    for input in [ByteInput(bytes: bytes), try ByteInput(Descriptor(file(bytes), "a"))] {
      #expect(input.count == 5)
      #expect(try input.readAll() == bytes)
      #expect(try input.read(at: 3, count: 10) == [4, 5])
      #expect(try input.read(at: 5, count: 1).isEmpty)
      #expect(try input.read(at: -1, count: 1).isEmpty)
      #expect(try input.read(at: .max, count: .max).isEmpty)
    }
  }

  @Test func aFolderIsNoInput() {
    let error = #expect(throws: FileError.self) { try ByteInput(Descriptor.opening("/")) }
    #expect(error?.description == "cannot read /: it is a folder, not a file")
  }

  @Test func aDescriptorThatIsNotOpenIsAnErrorInTheSystemsWords() {
    let error = #expect(throws: FileError.self) { try ByteInput(Descriptor(-1, "a")) }
    #expect(error?.code == EBADF)
  }

  @Test(arguments: ImageFormat.allCases)
  func aReadErrorIsGivenInTheSystemsWords(format: ImageFormat) throws {
    // A descriptor that may only be written to: every read fails.
    let path = NSTemporaryDirectory() + "imgtune-\(UUID().uuidString)"
    let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
    unlink(path)
    #expect(write(descriptor, "picture", 7) == 7)
    let input = try ByteInput(Descriptor(descriptor, "a"))
    let words = "cannot be read: \(SystemError.text(of: EBADF))"
    let codec = CodecCatalog.codec(for: format)
    let error = #expect(throws: CodecError.self) { try codec.probe(input, limits: DecodeLimits()) }
    #expect(error?.description == words)
    #expect(throws: CodecError.readFailed(errno: EBADF)) { try ContentSniffer.format(of: input) }
  }

  @Test(arguments: ImageFormat.allCases)
  func aFileAndMemoryGiveTheSamePicture(format: ImageFormat) throws {
    // Larger than a block, so that the decoders come back for more.
    let picture = Sample.picture(700, 500, PixelFormat(.rgb))
    let bytes = try Sample.encode(
      picture, format == .png ? .png(PNGParameters(level: 0, filter: .none)) : .best(format))
    #expect(format != .png || bytes.count > 65_536)
    let input = try ByteInput(Descriptor(file(bytes), "a"))
    let codec = try CodecCatalog.codec(for: input)
    let info = try codec.probe(input, limits: DecodeLimits())
    let rows = try codec.decoder(for: input, info: info, parameters: DecodeParameters())
    let fromFile = try rows.readAll()
    try rows.finish()
    #expect(Sample.meanDifference(fromFile, try Sample.decode(bytes).picture) == 0)
  }

  @Test func aFileThatShrinksWhileItIsReadIsDamaged() throws {
    let bytes = try Sample.encode(Sample.picture(700, 500, PixelFormat(.rgb)), .png(PNGParameters(level: 0)))
    let descriptor = try file(bytes)
    let input = try ByteInput(Descriptor(descriptor, "a"))
    ftruncate(descriptor, off_t(bytes.count / 2))
    let info = try PNGCodec().probe(input, limits: DecodeLimits())
    let rows = try PNGCodec().decoder(for: input, info: info, parameters: DecodeParameters())
    let error = #expect(throws: CodecError.self) { try rows.readAll() }
    #expect(error?.description.hasPrefix("PNG data ends after ") == true)
  }
}
