import Platform

/// What the process was started with.
public enum ProcessEnvironment {
  /// The variables; of a name that stands there twice the first counts. What is no UTF-8 is repaired.
  public static var current: [String: String] {
    var result: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2, result[String(pair[0])] == nil { result[String(pair[0])] = String(pair[1]) }
      entry += 1
    }
    return result
  }

  /// The arguments after the program's name, with names that are not UTF-8 kept whole.
  public static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { argument in
        LosslessText.text(of: Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument))))
      }
    }
  }
}
