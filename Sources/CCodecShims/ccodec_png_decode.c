#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <png.h>

#include "ccodec_internal.h"
#include "ccodec_png.h"

// Every entry arms `escape` anew; `error` leaves through it, over libpng's frames only.
struct ccodec_png_decoder {
  png_structp png;
  png_infop info;
  jmp_buf escape;
  ccodec_input input;
  ccodec_limits limits;
  ccodec_clock clock;
  ccodec_report report;
  uint64_t offset;
  uint8_t *block;
  size_t block_count;
  size_t block_used;
  uint32_t height;
  uint32_t row;
  int passes;
  bool allow_damage;
};

static _Noreturn void fail(ccodec_png_decoder *d, ccodec_status status) {
  d->report.status = status;
  if (!d->report.damaged) {
    d->report.row = d->passes == 1 ? (int64_t)d->row : -1;
    d->report.ended = d->report.reached_end;
  }
  longjmp(d->escape, 1);
}

static _Noreturn void error(png_structp png, png_const_charp text) {
  ccodec_png_decoder *d = png_get_error_ptr(png);
  snprintf(d->report.message, CCODEC_TEXT_BYTES, "%s", text);
  fail(d, strcmp(text, "Out of memory") == 0 ? CCODEC_OUT_OF_MEMORY : CCODEC_FAILED);
}

static bool is_damaging(const char *text) {
  // Warnings about picture data name its chunk. Bytes that are left over there take nothing from the picture.
  return strstr(text, "IDAT") && !strstr(text, "Extra compressed data") && !strstr(text, "Too much image data");
}

static void warning(png_structp png, png_const_charp text) {
  ccodec_png_decoder *d = png_get_error_ptr(png);
  ccodec_report_warn(&d->report, text, is_damaging(text), d->passes == 1 ? (int64_t)d->row : -1, 0);
  if (d->report.warning_count > d->limits.maximum_warnings) fail(d, CCODEC_TOO_MANY_WARNINGS);
}

static void check_time(ccodec_png_decoder *d) {
  if (ccodec_clock_seconds(&d->clock) > d->limits.maximum_seconds) fail(d, CCODEC_TOO_SLOW);
}

static void read_data(png_structp png, png_bytep into, size_t count) {
  ccodec_png_decoder *d = png_get_io_ptr(png);
  while (count) {
    if (d->block_used == d->block_count) {
      check_time(d);
      int64_t got = ccodec_input_read(&d->input, d->offset, d->block, CCODEC_BLOCK_BYTES);
      if (got < 0) {
        d->report.read_errno = (int)-got;
        fail(d, CCODEC_READ_FAILED);
      }
      if (got == 0) {
        d->report.reached_end = true;
        png_error(png, "read beyond end of data");
      }
      d->offset += (uint64_t)got;
      d->block_count = (size_t)got;
      d->block_used = 0;
    }
    size_t part = d->block_count - d->block_used;
    if (part > count) part = count;
    memcpy(into, d->block + d->block_used, part);
    d->block_used += part;
    into += part;
    count -= part;
  }
}

ccodec_png_decoder *ccodec_png_decoder_create(ccodec_input input, ccodec_limits limits, int allow_damage) {
  ccodec_png_decoder *d = calloc(1, sizeof *d);
  if (!d) return NULL;
  d->input = input;
  d->limits = limits;
  d->report.row = -1;
  d->allow_damage = allow_damage != 0;
  if (!(d->block = malloc(CCODEC_BLOCK_BYTES))) {
    free(d);
    return NULL;
  }
  return d;
}

void ccodec_png_decoder_destroy(ccodec_png_decoder *d) {
  if (!d) return;
  if (d->png && !setjmp(d->escape)) png_destroy_read_struct(&d->png, &d->info, NULL);
  free(d->block);
  free(d);
}

const ccodec_report *ccodec_png_decoder_report(const ccodec_png_decoder *d) { return &d->report; }

static ccodec_status leave(ccodec_png_decoder *d) {
  ccodec_clock_leave(&d->clock);
  return d->report.status;
}

// Chunks that carry no pixels. libpng would inflate and keep texts; metadata is found without its help, under limits.
static const png_byte ignored_chunks[] =
    "tEXt\0zTXt\0iTXt\0eXIf\0tIME\0pCAL\0sPLT\0sCAL\0oFFs\0pHYs\0hIST\0bKGD";

