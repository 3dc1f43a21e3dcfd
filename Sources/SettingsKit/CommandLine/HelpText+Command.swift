extension HelpText {
  /// The whole help of a command.
  ///
  /// - Parameters:
  ///   - invocation: The words that lead to the command, such as `imgtune compress`.
  ///   - settings: The layered settings, told where the command takes them.
  public func command(_ command: CommandDescription, invocation: String, settings: SchemaDocument) -> String {
    var parts = ["\(command.summary).\n", "Usage: \(invocation) \(command.usage)\n"]
    if !command.discussion.isEmpty {
      parts.append(wrap(command.discussion, to: columns).joined(separator: "\n") + "\n")
    }
    if !command.examples.isEmpty { parts.append("Examples:\n" + command.examples.map { "  \($0)\n" }.joined()) }
    if !command.subcommands.isEmpty {
      parts.append("Commands:\n" + command.subcommands.map { entry($0.name, $0.summary) }.joined())
    }
    parts.append(sections(command.options))
    if command.takesSettings { parts.append(sections(settings)) }
    return parts.joined(separator: "\n")
  }
}
