import SettingsKit
import Testing

struct ProjectFileTests {
  /// A file system of names: a folder is what holds something.
  private func lookup(_ paths: String...) -> FileLookup {
    let files = Set(paths.filter { !$0.hasSuffix("/") })
    let folders = paths.filter { $0.hasSuffix("/") }.map { String($0.dropLast()) }
    return FileLookup(exists: { files.contains($0) || folders.contains($0) })
  }

  private func find(from folder: String, home: String? = "/home/a", _ files: FileLookup) -> String? {
    ProjectFile.find("kitchen.json", from: folder, home: home, in: files)
  }

  @Test func theNearestFileCounts() {
    let files = lookup("/home/a/r/.git/", "/home/a/r/kitchen.json", "/home/a/r/b/kitchen.json")
    #expect(find(from: "/home/a/r/b/c", files) == "/home/a/r/b/kitchen.json")
    #expect(find(from: "/home/a/r/b/", files) == "/home/a/r/b/kitchen.json")
    #expect(find(from: "/home/a/r/d", files) == "/home/a/r/kitchen.json")
  }

  @Test func theSearchStopsAtTheRootOfTheRepository() {
    let files = lookup("/home/a/r/.git/", "/home/a/kitchen.json")
    #expect(find(from: "/home/a/r/b", files) == nil)
    #expect(ProjectFile.searchFolders(from: "/home/a/r/b", home: "/home/a", in: files) == ["/home/a/r/b", "/home/a/r"])
  }

  @Test func aWorktreeWhoseGitIsAFileIsARepositoryToo() {
    #expect(find(from: "/home/a/r/b", lookup("/home/a/r/.git", "/home/a/kitchen.json")) == nil)
  }

  @Test func withoutARepositoryTheHomeFolderIsTheLastOne() {
    #expect(find(from: "/home/a/b/c", lookup("/home/a/kitchen.json", "/home/kitchen.json")) == "/home/a/kitchen.json")
    #expect(find(from: "/home/a/b/c", lookup("/home/kitchen.json", "/kitchen.json")) == nil)
  }

  @Test func outsideTheHomeFolderTheRootIsTheLastOne() {
    #expect(find(from: "/srv/b", lookup("/kitchen.json")) == "/kitchen.json")
    #expect(find(from: "/", home: nil, lookup("/kitchen.json")) == "/kitchen.json")
    #expect(ProjectFile.searchFolders(from: "/srv/b", home: nil, in: lookup()) == ["/srv/b", "/srv", "/"])
  }

  @Test func whateverHasTheNameCountsSoThatNothingMeantIsPassedOver() throws {
    let folder = try TemporaryFolder()
    try folder.write("r/.git", "gitdir: elsewhere")
    try folder.write("r/kitchen.json/inside", "")
    try folder.write("r/b/c/x", "")
    #expect(ProjectFile.find("kitchen.json", from: folder.path("r/b/c"), home: nil) == folder.path("r/kitchen.json"))
    try folder.link("r/b/kitchen.json", to: folder.path("nowhere.json"))
    #expect(ProjectFile.find("kitchen.json", from: folder.path("r/b/c"), home: nil) == folder.path("r/b/kitchen.json"))
  }
}
