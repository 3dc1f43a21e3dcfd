import Foundation

/// The program that was built together with these tests.
public enum BuiltProgram {
  /// Where it lies: beside the tests' bundle.
  public static let path: String = {
    let bundles = [
      CommandLine.arguments.first, try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
    ]
    let folders = bundles.compactMap { $0.map { URL(filePath: $0).deletingLastPathComponent() } }
    let candidates = folders.flatMap { [$0.appending(path: "imgtune"), $0.appending(path: "../imgtune")] }
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      preconditionFailure("imgtune lies beside none of \(bundles)")
    }
    return found.standardizedFileURL.path
  }()
}
