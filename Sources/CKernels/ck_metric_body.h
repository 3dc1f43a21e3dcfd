// The metrics' vector loops, once for each kind of processor; see ck_vectors.h for how that is done.
#include "ck_metric_rows.h"

// The four moments of a row, vertically: `rows` are 2 * radius + 1 slots of MOMENTS planes each.
CK_TARGET CK_ALWAYS_INLINE void CK(metric_vertical)(const float *const *rows, const float *taps, int32_t radius,
                                                    int32_t from, int32_t to, float *out) {
  for (int32_t m = 0; m < CK_MOMENTS; m++) {
    const size_t plane = (size_t)m * CK_TILE_STRIDE;
    for (int32_t x = from; x < to; x += 8) {
      ck_f32x8 sum = CK_LOAD(ck_f32x8, rows[radius] + plane + x) * taps[0];
      for (int32_t i = 1; i <= radius; i++) {
        sum += (CK_LOAD(ck_f32x8, rows[radius - i] + plane + x) + CK_LOAD(ck_f32x8, rows[radius + i] + plane + x)) *
               taps[i];
      }
      *(ck_f32x8 *)(out + plane + x) = sum;
    }
  }
}

// One moment around `place`, horizontally.
#define CK_HORIZONTAL(row, place, taps, radius)                                             \
  ({                                                                                        \
    ck_f32x8 sum = CK_LOAD(ck_f32x8, (row) + (place)) * (taps)[0];                          \
    for (int32_t i = 1; i <= (radius); i++) {                                               \
      sum += (CK_LOAD(ck_f32x8, (row) + (place) - i) + CK_LOAD(ck_f32x8, (row) + (place) + i)) * (taps)[i]; \
    }                                                                                       \
    sum;                                                                                    \
  })

// Products of a row whose planes stand in a slot already.
CK_TARGET static void CK(metric_products)(float *slot, int32_t count) {
  for (int32_t x = 0; x < count; x += 8) {
    const ck_f32x8 a = *(ck_f32x8 *)(slot + x), b = *(ck_f32x8 *)(slot + CK_TILE_STRIDE + x);
    *(ck_f32x8 *)(slot + 2 * CK_TILE_STRIDE + x) = a * a + b * b;
    *(ck_f32x8 *)(slot + 3 * CK_TILE_STRIDE + x) = (a - b) * (a - b);
  }
}

#define CK_MAX0(v) CK_SELECT_F((v) > 0, v)
#define CK_SELECT_F(mask, v) ((ck_f32x8)((ck_s32x8)(mask) & (ck_s32x8)(v)))
#define CK_ABS(v) ((ck_f32x8)((ck_s32x8)(v) & 0x7FFFFFFF))

// The cube root of x, 0.0037…1.01: Newton's steps towards the reciprocal, which need no division, and one for the root
// itself that puts the last bit right.
#define CK_CBRT(x)                                                                                                  \
  ({                                                                                                                \
    const ck_f32x8 value = (x);                                                                                     \
    const ck_f32x8 bits = __builtin_convertvector((ck_s32x8)value, ck_f32x8);                                       \
    ck_f32x8 r = (ck_f32x8)__builtin_convertvector(CK_CBRT_MAGIC - bits * (1.0f / 3), ck_s32x8);                    \
    for (int32_t step = 0; step < 3; step++) r = r * (4.0f / 3 - value * (1.0f / 3) * r * (r * r));                 \
    const ck_f32x8 root = value * (r * r);                                                                          \
    root - (root * root * root - value) * (r * r) * (1.0f / 3);                                                     \
  })

CK_TARGET static void CK(s2_xyb)(const float *const rgb[3], int32_t count, float *const xyb[3]) {
  for (int32_t x = 0; x < count; x += 8) {
    const ck_f32x8 r = CK_LOAD(ck_f32x8, rgb[0] + x), g = CK_LOAD(ck_f32x8, rgb[1] + x),
                   b = CK_LOAD(ck_f32x8, rgb[2] + x);
    const ck_f32x8 l = CK_CBRT(r * 0.3f + g * 0.622f + b * 0.078f + CK_S2_BIAS);
    const ck_f32x8 m = CK_CBRT(r * 0.23f + g * 0.692f + b * 0.078f + CK_S2_BIAS);
    const ck_f32x8 s =
        CK_CBRT(r * 0.24342268924547819f + g * 0.20476744424496821f + b * 0.5518098665095537f + CK_S2_BIAS);
    const ck_f32x8 mean = (l + m) * 0.5f;
    // The cube root of the bias cancels out of all but Y.
    *(ck_f32x8 *)(xyb[0] + x) = (l - m) * 7.0f + 0.42f;
    *(ck_f32x8 *)(xyb[1] + x) = (mean - CK_S2_BIAS_ROOT) + 0.01f;
    *(ck_f32x8 *)(xyb[2] + x) = (s - mean) + 0.55f;
  }
}

