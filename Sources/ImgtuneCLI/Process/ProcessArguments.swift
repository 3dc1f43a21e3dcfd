import Glibc
import Jobs

/// The arguments behind the program's name, with names that are not UTF-8 kept whole.
public func processArguments() -> [String] {
  (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    CommandLine.unsafeArgv[index].map { argument in
      LosslessText.text(of: Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument))))
    }
  }
}

/// The environment of the process; of a name that stands there twice the first counts.
func processEnvironment() -> [String: String] {
  var result: [String: String] = [:]
  var entry = environ
  while let text = entry.pointee {
    let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if pair.count == 2, result[String(pair[0])] == nil { result[String(pair[0])] = String(pair[1]) }
    entry += 1
  }
  return result
}

/// The folder that the process was started in; "/" where it is gone.
func workingFolder() -> String {
  guard let path = getcwd(nil, 0) else { return "/" }
  defer { free(path) }
  return String(cString: path)
}
