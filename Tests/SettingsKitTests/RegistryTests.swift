import SettingsKit
import Testing

struct RegistryTests {
  let registry: SettingsRegistry

  init() throws { registry = try SettingsRegistry.of(ToasterSettings.self) }

  @Test func settingsAreFoundInTheOrderOfDeclaration() {
    #expect(
      registry.keys == [
        "browning", "share", "keepWarm", "bread", "slots", "label", "lamp", "bagel.oneSide", "bagel.extraHeat",
      ])
    #expect(registry.sections.map(\.key) == ["", "bagel"])
  }

  @Test func aPropertyOfAnUnknownKindIsSkippedAndReported() {
    #expect(registry.unsupported.map(\.key) == ["motor"])
    #expect(registry.unsupported.map(\.typeName) == ["Motor"])
  }

  @Test func aSnapshotHoldsWhatWasGivenAndDefaultsElsewhere() throws {
    let settings = registry.snapshot(["browning": 7, "bagel.oneSide": true], as: ToasterSettings.self)
    #expect(settings.browning == 7)
    #expect(settings.bagel.oneSide)
    #expect(settings.share == 0.5)
    #expect(ToasterSettings().browning == 4, "another instance keeps its own values")
  }

  @Test func snapshotsOfOneTypeDoNotShareValues() {
    let dark = registry.snapshot(["browning": 9], as: ToasterSettings.self)
    let pale = registry.snapshot(["browning": 1], as: ToasterSettings.self)
    #expect(dark.browning == 9)
    #expect(pale.browning == 1)
  }

  @Test func namesAreDerivedAndMapOneToOne() {
    #expect(SettingNames.flag(forKey: "maxDimension") == "max-dimension")
    #expect(SettingNames.flag(forKey: "webp.sharpYUV") == "webp.sharp-yuv")
    #expect(SettingNames.environment(forKey: "maxDimension", prefix: "IMGTUNE") == "IMGTUNE_MAX_DIMENSION")
    #expect(SettingNames.environment(forKey: "jpeg.progressive", prefix: "IMGTUNE") == "IMGTUNE_JPEG__PROGRESSIVE")
    #expect(Set(registry.keys.map(SettingNames.flag)).count == registry.keys.count)
  }

  @Test func aDefaultOutsideItsOwnRangeIsRefused() {
    struct Wrong: SettingsSection {
      @Setting("Heat", in: 0...1) var heat = 2.0
    }
    expectProblem("heat: the default 2 is outside 0…1", in: Wrong.self)
  }

  @Test func aRangeOnWhatHasNoNumbersIsRefused() {
    struct Wrong: SettingsSection {
      @Setting("Name", in: 0...1) var name = "x"
    }
    expectProblem("name: a string has no range", in: Wrong.self)
  }

  @Test func anUnknownDependencyIsRefused() {
    struct Wrong: SettingsSection {
      @Setting("Heat", enabledWhen: .isSet("power")) var heat = 2.0
    }
    expectProblem("heat depends on power, which is not declared", in: Wrong.self)
  }

  @Test func aCycleOfDependenciesIsRefused() {
    struct Wrong: SettingsSection {
      @Setting("A", enabledWhen: .isSet("b")) var a = 1
      @Setting("B", enabledWhen: .isSet("c")) var b = 1
      @Setting("C", enabledWhen: .isSet("a")) var c = 1
      @Setting("D", enabledWhen: .isSet("a")) var d = 1
    }
    expectProblem("b depends on itself", in: Wrong.self)
    do {
      _ = try SettingsRegistry.of(Wrong.self)
    } catch {
      #expect(!error.problems.contains("d depends on itself"), "a cycle's neighbour is no part of it")
    }
  }

  @Test func twoKeysWithOneFlagAreRefused() {
    struct Wrong: SettingsSection {
      @Setting("A") var sharpYUV = 1
      @Setting("B") var sharpYuv = 1
    }
    expectProblem("the flag --sharp-yuv is derived twice", in: Wrong.self)
  }

  private func expectProblem<Root: SettingsSection>(_ problem: String, in type: Root.Type) {
    do {
      _ = try SettingsRegistry.of(type)
      Issue.record("\(type) was registered")
    } catch {
      #expect(error.problems.contains(problem), "\(error)")
    }
  }
}