// The three maps of one row of one plane, summed up; the damage is added to `damage`, or begins it where `first`.
CK_TARGET static void CK(s2_maps)(const float *slot, const float *moments, int32_t width, const float weights[3],
                                  bool first, float *damage, double sums[6]) {
  ck_f32x8 total[6] = {CK_SPLAT8(0), CK_SPLAT8(0), CK_SPLAT8(0), CK_SPLAT8(0), CK_SPLAT8(0), CK_SPLAT8(0)};
  for (int32_t x = 0; x < width; x += 8) {
    const int32_t place = x + CK_MARGIN;
    const ck_f32x8 mean_a = CK_HORIZONTAL(moments, place, ck_s2_taps, CK_S2_RADIUS);
    const ck_f32x8 mean_b = CK_HORIZONTAL(moments + CK_TILE_STRIDE, place, ck_s2_taps, CK_S2_RADIUS);
    const ck_f32x8 power = CK_HORIZONTAL(moments + 2 * CK_TILE_STRIDE, place, ck_s2_taps, CK_S2_RADIUS);
    const ck_f32x8 error = CK_HORIZONTAL(moments + 3 * CK_TILE_STRIDE, place, ck_s2_taps, CK_S2_RADIUS);
    const ck_f32x8 shift = (mean_a - mean_b) * (mean_a - mean_b);
    // 1 - num_m * num_s / den_s of the definition, with den_s - num_s = error - shift.
    const ck_f32x8 spread = power - mean_a * mean_a - mean_b * mean_b + 0.0009f;
    ck_f32x8 ssim = shift + (1.0f - shift) * ((error - shift) / spread);
    const ck_f32x8 detail_a = CK_ABS(CK_LOAD(ck_f32x8, slot + place) - mean_a);
    const ck_f32x8 detail_b = CK_ABS(CK_LOAD(ck_f32x8, slot + CK_TILE_STRIDE + place) - mean_b);
    ck_f32x8 edge = (detail_b - detail_a) / (detail_a + 1.0f);
    const ck_s32x8 inside = (ck_s32x8)(ck_lanes < width - x);
    ssim = CK_SELECT_F(inside & (ck_s32x8)(ssim > 0), ssim);
    edge = CK_SELECT_F(inside, edge);
    const ck_f32x8 artifact = CK_MAX0(edge), lost = CK_MAX0(-edge);
    total[0] += ssim;
    total[1] += artifact;
    total[2] += lost;
    total[3] += (ssim * ssim) * (ssim * ssim);
    total[4] += (artifact * artifact) * (artifact * artifact);
    total[5] += (lost * lost) * (lost * lost);
    const ck_f32x8 own = ssim * weights[0] + artifact * weights[1] + lost * weights[2];
    *(ck_f32x8 *)(damage + x) = first ? own : *(ck_f32x8 *)(damage + x) + own;
  }
  for (int32_t i = 0; i < 6; i++) {
    for (int32_t lane = 0; lane < 8; lane++) sums[i] += (double)total[i][lane];
  }
}

CK_TARGET static void CK(s2_blur)(const float *const *rows, int32_t count, float *moments, float *out) {
  CK(metric_vertical)(rows, ck_s2_taps, CK_S2_RADIUS, 0, CK_TILE_STRIDE, moments);
  for (int32_t x = 0; x < count; x += 8) {
    const ck_f32x8 mean = CK_HORIZONTAL(moments, x + CK_MARGIN, ck_s2_taps, CK_S2_RADIUS);
    memcpy(out + x, &mean, sizeof mean);
  }
}

