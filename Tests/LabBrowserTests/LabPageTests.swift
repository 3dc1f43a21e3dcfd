import Foundation
import TestSupport
import Testing

/// The real page over real pictures, in headless Chromium.
@Suite(.enabled(if: Browser.obstacle == nil, Browser.obstacle), .serialized)
struct LabPageTests: LabPage {
  let lab: LabProcess
  let browser: Browser

  init() throws {
    lab = try LabProcess()
    browser = try Browser()
    browser.open(lab.address)
    browser.wait("document.querySelector('.stage').dataset.attempt")
  }

  /// The pixels of the picture after, as the browser shows it, summed up.
  private var shown: (width: Int, sum: Int) {
    let found =
      browser.run(
        """
        const image = document.querySelector('.pane-after img')
        const canvas = document.createElement('canvas')
        canvas.width = image.naturalWidth
        canvas.height = image.naturalHeight
        const context = canvas.getContext('2d')
        context.drawImage(image, 0, 0)
        return [canvas.width, context.getImageData(0, 0, canvas.width, canvas.height).data.reduce((sum, value, index) => sum + value * (index % 251), 0)]
        """) as? [Int]
    return (found?[0] ?? 0, found?[1] ?? 0)
  }

  @Test func anEditChangesThePicture() {
    let before = shown
    var last = attempt
    #expect(before.width == 200)
    browser.type("0.1\n", into: row("quality", "input[type=text]"))
    anotherPicture(than: last)
    browser.wait("document.querySelector('.figures').textContent.includes('q10')")
    let coarse = shown
    #expect(coarse.width == 200 && coarse.sum != before.sum)
    last = attempt
    browser.type("100\n", into: row("maxDimension", "input"))
    // On the way there 1 and 10 are tried.
    browser.wait("document.querySelector('.pane-after img').naturalWidth === 100")
    last = attempt
    browser.click(row("format", "label[for]:nth-of-type(4)"))
    anotherPicture(than: last)
    #expect(browser.text(".figures").contains("WebP"))
    // The picture before is of the same size.
    browser.wait("document.querySelector('.pane-before img').naturalWidth === 100")
    #expect(browser.complaints == [])
  }

