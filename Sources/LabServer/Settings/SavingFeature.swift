import Files
import Jobs
import SettingsKit

/// `save`, `presets`, `export`: what becomes of the session's edits, and what is wrong with the files that they go to.
struct SavingFeature: LabFeature {
  let session: LabSession
  /// The inputs as they were named, for command lines.
  let named: [String]
  /// Where outputs go, as it was named.
  let outputFolder: String?

  var facts: [JSONMember] {
    [
      JSONMember(
        "saving",
        .array(
          SettingsScope.allCases.compactMap { scope in
            session.target(scope).map {
              .object([
                "scope": .string(scope.rawValue), "title": .string(scope.title),
                "path": .string(LosslessText.printable($0.path)),
              ])
            }
          })),
      JSONMember("fileProblems", .array(session.fileProblems.map(\.json))),
    ]
  }

  func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) -> Bool {
    guard let route = request.route, route.count == 1 else { return false }
    switch (request.method, route[0]) {
    case ("POST", "save"): exchange.respond(save(request))
    case ("GET", "presets"): exchange.respond(presets)
    case ("POST", "presets"): exchange.respond(savePreset(request))
    case ("GET", "export"): exchange.respond(export)
    default: return false
    }
    return true
  }

  /// `{"scope": "project" | "user", "preview": true, "keys": […]}`; without keys all edits.
  private func save(_ request: HTTPRequest) -> HTTPResponse {
    do {
      let document = try request.json()
      guard case .string(let name)? = document["scope"], let scope = SettingsScope(rawValue: name),
        let target = session.target(scope)
      else { throw BadRequest("scope has to be project or user") }
      var keys: Set<String>?
      if case .array(let list)? = document["keys"] {
        keys = Set(list.compactMap { if case .string(let key) = $0 { key } else { nil } })
      }
      let plan = SavePlan(session.hub.snapshot, scope, target, only: keys)
      if document["preview"] != .bool(true) { try session.save(plan, target) }
      return .json(plan.json)
    } catch let error as BadRequest {
      return error.response
    } catch {
      return .failure(500, LosslessText.printable("\(error)"))
    }
  }

  private var presets: HTTPResponse {
    .json(
      .array(
        session.sources.presets.all.map { preset in
          .object([
            "name": .string(preset.name), "summary": .string(preset.summary), "shipped": .bool(preset.isShipped),
            "values": .object(preset.values), "obstacle": preset.obstacle.map(JSONValue.string),
          ])
        }))
  }

  private func savePreset(_ request: HTTPRequest) -> HTTPResponse {
    do {
      guard case .string(let name)? = try request.json()["name"] else { throw BadRequest("a preset needs a name") }
      let saved = try PresetLibrary(user: session.sources.user).save(name, session.hub.snapshot.resolution)
      return .json(
        .object([
          "name": .string(name), "keys": .array(saved.keys.map(JSONValue.string)),
          "path": .string(LosslessText.printable(saved.location)),
        ]), status: 201)
    } catch let error as BadRequest {
      return error.response
    } catch let error as PlanProblem {
      return .failure(422, error.description)
    } catch {
      return .failure(500, LosslessText.printable("\(error)"))
    }
  }

  /// The values that are no defaults, in the forms in which they travel.
  ///
  /// What the session set back to a default goes along, since something below it may say otherwise.
  private var export: HTTPResponse {
    let snapshot = session.hub.snapshot
    let resolution = snapshot.resolution
    let differing = resolution.differingFromDefaults
    let known = Set(differing.map(\.key)).union(["preset"])
    let values =
      differing + snapshot.modifiedKeys.filter { !known.contains($0) }.map { ($0, resolution.value($0).json) }
    let words =
      ["imgtune", "compress"] + named
      + values.flatMap { ["--set", "\($0.key)=\(resolution.value($0.key).text)"] } + ["-o", outputFolder ?? "out/"]
    // An empty document takes any key that the registry has; what it did not take would be missing in the text.
    var editor = try? JSONEditor(JSONEditor.emptyDocument, name: SettingsSources.projectFileName)
    for (key, value) in values { try? editor?.set(key, to: value) }
    return .json(
      .object([
        "commandLine": .string(words.map(quotedForShell).joined(separator: " ")),
        "file": .string(String(decoding: editor?.bytes ?? [], as: UTF8.self)),
        "edits": .array(
          values.map { .object(["key": .string($0.key), "text": .string(resolution.value($0.key).text)]) }),
      ]))
  }
}

/// A word as a shell reads it back, in single quotes where it needs any.
func quotedForShell(_ word: String) -> String {
  let isPlain =
    !word.isEmpty
    && word.utf8.allSatisfy { byte in
      switch byte {
      case 48...57, 65...90, 97...122: true
      default: "-._/:=,@%+".utf8.contains(byte)
      }
    }
  if isPlain { return word }
  return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
