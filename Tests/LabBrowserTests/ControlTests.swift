import Foundation
import TestSupport
import Testing

/// The real page over a toy schema: each kind has its control, and what is changed there is what the program holds.
@Suite(.enabled(if: Browser.obstacle == nil, Browser.obstacle), .serialized)
struct ControlTests {
  private let page: KindPage
  private let browser: Browser

  init() throws {
    page = try KindPage()
    browser = try Browser()
    browser.open(page.server.address)
    // Those that most people never need, too.
    browser.click(".settings-tools label")
  }

  private func row(_ key: String, _ rest: String = "") -> String { "[data-key=\"\(key)\"] \(rest)" }

  /// Waits until the program holds a value.
  private func holds(_ key: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(60)
    while page.text(key) != text, clock.now < end { browser.run("return 1") }
    #expect(page.text(key) == text, sourceLocation: sourceLocation)
    // And the page knows: the dot of an edited setting.
    browser.wait(
      "document.querySelector('[data-key=\"\(key)\"]').classList.contains('modified')", sourceLocation: sourceLocation)
  }

  @Test func everySettingOfTheSchemaHasARow() {
    let keys = browser.run("return [...document.querySelectorAll('.row')].map((row) => row.dataset.key)") as? [String]
    #expect(keys == page.desk.schema.settings.map(\.key))
    #expect(browser.text("h1").contains("Kinds"))
    #expect(browser.complaints == [])
  }

  @Test func aToggleIsASwitch() {
    browser.click(row("toggle", "[role=switch]"))
    holds("toggle", "true")
    browser.pick("false", in: row("maybe", "select"))
    holds("maybe", "false")
  }

  @Test func numbersAreTypedSteppedAndSlid() {
    browser.type("12\n", into: row("count", "input"))
    holds("count", "12")
    browser.press(Browser.Key.up)
    holds("count", "13")
    browser.type("2.25\n", into: row("ratio", "input"))
    holds("ratio", "2.25")
    browser.type("800px\n", into: row("width", "input"))
    holds("width", "800")
    browser.run("document.querySelector(arguments[0]).focus()", row("level", ".slider"))
    browser.press(Browser.Key.right, Browser.Key.right)
    holds("level", "6")
    browser.type("0.3\n", into: row("share", "input[type=text]"))
    holds("share", "0.3")
    browser.wait("document.querySelector('\(row("share", ".slider"))').value === '0.3'")
  }

  @Test func whatIsTakenBackAgainIsNoDraft() {
    let isDraft = { (key: String) in "document.querySelector('[data-key=\"\(key)\"]').classList.contains('draft')" }
    browser.run("document.querySelector(arguments[0]).focus()", row("count", "input"))
    browser.press("8")
    browser.wait(isDraft("count"))
    browser.press(Browser.Key.backspace)
    browser.press(Browser.Key.tab)
    browser.wait("!" + isDraft("count"))
    // Its middle is where its value stands.
    browser.run(
      "document.querySelector(arguments[0]).addEventListener('input', (event) => { window.moved = event.target.value })",
      row("share", ".slider"))
    browser.drag(row("share", ".slider"), by: 40, back: true)
    browser.wait("window.moved === '0.5' && !\(isDraft("share"))")
    #expect(page.text("count") == "7" && page.text("share") == "0.5")
  }

  @Test func resettingByTheKeyboardLeavesTheFocusAtTheSetting() {
    browser.type("9\n", into: row("count", "input"))
    holds("count", "9")
    browser.run("document.querySelector(arguments[0]).focus()", row("count", ".reset"))
    browser.press(Browser.Key.enter)
    browser.wait("document.activeElement.matches('\(row("count", "input"))')")
  }

  @Test func aNumberThatNeedNotBeSetIsSetAndUnset() {
    browser.type("1600\n", into: row("limit", "input"))
    holds("limit", "1600")
    browser.click(row("limit", ".clear"))
    holds("limit", "null")
  }

  @Test func textsOfOneAndOfSeveralLines() {
    browser.type("rye toast\n", into: row("label", "input"))
    holds("label", "rye toast")
    browser.type("a\nb", into: row("notes", "textarea"))
    browser.press(Browser.Key.tab)
    holds("notes", "a\nb")
  }

  @Test func choicesAreButtonsOrAMenu() {
    browser.click(row("bread", "label[for]:nth-of-type(2)"))
    holds("bread", "rye")
    browser.wait("!document.querySelector('[data-key=\"more.hidden\"]').hidden")
    browser.pick("florence", in: row("city", "select"))
    holds("city", "florence")
  }