static void describe(ccodec_png_decoder *d, ccodec_png_header *header) {
  memset(header, 0, sizeof *header);
  header->width = png_get_image_width(d->png, d->info);
  header->height = png_get_image_height(d->png, d->info);
  header->bit_depth = png_get_bit_depth(d->png, d->info);
  header->color_type = png_get_color_type(d->png, d->info);
  header->interlaced = png_get_interlace_type(d->png, d->info) != PNG_INTERLACE_NONE;
  bool keyed = png_get_valid(d->png, d->info, PNG_INFO_tRNS) != 0;
  bool color = header->color_type & PNG_COLOR_MASK_COLOR;
  bool alpha = (header->color_type & PNG_COLOR_MASK_ALPHA) || keyed;
  header->channels = (color ? 3 : 1) + (alpha ? 1 : 0);
  header->depth = header->bit_depth == 16 ? 16 : 8;
  if (png_get_valid(d->png, d->info, PNG_INFO_gAMA)) png_get_gAMA(d->png, d->info, &header->gamma);
  header->has_srgb = png_get_valid(d->png, d->info, PNG_INFO_sRGB) != 0;
  if (png_get_valid(d->png, d->info, PNG_INFO_cHRM)) {
    double *c = header->chromaticities;
    header->has_chromaticities =
        png_get_cHRM(d->png, d->info, c, c + 1, c + 2, c + 3, c + 4, c + 5, c + 6, c + 7) != 0;
  }
  png_charp name;
  int compression;
  png_bytep profile;
  png_uint_32 count;
  if (png_get_iCCP(d->png, d->info, &name, &compression, &profile, &count)) {
    header->icc = profile;
    header->icc_count = count;
  }
}

ccodec_status ccodec_png_decoder_open(ccodec_png_decoder *d, ccodec_png_header *header) {
  if (d->report.status) return d->report.status;
  ccodec_clock_enter(&d->clock);
  if (setjmp(d->escape)) return leave(d);
  d->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, d, error, warning);
  if (!d->png || !(d->info = png_create_info_struct(d->png))) fail(d, CCODEC_OUT_OF_MEMORY);
  png_set_read_fn(d->png, d, read_data);
  // The pixel limit is the caller's and comes between the header and the first row.
  png_set_user_limits(d->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_malloc_max(d->png, d->limits.maximum_chunk_bytes);
  png_set_chunk_cache_max(d->png, 128);
  png_set_keep_unknown_chunks(
      d->png, PNG_HANDLE_CHUNK_NEVER, ignored_chunks, (int)(sizeof ignored_chunks / 5));
  if (d->allow_damage) png_set_crc_action(d->png, PNG_CRC_WARN_USE, PNG_CRC_WARN_DISCARD);
  png_read_info(d->png, d->info);
  describe(d, header);
  d->height = header->height;
  return leave(d);
}

// Deferred until rows are wanted, because libpng takes memory for whole rows here.
static void prepare(ccodec_png_decoder *d) {
  if (d->passes) return;
  png_set_expand(d->png);
  if (png_get_bit_depth(d->png, d->info) == 16) png_set_swap(d->png);
  int passes = png_set_interlace_handling(d->png);
  png_read_update_info(d->png, d->info);
  d->passes = passes;
}

ccodec_status ccodec_png_decoder_read(
    ccodec_png_decoder *d, uint8_t *base, size_t stride, uint32_t count, uint32_t *done) {
  *done = 0;
  if (d->report.status) return d->report.status;
  ccodec_clock_enter(&d->clock);
  if (setjmp(d->escape)) return leave(d);
  check_time(d);
  prepare(d);
  while (*done < count && d->row < d->height) {
    png_read_row(d->png, base + (size_t)*done * stride, NULL);
    d->row++;
    ++*done;
  }
  return leave(d);
}

ccodec_status ccodec_png_decoder_read_interlaced(ccodec_png_decoder *d, uint8_t *base, size_t stride) {
  if (d->report.status) return d->report.status;
  ccodec_clock_enter(&d->clock);
  if (setjmp(d->escape)) return leave(d);
  prepare(d);
  for (int pass = 0; pass < d->passes; pass++) {
    for (d->row = 0; d->row < d->height; d->row++) {
      if (d->row % 64 == 0) check_time(d);
      png_read_row(d->png, base + (size_t)d->row * stride, NULL);
    }
  }
  return leave(d);
}

ccodec_status ccodec_png_decoder_finish(ccodec_png_decoder *d, uint64_t *end) {
  if (d->report.status) return d->report.status;
  ccodec_clock_enter(&d->clock);
  if (setjmp(d->escape)) return leave(d);
  png_read_end(d->png, NULL);
  *end = d->offset - (d->block_count - d->block_used);
  return leave(d);
}
