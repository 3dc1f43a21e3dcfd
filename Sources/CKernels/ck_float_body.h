// The float arithmetic, once for each copy: CK(name) and CK_TARGET come from the including file.
//
// Sums run over the taps in their order, lane by lane, so that every copy rounds alike.
#include "ck_turn_body.h"

// Turned samples of one chunk to work[x][channel], each eight rows: colour as it is or as light, alpha as a fraction,
// and colour multiplied by it.
#define CK_EXPAND_CHUNK(turned, sample_type, maximum)                                         \
  do {                                                                                        \
    const int count = CK_CHUNK_PIXELS * channels;                                             \
    if (format->decode) {                                                                     \
      const sample_type *from = (const sample_type *)(turned);                                \
      float *to = (float *)work;                                                              \
      for (int i = 0; i < count * CK_GROUP_ROWS; i++) to[i] = format->decode[from[i]];        \
    } else {                                                                                  \
      for (int i = 0; i < count; i++) work[i] = __builtin_convertvector((turned)[i], ck_f32x8); \
    }                                                                                         \
    if (format->alpha) {                                                                      \
      for (int i = channels - 1; i < count; i += channels) {                                  \
        const ck_f32x8 opacity = __builtin_convertvector((turned)[i], ck_f32x8) / (maximum);  \
        for (int c = 1; c < channels; c++) work[i - c] *= opacity;                            \
        work[i] = opacity;                                                                    \
      }                                                                                       \
    }                                                                                         \
    work += count;                                                                            \
  } while (0)

CK_ALWAYS_INLINE CK_TARGET void CK(float_expand)(const ck_row_group *group, const ck_float_format *format,
                                                 const int channels, const bool wide, ck_f32x8 *work) {
  uint8_t tail[CK_GROUP_ROWS][CK_CHUNK_BYTES];
  const uint8_t *rows[CK_GROUP_ROWS];
  ck_group_rows(group, (const void **)rows);
  const size_t pixel_bytes = (size_t)channels * (wide ? 2 : 1);
  for (int32_t start = 0; start < group->width; start += CK_CHUNK_PIXELS) {
    size_t offset = (size_t)start * pixel_bytes;
    if (group->width - start < CK_CHUNK_PIXELS) {  // a row may end with its memory, so the last chunk is copied first
      ck_copy_tail(rows, offset, (size_t)(group->width - start) * pixel_bytes, tail);
      offset = 0;
    }
    if (wide) {
      _Alignas(64) ck_u16x8 turned[CK_CHUNK_PIXELS * 4];
      for (int c = 0; c < 2 * channels; c++) CK(turn_words)(rows, offset + 16 * c, turned + 8 * c);
      CK_EXPAND_CHUNK(turned, uint16_t, 65535.0f);
    } else {
      _Alignas(64) ck_u8x8 turned[CK_CHUNK_PIXELS * 4];
      for (int c = 0; c < channels; c++) CK(turn_bytes)(rows, offset + 16 * c, turned + 16 * c);
      CK_EXPAND_CHUNK(turned, uint8_t, 255.0f);
    }
  }
}

CK_ALWAYS_INLINE CK_TARGET void CK(float_horizontal)(const ck_f32x8 *work, const ck_float_axis *axis,
                                                     const int channels, float *ring, size_t stride) {
  const float *weight = axis->weights;
  for (int32_t x = 0; x < axis->count; x += 4) {
    ck_f32x4 first[4 * 4], last[4 * 4];  // [target pixel][channel]: rows 0…3 and 4…7
    for (int i = 0; i < 4; i++) {
      const ck_f32x8 *in = work + (size_t)axis->starts[x + i] * channels;
      ck_f32x8 sum[4] = {CK_SPLAT8(0), CK_SPLAT8(0), CK_SPLAT8(0), CK_SPLAT8(0)};
      for (int32_t k = 0; k < axis->taps; k++, in += channels) {
        const ck_f32x8 w = CK_SPLAT8(weight[k]);
        for (int c = 0; c < channels; c++) sum[c] += in[c] * w;
      }
      weight += axis->taps;
      for (int c = 0; c < channels; c++) {
        first[i * channels + c] = CK_LOW(sum[c]);
        last[i * channels + c] = CK_HIGH(sum[c]);
      }
    }
    for (int q = 0; q < channels; q++) {
      float *to = ring + (size_t)x * channels + 4 * q;
      CK_STORE_TRANSPOSED(ck_f32x4, first + 4 * q, to, stride);
      CK_STORE_TRANSPOSED(ck_f32x4, last + 4 * q, to + 4 * stride, stride);
    }
  }
}

CK_ALWAYS_INLINE CK_TARGET void CK(float_group_of)(const ck_row_group *rows, const ck_float_format *format,
                                                   const int channels, const ck_float_axis *axis, float *work,
                                                   const ck_ring *ring, int32_t slot) {
  if (format->wide) {
    CK(float_expand)(rows, format, channels, true, (ck_f32x8 *)work);
  } else {
    CK(float_expand)(rows, format, channels, false, (ck_f32x8 *)work);
  }
  float *to = (float *)ring->base + (size_t)slot * ring->stride;
  CK(float_horizontal)((const ck_f32x8 *)work, axis, channels, to, ring->stride);
}

