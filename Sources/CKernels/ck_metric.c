// Metrics: the loops that are the same on every processor, and the choice among the others.
#pragma STDC FP_CONTRACT OFF

#include "ck_metric.h"
#include "ck_metric_rows.h"

#define CK_BODY "ck_metric_body.h"
#include "ck_copies.h"

/// The light of an encoded value 0…1 between two entries of the table: they are so near that a line is exact to a float.
static float between(const float *table, float value) {
  const float place = value * 65535.0f;
  const int32_t index = place >= 65534.0f ? 65534 : (int32_t)place;
  return table[index] + (table[index + 1] - table[index]) * (place - (float)index);
}

#define CK_EXPAND(type, table, top)                                                                     \
  do {                                                                                                  \
    const type *samples = (const type *)row + (size_t)x * (size_t)channels;                             \
    for (int32_t i = 0; i < count; i++, samples += channels) {                                          \
      const type alpha = background ? samples[channels - 1] : (top);                                    \
      for (int32_t c = 0; c < 3; c++) {                                                                 \
        const type sample = samples[c * step];                                                          \
        if (alpha == (top)) {                                                                           \
          out[c][i] = (table)[sample];                                                                  \
        } else {                                                                                        \
          const float opacity = (float)alpha / (float)(top);                                            \
          out[c][i] = between(tables->wide,                                                             \
                              opacity * ((float)sample / (float)(top)) + (1.0f - opacity) * *background); \
        }                                                                                               \
      }                                                                                                 \
    }                                                                                                   \
  } while (0)

void ck_expand_row(const ck_picture *picture, const ck_sample_table *tables, const float *background, int32_t y,
                   int32_t x, int32_t count, float *const out[3]) {
  const uint8_t *row = (const uint8_t *)picture->base + (size_t)y * picture->stride;
  const int32_t channels = picture->channels, step = channels >= 3 ? 1 : 0;
  if (!picture->alpha) background = NULL;
  if (!picture->wide && channels == 3) {
    // Nearly every picture, so without the detours.
    const uint8_t *samples = row + (size_t)x * 3;
    for (int32_t i = 0; i < count; i++, samples += 3) {
      out[0][i] = tables->narrow[samples[0]];
      out[1][i] = tables->narrow[samples[1]];
      out[2][i] = tables->narrow[samples[2]];
    }
  } else if (picture->wide) {
    CK_EXPAND(uint16_t, tables->wide, 65535);
  } else {
    CK_EXPAND(uint8_t, tables->narrow, 255);
  }
}

void ck_psnr_measure(ck_pair_tile *tile, float *scratch) {
  const int32_t width = tile->right - tile->left;
  float *planes[2][3];
  for (int32_t i = 0; i < 6; i++, scratch += CK_TILE_STRIDE) planes[i / 3][i % 3] = scratch;
  for (int32_t y = tile->top; y < tile->bottom; y++) {
    for (int32_t side = 0; side < 2; side++) {
      ck_expand_row(&tile->pictures[side], tile->codes, NULL, y, tile->left, width, planes[side]);
    }
    for (int32_t x = 0; x < width; x++) {
      float error = 0;
      for (int32_t c = 0; c < 3; c++) {
        const float difference = planes[0][c][x] - planes[1][c][x];
        error += difference * difference;
      }
      scratch[x] = error;
      tile->sum += (double)error;
    }
    ck_add_cells(scratch, width, CK_CELL_SIDE,
                 tile->cells + (size_t)(y / CK_CELL_SIDE) * tile->cells_stride + tile->left / CK_CELL_SIDE);
  }
}

size_t ck_s2_scratch_count(void) {
  return (size_t)(3 * CK_S2_SLOTS + 2) * CK_SLOT_FLOATS + (size_t)13 * CK_TILE_STRIDE;
}

size_t ck_pair_scratch_count(void) { return (size_t)(CK_SSIM_SLOTS + 1) * CK_SLOT_FLOATS + (size_t)4 * CK_TILE_STRIDE; }

void ck_s2_xyb(const float *const rgb[3], int32_t count, float *const xyb[3]) {
  CK_BEST(ck_s2_xyb, rgb, count, xyb);
}

void ck_s2_measure(ck_s2_tile *tile, float *scratch) {
  CK_BEST(ck_s2_measure, tile, scratch);
}

void ck_s2_blur(const float *const rows[9], int32_t count, float *moments, float *out) {
  CK_BEST(ck_s2_blur, rows, count, moments, out);
}

void ck_s2_maps(const float *slot, const float *moments, int32_t width, float *damage, double sums[6]) {
  static const float weights[3] = {0, 0, 0};
  CK_BEST(ck_s2_maps, slot, moments, width, weights, true, damage, sums);
}

void ck_ssim_measure(ck_pair_tile *tile, float *scratch) {
  CK_BEST(ck_ssim_measure, tile, scratch);
}
