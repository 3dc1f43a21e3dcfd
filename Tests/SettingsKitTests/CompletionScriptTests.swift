import SettingsKit
import Testing

/// What the scripts hold; that shells do the right thing with it is tested in the shells themselves.
struct CompletionScriptTests {
  let program: ProgramDescription

  init() throws {
    var toast = CommandDescription(
      name: "toast", summary: "Make it crisp", usage: "BREAD…",
      options: SchemaDocument(try SettingsRegistry.of(RunOptions.self)))
    toast.takesSettings = true
    toast.positionals = .files
    var list = toast
    (list.name, list.takesSettings, list.positionals) = ("list", false, .keys)
    var show = toast
    (show.name, show.takesSettings, show.positionals) = ("show", false, .choices(["it's", "all"]))
    show.subcommands = [list]
    program = ProgramDescription(
      name: "toaster", version: "1", summary: "makes toast", commands: [toast, show],
      settings: SchemaDocument(try SettingsRegistry.of(ToasterSettings.self)))
  }

  @Test func bashKnowsCommandsFlagsAndValues() {
    let script = CompletionShell.bash.script(for: program)
    #expect(script.contains("'') flags=(--help --version) subcommands=(toast show) ;;"))
    #expect(
      script.contains("toast) flags=(--output --recursive --verbose --include --set) kind=files layered=1 ;;"))
    #expect(script.contains(#"show) flags=(--output --recursive --verbose --include) subcommands=(list) kind=one "#))
    #expect(script.contains(#"words=('it'\''s' all)"#))
    #expect(script.contains("'show list') flags="))
    #expect(script.contains("bread) kind=one words=(white rye bagel) ;;"))
    #expect(script.contains("'toast --set') kind=assignment"))
    #expect(script.contains("'toast --recursive'|'toast -R') kind=one words=(true false) alone=1; return ;;"))
    #expect(script.hasSuffix("complete -F _toaster toaster\n"))
  }

  @Test func zshKnowsCommandsFlagsAndValues() {
    let script = CompletionShell.zsh.script(for: program)
    #expect(script.hasPrefix("#compdef toaster\n"))
    #expect(script.contains("(bread) values=(white:white rye:rye bagel:bagel) ;;"))
    #expect(script.contains("'bagel.oneSide:Only the cut side is toasted'"))
    #expect(script.contains("(list) shift words; (( CURRENT-- )); _toaster_show_list; return ;;"))
    #expect(script.contains("'(--browning -b)--browning=[How dark the toast becomes]:N: _toaster_values browning N'"))
    #expect(script.contains(#"'1:choice:('\''it'\''\'\'''\''s'\'' all)'"#))
  }

  @Test func fishKnowsCommandsFlagsAndValues() {
    let script = CompletionShell.fish.script(for: program)
    #expect(script.contains(#"-n "__toaster_at ''; and __toaster_first 1" -a 'toast' -d 'Make it crisp'"#))
    #expect(script.contains("case 'bread'\n            printf '%s\\t%s\\n' 'white' 'white' 'rye' 'rye'"))
    #expect(script.contains(#"-n "__toaster_at ' toast'" -s b -l browning -x -d 'How dark the toast becomes'"#))
    #expect(script.contains(#"-n "__toaster_at ' show list'" -a "(__toaster_keys)""#))
    #expect(script.contains(#"-a '\'it\\\'s\' all'"#))
  }

  @Test(arguments: CompletionShell.allCases)
  func aCommandWithoutSettingsHasNoneOfTheirFlags(shell: CompletionShell) throws {
    var bare = program
    bare.commands.removeFirst()
    let script = shell.script(for: bare)
    #expect(!script.contains("-l browning"))
    #expect(!script.contains("browning="))
    #expect(!script.contains("layered=1 ;;"))
  }
}
