import Glibc
import ImgtuneCLI

let arguments = processArguments()
if let code = ImgtuneCommand.answerAtOnce(arguments) { exit(code.rawValue) }
if let code = DescriptorSupply.refusal() { exit(code.rawValue) }
ProcessMemory.keepSmall()
Interruption.watch()
runToTheEnd { await ImgtuneCommand.run(arguments) }
