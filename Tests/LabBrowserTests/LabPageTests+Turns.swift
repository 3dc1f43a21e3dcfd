import Foundation
import TestSupport
import Testing

/// What comes too late, is refused, or does not come at all.
extension LabPageTests {
  @Test func aHeatMapThatDoesNotComeLeavesNoOlderOneBehind() {
    set("quality", "0.1")
    let isDrawn = """
      (() => {
        const { width, height } = document.querySelector('.heat')
        return document.querySelector('.heat').getContext('2d').getImageData(0, 0, width, height).data.some((value) => value > 0)
      })()
      """
    browser.click(".views input[value=heat] + label")
    browser.wait("\(isDrawn) && !document.querySelector('.heat.waiting')")
    browser.run(
      """
      const real = window.fetch
      const gone = () => new Response('{"error": "something newer was asked for"}', { status: 410 })
      window.fetch = (path, ...rest) => (path.endsWith('map=1') ? Promise.resolve(gone()) : real(path, ...rest))
      """)
    set("quality", "0.3")
    browser.wait("!document.querySelector('.heat.waiting') && !\(isDrawn)")
  }

  @Test func anotherPictureIsShownWhileARefusedValueStandsInItsField() {
    browser.type("70\n", into: row("quality", "input[type=text]"))
    browser.wait("document.querySelector('\(row("quality", ".problem"))').textContent !== ''")
    browser.click(".thumb:nth-child(2)")
    browser.wait("document.querySelector('.picture-name').textContent === 'b.png'")
    browser.wait("document.querySelector('.pane-after img')?.alt === 'After: b.png'")
    shows("quality", "70")
  }

  @Test func aPictureThatIsDecodedTooLateIsNotShown() {
    browser.run(
      """
      const real = HTMLImageElement.prototype.decode
      window.held = []
      window.holds = true
      HTMLImageElement.prototype.decode = async function () {
        const isHeld = window.holds
        await real.call(this)
        if (isHeld) await new Promise((resolve) => window.held.push(resolve))
      }
      """)
    browser.type("0.2\n", into: row("quality", "input[type=text]"))
    browser.wait("window.held.length > 0")
    browser.run("window.holds = false")
    browser.type("0.9\n", into: row("quality", "input[type=text]"))
    browser.wait(
      "document.querySelector('.figures').textContent.includes('q90') && !document.querySelector('.stage.busy')")
    let last = attempt
    // What waits for these goes on before the next turn of the page.
    _ = browser.runToTheEnd("for (const release of window.held) release(); setTimeout(arguments[0])")
    #expect(attempt == last && browser.text(".figures").contains("q90"))
  }

  @Test func aPointThatIsPressedStaysUntilItIsLetGo() {
    // By another client, so that nothing is tried on the way.
    let edit = { [client = lab.client] (quality: Double) in
      let answer = client.json("PATCH", "/api/state", ["edits": [["key": "quality", "json": quality]]])
      #expect(answer?.status == 200)
    }
    edit(0.2)
    browser.wait("document.querySelector('.plot .point.current[aria-label^=\"Quality 0.2:\"]')")
    browser.wait("document.querySelector('.plot [aria-label^=\"No edits:\"]')")
    let last = attempt
    let point = ".plot [aria-label^=\"No edits:\"]"
    browser.hold(point)
    // Another point comes while the button is down. With its score the figures above the plot have their height again.
    edit(0.5)
    anotherPicture(than: last)
    browser.wait("/[0-9]/.test([...document.querySelectorAll('.figure')].at(-1).querySelector('dd').textContent)")
    browser.letGo(over: point)
    shows("quality", "0.8")
    // What came meanwhile is drawn then.
    browser.wait("document.querySelector('.plot [aria-label^=\"Quality 0.5:\"]')")
  }

  @Test func ofTwoConflictsOfOneSettingTheSecondIsKnownToo() {
    set("quality", "0.5")
    for theirs in ["0.9", "0.95"] {
      lab.write(#"{"maxDimension": 200, "quality": \#(theirs)}"#)
      browser.wait("document.querySelector('dialog .theirs').textContent === '\(theirs)'")
    }
    browser.wait("document.querySelectorAll('dialog').length === 1")
    let answer = lab.client.json("PATCH", "/api/state", ["edits": [["key": "quality", "reset": true]]])
    #expect(answer?.status == 200)
    browser.wait("!document.querySelector('dialog')")
  }
}