  @Test func draggingShowsPicturesAndLettingGoCommits() {
    let last = attempt
    browser.drag(row("quality", ".slider"), by: -80, steps: 8, release: false)
    anotherPicture(than: last)
    #expect(
      browser.run("return document.querySelector(arguments[0]).classList.contains('modified')", row("quality")) as? Bool
        == false)
    browser.releaseAll()
    browser.wait("document.querySelector('\(row("quality"))').classList.contains('modified')")
  }

  @Test func theScoreFollowsAndThePlotFillsInAndLeadsBack() {
    for value in ["0.2", "0.9"] {
      let last = attempt
      browser.type("\(value)\n", into: row("quality", "input[type=text]"))
      anotherPicture(than: last)
    }
    browser.wait(
      "document.querySelectorAll('.plot .point').length >= 3 && document.querySelector('.plot .point.current')")
    browser.wait("/[0-9]/.test([...document.querySelectorAll('.figure')].at(-1).querySelector('dd').textContent)")
    let last = attempt
    browser.run(
      "document.querySelector('.plot .point:not(.current)').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
    anotherPicture(than: last)
    browser.wait("document.querySelector('\(row("quality", "input[type=text]"))').value !== '0.9'")
  }

  @Test func undoAndRedoGoThroughTheEdits() {
    browser.type("0.2\n", into: row("quality", "input[type=text]"))
    browser.wait("!document.querySelector('[aria-label=Undo]').disabled")
    browser.click("[aria-label=Undo]")
    browser.wait("document.querySelector('\(row("quality", "input[type=text]"))').value === '0.8'")
    browser.click("[aria-label=Redo]")
    browser.wait("document.querySelector('\(row("quality", "input[type=text]"))').value === '0.2'")
  }

  @Test func aChangeOfTheFileOrByTheCommandMovesOnThePageAtOnce() {
    let last = attempt
    lab.write(#"{"maxDimension": 150, "quality": 0.33}"#)
    browser.wait("document.querySelector('\(row("quality", "input[type=text]"))').value === '0.33'")
    anotherPicture(than: last)
    #expect(shown.width == 150)
    #expect(browser.text(row("quality", ".origin")).contains("imgtune.json:1:"))
    #expect(lab.imgtune("settings", "set", "jpeg.progressive=true").exitCode == 0)
    browser.wait("document.querySelector('\(row("jpeg.progressive", "input"))').checked")
  }

  @Test func anExternalChangeToAnUnsavedEditShowsBothAndAsks() {
    browser.type("0.5\n", into: row("quality", "input[type=text]"))
    browser.wait("document.querySelector('\(row("quality"))').classList.contains('modified')")
    lab.write(#"{"maxDimension": 200, "quality": 0.9}"#)
    browser.wait("document.querySelector('dialog .theirs')")
    #expect(browser.text("dialog .mine") == "0.5" && browser.text("dialog .theirs") == "0.9")
    browser.click("dialog .dialog-foot .button")
    browser.wait("document.querySelector('\(row("quality", "input[type=text]"))').value === '0.9'")
  }

  @Test func aFileThatIsWrongIsToldAndChangesNothing() {
    lab.write(#"{"maxDimension": "wide"}"#)
    browser.wait("document.querySelector('.file-problems').textContent.includes('maxDimension')")
    #expect(
      browser.run("return document.querySelector(arguments[0]).value", row("maxDimension", "input")) as? String == "200"
    )
    // It is told to who comes later, too.
    browser.reload()
    browser.wait("document.querySelector('.file-problems').textContent.includes('maxDimension')")
    lab.write(#"{"maxDimension": 201}"#)
    browser.wait("document.querySelector('.file-problems').hidden")
  }

  @Test func savingShowsTheDifferenceAndWritesTheFile() {
    browser.type("0.5\n", into: row("quality", "input[type=text]"))
    browser.wait("!document.querySelector('.bar .main').disabled")
    browser.click(".bar .main")
    browser.wait("document.querySelector('dialog .new')?.textContent === '0.5'")
    browser.click("dialog .dialog-foot .main")
    browser.wait("!document.querySelector('\(row("quality"))').classList.contains('modified')")
    let saved = lab.folder.read("work/imgtune.json").map { String(decoding: $0, as: UTF8.self) }
    #expect(saved?.contains(#""quality": 0.5"#) == true && saved?.contains("200") == true)
  }

  @Test func aBrokenUploadIsToldAndTheRestGoesOn() {
    bring([1, 2, 3, 4], as: "<b>broken</b>.jpg")
    browser.wait("document.querySelector('.notice.trouble')?.textContent.includes('<b>broken</b>.jpg')")
    let photo = lab.folder.read("work/photos/a.jpg")!
    let last = attempt
    bring(Array(photo.prefix(600)), as: "half.jpg")
    browser.wait(
      "!document.querySelector('.stage-message').hidden || document.querySelectorAll('.notice.trouble').length > 1")
    browser.click(".thumb")
    browser.wait("document.querySelector('.stage-message').hidden && document.querySelector('.pane-after img')")
    #expect(!last.isEmpty)
    #expect(browser.run("return document.querySelectorAll('b').length") as? Int == 0)
    bring(Array(photo), as: "mine.jpg")
    browser.wait("document.querySelector('.picture-name').textContent === 'mine.jpg'")
    browser.wait("document.querySelector('.pane-after img')?.alt === 'After: mine.jpg'")
  }

  @Test func everyViewZoomAndComparisonShowsSomething() {
    for view in ["before", "after", "difference", "heat", "split"] {
      browser.click(".views input[value=\(view)] + label")
      browser.wait("document.querySelector('.stage').dataset.view === '\(view)'")
    }
    browser.run("document.querySelector('.divider').focus()")
    browser.press(Browser.Key.left, Browser.Key.left)
    browser.wait("document.querySelector('.divider').getAttribute('aria-valuenow') === '46'")
    browser.run("document.querySelector('.stage').focus()")
    browser.press("1")
    // Where the score comes only now, it does not take the focus away.
    browser.wait("document.querySelector('.plot .point.current')")
    browser.wait("document.querySelector('.zoom-text').textContent === '100 %'")
    browser.wait("document.querySelector('.pane-before img')")
    // True pixels: the picture is as wide on the screen as it has pixels, both halves alike.
    #expect(panes.map { $0["width"] } == [200, 200])
    browser.press("+")
    browser.wait("document.querySelector('.zoom-text').textContent === '150 %'")
    browser.press("+")
    browser.wait("document.querySelector('.zoom-text').textContent === '225 %'")
    #expect(panes[0] == panes[1])

    browser.run("document.querySelector('.card.empty .button').focus()")
    browser.press(Browser.Key.enter)
    // The card is another one now, and what was pressed still has the focus.
    browser.wait("document.activeElement.matches('.card:not(.empty) [data-does=pin]')")
    set("quality", "0.1")
    browser.click(".card.empty .button")
    browser.click(".candidates .panel-head .button")
    browser.wait(
      "document.querySelector('.tag-before').textContent.startsWith('A ') && document.querySelector('.tag-after').textContent.includes('0.1')"
    )
  }

  @Test func aLinkWithSettingsAsksBeforeTheyCount() {
    browser.open(lab.address + "?x#set=quality%3D0.25&set=format%3Dwebp&set=nonsense%3D1")
    browser.wait("document.querySelector('dialog .new')")
    #expect(browser.text("dialog").contains("nonsense (unknown)"))
    #expect(
      browser.run("return document.querySelector(arguments[0]).value", row("quality", "input[type=text]")) as? String
        == "0.8")
    browser.click("dialog .dialog-foot .main")
    browser.wait("document.querySelector('\(row("quality", "input[type=text]"))').value === '0.25'")
    browser.wait("document.querySelector('\(row("format", "input[value=webp]"))').checked")
  }

  @Test func aSweepOpensItsReport() {
    browser.click(row("quality", ".origin"))
    browser.click(row("quality", ".row-actions .button"))
    browser.type("0.3,0.6", into: "dialog input[type=text]")
    browser.click("dialog .dialog-foot .main")
    browser.wait("document.querySelector('dialog a[href^=\"/reports/\"]')")
    let path = browser.run("return document.querySelector('dialog a').getAttribute('href')") as? String ?? ""
    browser.run("location.href = arguments[0]", path)
    browser.wait("document.title.includes('imgtune bench') && document.querySelectorAll('svg').length > 0")
    #expect(browser.complaints == [])
  }

  @Test func itIsUsableAtFourHundredPixels() throws {
    let narrow = try Browser(width: 400, height: 800)
    narrow.open(lab.address)
    narrow.wait("document.querySelector('.stage').dataset.attempt")
    #expect(narrow.run("return document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
    narrow.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", row("quality"))
    // The picture stays in view beside the setting.
    #expect(
      narrow.run(
        "const box = document.querySelector('.stage').getBoundingClientRect(); return box.bottom > 50 && box.top < innerHeight"
      ) as? Bool == true)
    narrow.type("0.2\n", into: row("quality", "input[type=text]"))
    narrow.wait("document.querySelector('\(row("quality"))').classList.contains('modified')")
  }
}
