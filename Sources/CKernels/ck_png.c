#include "ck_png.h"

#include "ck_vectors.h"

// Room for the pixel left of the first, and for the byte that tells which row was last.
#define CK_PNG_MARGIN 64
#define CK_PNG_LANE(row_bytes) ((((row_bytes) + 63) & ~(size_t)63) + CK_PNG_MARGIN)
#define CK_PNG_LITTLE_ENDIAN (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

// The binary logarithm in 1 / 2^16, 0 for 0; off by 0.008 at most, in integers so that every processor agrees. A float's
// exponent and mantissa, read as one number, are the logarithm with straight lines between the powers of two; the
// parabola bends them.
CK_ALWAYS_INLINE uint32_t ck_png_log2(uint32_t value) {
  const float number = (float)(int32_t)(value | !value);
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  const uint32_t line = (bits - (127u << 23)) >> 7, part = line & 0xFFFF;
  return line + ((part * (0x10000 - part) >> 16) * 22544 >> 16);
}

#define CK_BODY "ck_png_body.h"
#include "ck_copies.h"

// Two rows and a filtered one, which is a byte longer.
size_t ck_png_scratch_bytes(size_t row_bytes) { return 3 * CK_PNG_LANE(row_bytes); }

void ck_png_filter_rows(
    const ck_png_rows *rows, const uint8_t *base, size_t stride, size_t count, uint8_t *scratch, uint8_t *out) {
  CK_BEST(ck_png_filter_rows, rows, base, stride, count, scratch, out);
}
