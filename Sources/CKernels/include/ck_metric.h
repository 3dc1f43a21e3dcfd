// Hot loops of the metrics: samples to planes, local moments of a pair of planes, SSIM and SSIMULACRA 2.
//
// All metrics look at a pair of planes a, b through the same four moments, each weighed by a window G:
//
//     G(a)   G(b)   G(a² + b²)   G((a - b)²)
//
// What is usually written with G(a²), G(b²) and G(ab) follows from them, and the last one loses no digits where the
// planes are nearly equal.
//
// Work is done in tiles, whose partition depends on the size of the picture alone; sums are in double, in a fixed
// order. So the results do not depend on the processor nor on who computes which tile.
#ifndef CK_METRIC_H
#define CK_METRIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Tiles are as wide as keeps their rows in the second-level cache; the last ones of a row or column are smaller.
#define CK_TILE_WIDTH 512
#define CK_TILE_HEIGHT 128
/// Floats from row to row of a tile's scratch memory: the tile, the window's reach on both sides, and whole vectors.
#define CK_TILE_STRIDE 544
/// Pixels of a cell of the damage map, each way, at full size; 8, 4, 2, 1, 1, 1 at the scales.
#define CK_CELL_SIDE 8

/// A picture in memory; alpha, where there is any, comes last and is straight.
typedef struct {
  const void *base;
  size_t stride;     ///< Bytes from row to row.
  int32_t channels;  ///< 1…4.
  bool wide;         ///< 16-bit samples.
  bool alpha;
} ck_picture;

/// What each sample stands for: `narrow` has 256 entries, `wide` 65,536 for the same range.
typedef struct {
  const float *narrow;
  const float *wide;
} ck_sample_table;

/// `count` pixels of row `y` from column `x` on, each looked up, in three planes; of a gray picture three times the same.
///
/// - background: Blended under alpha before the look-up, 0…1 of the encoded range; NULL: alpha is ignored.
void ck_expand_row(const ck_picture *picture, const ck_sample_table *table, const float *background, int32_t y,
                   int32_t x, int32_t count, float *const out[3]);

/// One tile of a scale of SSIMULACRA 2.
typedef struct {
  int32_t width, height;            ///< Of the scale, in pixels.
  int32_t left, top, right, bottom;  ///< The tile; left and top even.
  const ck_picture *pictures;       ///< Two of them at full size; NULL at the smaller scales.
  const ck_sample_table *light;     ///< Linear light of the samples, 0…1.
  float background;
  const float *planes[2][3];  ///< Linear light at the smaller scales.
  size_t plane_stride;        ///< Floats.
  float *half[2][3];          ///< Where linear light of the next scale goes; NULL where there is none.
  size_t half_stride;
  float weights[3][3];  ///< By plane and map, of the damage map.
  float *cells;         ///< The damage map of this scale: sums over cells.
  int32_t cells_stride;
  int32_t cell_side;  ///< Pixels of this scale.
  double sums[3][6];  ///< By plane: the sums of the three maps, then of their fourth powers.
} ck_s2_tile;

/// Floats of scratch memory that `ck_s2_measure` needs, aligned to 64 bytes.
size_t ck_s2_scratch_count(void);

/// Sums up a tile, adds to the damage map and writes its part of the next scale.
void ck_s2_measure(ck_s2_tile *tile, float *scratch);

/// Linear light to the shifted XYB planes, `count` a multiple of 8; for tests.
void ck_s2_xyb(const float *const rgb[3], int32_t count, float *const xyb[3]);

/// The window over nine rows, around the one in the middle; for tests.
///
/// - rows: Each the four moments' planes of CK_TILE_STRIDE floats; what lies before sample 8 and after `count` more is margin.
/// - moments: Scratch of the same shape.
/// - out: `count` samples of the first moment, a multiple of 8.
void ck_s2_blur(const float *const rows[9], int32_t count, float *moments, float *out);

/// The three maps of one row summed up; for tests.
///
/// - slot: The planes a and b, CK_TILE_STRIDE floats each; sample 8 is the first.
/// - moments: What `ck_s2_blur` leaves: summed vertically, still to be summed along the row.
/// - damage: Scratch of CK_TILE_STRIDE floats.
void ck_s2_maps(const float *slot, const float *moments, int32_t width, float *damage, double sums[6]);

/// One tile of PSNR or luma SSIM.
typedef struct {
  int32_t width, height;  ///< Of the picture, in pixels.
  int32_t left, top, right, bottom;
  const ck_picture *pictures;    ///< Two.
  const ck_sample_table *codes;  ///< The samples' own values, 0…255.
  float *cells;                  ///< Damage, summed up over cells of CK_CELL_SIDE.
  int32_t cells_stride;
  double sum;  ///< Damage of the tile.
} ck_pair_tile;

/// Floats of scratch memory that both need, aligned to 64 bytes.
size_t ck_pair_scratch_count(void);

/// Damage is 1 - SSIM, of pixels that are at least five from every border.
void ck_ssim_measure(ck_pair_tile *tile, float *scratch);

/// Damage is the squared difference of all three colours.
void ck_psnr_measure(ck_pair_tile *tile, float *scratch);

#endif
