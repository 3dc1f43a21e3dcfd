#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jpeglib.h>
#include <jerror.h>

#include "ccodec_jpeg_internal.h"

// Every entry below arms `escape` anew. libjpeg's error_exit must not return, so `fail` leaves through it; that jump
// crosses libjpeg's frames and the entry's own, never those of the caller.

static ccodec_jpeg_decoder *self(j_common_ptr jpeg) { return jpeg->client_data; }

static void note_place(ccodec_jpeg_decoder *d, int64_t *row, int *scan) {
  *row = -1;
  *scan = 0;
  if (!d->started) return;
  if (jpeg_has_multiple_scans(&d->jpeg)) {
    *scan = d->jpeg.input_scan_number;
  } else {
    // libjpeg decodes rows of whole blocks: those before the present one are complete.
    int64_t rows = (int64_t)d->jpeg.input_iMCU_row * d->jpeg.max_v_samp_factor * DCTSIZE;
    *row = rows < d->jpeg.image_height ? rows : d->jpeg.image_height;
  }
}

static _Noreturn void fail(ccodec_jpeg_decoder *d, ccodec_status status) {
  d->report.status = status;
  if (!d->report.damaged) {
    note_place(d, &d->report.row, &d->report.scan);
    d->report.ended = d->report.reached_end;
  }
  longjmp(d->escape, 1);
}

static void check_time(ccodec_jpeg_decoder *d) {
  if (ccodec_clock_seconds(&d->clock) > d->limits.maximum_seconds) fail(d, CCODEC_TOO_SLOW);
}

static void error_exit(j_common_ptr jpeg) {
  ccodec_jpeg_decoder *d = self(jpeg);
  char text[JMSG_LENGTH_MAX];
  d->errors.format_message(jpeg, text);
  snprintf(d->report.message, CCODEC_TEXT_BYTES, "%s", text);
  switch (d->errors.msg_code) {
    case JERR_OUT_OF_MEMORY:
      fail(d, CCODEC_OUT_OF_MEMORY);
    case JERR_SOF_UNSUPPORTED:
    case JERR_BAD_PRECISION:
    case JERR_COMPONENT_COUNT:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_CCIR601_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_NOTIMPL:
    case JERR_ARITH_NOTIMPL:
    case JERR_IMAGE_TOO_BIG:
    case JERR_WIDTH_OVERFLOW:
      fail(d, CCODEC_UNSUPPORTED);
    default:
      fail(d, CCODEC_FAILED);
  }
}

static bool is_harmless(int code) {
  // The picture is whole when only a version number, a colour hint or a profile is odd.
  return code == JWRN_JFIF_MAJOR || code == JWRN_ADOBE_XFORM || code == JWRN_BOGUS_ICC || code == JWRN_TOO_MUCH_DATA;
}

static void emit_message(j_common_ptr jpeg, int level) {
  if (level >= 0) return;  // Tracing.
  ccodec_jpeg_decoder *d = self(jpeg);
  char text[JMSG_LENGTH_MAX];
  d->errors.format_message(jpeg, text);
  int64_t row;
  int scan;
  note_place(d, &row, &scan);
  ccodec_report_warn(&d->report, text, !is_harmless(d->errors.msg_code), row, scan);
  if (d->report.warning_count > d->limits.maximum_warnings) fail(d, CCODEC_TOO_MANY_WARNINGS);
}

static void output_message(j_common_ptr jpeg) { (void)jpeg; }

static void progress_monitor(j_common_ptr jpeg) {
  ccodec_jpeg_decoder *d = self(jpeg);
  check_time(d);
  if ((uint32_t)d->jpeg.input_scan_number > d->limits.maximum_scans) fail(d, CCODEC_TOO_MANY_SCANS);
}

static void nothing(j_decompress_ptr jpeg) { (void)jpeg; }

