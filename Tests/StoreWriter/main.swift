import Platform
import SettingsKit

// store-writer json|plist PATH count NAME EDITS   adds to the counters `total` and NAME, beginning on a line of input
// store-writer json|plist PATH limited BYTES      stores a long label while no file may have more than BYTES
// store-writer json|plist PATH unprivileged       reads and stores as a user without privileges

struct WriterSettings: SettingsSection {
  @Setting("Label") var label = ""
}

let arguments = CommandLine.arguments
let registry = try SettingsRegistry.of(WriterSettings.self)
let storage: any SettingsStorage =
  arguments[1] == "plist"
  ? PropertyListStorage(at: arguments[2], registry: registry) : JSONFileStorage(at: arguments[2], registry: registry)

func increment(_ key: String, in stored: inout StoredSettings) {
  guard case .integer(let count)? = stored[key] else {
    stored[key] = 1
    return
  }
  stored[key] = .integer(count + 1)
}

/// Prints the label that is read, and what came of storing another one.
func store(_ label: String) {
  print(storage.load().stored["label"]?.compactText ?? "nothing")
  do {
    try storage.update { $0["label"] = .string(label) }
    print("stored")
  } catch {
    print(error)
  }
}

switch arguments[3] {
case "count":
  print("ready")
  fflush(nil)
  _ = readLine()
  for edit in 0..<Int(arguments[5])! {
    try storage.update { stored in
      increment("total", in: &stored)
      increment(arguments[4], in: &stored)
      stored["\(arguments[4])-\(edit % 10)"] = .integer(edit)
    }
  }
case "limited":
  var limit = rlimit(rlim_cur: rlim_t(arguments[4])!, rlim_max: rlim_t(arguments[4])!)
  // Otherwise the signal ends the process before `write` can say that it failed.
  signal(SIGXFSZ, SIG_IGN)
  guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { fatalError("no limit") }
  store(String(repeating: "x", count: 100_000))
case "unprivileged":
  // Permissions do not bind the superuser, who may run the tests.
  if geteuid() == 0 {
    let nobody: uid_t = 65_534
    guard setgroups(0, nil) == 0, setgid(nobody) == 0, setuid(nobody) == 0 else { fatalError("still privileged") }
  }
  store("new")
default: fatalError("no such mode")
}
