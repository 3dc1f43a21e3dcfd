// The fixed arithmetic, once for each copy: CK(name), CK_TARGET and CK_MADD come from the including file.
#include "ck_turn_body.h"

// Rows to work[pair of pixels][channel], each 8 rows × 2 pixels of 16 bits. Returns whether alpha was 255 all over.
CK_ALWAYS_INLINE CK_TARGET bool CK(fixed_expand)(const ck_row_group *group, const int channels, bool alpha,
                                                 ck_s16x16 *work) {
  uint8_t tail[CK_GROUP_ROWS][CK_CHUNK_BYTES];
  const uint8_t *rows[CK_GROUP_ROWS];
  ck_group_rows(group, (const void **)rows);
  ck_u8x8 opaque = CK_SPLAT8(255);
  for (int32_t x = 0; x < group->width; x += CK_CHUNK_PIXELS) {
    size_t offset = (size_t)x * channels;
    if (group->width - x < CK_CHUNK_PIXELS) {  // a row may end with its memory, so the last chunk is copied first
      ck_copy_tail(rows, offset, (size_t)(group->width - x) * channels, tail);
      offset = 0;
    }
    _Alignas(64) ck_u8x8 turned[CK_CHUNK_PIXELS * 4];
    for (int c = 0; c < channels; c++) CK(turn_bytes)(rows, offset + 16 * c, turned + 16 * c);
    for (int pair = 0; pair < CK_CHUNK_PIXELS / 2; pair++) {
      const ck_u8x8 *left = turned + 2 * pair * channels, *right = left + channels;
      for (int c = 0; c < channels; c++) {
        const ck_u8x16 both =
            __builtin_shufflevector(left[c], right[c], 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
        *work++ = __builtin_convertvector(both, ck_s16x16);
      }
      if (alpha) opaque &= left[channels - 1] & right[channels - 1];
    }
  }
  uint64_t all;
  memcpy(&all, &opaque, sizeof all);
  return all == UINT64_MAX;
}

CK_ALWAYS_INLINE CK_TARGET void CK(fixed_horizontal)(const ck_s16x16 *work, const ck_fixed_axis *axis,
                                                     const int channels, int32_t *ring, size_t stride) {
  const int shift = axis->shift - CK_FIXED_FRACTION_BITS;
  const int32_t half = 1 << (shift - 1);
  const int32_t *weight = axis->weights;
  for (int32_t x = 0; x < axis->count; x += 4) {
    ck_s32x4 block[4 * 4];  // [target pixel][channel]: four pairs of rows
    for (int i = 0; i < 4; i++) {
      const ck_s16x16 *in = work + (size_t)axis->starts[x + i] * channels;
      ck_s32x8 sum[4] = {CK_SPLAT8(half), CK_SPLAT8(half), CK_SPLAT8(half), CK_SPLAT8(half)};
      for (int32_t k = 0; k < axis->pairs; k++, in += channels) {
        const ck_s32x8 w = CK_SPLAT8(weight[k]);
        for (int c = 0; c < channels; c++) sum[c] += CK_MADD(in[c], (ck_s16x16)w);
      }
      weight += axis->pairs;
      for (int c = 0; c < channels; c++) {
        const ck_s32x8 scaled = sum[c] >> shift;
        block[i * channels + c] = (ck_s32x4)CK_PACK(scaled);
      }
    }
    for (int q = 0; q < channels; q++) {
      CK_STORE_TRANSPOSED(ck_s32x4, block + 4 * q, ring + (size_t)x * channels + 4 * q, stride);
    }
  }
}

CK_ALWAYS_INLINE CK_TARGET bool CK(fixed_group_of)(const ck_row_group *rows, const int channels, bool alpha,
                                                   const ck_fixed_axis *axis, int16_t *work, const ck_ring *ring,
                                                   int32_t slot) {
  const bool opaque = CK(fixed_expand)(rows, channels, alpha, (ck_s16x16 *)work);
  if (!opaque) return false;
  int32_t *to = (int32_t *)ring->base + (size_t)slot * ring->stride;
  CK(fixed_horizontal)((const ck_s16x16 *)work, axis, channels, to, ring->stride);
  return true;
}

static CK_TARGET bool CK(fixed_group)(const ck_row_group *rows, int32_t channels, bool alpha, const ck_fixed_axis *axis,
                                      int16_t *work, const ck_ring *ring, int32_t slot) {
  switch (channels) {
    case 1: return CK(fixed_group_of)(rows, 1, false, axis, work, ring, slot);
    case 2: return CK(fixed_group_of)(rows, 2, alpha, axis, work, ring, slot);
    case 3: return CK(fixed_group_of)(rows, 3, false, axis, work, ring, slot);
    default: return CK(fixed_group_of)(rows, 4, alpha, axis, work, ring, slot);
  }
}

static CK_TARGET void CK(fixed_row)(const ck_ring *ring, int32_t first, const int32_t *weights, int32_t pairs,
                                    int32_t shift, int32_t samples, uint8_t *out) {
  const int total_shift = shift + CK_FIXED_FRACTION_BITS;
  const int32_t half = 1 << (total_shift - 1);
  const int32_t *base = ring->base;
  const int32_t *end = base + (size_t)ring->capacity * ring->stride;
  for (int32_t j = 0; j < samples; j += 32) {
    ck_s32x8 sum[4] = {CK_SPLAT8(half), CK_SPLAT8(half), CK_SPLAT8(half), CK_SPLAT8(half)};
    const int32_t *row = base + (size_t)first * ring->stride;
    for (int32_t k = 0; k < pairs; k++) {
      const ck_s32x8 w = CK_SPLAT8(weights[k]);
      const ck_s16x16 *in = (const ck_s16x16 *)(row + j);
      for (int i = 0; i < 4; i++) sum[i] += CK_MADD(in[i], (ck_s16x16)w);
      row += ring->stride;
      if (row == end) row = base;
    }
    _Alignas(32) uint8_t bytes[32];
    for (int i = 0; i < 4; i++) {
      ck_s32x8 level = sum[i] >> total_shift;
      level &= level > 0;
      level = CK_SELECT(level < 255, level, 255);
      const ck_u8x8 narrow = __builtin_convertvector(level, ck_u8x8);
      memcpy(bytes + 8 * i, &narrow, 8);
    }
    const int32_t left = samples - j;
    if (left >= 32) {
      memcpy(out + j, bytes, 32);
    } else {
      memcpy(out + j, bytes, (size_t)left);
    }
  }
}
