#pragma once
#include <stddef.h>
#include <stdint.h>

/// Where a decoder's bytes come from. The owner keeps the memory or the descriptor alive for as long as it is used.
typedef struct {
  /// The whole input, or NULL when it is a file.
  const uint8_t *bytes;
  /// An open regular file, read with pread; ignored when `bytes` is set.
  int descriptor;
  /// Bytes in the input.
  uint64_t count;
} ccodec_input;

/// Reads up to `count` bytes at `offset`.
///
/// Returns the bytes read, fewer than asked for only at the end, or -errno.
int64_t ccodec_input_read(const ccodec_input *input, uint64_t offset, void *into, size_t count);

/// The CRC-32 of PNG chunks, continued from `crc` (0 to begin).
uint32_t ccodec_crc32(uint32_t crc, const uint8_t *bytes, size_t count);

/// Inflates a zlib stream into at most `capacity` bytes.
///
/// Returns the bytes written, -1 when the stream is broken, -2 when it holds more than `capacity`.
int64_t ccodec_inflate(const uint8_t *bytes, size_t count, uint8_t *into, size_t capacity);
