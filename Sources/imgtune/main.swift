import ImgtuneCLI

Interruption.watch()
await finish(with: ImgtuneCommand.run(processArguments()))
