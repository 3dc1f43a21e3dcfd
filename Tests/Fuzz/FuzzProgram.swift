import Foundation

// Coverage-guided fuzzing of whatever reads bytes from outside; bench/fuzz/run.sh builds and runs it.
//
//   FUZZ_TARGET=jpeg imgtune-fuzz [LIBFUZZER-OPTION…] FOLDER…
//   imgtune-fuzz targets
//   imgtune-fuzz seeds TARGET FOLDER [FILE…]
//
// libFuzzer has the `main` and calls the two functions below.

/// The target of this process.
nonisolated(unsafe) private var current = FuzzTarget.all[0]  // unsafe: set once, before the first input

/// Called before the first input: what is no fuzzing is done here and ends the process.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzing(_: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer) -> Int32 {
  let words = CommandLine.arguments
  switch words.dropFirst().first {
  case "targets":
    for target in FuzzTarget.all { print(target.name) }
    exit(0)
  case "seeds":
    guard words.count >= 4, let target = FuzzTarget.all.first(where: { $0.name == words[2] }) else {
      fatalError("imgtune-fuzz seeds TARGET FOLDER [FILE…]")
    }
    do { try Seeds.write(target.seeds, from: Array(words.dropFirst(4)), to: words[3]) } catch { fatalError("\(error)") }
    exit(0)
  default:
    // By the environment, as libFuzzer starts itself again with its own words.
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
      fatalError("FUZZ_TARGET is none of \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
    }
    current = target
    return 0
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  current.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
