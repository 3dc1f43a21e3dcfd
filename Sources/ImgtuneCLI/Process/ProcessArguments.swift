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
