import Foundation
import TestSupport
import Testing

/// What is done with the session as a whole, on the real page: saved, copied, shared, run on all, swept, compared.
@Suite(.enabled(if: Browser.obstacle == nil, Browser.obstacle), .serialized)
struct LabSessionTests: LabPage {
  let lab: LabProcess
  let browser: Browser

  init() throws {
    lab = try LabProcess(
      settings: #"{"maxDimension": 200, "jpeg": {"progressive": true}}"#, ["-o", "out"],
      environment: ["IMGTUNE_JPEG__OPTIMIZE_CODING": "false"], copies: 6)
    browser = try Browser()
    browser.open(lab.address)
    browser.wait("document.querySelector('.stage').dataset.attempt")
  }

  @Test func theCommandLineAndTheFileAreCopied() {
    set("quality", "0.5")
    chooses("Copy as command line")
    let words = browser.text("dialog .code")
    #expect(words.hasPrefix("imgtune compress photos ") && words.hasSuffix(" -o out"))
    #expect(words.contains("--set quality=0.5") && words.contains("--set maxDimension=200"))
    browser.click("dialog .main")
    browser.wait("document.querySelector('.notice')?.textContent.includes('clipboard')")
    chooses("Copy as imgtune.json")
    let file = browser.text("dialog .code")
    #expect(file.contains(#""quality": 0.5"#) && file.contains(#""progressive": true"#))
    browser.click("dialog .dialog-foot .button")
    browser.wait("!document.querySelector('dialog')")
    // The focus is back where the menu was opened.
    browser.wait("document.activeElement.matches('.menu > .button')")
  }

  @Test func aLinkCarriesTheEditsOn() {
    set("quality", "0.5")
    chooses("Share link")
    let link = browser.text("dialog .code")
    #expect(link == lab.address + "#set=quality%3D0.5")
    browser.click("dialog .dialog-foot .button")
    browser.click(".settings-tools .button")
    shows("quality", "0.8")
    // Of a link within the page a browser only moves the mark; anybody who is given one comes from elsewhere.
    browser.leave()
    browser.open(link)
    browser.wait("document.querySelector('dialog .new')?.textContent === '0.5'")
    browser.click("dialog .dialog-foot .main")
    shows("quality", "0.5")
  }

  @Test func aPresetOfOnesOwnIsSavedAndChosenAndAsksNothing() {
    set("quality", "0.5")
    chooses("Save as preset")
    browser.type("a/b", into: "dialog input")
    #expect(browser.text("dialog [role=status]").contains("Letters"))
    browser.type("shop", into: "dialog input")
    browser.click("dialog .main")
    browser.wait("document.querySelector('.notice')?.textContent.includes('Saved shop')")
    browser.click(".settings-tools .button")
    shows("quality", "0.8")
    // What is edited stays above the preset, and nobody else has changed it.
    set("maxDimension", "120")
    browser.run("document.querySelector(arguments[0]).focus()", row("preset", "select"))
    browser.wait("document.querySelector('\(row("preset", "option[value=shop]"))')")
    browser.pick("shop", in: row("preset", "select"))
    shows("quality", "0.5")
    shows("maxDimension", "120")
    #expect(browser.run("return document.querySelectorAll('dialog').length") as? Int == 0)
  }

  @Test func savingBelowAPinWarns() {
    browser.click(".settings-tools label")
    browser.click(row("jpeg.optimizeCoding", "[role=switch]"))
    browser.wait("!document.querySelector('.bar .main').disabled")
    browser.click(".bar .main")
    browser.wait("document.querySelector('dialog .warning')?.textContent.includes('IMGTUNE_JPEG__OPTIMIZE_CODING')")
    browser.click("dialog input[value=user]")
    browser.wait("document.querySelector('dialog .old, dialog td .soft')")
    browser.press(Browser.Key.escape)
    browser.wait("!document.querySelector('dialog')")
    #expect(lab.folder.read("config/imgtune/settings.json") == nil)
  }

  @Test func aRunOnAllTellsHowFarItIsAndWrites() {
    browser.click(".wide-button")
    browser.click("dialog .main")
    browser.wait("document.querySelector('dialog [role=status]').textContent.startsWith('8 done')")
    #expect(browser.run("return document.querySelectorAll('dialog tbody tr').length") as? Int == 8)
    #expect(lab.folder.read("work/out/a.jpg") != nil)
    browser.press(Browser.Key.escape)
    browser.wait("[...document.querySelectorAll('.thumb-note')].every((note) => note.textContent.includes('%'))")
  }

