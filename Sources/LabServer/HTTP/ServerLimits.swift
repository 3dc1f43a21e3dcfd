/// What clients may cost a server.
package struct ServerLimits: Sendable {
  /// Open at once. When three quarters are taken, those that wait for a request are ended, oldest first.
  package var connections = 512
  /// The most that a request may bring along.
  package var bodyBytes = 64 << 20
  /// How long nothing may happen on a connection.
  package var idleSeconds = 20
  /// How long a request's headers may take, from when the connection is free for it.
  package var headerSeconds = 15.0
  /// How long the rest of a request may take.
  package var requestSeconds = 60.0
  /// How long an answer may take to be sent.
  package var answerSeconds = 120.0
  /// Pages that are told of events at once.
  package var streams = 64

  package init() {}
}
