import Glibc
import ImgtuneCLI

let arguments = processArguments()
if let code = ImgtuneCommand.answerAtOnce(arguments) { exit(code.rawValue) }
ProcessMemory.keepSmall()
Interruption.watch()
runToTheEnd { await ImgtuneCommand.run(arguments) }