static boolean fill_input_buffer(j_decompress_ptr jpeg) {
  static const JOCTET end_of_image[] = {0xFF, JPEG_EOI};
  ccodec_jpeg_decoder *d = self((j_common_ptr)jpeg);
  check_time(d);
  uint64_t left = d->offset < d->input.count ? d->input.count - d->offset : 0;
  int64_t got = left < CCODEC_BLOCK_BYTES ? (int64_t)left : CCODEC_BLOCK_BYTES;
  if (d->input.bytes) {
    d->source.next_input_byte = d->input.bytes + d->offset;
  } else if (got > 0) {
    got = ccodec_input_read(&d->input, d->offset, d->block, (size_t)got);
    if (got < 0) {
      d->report.read_errno = (int)-got;
      fail(d, CCODEC_READ_FAILED);
    }
    d->source.next_input_byte = d->block;
  }
  if (got == 0) {
    d->report.reached_end = true;
    // As libjpeg's own sources do: warn, and close the picture, so that what is there can still be decoded.
    WARNMS(jpeg, JWRN_JPEG_EOF);
    d->source.next_input_byte = end_of_image;
    d->source.bytes_in_buffer = sizeof end_of_image;
    return TRUE;
  }
  d->offset += (uint64_t)got;
  d->source.bytes_in_buffer = (size_t)got;
  return TRUE;
}

static void skip_input_data(j_decompress_ptr jpeg, long count) {
  ccodec_jpeg_decoder *d = self((j_common_ptr)jpeg);
  if (count <= 0) return;
  if ((size_t)count <= d->source.bytes_in_buffer) {
    d->source.next_input_byte += count;
    d->source.bytes_in_buffer -= (size_t)count;
    return;
  }
  uint64_t beyond = (uint64_t)count - d->source.bytes_in_buffer;
  uint64_t left = d->offset < d->input.count ? d->input.count - d->offset : 0;
  d->offset += beyond < left ? beyond : left;
  d->source.bytes_in_buffer = 0;
}

ccodec_jpeg_decoder *ccodec_jpeg_decoder_create(ccodec_input input, ccodec_limits limits) {
  ccodec_jpeg_decoder *d = calloc(1, sizeof *d);
  if (!d) return NULL;
  d->input = input;
  d->limits = limits;
  d->report.row = -1;
  if (!input.bytes && !(d->block = malloc(CCODEC_BLOCK_BYTES))) {
    free(d);
    return NULL;
  }
  return d;
}

void ccodec_jpeg_decoder_destroy(ccodec_jpeg_decoder *d) {
  if (!d) return;
  if (!setjmp(d->escape)) jpeg_destroy_decompress(&d->jpeg);
  free(d->block);
  free(d);
}

const ccodec_report *ccodec_jpeg_decoder_report(const ccodec_jpeg_decoder *d) { return &d->report; }

// Stops the clock on the way out, whether the call returned or jumped.
static ccodec_status leave(ccodec_jpeg_decoder *d) {
  ccodec_clock_leave(&d->clock);
  return d->report.status;
}

static ccodec_jpeg_color color_of(const struct jpeg_decompress_struct *jpeg) {
  switch (jpeg->jpeg_color_space) {
    case JCS_GRAYSCALE: return CCODEC_JPEG_GRAY;
    case JCS_RGB: return CCODEC_JPEG_RGB;
    case JCS_YCbCr: return CCODEC_JPEG_YCBCR;
    case JCS_CMYK: return CCODEC_JPEG_CMYK;
    case JCS_YCCK: return CCODEC_JPEG_YCCK;
    default: return CCODEC_JPEG_OTHER;
  }
}

