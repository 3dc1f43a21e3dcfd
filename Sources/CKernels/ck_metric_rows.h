// Where a tile's rows stand in its scratch memory, and what is done to them one by one. Included by the kernel only.
#ifndef CK_METRIC_ROWS_H
#define CK_METRIC_ROWS_H

#include "ck_metric.h"
#include "ck_vectors.h"

#define CK_MOMENTS 4
#define CK_S2_RADIUS 4
#define CK_SSIM_RADIUS 5
/// Pixels to the left of a tile in its rows: at least the reach of both windows.
#define CK_MARGIN 8
#define CK_S2_BIAS 0.0037930732552754493f
/// The cube root of the bias.
#define CK_S2_BIAS_ROOT 0.15595420054324845f
/// With this, the exponent and mantissa of x as one number, divided by -3, are those of about x^(-1/3).
#define CK_CBRT_MAGIC 1419967116.0f

/// Impulse response of the recursive Gaussian with sigma 1.5 that the metric is defined by, from the middle.
static const float ck_s2_taps[CK_S2_RADIUS + 1] = {0.2646211054881985f, 0.2129285920104222f, 0.1093353727774603f,
                                                   0.0360111146583644f, 0.00941436780965374f};
/// exp(-i² / 4.5), divided by the sum of all eleven.
static const float ck_ssim_taps[CK_SSIM_RADIUS + 1] = {0.26601172486179f,  0.21300553771125f,  0.10936068950970f,
                                                       0.03600077212843f, 0.00759875813521f, 0.00102838008448f};
static const ck_s32x8 ck_lanes = {0, 1, 2, 3, 4, 5, 6, 7};

/// The rows of a tile of SSIMULACRA 2: for each plane a ring of slots, and each slot has the four planes of the moments.
typedef struct {
  float *ring;
  const float *zeros;    ///< A slot outside the picture.
  float *moments;        ///< After the vertical pass.
  float *damage;
  float *light[2][2][3];  ///< By picture, by even and odd row: linear light at full size.
} ck_s2_rows;

#define CK_SLOT_FLOATS (CK_MOMENTS * CK_TILE_STRIDE)
#define CK_S2_SLOTS 9

static void ck_s2_begin(ck_s2_rows *work, const ck_s2_tile *tile, float *scratch) {
  (void)tile;
  work->ring = scratch;
  scratch += (size_t)3 * CK_S2_SLOTS * CK_SLOT_FLOATS;
  memset(scratch, 0, CK_SLOT_FLOATS * sizeof *scratch);
  work->zeros = scratch;
  work->moments = scratch += CK_SLOT_FLOATS;
  work->damage = scratch += CK_SLOT_FLOATS;
  scratch += CK_TILE_STRIDE;
  for (int32_t i = 0; i < 12; i++, scratch += CK_TILE_STRIDE) {
    // What lies outside the picture is never written, and must be numbers.
    memset(scratch, 0, CK_TILE_STRIDE * sizeof *scratch);
    work->light[i / 6][i / 3 % 2][i % 3] = scratch;
  }
}

static float *ck_s2_slot(const ck_s2_rows *work, int32_t plane, int32_t y) {
  return work->ring + ((size_t)plane * CK_S2_SLOTS + (size_t)((y + CK_S2_SLOTS) % CK_S2_SLOTS)) * CK_SLOT_FLOATS;
}

/// The columns of the picture that a tile's rows hold: the tile and the window's reach.
#define CK_FIRST(tile) ((tile)->left > CK_MARGIN ? (tile)->left - CK_MARGIN : 0)
#define CK_LAST(tile) ((tile)->right + CK_MARGIN < (tile)->width ? (tile)->right + CK_MARGIN : (tile)->width)

