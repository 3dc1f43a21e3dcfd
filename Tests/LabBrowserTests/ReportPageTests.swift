import Codecs
import Foundation
import Pixels
import TestSupport
import Testing

/// The report of a run, in headless Chromium and from the disk.
@Suite(.enabled(if: Browser.obstacle == nil, Browser.obstacle), .serialized)
struct ReportPageTests {
  private let folder = TemporaryFolder()

  /// Twenty points, of which sixteen at most have cut-outs.
  private func report(width: Int = 1_280) throws -> Browser {
    let photo = SyntheticPicture.photo.make(PixelSize(96, 64), PixelFormat(.rgb))
    folder.write(try encoded(photo, as: .jpeg(JPEGParameters(quality: 95))), to: "in/a.jpg")
    folder.write(try encoded(photo, as: .webp(WebPParameters(quality: 95))), to: "in/b.webp")
    let words = [
      "bench", "in", "--measure", "psnr", "--sweep", "quality=0.05..0.95/20", "--report", "out", "--no-history",
    ]
    let result = ChildProcess(BuiltProgram.path, words.map { Array($0.utf8) }, folder: folder.path).result()
    try #require(result.exitCode == 0, "\(result.errorText)")
    let browser = try Browser(width: width)
    browser.open("file://" + folder.path("out/report.html"))
    return browser
  }

  @Test func tablesAreSortedByTheirHeads() throws {
    let browser = try report()
    let sizes = {
      browser.run(
        "return [...document.querySelectorAll('#all-table tbody tr td:nth-child(4)')].map(c => c.textContent)")
        as? [String] ?? []
    }
    let byPicture = sizes()
    browser.click("#all-table th:nth-child(4) button")
    let rising = sizes()
    browser.click("#all-table th:nth-child(4) button")
    #expect(rising != byPicture && rising.count == 40)
    #expect(browser.text("#all-table th[aria-sort=descending]") == "Size")
    #expect(sizes().first == rising.last)
    #expect(browser.complaints == [])
  }

  @Test func aRowShowsItsPictureAndOneWithoutACutOutIsNoButton() throws {
    let browser = try report()
    let rows = "#picture-table tbody tr"
    #expect(browser.run("return document.querySelectorAll('\(rows)').length") as? Int == 20)
    #expect(browser.run("return document.querySelectorAll('\(rows).selectable').length") as? Int == 16)
    browser.click("\(rows).selectable:nth-child(5)")
    #expect(browser.text("#picture-table tr[aria-selected=true] td").hasPrefix("quality="))
    #expect(browser.text(".compare p").hasPrefix(browser.text("#picture-table tr[aria-selected=true] td") + " · "))
  }

  @Test func theBorderFollowsTheSlider() throws {
    let browser = try report()
    let split = { browser.run("return document.querySelector('.stage').style.getPropertyValue('--split')") as? String }
    #expect(split() == "50%")
    browser.click(".compare input")
    browser.press("\u{E010}")  // End
    #expect(split() == "100%")
    browser.press("\u{E011}")  // Home
    #expect(split() == "0%")
  }

  @Test func theWorstPictureOfAPointLeadsToIt() throws {
    let browser = try report()
    browser.run("document.querySelector('#changes tbody tr:nth-child(3) td.worst button').focus()")
    let name = try #require(browser.text("#changes tbody tr:nth-child(3) td.worst").split(separator: " ").last)
    browser.press("\u{E007}")  // Enter
    #expect(browser.text("#picture-controls option:checked").hasPrefix(name))
    #expect(
      browser.text("#picture-table tr[aria-selected=true] td") == browser.text("#changes tbody tr:nth-child(3) td"))
  }

  @Test func aNarrowWindowScrollsNoPage() throws {
    let browser = try report(width: 500)
    #expect(browser.run("return document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
  }
}