ccodec_status ccodec_jpeg_decoder_open(ccodec_jpeg_decoder *d, ccodec_jpeg_header *header) {
  if (d->report.status) return d->report.status;
  ccodec_clock_enter(&d->clock);
  d->jpeg.err = jpeg_std_error(&d->errors);
  d->errors.error_exit = error_exit;
  d->errors.emit_message = emit_message;
  d->errors.output_message = output_message;
  if (setjmp(d->escape)) return leave(d);
  // jpeg_create_decompress keeps `err` and `client_data` and clears the rest.
  d->jpeg.client_data = d;
  jpeg_create_decompress(&d->jpeg);
  d->source.init_source = nothing;
  d->source.fill_input_buffer = fill_input_buffer;
  d->source.skip_input_data = skip_input_data;
  d->source.resync_to_restart = jpeg_resync_to_restart;
  d->source.term_source = nothing;
  d->jpeg.src = &d->source;
  d->progress.progress_monitor = progress_monitor;
  d->jpeg.progress = &d->progress;
  jpeg_read_header(&d->jpeg, TRUE);
  header->width = d->jpeg.image_width;
  header->height = d->jpeg.image_height;
  header->components = d->jpeg.num_components;
  header->color = color_of(&d->jpeg);
  header->multiple_scans = jpeg_has_multiple_scans(&d->jpeg);
  return leave(d);
}

ccodec_status ccodec_jpeg_decoder_scale(ccodec_jpeg_decoder *d, int denominator, uint32_t *width, uint32_t *height) {
  if (d->report.status) return d->report.status;
  ccodec_clock_enter(&d->clock);
  if (setjmp(d->escape)) return leave(d);
  d->jpeg.scale_num = 1;
  d->jpeg.scale_denom = (unsigned)denominator;
  jpeg_calc_output_dimensions(&d->jpeg);
  *width = d->jpeg.output_width;
  *height = d->jpeg.output_height;
  return leave(d);
}

ccodec_status ccodec_jpeg_decoder_start(ccodec_jpeg_decoder *d) {
  if (d->report.status) return d->report.status;
  ccodec_clock_enter(&d->clock);
  if (setjmp(d->escape)) return leave(d);
  switch (color_of(&d->jpeg)) {
    case CCODEC_JPEG_GRAY: d->jpeg.out_color_space = JCS_GRAYSCALE; break;
    case CCODEC_JPEG_CMYK:
    case CCODEC_JPEG_YCCK:
      d->jpeg.out_color_space = JCS_CMYK;
      // Adobe's programs write ink amounts inverted, and say who they are; libjpeg hands them on as they are.
      d->inverted = d->jpeg.saw_Adobe_marker;
      break;
    default: d->jpeg.out_color_space = JCS_RGB;
  }
  // The accurate integer transform: with SIMD the fast one gains little and costs quality.
  d->jpeg.dct_method = JDCT_ISLOW;
  d->started = true;
  jpeg_start_decompress(&d->jpeg);
  return leave(d);
}

ccodec_status ccodec_jpeg_decoder_read(
    ccodec_jpeg_decoder *d, uint8_t *base, size_t stride, uint32_t count, uint32_t *done) {
  *done = 0;
  if (d->report.status) return d->report.status;
  ccodec_clock_enter(&d->clock);
  if (setjmp(d->escape)) return leave(d);
  check_time(d);
  while (*done < count && d->jpeg.output_scanline < d->jpeg.output_height) {
    JSAMPROW rows[16];
    uint32_t wanted = count - *done < 16 ? count - *done : 16;
    for (uint32_t i = 0; i < wanted; i++) rows[i] = base + (size_t)(*done + i) * stride;
    uint32_t got = jpeg_read_scanlines(&d->jpeg, rows, wanted);
    if (got == 0) break;
    if (d->inverted) {
      for (uint32_t i = 0; i < got; i++) {
        for (size_t x = 0; x < (size_t)d->jpeg.output_width * 4; x++) rows[i][x] = (uint8_t)(255 - rows[i][x]);
      }
    }
    *done += got;
  }
  return leave(d);
}

ccodec_status ccodec_jpeg_decoder_finish(ccodec_jpeg_decoder *d, uint64_t *end) {
  if (d->report.status) return d->report.status;
  ccodec_clock_enter(&d->clock);
  if (setjmp(d->escape)) return leave(d);
  jpeg_finish_decompress(&d->jpeg);
  *end = d->report.reached_end ? d->input.count : d->offset - d->source.bytes_in_buffer;
  return leave(d);
}
