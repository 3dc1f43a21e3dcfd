// Rows of a PNG, filtered: each becomes a byte that names a filter and the differences that it makes.
//
// Every difference is taken from unfiltered neighbours, so that unlike reading, writing has no chain from byte to byte
// and the loops run over whole vectors.
//
// Source: PNG specification, third edition, clauses 7.2, 9 and 12.7.
#ifndef CK_PNG_H
#define CK_PNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Rows as long as this are judged by their entropy.
#define CK_PNG_ENTROPY_BYTES 256

/// The first five are the file's own numbers.
typedef enum {
  CK_PNG_NONE = 0,
  CK_PNG_SUB = 1,
  CK_PNG_UP = 2,
  CK_PNG_AVERAGE = 3,
  CK_PNG_PAETH = 4,
  /// For each row the best of the five, the first of equals. Best is what an ideal code for single bytes would make
  /// shortest; on photographs this saves 0.6 % over the smallest sum of magnitudes of signed bytes, the specification's
  /// advice, which serves rows below CK_PNG_ENTROPY_BYTES: they have too few bytes for their counts to mean something.
  CK_PNG_ADAPTIVE = 5,
} ck_png_filter;

/// What does not change from row to row.
typedef struct {
  /// Bytes of a row without the filter's.
  size_t row_bytes;
  /// 1…8.
  int32_t pixel_bytes;
  /// Samples of 16 bits, turned from the machine's byte order to the file's, which is big-endian.
  bool wide;
  ck_png_filter filter;
} ck_png_rows;

/// Bytes of scratch for `ck_png_filter_rows`.
size_t ck_png_scratch_bytes(size_t row_bytes);

/// Filters `count` rows, `stride` bytes from each to the next, to `out`, which takes `count × (row_bytes + 1)` bytes.
///
/// `scratch` carries the last row from call to call: cleared by the caller before the first row, then left alone.
void ck_png_filter_rows(
    const ck_png_rows *rows, const uint8_t *base, size_t stride, size_t count, uint8_t *scratch, uint8_t *out);

#endif
