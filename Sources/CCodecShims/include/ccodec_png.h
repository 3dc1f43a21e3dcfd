#pragma once
#include "ccodec_input.h"
#include "ccodec_report.h"

// ---- Decoding: create, open, read … or read_interlaced, finish, destroy ----

typedef struct ccodec_png_decoder ccodec_png_decoder;

typedef struct {
  uint32_t width;
  uint32_t height;
  /// As stored: bits a sample, colour type, whether interlaced.
  int bit_depth;
  int color_type;
  int interlaced;
  /// As delivered: 1 gray, 2 gray and alpha, 3 RGB, 4 RGB and alpha; 8 or 16 bits, 16 in native byte order.
  int channels;
  int depth;
  /// What the file says about its colours; 0 or absent when it says nothing.
  double gamma;
  int has_srgb;
  int has_chromaticities;
  /// White, red, green, blue as x, y.
  double chromaticities[8];
  /// The ICC profile, inflated and found sound by libpng; NULL when there is none. Lives as long as the decoder.
  const uint8_t *icc;
  size_t icc_count;
} ccodec_png_header;

/// NULL when there is no memory. The memory or descriptor behind `input` must outlive the decoder.
ccodec_png_decoder *ccodec_png_decoder_create(ccodec_input input, ccodec_limits limits, int allow_damage);
void ccodec_png_decoder_destroy(ccodec_png_decoder *decoder);
const ccodec_report *ccodec_png_decoder_report(const ccodec_png_decoder *decoder);

/// Reads up to the picture data. Takes no memory that grows with the picture.
ccodec_status ccodec_png_decoder_open(ccodec_png_decoder *decoder, ccodec_png_header *header);

/// Decodes the next `count` rows to `base`, `stride` bytes apart; `*done` says how many were complete when it ended.
ccodec_status ccodec_png_decoder_read(
    ccodec_png_decoder *decoder, uint8_t *base, size_t stride, uint32_t count, uint32_t *done);

/// Decodes the whole of an interlaced picture. `base` must be filled beforehand: it keeps what is not decoded.
ccodec_status ccodec_png_decoder_read_interlaced(ccodec_png_decoder *decoder, uint8_t *base, size_t stride);

/// Reads on to the IEND chunk, after the last row; `*end` is the offset just behind it.
ccodec_status ccodec_png_decoder_finish(ccodec_png_decoder *decoder, uint64_t *end);

// ---- Encoding: create, start, chunk …, write …, finish, take, destroy ----

typedef struct ccodec_png_encoder ccodec_png_encoder;

/// Bits of `filters`, as libpng's PNG_FILTER_ constants.
typedef enum {
  CCODEC_PNG_FILTER_NONE = 0x08,
  CCODEC_PNG_FILTER_SUB = 0x10,
  CCODEC_PNG_FILTER_UP = 0x20,
  CCODEC_PNG_FILTER_AVERAGE = 0x40,
  CCODEC_PNG_FILTER_PAETH = 0x80,
  CCODEC_PNG_FILTER_ADAPTIVE = 0xF8,
} ccodec_png_filter;

typedef struct {
  uint32_t width;
  uint32_t height;
  /// 1 gray, 2 gray and alpha, 3 RGB, 4 RGB and alpha; 8 or 16 bits, 16 in native byte order.
  int channels;
  int depth;
  /// zlib's 0…9.
  int level;
  int filters;
  int interlaced;
} ccodec_png_options;

ccodec_png_encoder *ccodec_png_encoder_create(void);
void ccodec_png_encoder_destroy(ccodec_png_encoder *encoder);
const ccodec_report *ccodec_png_encoder_report(const ccodec_png_encoder *encoder);

ccodec_status ccodec_png_encoder_start(ccodec_png_encoder *encoder, const ccodec_png_options *options);
/// Writes a chunk of four letters; only between start and the first row.
ccodec_status ccodec_png_encoder_chunk(
    ccodec_png_encoder *encoder, const char *type, const uint8_t *bytes, size_t count);
/// Writes the next rows; of an interlaced picture, all of them in one call.
ccodec_status ccodec_png_encoder_write(
    ccodec_png_encoder *encoder, const uint8_t *base, size_t stride, uint32_t count);
ccodec_status ccodec_png_encoder_finish(ccodec_png_encoder *encoder);
/// The encoded file; the caller frees it.
uint8_t *ccodec_png_encoder_take(ccodec_png_encoder *encoder, size_t *count);
