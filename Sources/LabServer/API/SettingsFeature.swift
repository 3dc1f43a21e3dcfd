import SettingsKit

/// `schema`, `state`, `validate`, `explain`, `undo`, `redo`.
struct SettingsFeature: LabFeature {
  let settings: any SettingsService
  /// What is true of a picture whatever the settings say, by its name in the API.
  let assumptions: @Sendable (String) -> [String: String]

  var facts: [JSONMember] { [JSONMember("title", .string(settings.schema.title))] }

  func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) -> Bool {
    guard let route = request.route, route.count == 1 else { return false }
    let assuming = request.query["picture"].map(assumptions) ?? [:]
    switch (request.method, route[0]) {
    case ("GET", "schema"): exchange.respond(.json(settings.schema.json))
    case ("GET", "state"): exchange.respond(.json(settings.state(assuming: assuming)))
    case ("PATCH", "state"): exchange.respond(patch(request, assuming))
    case ("POST", "validate"): exchange.respond(validate(request))
    case ("GET", "explain"):
      let explanation = settings.explanation(of: request.query["key"] ?? "", assuming: assuming)
      exchange.respond(explanation.map { .json($0) } ?? .notFound)
    case ("POST", "undo"): exchange.respond(step(assuming) { () throws(HubError) in try settings.undo() })
    case ("POST", "redo"): exchange.respond(step(assuming) { () throws(HubError) in try settings.redo() })
    default: return false
    }
    return true
  }

  private func patch(_ request: HTTPRequest, _ assuming: [String: String]) -> HTTPResponse {
    do throws(BadRequest) {
      let document = try request.json()
      let edits = try SettingsEdit.list(document["edits"])
      var expecting: Int?
      switch document["revision"] {
      case .integer(let revision)?: expecting = revision
      case nil, .null?: break
      default: throw BadRequest("revision has to be a whole number")
      }
      do throws(HubError) {
        try settings.commit(edits, client: request.client, expecting: expecting)
        return .json(settings.state(assuming: assuming))
      } catch {
        return refused(error, assuming)
      }
    } catch {
      return error.response
    }
  }

  private func refused(_ error: HubError, _ assuming: [String: String]) -> HTTPResponse {
    switch error {
    case .conflict(let current, let keys):
      .failure(
        409, error.description,
        [
          JSONMember("revision", .integer(current)), JSONMember("keys", .array(keys.map(JSONValue.string))),
          JSONMember("state", settings.state(assuming: assuming)),
        ])
    case .invalid(let problems):
      .failure(422, error.description, [JSONMember("problems", .array(problems.map(\.json)))])
    }
  }

  private func validate(_ request: HTTPRequest) -> HTTPResponse {
    do throws(BadRequest) {
      return .json(settings.validation(of: try SettingsEdit.list(try request.json()["edits"])))
    } catch {
      return error.response
    }
  }

  private func step(_ assuming: [String: String], _ take: () throws(HubError) -> Bool) -> HTTPResponse {
    do throws(HubError) {
      return try take() ? .json(settings.state(assuming: assuming)) : .failure(404, "there is no such step")
    } catch {
      return refused(error, assuming)
    }
  }
}
