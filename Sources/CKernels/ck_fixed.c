// Fixed-point resize of opaque 8-bit rows; integers, so that the order of additions cannot matter.
#pragma STDC FP_CONTRACT OFF

#include "ck_resample.h"
#include "ck_rows.h"

#define CK_BODY "ck_fixed_body.h"
#include "ck_copies.h"

bool ck_fixed_group(const ck_row_group *rows, int32_t channels, bool alpha, const ck_fixed_axis *axis, int16_t *work,
                    const ck_ring *ring, int32_t slot) {
  return CK_BEST(ck_fixed_group, rows, channels, alpha, axis, work, ring, slot);
}

void ck_fixed_row(const ck_ring *ring, int32_t first, const int32_t *weights, int32_t pairs, int32_t shift,
                  int32_t samples, uint8_t *out) {
  CK_BEST(ck_fixed_row, ring, first, weights, pairs, shift, samples, out);
}

void ck_fixed_ring_to_float(const ck_ring *fixed, const ck_ring *floats, int32_t slot, int32_t channels, bool alpha) {
  const float level = 1.0f / (1 << CK_FIXED_FRACTION_BITS);
  for (int32_t pair = slot; pair < slot + CK_GROUP_ROWS / 2; pair++) {
    const int16_t *from = (const int16_t *)((const int32_t *)fixed->base + (size_t)pair * fixed->stride);
    float *to = (float *)floats->base + (size_t)(2 * pair) * floats->stride;
    for (size_t j = 0; j < fixed->stride; j++) {
      const bool opacity = alpha && j % (size_t)channels == (size_t)channels - 1;
      const float scale = opacity ? level / 255.0f : level;
      to[j] = (float)from[2 * j] * scale;
      to[j + floats->stride] = (float)from[2 * j + 1] * scale;
    }
  }
}
