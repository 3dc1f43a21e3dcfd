/// The completion script for bash 4.4 and later, without the bash-completion package.
struct BashCompletion {
  private let program: ProgramDescription
  /// The prefix of the script's functions.
  private let prefix: String

  init(_ program: ProgramDescription) {
    self.program = program
    prefix = "_" + program.name
  }

  var text: String {
    """
    # Completion of \(program.name) for bash, made by "\(program.name) completions bash".

    # What the command $1 takes: its flags, and what stands without one.
    \(prefix)_command() {
      flags=() subcommands=() words=() kind=any layered=
      case $1 in
    \(commandCases)
      esac
      if [[ $layered ]]; then
        flags+=(\(program.settings.settings.map { "--" + $0.flag }.map(shellQuoted).joined(separator: " ")))
      fi
    }

    # The values of the setting $1.
    \(prefix)_setting() {
      kind=any words=()
      case $1 in
    \(program.settings.settings.compactMap { valueCase([$0.key], $0.completionValues, isSwitch: false) }.joined(separator: "\n"))
      esac
    }

    # The values behind the flag $2 of the command $1; "alone" where the flag needs none.
    \(prefix)_flag() {
      kind=any words=() alone=
      case "$1 $2" in
    \(ownFlagCases)
      esac
      if [[ $layered ]]; then
        case $2 in
    \(settingFlagCases)
        esac
      fi
    }

    \(engine)

    """
  }

  private func array(_ words: [String]) -> String { "(" + words.map(shellQuoted).joined(separator: " ") + ")" }

  private var commandCases: String {
    let global = "    '') flags=(--help --version) subcommands=\(array(program.commands.map(\.name))) ;;"
    let cases = program.allCommands.map { path, command in
      var line =
        "    \(shellQuoted(path.joined(separator: " ")))) flags=\(array(command.ownOptions.map { "--" + $0.long }))"
      if !command.subcommands.isEmpty { line += " subcommands=\(array(command.subcommands.map(\.name)))" }
      switch command.positionals {
      case .none: break
      case .files: line += " kind=files"
      case .keys: line += " kind=one words=\(array(program.keysAndSections.map(\.value)))"
      case .choices(let choices): line += " kind=one words=\(array(choices))"
      }
      return line + (command.takesSettings ? " layered=1" : "") + " ;;"
    }
    return ([global] + cases).joined(separator: "\n")
  }

  private var ownFlagCases: String {
    program.allCommands.flatMap { path, command in
      command.ownOptions.compactMap { option in
        valueCase(
          option.flags.map { (path + [$0]).joined(separator: " ") }, option.values, isSwitch: option.isSwitch,
          end: "; return ;;")
      }
    }.joined(separator: "\n")
  }

  /// Flags of layered settings; those of a command were looked for before.
  private var settingFlagCases: String {
    program.settings.settings.compactMap { setting in
      let option = CompletionOption(setting, isLayered: true)
      return valueCase(option.flags, option.values, isSwitch: option.isSwitch).map { "    " + $0 }
    }.joined(separator: "\n")
  }

  /// One branch of a `case`; `nil` where nothing is known of the value, as for a branch that is missing.
  private func valueCase(
    _ names: [String], _ values: CompletionValues, isSwitch: Bool, end: String = " ;;"
  ) -> String? {
    let pattern = "    " + names.map(shellQuoted).joined(separator: "|") + ") "
    let alone = isSwitch ? " alone=1" : ""
    switch values {
    case .any: return end == " ;;" ? nil : pattern + "kind=any" + end
    case .files: return pattern + "kind=files" + end
    case .assignment: return pattern + "kind=assignment" + end
    case .one(let choices): return pattern + "kind=one words=\(array(choices.map(\.value)))" + alone + end
    case .list(let choices): return pattern + "kind=list words=\(array(choices.map(\.value)))" + end
    }
  }

