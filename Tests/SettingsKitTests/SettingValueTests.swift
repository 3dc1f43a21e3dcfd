import SettingsKit
import Testing

struct SettingValueTests {
  /// Every kind of value: what is printed is read back, in both forms.
  @Test(
    arguments: [
      true, false, 0, -7, Int.max, 0.1, -2.5, 1e-9, 80.0, "", "a b", "null", Bread.rye, SettingColor.black,
      SettingColor(red: 1, green: 2, blue: 254), Int?.none, Int?.some(3), ByteCount(0), ByteCount(4_194_304),
      ByteCount(1_234_567), [1, 2, 3], [Int](), [Bread.white, .rye],
    ] as [any SettingValue])
  func everyKindReadsBackWhatItPrints(value: any SettingValue) throws {
    try roundTrip(value)

    func roundTrip<Value: SettingValue>(_ value: Value) throws {
      #expect(try Value.parse(value.text) == value)
      #expect(try Value.decode(value.json) == value)
    }
  }

  @Test(arguments: ["nan", "inf", "0x10", "1_000", "", " 1", "1 ", "1e999", "abc", "0.5abc"])
  func whatIsNoNumberIsRefused(text: String) {
    #expect(throws: ValueProblem.self) { try Double.parse(text) }
    #expect(throws: ValueProblem.self) { try Int.parse(text) }
  }

  @Test func switchesAreReadInAllUsualWords() throws {
    for word in ["true", "on", "yes", "TRUE"] { #expect(try Bool.parse(word)) }
    for word in ["false", "off", "no", "No"] { #expect(try !Bool.parse(word)) }
    #expect(throws: ValueProblem.self) { try Bool.parse("1") }
  }

  @Test func aDecimalCommaIsUnderstoodButNotTaken() {
    #expect(throws: ValueProblem("is no number", suggestion: "0.7")) { try Double.parse("0,7") }
  }

  @Test func aFractionForAWholeNumberIsRoundedInTheHint() {
    #expect(throws: ValueProblem("is no whole number", suggestion: "1600")) { try Int.parse("1600.2") }
  }

  @Test func coloursAreReadInEveryForm() throws {
    #expect(try SettingColor.parse("#fff") == .white)
    #expect(try SettingColor.parse("0102FE") == SettingColor(red: 1, green: 2, blue: 254))
    #expect(try SettingColor.parse("Black") == .black)
    for text in ["#ff", "#gggggg", "#1234567", "", "+12345"] {
      #expect(throws: ValueProblem.self) { try SettingColor.parse(text) }
    }
  }

  @Test func byteCountsHaveDecimalAndBinaryUnits() throws {
    #expect(try ByteCount.parse("200KB").count == 200_000)
    #expect(try ByteCount.parse("200KiB").count == 204_800)
    #expect(try ByteCount.parse("1.5mb").count == 1_500_000)
    #expect(try ByteCount.parse("12").count == 12)
    for text in ["-1", "12XB", "KB", "nanMB", "1e40"] {
      #expect(throws: ValueProblem.self) { try ByteCount.parse(text) }
    }
  }

  @Test func aMistypedChoiceNamesTheNearest() {
    #expect(throws: ValueProblem("is none of white, rye, bagel", suggestion: "bagel")) { try Bread.parse("bagle") }
  }

  @Test func aListNamesTheElementThatIsWrong() {
    #expect(throws: ValueProblem("has “x”, which is no whole number")) { try [Int].parse("1,x") }
  }

  @Test func wrongJSONTypesAreNamed() {
    #expect(throws: ValueProblem("is a string, not a number")) { try Double.decode("0.7") }
    #expect(throws: ValueProblem("is a number, not true or false")) { try Bool.decode(1) }
  }
}
