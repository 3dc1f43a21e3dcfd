import CLabPage

/// A file of the page, embedded in the program.
struct PageAsset: @unchecked Sendable {  // unchecked: constants of the program
  let mediaType: String
  let bytes: UnsafeRawBufferPointer

  private static let all: [String: PageAsset] = Dictionary(
    uniqueKeysWithValues: (0..<clab_asset_count).map { index in
      let asset = clab_asset_at(index).pointee
      return (
        String(cString: asset.path),
        PageAsset(
          mediaType: String(cString: asset.media_type),
          bytes: UnsafeRawBufferPointer(start: asset.bytes, count: asset.count))
      )
    })

  static func named(_ path: String) -> PageAsset? { all[path == "/" ? "/index.html" : path] }
}
