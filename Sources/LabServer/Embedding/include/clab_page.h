#pragma once
#include <stddef.h>

/// A file of the page.
typedef struct {
  /// As the browser asks for it, such as "/app.js".
  const char *path;
  const char *media_type;
  const unsigned char *bytes;
  size_t count;
} clab_asset;

extern const size_t clab_asset_count;

/// The asset with that number, below `clab_asset_count`.
const clab_asset *clab_asset_at(size_t index);
