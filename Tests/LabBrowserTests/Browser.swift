import Foundation
import TestSupport
import Testing

/// Headless Chromium, driven by the WebDriver protocol through its own driver.
///
/// Source: W3C WebDriver, level 2.
final class Browser {
  /// Why there is no browser to test with; `nil` where there is one.
  static let obstacle: Comment? = {
    let missing = ["chromium", "chromedriver"].filter { name in
      !["/usr/bin", "/usr/local/bin"].contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
    return missing.isEmpty
      ? nil
      : "the page is not tested: \(missing.joined(separator: " and ")) is not installed; make test-browser installs it"
  }()

  private let driver: ChildProcess
  private let client: HTTPClient
  private let session: String
  private let home = TemporaryFolder()
  /// Seconds that something may take to come; a machine may be busy with other things.
  private let patience = 60

  /// Starts a browser with a window of its own.
  init(width: Int = 1_280, height: Int = 900) throws {
    let port = freePort()
    driver = ChildProcess(
      "chromedriver", ["--port=\(port)"].map { Array($0.utf8) }, folder: home.path,
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home.path])
    #expect(driver.waits(for: "successfully", seconds: 60), "the driver does not start")
    client = HTTPClient(port: port, headers: ["Content-Type": "application/json"])
    // Without a sandbox, since tests run as root in containers; only pages of these tests are shown.
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=\(width),\(height)",
      "--force-device-scale-factor=1",
    ]
    let wanted: [String: Any] = [
      "capabilities": [
        "alwaysMatch": ["goog:chromeOptions": ["args": arguments], "goog:loggingPrefs": ["browser": "ALL"]]
      ]
    ]
    let made = client.json("POST", "/session", wanted)?.object["value"] as? [String: Any]
    session = "/session/" + (try #require(made?["sessionId"] as? String, "no browser: \(made ?? [:])"))
    // What is to be clicked may have to come first.
    call("POST", "/timeouts", ["implicit": patience * 1_000, "script": 2 * patience * 1_000])
  }

  deinit {
    _ = client("DELETE", session)
    driver.send(SIGTERM)
    _ = driver.result(seconds: 10)
  }

  @discardableResult
  private func call(_ method: String, _ path: String, _ body: [String: Any] = [:]) -> Any? {
    let answer = client.json(method, session + path, method == "POST" ? body : nil)
    if answer?.status != 200 { Issue.record("\(method) \(path): \(answer?.text.prefix(400) ?? "no answer")") }
    return answer?.object["value"]
  }

  // MARK: Pages

  /// Opens a page of the lab and waits until it is made.
  func open(_ url: String) {
    call("POST", "/url", ["url": url])
    wait("document.body.dataset.ready === 'true'")
  }

  /// Goes to a page that is nobody's.
  func leave() { call("POST", "/url", ["url": "about:blank"]) }

  func reload() {
    call("POST", "/refresh")
    wait("document.body.dataset.ready === 'true'")
  }

  /// Runs a script and gives back what it returns.
  @discardableResult
  func run(_ script: String, _ arguments: Any...) -> Any? {
    call("POST", "/execute/sync", ["script": script, "args": arguments])
  }

  /// Runs a script that calls its last argument with the result.
  func runToTheEnd(_ script: String, _ arguments: Any...) -> Any? {
    call("POST", "/execute/async", ["script": script, "args": arguments])
  }