static CK_TARGET void CK(float_group)(const ck_row_group *rows, const ck_float_format *format,
                                      const ck_float_axis *axis, float *work, const ck_ring *ring, int32_t slot) {
  switch (format->channels) {
    case 1: CK(float_group_of)(rows, format, 1, axis, work, ring, slot); break;
    case 2: CK(float_group_of)(rows, format, 2, axis, work, ring, slot); break;
    case 3: CK(float_group_of)(rows, format, 3, axis, work, ring, slot); break;
    default: CK(float_group_of)(rows, format, 4, axis, work, ring, slot); break;
  }
}

// Light to sRGB, both 0…1: a line for each cell; cells are equal parts of octaves, so a float's bits name its cell.
CK_ALWAYS_INLINE CK_TARGET float CK(encode)(const float *lines, float light) {
  const int mantissa_bits = 23;
  const uint32_t lowest = (uint32_t)(127 - CK_ENCODE_OCTAVES) << mantissa_bits;
  const uint32_t highest = ((uint32_t)127 << mantissa_bits) - 1;  // just below 1
  const float positive = light > 0.0f ? light : 0.0f;
  uint32_t bits;
  memcpy(&bits, &positive, sizeof bits);
  const uint32_t inside = bits < lowest ? lowest : bits > highest ? highest : bits;
  const uint32_t cell = (inside - lowest) >> (mantissa_bits - CK_ENCODE_CELL_BITS);
  const float bright = lines[2 * cell] + lines[2 * cell + 1] * positive;
  return bits < lowest ? positive * CK_ENCODE_DARK_SLOPE : bright;  // past 1 the last line goes on: clamped later
}

// 32 sums, whole pixels, to sample values: opacity divided out, light encoded, not yet rounded or clamped.
CK_ALWAYS_INLINE CK_TARGET void CK(float_finish)(ck_f32x8 sums[4], const ck_float_format *format, float maximum) {
  const ck_s32x8 last2 = {0, -1, 0, -1, 0, -1, 0, -1}, last4 = {0, 0, 0, -1, 0, 0, 0, -1};
  const ck_s32x8 is_alpha = format->channels == 2 ? last2 : last4;
  for (int i = 0; i < 4; i++) {
    ck_f32x8 colour = sums[i], opacity = sums[i];
    if (format->alpha) {
      opacity = format->channels == 2 ? __builtin_shufflevector(opacity, opacity, 1, 1, 3, 3, 5, 5, 7, 7)
                                      : __builtin_shufflevector(opacity, opacity, 3, 3, 3, 3, 7, 7, 7, 7);
      const ck_s32x8 visible = opacity * maximum >= 0.5f;  // what rounds to no opacity has no colour either
      const ck_f32x8 one = CK_SPLAT8(1.0f);
      const ck_f32x8 divisor = (ck_f32x8)CK_SELECT(visible, (ck_s32x8)opacity, (ck_s32x8)one);
      colour = (ck_f32x8)(visible & (ck_s32x8)(colour / divisor));
    }
    if (format->encode) {
      _Alignas(32) float lanes[8];
      *(ck_f32x8 *)lanes = colour;
      for (int lane = 0; lane < 8; lane++) lanes[lane] = CK(encode)(format->encode, lanes[lane]) * maximum;
      colour = *(const ck_f32x8 *)lanes;
    }
    if (format->alpha) {
      colour = (ck_f32x8)CK_SELECT(is_alpha, (ck_s32x8)(opacity * maximum), (ck_s32x8)colour);
    }
    sums[i] = colour;
  }
}

static CK_TARGET void CK(float_row)(const ck_ring *ring, int32_t first, const float *weights, int32_t taps,
                                    const ck_float_format *format, int32_t samples, void *out) {
  const float *base = ring->base;
  const float *end = base + (size_t)ring->capacity * ring->stride;
  const float maximum = format->wide ? 65535.0f : 255.0f;
  const size_t sample_bytes = format->wide ? 2 : 1;
  for (int32_t j = 0; j < samples; j += 32) {
    ck_f32x8 sum[4] = {CK_SPLAT8(0), CK_SPLAT8(0), CK_SPLAT8(0), CK_SPLAT8(0)};
    const float *row = base + (size_t)first * ring->stride;
    for (int32_t k = 0; k < taps; k++) {
      const ck_f32x8 w = CK_SPLAT8(weights[k]);
      const ck_f32x8 *in = (const ck_f32x8 *)(row + j);
      for (int i = 0; i < 4; i++) sum[i] += in[i] * w;
      row += ring->stride;
      if (row == end) row = base;
    }
    CK(float_finish)(sum, format, maximum);
    _Alignas(32) uint8_t bytes[64];
    for (int i = 0; i < 4; i++) {
      const ck_f32x8 top = CK_SPLAT8(maximum);
      ck_f32x8 level = (ck_f32x8)((sum[i] > 0) & (ck_s32x8)sum[i]);
      level = (ck_f32x8)CK_SELECT(level < top, (ck_s32x8)level, (ck_s32x8)top);
      const ck_s32x8 rounded = __builtin_convertvector(level + 0.5f, ck_s32x8);
      if (format->wide) {
        *(ck_u16x8 *)(bytes + 16 * i) = __builtin_convertvector(rounded, ck_u16x8);
      } else {
        *(ck_u8x8 *)(bytes + 8 * i) = __builtin_convertvector(rounded, ck_u8x8);
      }
    }
    const int32_t left = samples - j < 32 ? samples - j : 32;
    memcpy((uint8_t *)out + (size_t)j * sample_bytes, bytes, (size_t)left * sample_bytes);
  }
}
