import ImgtuneCLI

Interruption.watch()
runToTheEnd { await ImgtuneCommand.run(processArguments()) }
