// Hot loops of the separable resize.
//
// Source rows come in groups of CK_GROUP_ROWS. A group is turned on its side, so that the eight rows are the lanes of
// one vector; then the horizontal pass is the same code for every layout, it wastes nothing on padding channels, and
// one weight serves all lanes:
//
//     rows 0…7 of samples  --expand-->  work[x][channel][row]  --horizontal-->  ring[row][x][channel]
//
// The vertical pass sums ring rows, lanes being neighbouring samples, and finishes the row.
//
// Two arithmetics. Fixed: 8-bit samples without transparency; a working sample is 16 bits and two taps are multiplied
// and added by one instruction, so neighbours along the axis are kept in pairs (work holds pairs of pixels, the ring
// pairs of rows). Float: everything else.
//
// All buffers are aligned to 64 bytes. Sizes are in elements, strides of pixel rows in bytes.
#ifndef CK_RESAMPLE_H
#define CK_RESAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Source rows that go through the horizontal pass together.
#define CK_GROUP_ROWS 8
/// The horizontal pass writes whole blocks of this many target pixels: rings and tables are padded to it.
#define CK_BLOCK_PIXELS 32
/// Source pixels are expanded in chunks of this many: work buffers are padded to it.
#define CK_CHUNK_PIXELS 16
/// A working sample of the fixed arithmetic counts 1 / 64 of a level, which leaves room for overshoot in 16 bits.
#define CK_FIXED_FRACTION_BITS 6

/// A group of source rows in memory.
typedef struct {
  const void *base;
  size_t stride;   ///< Bytes from row to row.
  int32_t count;   ///< 1…CK_GROUP_ROWS; missing rows repeat the last one.
  int32_t width;   ///< Pixels.
} ck_row_group;

/// Horizontal weights of the fixed arithmetic, for `count` target pixels, a multiple of CK_BLOCK_PIXELS.
typedef struct {
  const int32_t *starts;   ///< `count`: the first pair of source pixels.
  const int32_t *weights;  ///< `count × pairs`, each two 16-bit weights in memory order: left pixel, right pixel.
  int32_t count;
  int32_t pairs;
  int32_t shift;  ///< Bits of the weights' fraction.
} ck_fixed_axis;

/// Horizontal weights of the float arithmetic, for `count` target pixels, a multiple of CK_BLOCK_PIXELS.
typedef struct {
  const int32_t *starts;  ///< `count`: the first source pixel.
  const float *weights;   ///< `count × taps`
  int32_t count;
  int32_t taps;
} ck_float_axis;

/// A ring of rows between the two passes, `capacity` rows of `stride` elements.
typedef struct {
  void *base;
  size_t stride;     ///< 32-bit elements, target pixels × channels, padded: a float, or a pair of 16-bit samples.
  int32_t capacity;  ///< Rows; in the fixed arithmetic pairs of rows.
} ck_ring;

/// How the float arithmetic reads and writes samples.
typedef struct {
  int32_t channels;     ///< 1…4; with alpha 2 or 4, alpha last.
  bool wide;            ///< 16-bit samples.
  bool alpha;           ///< Multiply colour by alpha on the way in, divide on the way out.
  const float *decode;  ///< Light, 0…1, of each sample value, 256 or 65,536 entries; NULL: samples as they are.
  const float *encode;  ///< Pairs (offset, slope) by CK_ENCODE_…; NULL as above.
} ck_float_format;

/// The encoding table has 2^CK_ENCODE_CELL_BITS lines for each of the CK_ENCODE_OCTAVES octaves below 1.
#define CK_ENCODE_OCTAVES 9
#define CK_ENCODE_CELL_BITS 8
/// Below 2^-CK_ENCODE_OCTAVES the sRGB curve is this line.
#define CK_ENCODE_DARK_SLOPE 12.92f

/// Takes a group through expansion and the horizontal pass; `slot` is the first of the four ring rows to write.
///
/// With `alpha`, the last channel is opacity, and a group that is not fully opaque is refused.
/// Returns whether the group was taken.
bool ck_fixed_group(const ck_row_group *rows, int32_t channels, bool alpha, const ck_fixed_axis *axis, int16_t *work,
                    const ck_ring *ring, int32_t slot);

/// Writes one target row of `samples` bytes from the ring rows `first`, `first + 1`, … (wrapping), `pairs` of them.
void ck_fixed_row(const ck_ring *ring, int32_t first, const int32_t *weights, int32_t pairs, int32_t shift,
                  int32_t samples, uint8_t *out);

/// As `ck_fixed_group`, for eight ring rows from `slot` on.
void ck_float_group(const ck_row_group *rows, const ck_float_format *format, const ck_float_axis *axis, float *work,
                    const ck_ring *ring, int32_t slot);

/// As `ck_fixed_row`, from `taps` rows.
void ck_float_row(const ck_ring *ring, int32_t first, const float *weights, int32_t taps,
                  const ck_float_format *format, int32_t samples, void *out);

/// Turns the four ring rows from `slot` on of the fixed arithmetic, made of opaque pixels, into eight of the float one.
void ck_fixed_ring_to_float(const ck_ring *fixed, const ck_ring *floats, int32_t slot, int32_t channels, bool alpha);

/// Copies `count` pixels of `bytes` bytes each, 1, 2, 3, 4, 6 or 8, from their places in `row`.
void ck_pick_pixels(const void *row, const int32_t *places, int32_t count, int32_t bytes, void *out);

#endif