  private var engine: String {
    let keys = array(program.settings.settings.map(\.key))
    return #"""
      # Offers what continues $2, with $1 before it.
      \#(prefix)_value() {
        local before=$1 typed=$2 word
        case $kind in
          files) compopt -o default 2>/dev/null; return ;;
          assignment)
            if [[ $typed == *=* ]]; then
              \#(prefix)_setting "${typed%%=*}"
              \#(prefix)_value "$before${typed%%=*}=" "${typed#*=}"
              return
            fi
            compopt -o nospace 2>/dev/null
            words=\#(keys)
            words=("${words[@]/%/=}") ;;
          list)
            if [[ $typed == *,* ]]; then
              before+=${typed%,*}, typed=${typed##*,}
            fi ;;
        esac
        for word in "${words[@]}"; do
          [[ $word == "$typed"* ]] && COMPREPLY+=("$before$word")
        done
      }

      # Bash takes words apart at = and :. This puts together what stands without a blank between, up to the cursor.
      \#(prefix)_split() {
        local rest=${COMP_LINE:0:COMP_POINT} trimmed word i
        for ((i = 0; i <= COMP_CWORD; i++)); do
          trimmed=${rest#"${rest%%[![:space:]]*}"} word=${COMP_WORDS[i]}
          word=${word:0:${#trimmed}}
          if ((i > 0)) && [[ $trimmed == "$rest" ]]; then
            line[-1]+=$word
          else
            line+=("$word")
          fi
          rest=${trimmed#"$word"}
        done
      }

      \#(prefix)() {
        local line=() flags subcommands words kind layered alone typed path i
        local pending='' ended='' quoted='' negated=() cut='' flag letter separator head
        COMPREPLY=()
        \#(prefix)_split
        typed=${line[-1]}
        unset 'line[-1]'

        # The command stands first; its sub-command, if any, directly behind it.
        path= i=1
        \#(prefix)_command ''
        while ((i < ${#line[@]})) && [[ ${#subcommands[@]} -gt 0 && " ${subcommands[*]} " == *" ${line[i]} "* ]]; do
          path+=${path:+ }${line[i]}
          \#(prefix)_command "$path"
          ((++i))
        done
        ((i < ${#line[@]})) && subcommands=()
        local open_kind=$kind open_words=("${words[@]}")

        # The flag that waits for its value.
        for ((; i < ${#line[@]}; i++)); do
          if [[ $pending ]]; then
            pending=
          elif [[ $ended ]]; then
            continue
          elif [[ ${line[i]} == -- ]]; then
            ended=1
          elif [[ ${line[i]} == --* ]]; then
            [[ ${line[i]} == *=* ]] && continue
            \#(prefix)_flag "$path" "${line[i]}"
            [[ $alone || ${line[i]} == --no-* ]] || pending=${line[i]}
          elif [[ ${line[i]} == -?* ]]; then
            for ((letter = 1; letter < ${#line[i]}; letter++)); do
              \#(prefix)_flag "$path" "-${line[i]:letter:1}"
              [[ $alone ]] && continue
              ((letter + 1 == ${#line[i]})) && pending=-${line[i]:letter:1}
              break
            done
          fi
        done

        # Inside quotes Readline takes the word as a whole.
        if [[ $typed == [\"\']* ]]; then
          quoted=1 typed=${typed:1}
        fi
        if [[ $pending ]]; then
          \#(prefix)_flag "$path" "$pending"
          \#(prefix)_value '' "$typed"
        elif [[ ! $ended && $typed == --*=* ]]; then
          \#(prefix)_flag "$path" "${typed%%=*}"
          \#(prefix)_value "${typed%%=*}=" "${typed#*=}"
        elif [[ ! $ended && $typed == -* ]]; then
          if [[ $typed == --no-* ]]; then
            for flag in "${flags[@]}"; do
              \#(prefix)_flag "$path" "$flag"
              [[ $alone ]] && negated+=("--no-${flag#--}")
            done
            flags=("${negated[@]}")
          fi
          kind=one words=("${flags[@]}")
          \#(prefix)_value '' "$typed"
        else
          kind=$open_kind words=("${open_words[@]}" "${subcommands[@]}")
          [[ ${#subcommands[@]} -gt 0 && $kind == any ]] && kind=one
          \#(prefix)_value '' "$typed"
        fi

        # Readline replaces only what follows the last separator.
        if [[ ! $quoted ]]; then
          for separator in = :; do
            if [[ $COMP_WORDBREAKS == *$separator* && $typed == *$separator* ]]; then
              head=${typed%"${typed##*$separator}"}
              ((${#head} > ${#cut})) && cut=$head
            fi
          done
          COMPREPLY=("${COMPREPLY[@]#"$cut"}")
        fi
      }

      complete -F \#(prefix) \#(program.name)
      """#
  }
}
