#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <png.h>

#include "ccodec_internal.h"
#include "ccodec_png.h"

struct ccodec_png_encoder {
  png_structp png;
  png_infop info;
  jmp_buf escape;
  ccodec_report report;
  ccodec_buffer buffer;
  uint32_t height;
  int passes;
};

static _Noreturn void fail(ccodec_png_encoder *e, ccodec_status status) {
  e->report.status = status;
  longjmp(e->escape, 1);
}

static _Noreturn void error(png_structp png, png_const_charp text) {
  ccodec_png_encoder *e = png_get_error_ptr(png);
  snprintf(e->report.message, CCODEC_TEXT_BYTES, "%s", text);
  fail(e, strcmp(text, "Out of memory") == 0 ? CCODEC_OUT_OF_MEMORY : CCODEC_FAILED);
}

static void warning(png_structp png, png_const_charp text) {
  ccodec_png_encoder *e = png_get_error_ptr(png);
  ccodec_report_warn(&e->report, text, false, -1, 0);
}

static void write_data(png_structp png, png_bytep bytes, size_t count) {
  ccodec_png_encoder *e = png_get_io_ptr(png);
  if (!ccodec_buffer_reserve(&e->buffer, count)) fail(e, CCODEC_OUT_OF_MEMORY);
  memcpy(e->buffer.bytes + e->buffer.count, bytes, count);
  e->buffer.count += count;
}

static void flush_data(png_structp png) { (void)png; }

ccodec_png_encoder *ccodec_png_encoder_create(void) { return calloc(1, sizeof(ccodec_png_encoder)); }

void ccodec_png_encoder_destroy(ccodec_png_encoder *e) {
  if (!e) return;
  if (e->png && !setjmp(e->escape)) png_destroy_write_struct(&e->png, &e->info);
  free(e->buffer.bytes);
  free(e);
}

const ccodec_report *ccodec_png_encoder_report(const ccodec_png_encoder *e) { return &e->report; }

static int color_type(int channels) {
  static const int types[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGBA};
  return types[channels - 1];
}

ccodec_status ccodec_png_encoder_start(ccodec_png_encoder *e, const ccodec_png_options *options) {
  if (e->report.status) return e->report.status;
  if (setjmp(e->escape)) return e->report.status;
  e->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, e, error, warning);
  if (!e->png || !(e->info = png_create_info_struct(e->png))) fail(e, CCODEC_OUT_OF_MEMORY);
  png_set_write_fn(e->png, e, write_data, flush_data);
  png_set_user_limits(e->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_compression_level(e->png, options->level);
  // IDAT chunks of 64 KiB instead of 8: fewer headers, fewer calls.
  png_set_compression_buffer_size(e->png, CCODEC_BLOCK_BYTES);
  png_set_filter(e->png, PNG_FILTER_TYPE_BASE, options->filters);
  png_set_IHDR(e->png, e->info, options->width, options->height, options->depth, color_type(options->channels),
               options->interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_write_info(e->png, e->info);
  if (options->depth == 16) png_set_swap(e->png);
  e->passes = png_set_interlace_handling(e->png);
  e->height = options->height;
  return e->report.status;
}

ccodec_status ccodec_png_encoder_chunk(
    ccodec_png_encoder *e, const char *type, const uint8_t *bytes, size_t count) {
  if (e->report.status) return e->report.status;
  if (setjmp(e->escape)) return e->report.status;
  png_write_chunk(e->png, (png_const_bytep)type, bytes, count);
  return e->report.status;
}

ccodec_status ccodec_png_encoder_write(ccodec_png_encoder *e, const uint8_t *base, size_t stride, uint32_t count) {
  if (e->report.status) return e->report.status;
  if (setjmp(e->escape)) return e->report.status;
  for (int pass = 0; pass < e->passes; pass++) {
    for (uint32_t y = 0; y < count; y++) png_write_row(e->png, base + (size_t)y * stride);
  }
  return e->report.status;
}

ccodec_status ccodec_png_encoder_finish(ccodec_png_encoder *e) {
  if (e->report.status) return e->report.status;
  if (setjmp(e->escape)) return e->report.status;
  png_write_end(e->png, NULL);
  return e->report.status;
}

uint8_t *ccodec_png_encoder_take(ccodec_png_encoder *e, size_t *count) {
  return ccodec_buffer_take(&e->buffer, count);
}
