// Float resize: transparency, 16 bits, light.
#pragma STDC FP_CONTRACT OFF

#include "ck_dispatch.h"
#include "ck_resample.h"
#include "ck_rows.h"
#include "ck_vectors.h"

#define CK_COPY baseline
#define CK_TARGET
#include "ck_turn_body.h"
#include "ck_float_body.h"
#undef CK_COPY
#undef CK_TARGET

#if CK_HAS_WIDE
#define CK_COPY avx2
#define CK_TARGET __attribute__((target("avx2")))
#include "ck_turn_body.h"
#include "ck_float_body.h"
#endif

void ck_float_group(const ck_row_group *rows, const ck_float_format *format, const ck_float_axis *axis, float *work,
                    const ck_ring *ring, int32_t slot) {
#if CK_HAS_WIDE
  if (ck_wide_vectors()) {
    ck_float_group_avx2(rows, format, axis, work, ring, slot);
    return;
  }
#endif
  ck_float_group_baseline(rows, format, axis, work, ring, slot);
}

void ck_float_row(const ck_ring *ring, int32_t first, const float *weights, int32_t taps,
                  const ck_float_format *format, int32_t samples, void *out) {
#if CK_HAS_WIDE
  if (ck_wide_vectors()) {
    ck_float_row_avx2(ring, first, weights, taps, format, samples, out);
    return;
  }
#endif
  ck_float_row_baseline(ring, first, weights, taps, format, samples, out);
}