  @Test func bytesAndDurationsHaveUnits() {
    #expect(
      browser.run("return document.querySelector(arguments[0]).value", row("size", ".unit-menu")) as? String == "KB")
    browser.type("1.5\n", into: row("size", "input"))
    holds("size", "1500")
    browser.pick("MiB", in: row("size", ".unit-menu"))
    browser.type("2\n", into: row("size", "input"))
    holds("size", "2MiB")
    browser.type("3KiB\n", into: row("size", "input"))
    holds("size", "3KiB")
    browser.type("2min\n", into: row("pause", "input"))
    holds("pause", "120s")
  }

  @Test func coloursAndDatesHaveThePickersOfTheBrowser() {
    browser.pick("#123456", in: row("color", "[type=color]"))
    holds("color", "#123456")
    browser.type("magenta\n", into: row("color", "[type=text]"))
    holds("color", "#ff00ff")
    browser.wait("document.querySelector('\(row("color", "[type=color]"))').value === '#ff00ff'")
    browser.pick("2027-02-28", in: row("day", "[type=date]"))
    holds("day", "2027-02-28")
  }

  @Test func listsGrowShrinkAndAreReordered() {
    browser.click(row("words", ".add"))
    browser.type("b\n", into: row("words", "li:nth-child(2) input"))
    holds("words", "a,b")
    browser.click(row("words", "li:nth-child(2) .move-up"))
    holds("words", "b,a")
    browser.click(row("words", "li:nth-child(1) .remove"))
    holds("words", "a")
    browser.click(row("numbers", ".add"))
    browser.type("42\n", into: row("numbers", "li input"))
    holds("numbers", "42")
    browser.click(row("sizes", ".add"))
    browser.type("2KiB\n", into: row("sizes", "li input"))
    holds("sizes", "2KiB")
    browser.click(row("breads", ".add"))
    browser.click(row("breads", "label[for]:nth-of-type(3)"))
    holds("breads", "spelt")
  }

  @Test func listsOfSectionsAreEditedFieldByField() {
    browser.click(row("toppings", ".add"))
    browser.type("jam\n", into: row("toppings", "[data-field=name] input"))
    holds("toppings", #"[{"name":"jam"}]"#)
    browser.type("25\n", into: row("toppings", "[data-field=grams] [type=text]"))
    holds("toppings", #"[{"name":"jam","grams":25}]"#)
    browser.click(row("toppings", ".add"))
    browser.wait("document.querySelectorAll('\(row("toppings", "li"))').length === 2")
    browser.click(row("toppings", "li:nth-child(1) .move-down"))
    holds("toppings", #"[{},{"name":"jam","grams":25}]"#)
    browser.pick("rye", in: row("toppings", "li:nth-child(1) [data-field=bread] select"))
    holds("toppings", #"[{"bread":"rye"},{"name":"jam","grams":25}]"#)
    browser.type("honey\n", into: row("topping", "[data-field=name] input"))
    holds("topping", #"{"name":"honey"}"#)
  }

  @Test func aKindThatNobodyKnowsIsShownAndBreaksNothing() {
    #expect(browser.text(row("hologram", "output")) == "3 layers")
    #expect(
      browser.run("return document.querySelectorAll(arguments[0]).length", row("hologram", ":is(input, select)"))
        as? Int
        == 0)
    // An unknown control is passed over for the kind's own.
    browser.type("8\n", into: row("dial", "input[type=text]"))
    holds("dial", "8")
  }

  @Test func aControlOfOnesOwnCanBeRegistered() {
    let made =
      browser.runToTheEnd(
        """
        const done = arguments[0]
        Promise.all([import('/controls/registry.js'), import('/dom.js')]).then(([registry, { h }]) => {
          registry.registerControl('dial', (subject, hooks) => {
            const element = h('button', { class: 'my-dial', text: subject.title, on: { click: () => hooks.commit({ json: 9 }) } })
            return { element, focus: element, show: () => {}, value: () => ({ json: 9 }) }
          })
          let committed = null
          const control = registry.makeControl({ key: 'dial', title: 'Dial', kind: { name: 'integer' }, control: 'dial' }, { commit: (value) => { committed = value } })
          control.element.click()
          done([control.element.className, committed.json])
        })
        """) as? [Any]
    #expect(made?[0] as? String == "my-dial" && made?[1] as? Int == 9)
  }

  @Test func whatIsWrongIsToldBesideTheFieldWhileItIsTyped() {
    browser.type("Q", into: row("label", "input"))
    browser.wait("document.querySelector('\(row("label", ".problem"))').textContent.includes('does not match')")
    #expect(page.text("label") == "toast")
    browser.press(Browser.Key.escape)
    browser.wait("document.querySelector('\(row("label", ".problem"))').textContent === ''")
    browser.type("70\n", into: row("share", "input[type=text]"))
    browser.wait("document.querySelector('\(row("share", ".problem"))').textContent.includes('did you mean 0.7?')")
    #expect(page.text("share") == "0.5")
  }

  @Test func oneASectionAndAllAreReset() {
    browser.click(row("toggle", "[role=switch]"))
    holds("toggle", "true")
    browser.type("9\n", into: row("count", "input"))
    holds("count", "9")
    browser.click(row("more.onlyWhen", "[role=switch]"))
    holds("more.onlyWhen", "false")
    browser.click(row("count", ".reset"))
    browser.wait("document.querySelector('\(row("count", "input"))').value === '7'")
    browser.click("[data-section=more] .section-head .reset")
    browser.wait("document.querySelector('\(row("more.onlyWhen", "input"))').checked")
    #expect(page.text("toggle") == "true")
    browser.click(".settings-tools .button")
    browser.wait("document.querySelectorAll('.row.modified').length === 0")
    #expect(page.text("toggle") == "false")
  }

  @Test func whatHasNoEffectSaysWhy() {
    browser.wait("document.querySelector('\(row("more.onlyWhen", ".inactive"))').textContent.includes('Toggle is Yes')")
    browser.click(row("toggle", "[role=switch]"))
    browser.wait("document.querySelector('\(row("more.onlyWhen", ".inactive"))').textContent === ''")
  }

  @Test func settingsAreFoundBySearchAndSectionsFold() {
    browser.type("fraction", into: ".search")
    browser.wait("[...document.querySelectorAll('.row')].filter((row) => row.checkVisibility()).length === 1")
    browser.type(" \u{E003}", into: ".search")
    browser.wait("[...document.querySelectorAll('.row')].filter((row) => row.checkVisibility()).length > 20")
    browser.click("[data-section=more] .section-toggle")
    browser.wait("!document.querySelector('[data-key=\"more.onlyWhen\"]').checkVisibility()")
    browser.reload()
    browser.wait("!document.querySelector('[data-key=\"more.onlyWhen\"]').checkVisibility()")
  }

  @Test func whereAValueComesFromIsToldOnDemand() {
    browser.type("9\n", into: row("count", "input"))
    holds("count", "9")
    browser.click(row("count", ".origin"))
    browser.wait("document.querySelectorAll('\(row("count", ".origins tbody tr"))').length === 2")
    #expect(browser.text(row("count", ".origins tr.won")).contains("9"))
  }

  @Test func twoPagesAreInStep() throws {
    let first = browser.window
    let second = browser.newWindow()
    browser.show(second)
    browser.open(page.server.address)
    browser.type("33\n", into: row("count", "input"))
    holds("count", "33")
    browser.show(first)
    browser.wait("document.querySelector('\(row("count", "input"))').value === '33'")
    try page.desk.hub.commit([.set("bread", .text("spelt"))])
    browser.wait("document.querySelector('\(row("bread", "input[value=spelt]"))').checked")
  }

  @Test func anEditOfWhatSomebodyElseChangesAsks() throws {
    browser.type("50", into: row("count", "input"))
    browser.wait("document.querySelector('\(row("count"))').classList.contains('draft')")
    try page.desk.hub.commit([.set("count", .text("60"))])
    browser.press(Browser.Key.enter)
    browser.wait("document.querySelector('dialog .mine')")
    #expect(browser.text("dialog .mine") == "50" && browser.text("dialog .theirs") == "60")
    browser.click("dialog .dialog-foot .main")
    holds("count", "50")
    browser.wait("!document.querySelector('dialog')")
    browser.type("51", into: row("count", "input"))
    try page.desk.hub.commit([.set("count", .text("61"))])
    browser.press(Browser.Key.enter)
    browser.wait("document.querySelector('dialog .mine')")
    browser.click("dialog .dialog-foot .button")
    browser.wait("document.querySelector('\(row("count", "input"))').value === '61'")
    #expect(page.text("count") == "61")
  }

  @Test func everythingIsDoneByTheKeyboardAlone() {
    browser.reload()
    browser.press(Browser.Key.tab)
    #expect(browser.run("return document.activeElement.className") as? String == "skip")
    browser.press(Browser.Key.enter)
    // From the settings on, the next stops are the search and then, somewhere, the first setting.
    var stops = 0
    while stops < 20, browser.run("return document.activeElement.getAttribute('role')") as? String != "switch" {
      browser.press(Browser.Key.tab)
      stops += 1
    }
    browser.press(Browser.Key.space)
    holds("toggle", "true")
    browser.press("z", holding: Browser.Key.control)
    browser.wait("!document.querySelector('\(row("toggle", "input"))').checked")
    #expect(page.text("toggle") == "false")
    // Whatever can be focused has a name to be read out.
    let nameless =
      browser.run(
        """
        return [...document.querySelectorAll('button, input, select, textarea, [tabindex="0"]')].filter((element) => element.checkVisibility())
          .filter((element) => !(element.getAttribute('aria-label') || element.getAttribute('aria-labelledby') || element.title
            || element.labels?.length || element.textContent.trim() || element.placeholder)).map((element) => element.outerHTML.slice(0, 120))
        """) as? [String]
    #expect(nameless == [])
  }
}
