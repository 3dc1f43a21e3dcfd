/// The completion script for fish.
struct FishCompletion {
  private let program: ProgramDescription
  /// The prefix of the script's functions.
  private let prefix: String

  init(_ program: ProgramDescription) {
    self.program = program
    prefix = "__" + program.name
  }

  var text: String {
    """
    # Completion of \(program.name) for fish, made by "\(program.name) completions fish".

    # Whether the words before the cursor begin with exactly this command: the names of commands follow each other.
    function \(prefix)_at
        set -l words (commandline -opc)
        set -l path
        for word in $words[2..]
            contains -- "$path $word" \(program.allCommands.map { quoted(" " + $0.path.joined(separator: " ")) }.joined(separator: " "))
            or break
            set path "$path $word"
        end
        test "$path" = "$argv[1]"
    end

    # Whether nothing stands behind the command yet.
    function \(prefix)_first
        test (count (commandline -opc)) -eq $argv[1]
    end

    function \(prefix)_negating
        string match -q -- '--no-*' (commandline -ct)
    end

    function \(prefix)_assigning
        string match -q -- '--*=*' (commandline -ct)
    end

    # The values of the setting $argv[1], or of an option of a command, called "command --option".
    function \(prefix)_values
        switch $argv[1]
    \(valueCases)
        end
    end

    # The values of $argv[1], each with $argv[2] before it.
    function \(prefix)_offer
        set -l before $argv[2]
        if contains -- $argv[1] \(listNames)
            # A list goes on behind its last comma.
            set before $before(string match -r -- '^.*,|^' $argv[3])
        end
        for line in (\(prefix)_values $argv[1])
            printf '%s%s\\n' $before $line
        end
    end

    # The values of $argv[1] for the word under the cursor.
    function \(prefix)_value
        \(prefix)_offer $argv[1] '' (string replace -r -- '^--[^=]*=' '' (commandline -ct))
    end

    # KEY=VALUE
    function \(prefix)_assignment
        set -l typed (string replace -r -- '^--set=' '' (commandline -ct))
        if string match -q -- '*=*' $typed
            set -l parts (string split -m 1 -- = $typed)
            \(prefix)_offer $parts[1] "$parts[1]=" "$parts[2]"
        else
            printf '%s=\\t%s\\n' \(pairs(program.settings.settings.map { ($0.key, $0.completionSummary) }))
        end
    end

    function \(prefix)_keys
        printf '%s\\t%s\\n' \(pairs(program.keysAndSections.map { ($0.value, $0.title) }))
    end

    complete -c \(program.name) -f
    complete -c \(program.name) -n "\(prefix)_first 1" -s h -l help -d 'Show the help'
    complete -c \(program.name) -n "\(prefix)_first 1" -l version -d 'Show the version'
    \(commands.joined(separator: "\n"))

    """
  }

  /// A word that fish reads as `text`.
  private func quoted(_ text: String) -> String {
    "'" + String(text.flatMap { $0 == "'" || $0 == "\\" ? ["\\", $0] : [$0] }) + "'"
  }

  private func pairs(_ pairs: [(String, String)]) -> String {
    pairs.map { "\(quoted($0)) \(quoted($1))" }.joined(separator: " \\\n        ")
  }

  /// Everything whose values can be listed: settings by key, options by command and name.
  private var named: [(name: String, values: CompletionValues)] {
    program.settings.settings.map { ($0.key, $0.completionValues) }
      + program.allCommands.flatMap { path, command in
        command.ownOptions.filter { !$0.isSwitch }
          .map { ((path + ["--" + $0.long]).joined(separator: " "), $0.values) }
      }
  }

  private var valueCases: String {
    named.filter { !$0.values.choices.isEmpty }.map { name, values in
      """
              case \(quoted(name))
                  printf '%s\\t%s\\n' \(values.choices.map { "\(quoted($0.value)) \(quoted($0.title))" }.joined(separator: " "))
      """
    }.joined(separator: "\n")
  }

  private var listNames: String {
    named.compactMap { name, values in
      if case .list = values { quoted(name) } else { nil }
    }.joined(separator: " ")
  }

  private var commands: [String] {
    topLevel(program.commands, above: [])
      + program.allCommands.flatMap { path, command in
        [""] + topLevel(command.subcommands, above: path)
          + (command.ownOptions + program.settingOptions(of: command)).flatMap { option(of: path, $0) }
          + positional(command.positionals, of: path)
      }
  }

  /// The names of commands, where none stands yet.
  private func topLevel(_ commands: [CommandDescription], above path: [String]) -> [String] {
    commands.map { command in
      "\(completion(at: path, and: "\(prefix)_first \(path.count + 1)")) -a \(quoted(command.name)) -d \(quoted(command.summary))"
    }
  }

  private func completion(at path: [String], and condition: String = "") -> String {
    let place = "\(prefix)_at \(quoted(path.map { " " + $0 }.joined()))"
    return "complete -c \(program.name) -n \"" + place + (condition.isEmpty ? "" : "; and " + condition) + "\""
  }

  private func option(of path: [String], _ option: CompletionOption) -> [String] {
    let short = option.short.map { " -s \($0)" } ?? ""
    let start = completion(at: path) + short + " -l \(option.long)"
    let summary = " -d " + quoted(option.summary)
    let name = option.key.isEmpty ? (path + ["--" + option.long]).joined(separator: " ") : option.key
    if option.isSwitch {
      let negated = completion(at: path, and: prefix + "_negating") + " -l no-\(option.long)"
      // Fish would offer each switch a second time with an equals sign, if the values always stood there.
      let assigned = completion(at: path, and: prefix + "_assigning") + " -l \(option.long) -f -a 'true false'"
      return [start + summary, negated + " -d " + quoted("Off: " + option.summary), assigned + summary]
    }
    switch option.values {
    case .any: return [start + " -x" + summary]
    case .files: return [start + " -r -F" + summary]
    case .assignment: return [start + " -x -a \"(\(prefix)_assignment)\"" + summary]
    case .one, .list: return [start + " -x -a \"(\(prefix)_value \(quoted(name)))\"" + summary]
    }
  }

  private func positional(_ positionals: CommandDescription.Positionals, of path: [String]) -> [String] {
    switch positionals {
    case .none: []
    case .files: [completion(at: path) + " -F"]
    case .keys: [completion(at: path) + " -a \"(\(prefix)_keys)\""]
    case .choices(let choices):
      [
        completion(at: path, and: "\(prefix)_first \(path.count + 1)") + " -a "
          + quoted(choices.map { shellQuoted($0) == $0 ? $0 : quoted($0) }.joined(separator: " "))
      ]
    }
  }
}