/// Row `y` of linear light; column `left - CK_MARGIN` stands first.
static void ck_s2_light(ck_s2_rows *work, const ck_s2_tile *tile, int32_t side, int32_t y, const float *light[3]) {
  const int32_t first = CK_FIRST(tile), count = CK_LAST(tile) - first, place = first - (tile->left - CK_MARGIN);
  float *const *row = work->light[side][y % 2];
  float *out[3] = {row[0] + place, row[1] + place, row[2] + place};
  if (tile->pictures) {
    ck_expand_row(&tile->pictures[side], tile->light, &tile->background, y, first, count, out);
  } else {
    for (int32_t c = 0; c < 3; c++) {
      memcpy(out[c], tile->planes[side][c] + (size_t)y * tile->plane_stride + first, (size_t)count * sizeof(float));
    }
  }
  for (int32_t c = 0; c < 3; c++) light[c] = row[c];
}

/// Outside the picture the planes are zero, whatever black would be.
static void ck_s2_clear_outside(const ck_s2_tile *tile, float *row) {
  const int32_t place = CK_FIRST(tile) - (tile->left - CK_MARGIN), end = CK_LAST(tile) - (tile->left - CK_MARGIN);
  memset(row, 0, (size_t)place * sizeof *row);
  memset(row + end, 0, (size_t)(CK_TILE_STRIDE - end) * sizeof *row);
}

/// Row `y` of the next scale: means of 2 x 2 pixels; the last column and row count twice where they have no neighbour.
static void ck_s2_halve(const ck_s2_rows *work, ck_s2_tile *tile, int32_t y) {
  const int32_t pairs = (tile->right - tile->left) / 2, odd = (tile->right - tile->left) % 2;
  for (int32_t i = 0; i < 6; i++) {
    const int32_t side = i / 3, c = i % 3;
    const float *upper = work->light[side][0][c] + CK_MARGIN;
    const float *lower = 2 * y + 1 < tile->height ? work->light[side][1][c] + CK_MARGIN : upper;
    float *out = tile->half[side][c] + (size_t)y * tile->half_stride + tile->left / 2;
    for (int32_t x = 0; x < pairs; x++) {
      out[x] = (((upper[2 * x] + upper[2 * x + 1]) + lower[2 * x]) + lower[2 * x + 1]) * 0.25f;
    }
    if (odd) out[pairs] = (((upper[2 * pairs] + upper[2 * pairs]) + lower[2 * pairs]) + lower[2 * pairs]) * 0.25f;
  }
}

static void ck_add_cells(const float *damage, int32_t width, int32_t side, float *cells) {
  for (int32_t x = 0; x < width; x++) cells[x / side] += damage[x];
}

/// The rows of a tile of SSIM.
typedef struct {
  float *ring;
  float *moments;
  float *damage;
  float *colors[3];
} ck_ssim_rows;

#define CK_SSIM_SLOTS 11

static void ck_ssim_begin(ck_ssim_rows *work, float *scratch) {
  work->ring = scratch;
  memset(scratch, 0, (size_t)CK_SSIM_SLOTS * CK_SLOT_FLOATS * sizeof *scratch);
  work->moments = scratch += (size_t)CK_SSIM_SLOTS * CK_SLOT_FLOATS;
  work->damage = scratch += CK_SLOT_FLOATS;
  for (int32_t c = 0; c < 3; c++) work->colors[c] = scratch += CK_TILE_STRIDE;
}

static float *ck_ssim_slot(const ck_ssim_rows *work, int32_t y) {
  return work->ring + (size_t)(y % CK_SSIM_SLOTS) * CK_SLOT_FLOATS;
}

static void ck_ssim_luma(ck_ssim_rows *work, const ck_pair_tile *tile, int32_t y, float *slot) {
  const int32_t first = CK_FIRST(tile), count = CK_LAST(tile) - first, place = first - (tile->left - CK_MARGIN);
  for (int32_t side = 0; side < 2; side++, slot += CK_TILE_STRIDE) {
    ck_expand_row(&tile->pictures[side], tile->codes, NULL, y, first, count, work->colors);
    for (int32_t x = 0; x < count; x++) {
      slot[place + x] = work->colors[0][x] * 0.299f + work->colors[1][x] * 0.587f + work->colors[2][x] * 0.114f;
    }
  }
}

#endif