CK_TARGET static void CK(s2_measure)(ck_s2_tile *tile, float *scratch) {
  const float *rows[2 * CK_S2_RADIUS + 1];
  ck_s2_rows work;
  ck_s2_begin(&work, tile, scratch);
  const int32_t width = tile->right - tile->left;
  for (int32_t y = tile->top - CK_S2_RADIUS; y < tile->bottom + CK_S2_RADIUS; y++) {
    if (y >= 0 && y < tile->height) {
      for (int32_t side = 0; side < 2; side++) {
        const float *light[3];
        float *xyb[3];
        ck_s2_light(&work, tile, side, y, light);
        for (int32_t c = 0; c < 3; c++) xyb[c] = ck_s2_slot(&work, c, y) + (size_t)side * CK_TILE_STRIDE;
        CK(s2_xyb)(light, CK_TILE_STRIDE, xyb);
        for (int32_t c = 0; c < 3; c++) ck_s2_clear_outside(tile, xyb[c]);
      }
      for (int32_t c = 0; c < 3; c++) CK(metric_products)(ck_s2_slot(&work, c, y), CK_TILE_STRIDE);
      if (tile->half[0][0] && y >= tile->top && y < tile->bottom && (y % 2 == 1 || y == tile->height - 1)) {
        ck_s2_halve(&work, tile, y / 2);
      }
    }
    const int32_t middle = y - CK_S2_RADIUS;
    if (middle < tile->top) continue;
    for (int32_t c = 0; c < 3; c++) {
      for (int32_t i = 0; i <= 2 * CK_S2_RADIUS; i++) {
        const int32_t row = middle - CK_S2_RADIUS + i;
        rows[i] = row < 0 || row >= tile->height ? work.zeros : ck_s2_slot(&work, c, row);
      }
      CK(metric_vertical)(rows, ck_s2_taps, CK_S2_RADIUS, 0, CK_TILE_STRIDE, work.moments);
      CK(s2_maps)(rows[CK_S2_RADIUS], work.moments, width, tile->weights[c], c == 0, work.damage, tile->sums[c]);
    }
    ck_add_cells(work.damage, width, tile->cell_side,
                 tile->cells + (size_t)(middle / tile->cell_side) * tile->cells_stride + tile->left / tile->cell_side);
  }
}

// Luma SSIM of one row: Wang et al. 2004, equation 13, with the variances written by the four moments.
CK_TARGET static double CK(ssim_row)(const float *moments, int32_t width, int32_t first, int32_t last, float *damage) {
  ck_f32x8 total = CK_SPLAT8(0);
  for (int32_t x = 0; x < width; x += 8) {
    const int32_t place = x + CK_MARGIN;
    const ck_f32x8 a = CK_HORIZONTAL(moments, place, ck_ssim_taps, CK_SSIM_RADIUS);
    const ck_f32x8 b = CK_HORIZONTAL(moments + CK_TILE_STRIDE, place, ck_ssim_taps, CK_SSIM_RADIUS);
    const ck_f32x8 power = CK_HORIZONTAL(moments + 2 * CK_TILE_STRIDE, place, ck_ssim_taps, CK_SSIM_RADIUS);
    const ck_f32x8 error = CK_HORIZONTAL(moments + 3 * CK_TILE_STRIDE, place, ck_ssim_taps, CK_SSIM_RADIUS);
    const ck_f32x8 shift = (a - b) * (a - b), level = a * a + b * b;
    const ck_f32x8 lightness = shift / (level + 6.5025f), contrast = (error - shift) / (power - level + 58.5225f);
    // 1 - (1 - lightness) * (1 - contrast)
    const ck_f32x8 loss = lightness + contrast - lightness * contrast;
    const ck_s32x8 inside = (ck_s32x8)(ck_lanes >= first - x) & (ck_s32x8)(ck_lanes < last - x);
    *(ck_f32x8 *)(damage + x) = CK_SELECT_F(inside, loss);
    total += CK_SELECT_F(inside, loss);
  }
  double sum = 0;
  for (int32_t lane = 0; lane < 8; lane++) sum += (double)total[lane];
  return sum;
}

CK_TARGET static void CK(ssim_measure)(ck_pair_tile *tile, float *scratch) {
  const float *rows[2 * CK_SSIM_RADIUS + 1];
  ck_ssim_rows work;
  ck_ssim_begin(&work, scratch);
  const int32_t width = tile->right - tile->left, edge = CK_SSIM_RADIUS;
  const int32_t top = tile->top > edge ? tile->top : edge;
  const int32_t bottom = tile->bottom < tile->height - edge ? tile->bottom : tile->height - edge;
  for (int32_t y = top - edge; y < bottom + edge; y++) {
    float *slot = ck_ssim_slot(&work, y);
    ck_ssim_luma(&work, tile, y, slot);
    CK(metric_products)(slot, CK_TILE_STRIDE);
    const int32_t middle = y - edge;
    if (middle < top) continue;
    for (int32_t i = 0; i <= 2 * edge; i++) rows[i] = ck_ssim_slot(&work, middle - edge + i);
    CK(metric_vertical)(rows, ck_ssim_taps, CK_SSIM_RADIUS, 0, CK_TILE_STRIDE, work.moments);
    tile->sum += CK(ssim_row)(work.moments, width, edge - tile->left, tile->width - edge - tile->left, work.damage);
    ck_add_cells(work.damage, width, CK_CELL_SIDE,
                 tile->cells + (size_t)(middle / CK_CELL_SIDE) * tile->cells_stride + tile->left / CK_CELL_SIDE);
  }
}
