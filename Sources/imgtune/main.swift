import ImgtuneCLI

ProcessMemory.keepSmall()
Interruption.watch()
runToTheEnd { await ImgtuneCommand.run(processArguments()) }
