#pragma once
#include "ccodec_jpeg.h"

// A JPEG made from the DCT coefficients of another one, without decoding them: nothing of the picture is lost.
//
// With an opened decoder and a new encoder: read, start, ccodec_jpeg_encoder_marker …, ccodec_jpeg_encoder_finish,
// ccodec_jpeg_encoder_take. The decoder owns the coefficients and must outlive the encoder's finish.

typedef struct {
  /// The value of EXIF tag 0x0112, 1…8, by which the picture is turned upright.
  int orientation;
  /// 0 no, 1 yes, -1 as the source is.
  int progressive;
} ccodec_jpeg_transcode_options;

/// Whether an opened picture can be turned without loss.
///
/// Mirroring moves the last row or column of blocks to the front. When it holds padding, which every JPEG whose sides
/// are no multiple of its MCU has there, the padding would become part of the picture.
int ccodec_jpeg_transcode_can_turn(const ccodec_jpeg_decoder *decoder, int orientation);

/// Reads all coefficients, 2 bytes a sample; `*end` is the offset just behind the picture.
ccodec_status ccodec_jpeg_transcode_read(ccodec_jpeg_decoder *decoder, uint64_t *end);

/// Whether a picture that has been read has all its scans; 0 when a decoder would smooth over bits that never came.
///
/// Once coefficients are written again they count as exact, and nothing would be smoothed: other pixels.
int ccodec_jpeg_transcode_is_complete(const ccodec_jpeg_decoder *decoder);

/// Turns the coefficients and writes the header; `CCODEC_UNSUPPORTED` when that cannot be done without loss.
///
/// Kept are JFIF with its density, and Adobe's marker where the meaning of the samples depends on it. Huffman tables
/// are made for the picture, also where the source was coded arithmetically.
ccodec_status ccodec_jpeg_transcode_start(
    ccodec_jpeg_encoder *encoder, ccodec_jpeg_decoder *decoder, const ccodec_jpeg_transcode_options *options);
