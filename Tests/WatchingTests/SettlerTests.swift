import Files
import Testing
import Watching

/// Every case with its times written out; nothing waits.
struct SettlerTests {
  private var settler = Settler()
  private let file: FilePath = "/photos/a.jpg"

  private func milliseconds(_ count: Int) -> Duration { .milliseconds(count) }

  private mutating func note(_ sign: Settler.Sign, _ settling: Settling = .picture, at time: Int) {
    settler.note(file, sign, settling, at: milliseconds(time))
  }

  private mutating func take(at time: Int, _ presence: Settler.Presence = .file(byteCount: 10)) -> [WatchEvent] {
    settler.takeDue(at: milliseconds(time)) { _ in presence }
  }

  @Test mutating func aClosedFileIsReportedWhenItsQuietTimeIsOver() {
    note(.writing, at: 0)
    #expect(settler.nextDue == nil)
    note(.complete, at: 30)
    #expect(settler.nextDue == milliseconds(130))
    #expect(take(at: 129).isEmpty)
    #expect(take(at: 130) == [.changed(file)])
    #expect(settler.nextDue == nil)
    #expect(take(at: 1_000).isEmpty)
  }

  @Test mutating func aPictureIsWaitedForAsLongAsItsWriterHoldsItOpen() {
    note(.created, at: 0)
    note(.writing, at: 1)
    for time in stride(from: 100, through: 60_000, by: 100) {
      note(.writing, at: time)
      #expect(take(at: time + 99).isEmpty)
    }
    note(.complete, at: 60_001)
    #expect(take(at: 60_101) == [.changed(file)])
  }

  @Test mutating func aConfigurationThatIsHeldOpenIsReportedAtItsDeadline() {
    note(.writing, .configuration, at: 0)
    note(.writing, .configuration, at: 990)
    #expect(settler.nextDue == milliseconds(1_000))
    #expect(take(at: 1_000) == [.changed(file)])
    note(.writing, .configuration, at: 1_500)
    #expect(settler.nextDue == milliseconds(2_500))
  }

  @Test mutating func aThousandSavesInASecondGiveFewEventsAndTheLastOneIsSeen() {
    var events: [WatchEvent] = []
    for time in 0..<1_000 {
      note(.writing, .configuration, at: time)
      note(.complete, .configuration, at: time)
      events += take(at: time)
    }
    #expect(events.count == 1)
    // The second deadline counts from the first save after the first report, at 501 ms.
    #expect(settler.nextDue == milliseconds(1_001))
    #expect(take(at: 1_001) == [.changed(file)])
    #expect(settler.nextDue == nil)
  }

  @Test mutating func aDeadlineThatFallsIntoASaveWaitsForTheClose() {
    for time in stride(from: 0, to: 1_000, by: 50) { note(.complete, at: time) }
    note(.writing, at: 999)
    #expect(take(at: 1_100).isEmpty)
    note(.complete, at: 1_101)
    #expect(take(at: 1_101) == [.changed(file)])
  }

  @Test mutating func aFileMovedInIsTakenAtOnceAndAStreamOfThemSettles() {
    note(.replaced, at: 0)
    #expect(take(at: 0) == [.changed(file)])
    note(.replaced, at: 10)
    #expect(take(at: 10).isEmpty)
    note(.replaced, at: 50)
    #expect(take(at: 149).isEmpty)
    #expect(take(at: 150) == [.changed(file)])
  }

  @Test mutating func aMovedInConfigurationSettles() {
    note(.replaced, .configuration, at: 0)
    #expect(settler.nextDue == milliseconds(50))
  }

  @Test mutating func deletedAndRecreatedIsOneChange() {
    note(.gone, at: 0)
    note(.created, at: 10)
    note(.writing, at: 11)
    note(.complete, at: 20)
    #expect(take(at: 120) == [.changed(file)])
  }

  @Test mutating func whatCameAndWentInTheMeantimeIsNotTold() {
    note(.created, at: 0)
    note(.complete, at: 5)
    note(.gone, at: 10)
    #expect(take(at: 110, .absent).isEmpty)
    note(.gone, at: 200)
    #expect(take(at: 300, .absent) == [.removed(file)])
  }

  @Test mutating func aMissingNamedFileIsNotReportedAsRemovedTwice() {
    settler.setExists(file, true)
    note(.gone, at: 0)
    #expect(take(at: 100, .absent) == [.removed(file)])
    note(.gone, at: 200)
    #expect(take(at: 300, .absent).isEmpty)
    note(.replaced, .configuration, at: 400)
    #expect(take(at: 500) == [.changed(file)])
    note(.gone, at: 600)
    #expect(take(at: 700, .absent) == [.removed(file)])
  }

  @Test mutating func aCreatedFileThatIsEmptyIsWaitedForAndALinkedOneIsNot() {
    note(.created, at: 0)
    #expect(take(at: 100, .file(byteCount: 0)).isEmpty)
    #expect(settler.nextDue == nil)
    note(.complete, at: 5_000)
    #expect(take(at: 5_100) == [.changed(file)])
    note(.created, at: 6_000)
    #expect(take(at: 6_100, .file(byteCount: 10)) == [.changed(file)])
  }

  @Test mutating func permissionsOfAnOpenFileDoNotMakeItComplete() {
    note(.writing, at: 0)
    note(.touched, at: 10)
    #expect(settler.nextDue == nil)
  }

  @Test mutating func aLossIsToldOnceWhenTheBurstIsOver() {
    settler.noteLoss(at: .zero)
    for time in stride(from: 50, through: 800, by: 50) {
      note(.writing, at: time)
      settler.noteLoss(at: milliseconds(time))
      #expect(take(at: time).isEmpty)
    }
    #expect(take(at: 900) == [.rescan])
    #expect(settler.nextDue == nil)
  }

  @Test mutating func aLossIsToldWhileTheBurstGoesOnForever() {
    for time in stride(from: 0, to: 1_000, by: 10) {
      settler.noteLoss(at: milliseconds(time))
      #expect(take(at: time).isEmpty)
    }
    #expect(take(at: 1_000) == [.rescan])
  }

  @Test mutating func whatFallsDueInAMomentIsToldTogether() {
    for time in 0..<20 { settler.note(FilePath("/p/\(time)"), .complete, .picture, at: milliseconds(time)) }
    #expect(take(at: 100).count == 1)
    #expect(take(at: 105).isEmpty)
    #expect(settler.nextTake(at: milliseconds(105)) == milliseconds(110))
    #expect(take(at: 110).count == 10)
  }

  @Test mutating func eventsComeInTheOrderOfWhatHappenedLast() {
    for (index, name) in ["/p/c", "/p/a", "/p/b", "/p/c"].enumerated() {
      settler.note(FilePath(name), .complete, .picture, at: milliseconds(index))
    }
    #expect(take(at: 500) == [.changed("/p/a"), .changed("/p/b"), .changed("/p/c")])
  }
}
