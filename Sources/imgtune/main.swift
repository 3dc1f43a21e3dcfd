import Files
import ImgtuneCLI

let arguments = ProcessEnvironment.arguments
if let code = ImgtuneCommand.answerAtOnce(arguments) { endProcess(code) }
ProcessMemory.keepSmall()
ImgtuneCommand.begin(arguments)
