import Codecs
import Jobs
import Metrics
import Pipeline
import SettingsKit

/// `pictures`, `encode`, `results`: the picture side of the page.
struct PicturesFeature: LabFeature {
  let hub: SettingsHub<CompressionSettings>
  let work: PictureWork
  let queue: WorkQueue
  let events: EventHub

  var facts: [JSONMember] {
    let metric = MetricCatalog.all[0]
    return [
      JSONMember("pictures", .bool(true)),
      JSONMember(
        "metric",
        .object([
          "id": .string(metric.id), "title": .string(metric.title), "unit": .string(metric.unit),
          "digits": .integer(metric.digits), "higherIsBetter": .bool(metric.higherIsBetter),
          "bands": .array(
            metric.bands.filter(\.from.isFinite).map {
              .object(["from": .decimal($0.from), "meaning": .string($0.meaning)])
            }),
        ])),
    ]
  }

  func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) -> Bool {
    guard let route = request.route else { return false }
    switch (request.method, route.first, route.count) {
    case ("GET", "pictures", 1): list(request, exchange)
    case ("POST", "pictures", 1): upload(request, exchange)
    case ("DELETE", "pictures", 2): remove(route[1], exchange)
    case ("GET", "pictures", 3) where route[2] == "thumbnail": thumbnail(route[1], request, exchange)
    case ("GET", "pictures", 3) where route[2] == "results":
      exchange.respond(.json(.array(work.book.attempts(at: route[1]).map(\.json))))
    case ("POST", "encode", 1): encode(request, exchange)
    case ("GET", "results", 2), ("GET", "results", 3):
      guard let attempt = work.book.attempt(route[1]) else {
        exchange.respond(.notFound)
        return true
      }
      return result(attempt, route.count == 3 ? route[2] : "", request, exchange)
    default: return false
    }
    return true
  }

  // MARK: Pictures

  private func list(_ request: HTTPRequest, _ exchange: HTTPExchange) {
    run(request, exchange, .picture) { _ in .json(.array(work.shelf.pictures.map(work.facts))) }
  }

  private func upload(_ request: HTTPRequest, _ exchange: HTTPExchange) {
    let name = request.query["name"] ?? "picture"
    run(request, exchange, .picture) { _ in
      let picture = try work.shelf.add(request.body, name: name)
      events.send("pictures", key: "pictures") { .object([]) }
      return .json(work.facts(of: picture), status: 201)
    }
  }

  private func remove(_ id: String, _ exchange: HTTPExchange) {
    guard work.shelf.removeUpload(id) else { return exchange.respond(.notFound) }
    events.send("pictures", key: "pictures") { .object([]) }
    exchange.respond(.done)
  }

  private func thumbnail(_ id: String, _ request: HTTPRequest, _ exchange: HTTPExchange) {
    guard let picture = work.shelf.picture(id) else { return exchange.respond(.notFound) }
    run(request, exchange, .background) { cancellation in
      let image = try work.thumbnail(of: picture, cancellation)
      return HTTPResponse(200, image.format.mediaType, .encoded(image.bytes))
    }
  }

  // MARK: Results

  private func encode(_ request: HTTPRequest, _ exchange: HTTPExchange) {
    do throws(BadRequest) {
      let document = try request.json()
      guard case .string(let id)? = document["picture"], let picture = work.shelf.picture(id) else {
        return exchange.respond(.notFound)
      }
      let variant = if case .integer(let number)? = document["variant"] { number } else { 0 }
      let edits = document["edits"] == nil ? [] : try SettingsEdit.list(document["edits"])
      let preview = hub.preview(edits, place: "lab")
      guard preview.problems.isEmpty else {
        return exchange.respond(
          .failure(
            422, preview.problems[0].description, [JSONMember("problems", .array(preview.problems.map(\.json)))]))
      }
      let own = preview.resolution.keys(givenBy: .live).map { JSONMember($0, preview.resolution.value($0).json) }
      run(request, exchange, .picture, name: "encode") { cancellation in
        let (attempt, bytes) = try work.encode(
          picture, preview.resolution, variant: variant, edits: own, cancellation)
        return HTTPResponse(
          200, attempt.format.mediaType, .encoded(bytes),
          headers: [("X-Lab-Result", percentEncoded(attempt.json.compactText))])
      }
    } catch {
      exchange.respond(error.response)
    }
  }

  private func result(
    _ attempt: Attempt, _ part: String, _ request: HTTPRequest, _ exchange: HTTPExchange
  ) -> Bool {
    switch part {
    case "":
      run(request, exchange, .picture) { cancellation in
        HTTPResponse(
          200, attempt.format.mediaType, .encoded(try work.bytes(of: attempt, cancellation)),
          headers: [("X-Lab-Result", percentEncoded(attempt.json.compactText))])
      }
    case "reference":
      run(request, exchange, .picture, name: "reference") { cancellation in
        HTTPResponse(200, "image/png", .encoded(try work.reference(of: attempt, cancellation)))
      }
    case "score":
      let wantsMap = request.query["map"] == "1"
      // A page asks for both at once; neither takes the other's place.
      run(request, exchange, .score, name: wantsMap ? "map" : "score") { cancellation in
        let score = try work.score(attempt, wantsMap: wantsMap, cancellation)
        events.send("score", key: "score \(attempt.id)") { .object(["picture": .string(attempt.key.picture)]) }
        return .json(score)
      }
    case "file":
      let stem = work.shelf.picture(attempt.key.picture)?.stem ?? "picture"
      let name = percentEncoded("\(stem).\(attempt.format.fileExtension)")
      run(request, exchange, .picture) { cancellation in
        HTTPResponse(
          200, attempt.format.mediaType, .encoded(try work.bytes(of: attempt, cancellation)),
          headers: [("Content-Disposition", "attachment; filename*=UTF-8''\(name)")])
      }
    default: return false
    }
    return true
  }

  /// Answers from the work queue.
  private func run(
    _ request: HTTPRequest, _ exchange: HTTPExchange, _ urgency: WorkQueue.Urgency, name: String? = nil,
    _ make: @escaping @Sendable (WorkQueue.Cancellation) throws -> HTTPResponse
  ) {
    let dropped: @Sendable () -> Void = { exchange.respond(PicturesFeature.superseded) }
    let isTaken = queue.add(client: request.client, name: name, urgency, dropped: dropped) { cancellation in
      do {
        exchange.respond(try make(cancellation))
      } catch is CancellationError {
        exchange.respond(PicturesFeature.superseded)
      } catch {
        exchange.respond(.failure(422, PictureWork.reason(error)))
      }
    }
    if !isTaken { exchange.respond(.failure(429, "too much is waiting already")) }
  }

  /// What older work is answered with that newer work took the place of.
  private static let superseded = HTTPResponse.failure(410, "something newer was asked for")
}

/// A text in which everything but letters, digits and `-._~` is written as `%` and two digits.
func percentEncoded(_ text: String) -> String {
  var result = ""
  for byte in text.utf8 {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      result.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      result += "%" + (digits.count == 1 ? "0" : "") + digits
    }
  }
  return result
}
