#pragma once
#include "ccodec_input.h"
#include "ccodec_report.h"

// ---- Decoding: create, open, start, read …, finish, destroy ----

typedef struct ccodec_jpeg_decoder ccodec_jpeg_decoder;

/// How the samples of a picture relate to colour, before any conversion.
typedef enum {
  CCODEC_JPEG_OTHER,
  CCODEC_JPEG_GRAY,
  CCODEC_JPEG_RGB,
  CCODEC_JPEG_YCBCR,
  CCODEC_JPEG_CMYK,
  CCODEC_JPEG_YCCK,
} ccodec_jpeg_color;

typedef struct {
  uint32_t width;
  uint32_t height;
  int components;
  ccodec_jpeg_color color;
  /// More than one scan: the library keeps all coefficients, 2 bytes each.
  int multiple_scans;
} ccodec_jpeg_header;

/// NULL when there is no memory. The memory or descriptor behind `input` must outlive the decoder.
ccodec_jpeg_decoder *ccodec_jpeg_decoder_create(ccodec_input input, ccodec_limits limits);
void ccodec_jpeg_decoder_destroy(ccodec_jpeg_decoder *decoder);
const ccodec_report *ccodec_jpeg_decoder_report(const ccodec_jpeg_decoder *decoder);

/// Reads up to the first scan.
ccodec_status ccodec_jpeg_decoder_open(ccodec_jpeg_decoder *decoder, ccodec_jpeg_header *header);

/// Chooses the reduction, 1, 2, 4 or 8, and tells the size that will be delivered: the stored one divided, rounded up.
ccodec_status ccodec_jpeg_decoder_scale(
    ccodec_jpeg_decoder *decoder, int denominator, uint32_t *width, uint32_t *height);

/// Begins to decode; a picture of several scans is read to its end here.
///
/// Gray stays gray, YCbCr becomes RGB, CMYK and YCCK become CMYK with 0 for no ink.
ccodec_status ccodec_jpeg_decoder_start(ccodec_jpeg_decoder *decoder);

/// Decodes the next `count` rows to `base`, `stride` bytes apart; `*done` says how many were complete when it ended.
ccodec_status ccodec_jpeg_decoder_read(
    ccodec_jpeg_decoder *decoder, uint8_t *base, size_t stride, uint32_t count, uint32_t *done);

/// Reads to the end of the picture, after its last row; `*end` is the offset just behind it.
ccodec_status ccodec_jpeg_decoder_finish(ccodec_jpeg_decoder *decoder, uint64_t *end);

// ---- Encoding: create, start, marker …, write …, finish, take, destroy ----

typedef struct ccodec_jpeg_encoder ccodec_jpeg_encoder;

typedef struct {
  uint32_t width;
  uint32_t height;
  /// 1 for gray, 3 for RGB.
  int components;
  /// 1…100.
  int quality;
  /// Luma samples for each chroma sample, 1 or 2 each way; ignored for gray.
  int horizontal_sampling;
  int vertical_sampling;
  int progressive;
  int optimize_coding;
} ccodec_jpeg_options;

ccodec_jpeg_encoder *ccodec_jpeg_encoder_create(void);
void ccodec_jpeg_encoder_destroy(ccodec_jpeg_encoder *encoder);
const ccodec_report *ccodec_jpeg_encoder_report(const ccodec_jpeg_encoder *encoder);

ccodec_status ccodec_jpeg_encoder_start(ccodec_jpeg_encoder *encoder, const ccodec_jpeg_options *options);
/// Writes an APPn segment; only between start and the first row. At most 65,533 bytes.
ccodec_status ccodec_jpeg_encoder_marker(
    ccodec_jpeg_encoder *encoder, int number, const uint8_t *bytes, size_t count);
ccodec_status ccodec_jpeg_encoder_write(
    ccodec_jpeg_encoder *encoder, const uint8_t *base, size_t stride, uint32_t count);
ccodec_status ccodec_jpeg_encoder_finish(ccodec_jpeg_encoder *encoder);
/// The encoded file; the caller frees it.
uint8_t *ccodec_jpeg_encoder_take(ccodec_jpeg_encoder *encoder, size_t *count);
