// swift-tools-version: 6.1
import PackageDescription

// The rooms of the house and the direction of imports: what a target does not list, it cannot use.
let package = Package(
  name: "imgtune",
  products: [
    .executable(name: "imgtune", targets: ["imgtune"]),
    .library(name: "SettingsKit", targets: ["SettingsKit"]),
    .library(name: "Pipeline", targets: ["Pipeline"]),
  ],
  targets: [
    // System libraries: a module map and a shim header each.
    .systemLibrary(
      name: "CJPEG", path: "Modules/CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
    .systemLibrary(name: "CPNG", path: "Modules/CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CWebP", path: "Modules/CWebP", pkgConfig: "libwebpmux", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(
      name: "CDeflate", path: "Modules/CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CLCMS2", path: "Modules/CLCMS2", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(
      name: "CSQLite", path: "Modules/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // Opened when the first server starts, see its header.
    .systemLibrary(name: "CMicroHTTPD", path: "Modules/CMicroHTTPD", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CMalloc", path: "Modules/CMalloc"),

    // The ground floor: the C library under its platform's name, which any room may import, and all that is done with
    // files, processes and threads.
    .target(name: "Platform"),
    .target(name: "CFiles"),
    .target(name: "Files", dependencies: ["Platform", "CFiles"], exclude: ["README.md"]),

    .target(name: "SettingsKit", dependencies: ["Files", "Platform"], exclude: ["README.md"]),
    .target(name: "Watching", dependencies: ["Files", "CFiles", "Platform"]),
    .target(name: "Pixels"),
    .target(name: "CKernels"),
    .target(name: "CCodecShims", dependencies: ["CJPEG", "CPNG"], linkerSettings: [.linkedLibrary("z")]),

    // Pictures.
    .target(name: "Color", dependencies: ["Pixels", "CLCMS2"]),
    .target(name: "Metadata", dependencies: ["Pixels"]),
    .target(name: "Resampling", dependencies: ["Pixels", "CKernels", "Platform"]),
    .target(name: "Metrics", dependencies: ["Pixels", "CKernels", "Platform"], exclude: ["README.md"]),
    .target(
      name: "Codecs",
      dependencies: [
        "Pixels", "Metadata", "SettingsKit", "Files", "CCodecShims", "CKernels", "CDeflate", "CWebP", "Platform",
      ],
      exclude: ["README.md"]),
    .target(
      name: "Pipeline", dependencies: ["Codecs", "Color", "Resampling", "Pixels", "Metadata", "SettingsKit", "Files"]),

    // Work on files, and the command line.
    .target(
      name: "Jobs",
      dependencies: ["Pipeline", "Metrics", "Codecs", "Watching", "Pixels", "SettingsKit", "Files", "Platform"]),
    // The page of a report, as files that are embedded.
    .target(name: "CReportPage", exclude: ["page"]),
    .target(
      name: "Benchmarking",
      dependencies: [
        "Jobs", "Metrics", "Pipeline", "Color", "Codecs", "Pixels", "SettingsKit", "Files", "Platform",
        "CReportPage", "CSQLite",
      ]),
    // The page's files, embedded.
    .target(name: "CLabPage", path: "Sources/LabServer/Embedding"),
    .target(
      name: "LabServer",
      dependencies: [
        "CLabPage", "CMicroHTTPD", "Benchmarking", "Jobs", "Metrics", "Pipeline", "Codecs", "Metadata", "Watching",
        "Pixels", "SettingsKit", "Files", "Platform",
      ],
      exclude: ["Embedding", "Page", "README.md"]),
    .target(
      name: "ImgtuneCLI",
      dependencies: [
        "CMalloc", "LabServer", "Benchmarking", "Jobs", "Metrics", "Pipeline", "Codecs", "Pixels", "SettingsKit",
        "Files",
        "Platform",
      ]),
    .executableTarget(
      name: "imgtune", dependencies: ["ImgtuneCLI", "Files"],
      // A binary that runs where no Swift is installed, and starts in half the time.
      // Not under a sanitizer, whose allocator the C library would not find in it.
      linkerSettings: Context.environment["IMGTUNE_SANITIZE"] == nil
        ? [.unsafeFlags(["-static-stdlib"], .when(platforms: [.linux]))] : []),

    // A program that embeds SettingsKit with a schema of its own.
    .executableTarget(name: "toaster", dependencies: ["SettingsKit"], path: "Samples/Toaster"),

    // A process of its own that edits a store, for the tests of locks, limits and permissions.
    .executableTarget(name: "store-writer", dependencies: ["SettingsKit", "Platform"], path: "Tests/StoreWriter"),
    .testTarget(name: "SettingsKitTests", dependencies: ["Files", "Platform", "SettingsKit", "store-writer"]),
    // What tests of several rooms need: references, metrics, synthetic pictures.
    .target(
      name: "TestSupport", dependencies: ["Files", "Platform", "Resampling", "Codecs", "Metadata", "Pixels"],
      path: "Tests/TestSupport"),

    .testTarget(name: "FilesTests", dependencies: ["Files", "Platform", "TestSupport"]),
    .testTarget(name: "WatchingTests", dependencies: ["Watching", "Files", "Platform"]),
    .testTarget(name: "PixelsTests", dependencies: ["Files", "Platform", "Pixels"]),
    .testTarget(name: "ColorTests", dependencies: ["Files", "Platform", "Color", "Pixels", "CLCMS2"]),
    .testTarget(name: "MetadataTests", dependencies: ["Files", "Platform", "Metadata", "Pixels"]),
    .testTarget(
      name: "ResamplingTests", dependencies: ["Files", "Platform", "Resampling", "Pixels", "CKernels", "TestSupport"]),
    .testTarget(
      name: "MetricsTests",
      dependencies: ["Files", "Platform", "Metrics", "CKernels", "Codecs", "Pixels", "TestSupport"]),
    .testTarget(
      name: "PipelineTests",
      dependencies: [
        "Files", "Platform", "Pipeline", "CLCMS2", "Codecs", "Metadata", "Resampling", "Pixels", "TestSupport",
      ]),
    .testTarget(
      name: "JobsTests", dependencies: ["Files", "Platform", "Jobs", "Codecs", "Pixels", "SettingsKit", "TestSupport"]),
    .testTarget(
      name: "BenchmarkingTests",
      dependencies: [
        "Files", "Platform", "Benchmarking", "Jobs", "Pipeline", "Codecs", "Pixels", "SettingsKit", "TestSupport",
      ]),
    .testTarget(
      name: "LabServerTests",
      dependencies: ["Files", "Platform", "LabServer", "Jobs", "Codecs", "Pixels", "SettingsKit", "TestSupport"]),
    // The page in a browser; the lab as a process of its own.
    .testTarget(
      name: "LabBrowserTests",
      dependencies: ["Files", "Platform", "LabServer", "Codecs", "Pixels", "SettingsKit", "TestSupport"]),
    // The command as a process of its own; what it links is only for making pictures.
    .testTarget(
      name: "ImgtuneCLITests",
      dependencies: ["Files", "Platform", "Codecs", "Metadata", "Pixels", "TestSupport", "CPNG"]),
    .testTarget(
      name: "CodecsTests", dependencies: ["Files", "Platform", "Codecs", "Pixels", "Metadata", "CKernels", "CWebP"]),
  ]
)

// Fuzzing needs flags that no other target takes, so it is not there unless bench/fuzz/run.sh asks for it.
if Context.environment["IMGTUNE_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "imgtune-fuzz",
      dependencies: [
        "Benchmarking", "Jobs", "Pipeline", "Codecs", "Color", "Metadata", "Pixels", "SettingsKit", "Files", "Platform",
      ],
      path: "Tests/Fuzz"))
}