  /// Waits until an expression of the page holds; looked at again every 10 ms, by the page itself.
  @discardableResult
  func wait(
    _ condition: String, seconds: Double? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Bool {
    let script = """
      const [seconds, done] = [arguments[0], arguments[1]]
      const end = performance.now() + seconds * 1000
      const look = () => {
        let holds = false
        try { holds = Boolean(\(condition)) } catch {}
        if (holds || performance.now() > end) done(holds)
        else setTimeout(look, 10)
      }
      look()
      """
    let holds = runToTheEnd(script, seconds ?? Double(patience)) as? Bool ?? false
    if !holds {
      // What is compared, as it is.
      let compared = condition.components(separatedBy: " === ")[0]
      let found = run("try { return String(\(compared)) } catch (error) { return String(error) }") as? String ?? "?"
      let focus = run("return document.activeElement?.outerHTML.slice(0, 120)") as? String ?? "nothing"
      Issue.record(
        "the page never came to: \(condition); it is \(found), and the focus on \(focus)",
        sourceLocation: sourceLocation)
    }
    return holds
  }

  func text(_ selector: String) -> String {
    run("return document.querySelector(arguments[0])?.textContent ?? ''", selector) as? String ?? ""
  }

  // MARK: Hands

  private func element(_ selector: String, sourceLocation: SourceLocation) -> String? {
    let found = call("POST", "/element", ["using": "css selector", "value": selector]) as? [String: Any]
    let id = found?.values.first as? String
    if id == nil { Issue.record("there is no \(selector)", sourceLocation: sourceLocation) }
    return id
  }

  func click(_ selector: String, sourceLocation: SourceLocation = #_sourceLocation) {
    guard let id = element(selector, sourceLocation: sourceLocation) else { return }
    run("document.querySelector(arguments[0])?.scrollIntoView({ block: 'center' })", selector)
    call("POST", "/element/\(id)/click")
  }

  /// Types into a field, in place of what it holds; a line end is Enter.
  func type(_ text: String, into selector: String, sourceLocation: SourceLocation = #_sourceLocation) {
    guard let id = element(selector, sourceLocation: sourceLocation) else { return }
    let selecting = Key.control + "a" + Key.released
    call("POST", "/element/\(id)/value", ["text": selecting + text.replacing("\n", with: Key.enter)])
  }

  /// Sets a field that only a picker of the browser's own can fill, as the picker would.
  func pick(_ value: String, in selector: String, sourceLocation: SourceLocation = #_sourceLocation) {
    guard element(selector, sourceLocation: sourceLocation) != nil else { return }
    run(
      """
      const field = document.querySelector(arguments[0])
      field.value = arguments[1]
      for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
      """, selector, value)
  }

  enum Key {
    /// Lets go of all that are held.
    static let released = "\u{E000}"
    static let backspace = "\u{E003}"
    static let enter = "\u{E007}"
    static let tab = "\u{E004}"
    static let shift = "\u{E008}"
    static let control = "\u{E009}"
    static let escape = "\u{E00C}"
    static let space = "\u{E00D}"
    static let left = "\u{E012}"
    static let up = "\u{E013}"
    static let right = "\u{E014}"
    static let down = "\u{E015}"
  }

  /// Presses keys one after the other, wherever the focus is.
  func press(_ keys: String..., holding held: String? = nil) {
    var actions: [[String: Any]] = []
    if let held { actions.append(["type": "keyDown", "value": held]) }
    for key in keys {
      actions.append(["type": "keyDown", "value": key])
      actions.append(["type": "keyUp", "value": key])
    }
    if let held { actions.append(["type": "keyUp", "value": held]) }
    call("POST", "/actions", ["actions": [["type": "key", "id": "keyboard", "actions": actions]]])
  }

  /// Drags from the middle of an element by so many pixels, in steps.
  ///
  /// - Parameters:
  ///   - back: Whether to go the same way back.
  ///   - release: Whether to let go at the end.
  func drag(_ selector: String, by offset: Int, steps: Int = 8, back: Bool = false, release: Bool = true) {
    guard let id = element(selector, sourceLocation: #_sourceLocation) else { return }
    var actions: [[String: Any]] = [
      ["type": "pointerMove", "duration": 0, "x": 0, "y": 0, "origin": ["element-6066-11e4-a52e-4f735466cecf": id]],
      ["type": "pointerDown", "button": 0],
    ]
    for step in [offset / steps] + (back ? [-offset / steps] : []) {
      for _ in 0..<steps {
        actions.append(["type": "pointerMove", "duration": 20, "x": step, "y": 0, "origin": "pointer"])
      }
    }
    if release { actions.append(["type": "pointerUp", "button": 0]) }
    call("POST", "/actions", ["actions": [["type": "pointer", "id": "mouse", "actions": actions]]])
  }

  /// Presses the mouse where an element is at this moment, and holds it.
  func hold(_ selector: String) { move(to: selector, then: "pointerDown") }

  /// Lets go of the mouse where an element is at this moment.
  func letGo(over selector: String) { move(to: selector, then: "pointerUp") }

  private func move(to selector: String, then button: String) {
    let middle = """
      const box = document.querySelector(arguments[0]).getBoundingClientRect()
      return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round)
      """
    guard let place = run(middle, selector) as? [Int] else { return }
    let actions: [[String: Any]] = [
      ["type": "pointerMove", "duration": 0, "x": place[0], "y": place[1], "origin": "viewport"],
      ["type": button, "button": 0],
    ]
    call("POST", "/actions", ["actions": [["type": "pointer", "id": "mouse", "actions": actions]]])
  }

  func releaseAll() { call("DELETE", "/actions") }

  // MARK: Windows

  /// A window beside the one there is.
  ///
  /// - Returns: Its handle; `show` goes there.
  func newWindow() -> String {
    (call("POST", "/window/new", ["type": "window"]) as? [String: Any])?["handle"] as? String ?? ""
  }

  var window: String { call("GET", "/window") as? String ?? "" }
  func show(_ window: String) { call("POST", "/window", ["handle": window]) }

  /// What the page complained about, a failed connection left out.
  var complaints: [String] {
    let entries = call("POST", "/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
    return entries.filter { $0["level"] as? String == "SEVERE" }.compactMap { $0["message"] as? String }
      .filter { !$0.contains("net::ERR_") && !$0.contains("the server responded with a status of") }
  }
}
