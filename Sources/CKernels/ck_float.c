// Float resize: transparency, 16 bits, light.
#pragma STDC FP_CONTRACT OFF

#include "ck_resample.h"
#include "ck_rows.h"

#define CK_BODY "ck_float_body.h"
#include "ck_copies.h"

void ck_float_group(const ck_row_group *rows, const ck_float_format *format, const ck_float_axis *axis, float *work,
                    const ck_ring *ring, int32_t slot) {
  CK_BEST(ck_float_group, rows, format, axis, work, ring, slot);
}

void ck_float_row(const ck_ring *ring, int32_t first, const float *weights, int32_t taps,
                  const ck_float_format *format, int32_t samples, void *out) {
  CK_BEST(ck_float_row, ring, first, weights, taps, format, samples, out);
}
