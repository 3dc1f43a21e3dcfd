#pragma once
#include <stdio.h>
#include <jpeglib.h>

#include "ccodec_internal.h"
#include "ccodec_jpeg.h"

// What decoding, encoding and transcoding know of each other.

struct ccodec_jpeg_decoder {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf escape;
  ccodec_input input;
  ccodec_limits limits;
  ccodec_clock clock;
  ccodec_report report;
  // The offset just behind what libjpeg has been given.
  uint64_t offset;
  uint8_t *block;
  bool started;
  bool inverted;
  // Only when transcoding: an array for each component, in libjpeg's memory for this picture.
  jvirt_barray_ptr *coefficients;
};

struct ccodec_jpeg_encoder {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr destination;
  jmp_buf escape;
  ccodec_report report;
  ccodec_buffer buffer;
  // Only transcoding is limited in time: its work is decided by a file, not by the program's own rows.
  struct jpeg_progress_mgr progress;
  ccodec_clock clock;
  double maximum_seconds;
};

/// Makes `jpeg` ready for its parameters. `escape` must be armed.
void ccodec_jpeg_encoder_prepare(ccodec_jpeg_encoder *encoder);
