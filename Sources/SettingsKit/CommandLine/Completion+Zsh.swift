/// The completion script for zsh's own completion system, to be put into a folder of `fpath` or to be sourced.
struct ZshCompletion {
  private let program: ProgramDescription
  private let prefix: String

  init(_ program: ProgramDescription) {
    self.program = program
    prefix = "_" + program.name
  }

  var text: String {
    """
    #compdef \(program.name)
    # Completion of \(program.name) for zsh, made by "\(program.name) completions zsh".

    # The values of the setting $1, or of an option of a command, called "command --option".
    \(prefix)_values() {
      local -a values suffix
      case $1 in
    \(valueCases)
        (*)
          _message -e values "${2:-value}"
          return ;;
      esac
      _describe -t values value values "${suffix[@]}"
    }

    # KEY=VALUE; what stands before the equals sign is no longer completed.
    \(prefix)_assignment() {
      local -a settings
      if compset -P 1 '*='; then
        \(prefix)_values ${${IPREFIX%=}##*=}
        return
      fi
      settings=(
    \(lines(program.settings.settings.map { described($0.key, $0.completionSummary) }, indent: 4))
      )
      _describe -t settings setting settings -S = -q
    }

    \(prefix)_keys() {
      local -a keys
      keys=(
    \(lines(program.keysAndSections.map { described($0.value, $0.title) }, indent: 4))
      )
      _describe -t settings 'setting or section' keys
    }

    \(functions(for: program.commands, named: prefix, above: []))

    # Loaded by name this file is the function's first call, sourced it registers the function.
    if [[ $funcstack[1] == \(prefix) ]]; then
      \(prefix) "$@"
    else
      compdef \(prefix) \(program.name)
    fi

    """
  }

  private func lines(_ items: [String], indent: Int) -> String {
    items.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }

  /// `value:title` as `_describe` takes it.
  private func described(_ value: String, _ title: String) -> String {
    shellQuoted(value.escaping([":", "\\"]) + ":" + title.escaping(["\\"]))
  }

  private var valueCases: String {
    let settings = program.settings.settings.map { ($0.key, $0.completionValues) }
    let options = program.allCommands.flatMap { path, command in
      command.ownOptions.filter { !$0.isSwitch }
        .map { ((path + ["--" + $0.long]).joined(separator: " "), $0.values) }
    }
    return (settings + options).compactMap { name, values in
      guard !values.choices.isEmpty else { return nil }
      var words = values.choices.map { described($0.value, $0.title) }.joined(separator: " ")
      words = "values=(\(words))"
      // A list goes on behind its last comma.
      if case .list = values { words = "suffix=(-S , -q); compset -P '*,'; " + words }
      return "    (\(shellQuoted(name))) \(words) ;;"
    }.joined(separator: "\n")
  }

  /// The function of a group of commands, then those of its commands.
  private func functions(for commands: [CommandDescription], named name: String, above path: [String]) -> String {
    let own = path.isEmpty ? rootFunction : ""
    return
      ([own]
      + commands.map { command in
        let inner = name + "_" + command.name
        let path = path + [command.name]
        let nested = functions(for: command.subcommands, named: inner, above: path)
        return function(of: command, named: inner, path: path) + (nested.isEmpty ? "" : "\n\n" + nested)
      }).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private var rootFunction: String {
    """
    \(prefix)() {
      if (( CURRENT == 2 )); then
        if [[ $PREFIX == -* ]]; then
          local -a options=('--help:Show the help' '--version:Show the version')
          _describe -o option options
        else
    \(commandList(program.commands, indent: 6))
        fi
        return
      fi
    \(dispatch(program.commands, named: prefix, indent: 2))
    }
    """
  }

  private func commandList(_ commands: [CommandDescription], indent: Int) -> String {
    lines(
      ["local -a commands=("] + commands.map { "  " + described($0.name, $0.summary) }
        + [")", "_describe -t commands command commands"], indent: indent)
  }

  private func dispatch(_ commands: [CommandDescription], named name: String, indent: Int) -> String {
    lines(
      ["case $words[2] in"]
        + commands.map {
          "  (\(shellQuoted($0.name))) shift words; (( CURRENT-- )); \(name)_\($0.name); return ;;"
        } + ["esac"], indent: indent)
  }

  private func function(of command: CommandDescription, named name: String, path: [String]) -> String {
    var body: [String] = []
    if !command.subcommands.isEmpty {
      body.append("  if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then")
      body.append(commandList(command.subcommands, indent: 4))
      body += ["  fi", "  if (( CURRENT > 2 )); then", dispatch(command.subcommands, named: name, indent: 4), "  fi"]
    }
    let options = command.ownOptions + program.settingOptions(of: command)
    // Negations are only known, not offered, until somebody begins to type them; likewise the values of switches.
    if options.contains(where: \.isSwitch) {
      body += [
        "  local quiet='!' attached= truth=", "  [[ $PREFIX == --no-* ]] && quiet=",
        "  [[ $PREFIX == --*=* ]] && attached='=-' truth=':: :(true false)'",
      ]
    }
    let words = options.flatMap { specifications($0, path: path) } + positional(command.positionals)
    body.append("  _arguments -s -S : \\\n" + words.map { "    " + $0 }.joined(separator: " \\\n"))
    return "\(name)() {\n" + body.joined(separator: "\n") + "\n}"
  }

  /// The words for `_arguments` that describe an option.
  private func specifications(_ option: CompletionOption, path: [String]) -> [String] {
    let summary = "[" + option.summary.escaping(["[", "]", "\\"]) + "]"
    let long = "--" + option.long
    if option.isSwitch {
      let others = (option.flags + ["--no-" + option.long]).joined(separator: " ")
      return ["'(\(others))\(long)'\"$attached\"" + shellQuoted(summary) + "\"$truth\""]
        + (option.short.map { [shellQuoted("(\(others))-\($0)\(summary)")] } ?? [])
        + ["\"$quiet\"" + shellQuoted("(\(others))--no-\(option.long)[Off: \(summary.dropFirst())")]
    }
    let name = option.key.isEmpty ? (path + [long]).joined(separator: " ") : option.key
    let action =
      switch option.values {
      case .files: "_files"
      case .assignment: prefix + "_assignment"
      case .any, .one, .list: "\(prefix)_values \(shellQuoted(name)) \(shellQuoted(option.placeholder))"
      }
    // The blank keeps `_arguments` from putting words of its own before the action's.
    let value = ":\(option.placeholder.escaping([":", "\\"])): \(action.escaping([":"]))"
    let before = option.isRepeatable ? "*" : option.short == nil ? "" : "(\(option.flags.joined(separator: " ")))"
    return option.flags.map { flag in
      shellQuoted(before + flag + (flag.hasPrefix("--") ? "=" : "+") + summary + value)
    }
  }

  private func positional(_ positionals: CommandDescription.Positionals) -> [String] {
    switch positionals {
    case .none: []
    case .files: ["'*:file:_files'"]
    case .keys: ["'*:key:\(prefix)_keys'"]
    case .choices(let choices):
      // Read as words twice: by zsh as it reads the script, and by `_arguments`.
      [shellQuoted("1:choice:(\(choices.map { shellQuoted($0.escaping([":"])) }.joined(separator: " ")))")]
    }
  }
}

extension String {
  /// This text with a backslash before each of some characters.
  fileprivate func escaping(_ characters: Set<Character>) -> String {
    String(flatMap { characters.contains($0) ? ["\\", $0] : [$0] })
  }
}