  @Test func aRunOnAllIsCancelled() throws {
    let slow = try LabProcess(settings: #"{"format": "webp", "webp.method": 6, "webp.sharpYUV": true}"#, copies: 80)
    browser.open(slow.address)
    browser.click(".wide-button")
    browser.click("dialog .main")
    browser.wait("document.querySelector('dialog progress').value > 0")
    browser.run("document.querySelectorAll('dialog .dialog-foot .button')[1].click()")
    browser.wait("document.querySelector('dialog [role=status]').textContent.startsWith('Cancelled after')")
  }

  /// Hides the page, or shows it again, as a browser does with a tab.
  private func hide(_ isHidden: Bool) {
    browser.run(
      """
      Object.defineProperty(document, 'hidden', { value: arguments[0], configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      """, isHidden)
  }

  /// Waits until the server says that a run or a sweep is over.
  private func isOver(_ work: String) -> Bool {
    browser.runToTheEnd(
      """
      const [work, done] = arguments
      const end = performance.now() + 60000
      const look = async () => {
        const told = await (await fetch(`/api/${work}`, { cache: 'no-store' })).json()
        if (told?.over || performance.now() > end) done(Boolean(told?.over))
        else setTimeout(look, 20)
      }
      look()
      """, work) as? Bool ?? false
  }

  @Test func whatEndedWhileThePageWasHiddenHasEndedInItsDialog() {
    browser.click(".wide-button")
    hide(true)
    browser.click("dialog .main")
    browser.wait("!document.querySelectorAll('dialog .dialog-foot .button')[1].hidden")
    #expect(isOver("runs"))
    hide(false)
    browser.wait("document.querySelector('dialog [role=status]').textContent.startsWith('8 done')")
    browser.press(Browser.Key.escape)
    browser.wait("!document.querySelector('dialog')")

    browser.click(row("quality", ".origin"))
    browser.click(row("quality", ".row-actions .button"))
    browser.type("0.3,0.6", into: "dialog input[type=text]")
    hide(true)
    browser.click("dialog .dialog-foot .main")
    browser.wait("document.querySelector('dialog .dialog-foot .main').disabled")
    #expect(isOver("sweeps"))
    hide(false)
    browser.wait("document.querySelector('dialog a[href^=\"/reports/\"]')")
  }

  @Test func theHistoryHasWhatWasSwept() {
    browser.click(row("quality", ".origin"))
    browser.click(row("quality", ".row-actions .button"))
    browser.type("0.3,0.6", into: "dialog input[type=text]")
    browser.click("dialog .dialog-foot .main")
    browser.wait("document.querySelector('dialog a[href^=\"/reports/\"]')")
    let report = browser.run("return document.querySelector('dialog a').getAttribute('href')") as? String
    browser.press(Browser.Key.escape)
    browser.wait("!document.querySelector('dialog')")
    chooses("History")
    #expect(browser.text("dialog tbody").contains("--sweep quality=0.3,0.6"))
    #expect(
      browser.run("return document.querySelector('dialog tbody a')?.getAttribute('href')") as? String == report)
  }

  @Test func candidatesOfDifferentSizesLieOneOverTheOther() {
    browser.click(".card.empty .button")
    set("maxDimension", "100")
    browser.click(".card.empty .button")
    browser.click(".candidates .panel-head .button")
    browser.wait("document.querySelector('.pane-before img')?.alt.startsWith('A: ')")
    browser.wait("document.querySelector('.pane-after img')?.alt.startsWith('B: ')")
    #expect(panes.map { $0["pixels"] } == [200, 100])
    #expect(panes.map { $0["width"] } == [200, 200])
  }

  @Test func theResultIsDownloadedUnderThePicturesName() {
    browser.run("HTMLAnchorElement.prototype.click = function () { document.body.dataset.taken = this.download }")
    browser.pick("webp", in: row("format", "input[value=webp]"))
    browser.run("document.querySelector(arguments[0]).click()", row("format", "input[value=webp]"))
    browser.wait("document.querySelector('.figures').textContent.includes('WebP')")
    browser.click(".picture-head .button")
    browser.wait("document.body.dataset.taken === 'a.webp'")
  }

  @Test func thePlotIsOneStopOfTheKeyboard() {
    for quality in ["0.2", "0.5"] { set("quality", quality) }
    // What was tried on the way to a value has its point, too: "0", smaller than both.
    browser.wait(
      "document.querySelector('.plot [aria-label^=\"Quality 0.2:\"]') && document.querySelector('.plot .point.current[aria-label^=\"Quality 0.5:\"]')"
    )
    #expect(browser.run("return document.querySelectorAll('.plot [tabindex=\"0\"]').length") as? Int == 1)
    browser.run("document.querySelector('.plot .point.current').focus()")
    browser.press(Browser.Key.left)
    browser.wait("document.activeElement.getAttribute('aria-label').startsWith('Quality 0.2:')")
    browser.press(Browser.Key.enter)
    shows("quality", "0.2")
  }

  @Test(arguments: [(1_440, 757), (1_280, 620), (1_100, 800)])
  func onlyThePanesScroll(width: Int, height: Int) throws {
    let window = try Browser(width: width, height: height)
    window.open(lab.address)
    window.wait("document.querySelector('.stage').dataset.attempt")
    window.run("document.querySelector('.sections').scrollTop = 1e6")
    let sizes =
      window.run(
        "const page = document.documentElement; return [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight, document.querySelector('.stage').getBoundingClientRect().bottom - innerHeight]"
      ) as? [Double]
    #expect(sizes?[0] == 0 && sizes?[1] == 0)
    #expect(sizes.map { $0[2] < 0 } == true)
  }
}
