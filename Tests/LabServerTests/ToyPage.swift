import LabServer
import SettingsKit
import TestSupport

/// A schema that has nothing to do with pictures.
struct LampSettings: SettingsSection {
  init() {}
  static var about: SectionAbout { SectionAbout("Lamp") }

  @Setting("On", "Whether it shines.") var isOn = true
  @Setting("Brightness", "How bright.", in: 0...1, step: 0.1) var brightness = 0.5
  @Setting("Colour", enabledWhen: .equals("isOn", "true")) var color = SettingColor.white
  @Setting("Timer", in: 1...600) var timer: Int? = nil
}

/// A page for the lamp, on a port of its own.
final class LampPage: Sendable {
  let desk: SettingsDesk<LampSettings>
  let server: LabServer
  let client: HTTPClient

  init(_ limits: ServerLimits = ServerLimits(), token: String? = nil) throws {
    let registry = try SettingsRegistry.of(LampSettings.self)
    desk = SettingsDesk(try SettingsHub(registry), schema: SchemaDocument(registry))
    var options = LabOptions(port: 0, token: token)
    options.limits = limits
    server = try LabServer(desk, options)
    let anyone = HTTPClient(port: server.port, headers: token.map { ["X-Lab-Token": $0] } ?? [:])
    let own = anyone("GET", "/api/session")?.object["token"] as? String
    client = HTTPClient(port: server.port, headers: ["X-Lab-Token": own ?? token ?? ""])
  }

  deinit { server.stop() }

  /// What the hub holds of a setting.
  func text(_ key: String) -> String { desk.hub.snapshot.resolution.value(key).text }
}
