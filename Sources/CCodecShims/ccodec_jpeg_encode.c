#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jpeglib.h>
#include <jerror.h>

#include "ccodec_jpeg_internal.h"

static ccodec_jpeg_encoder *self(j_common_ptr jpeg) { return jpeg->client_data; }

static _Noreturn void fail(ccodec_jpeg_encoder *e, ccodec_status status) {
  e->report.status = status;
  longjmp(e->escape, 1);
}

static void error_exit(j_common_ptr jpeg) {
  ccodec_jpeg_encoder *e = self(jpeg);
  char text[JMSG_LENGTH_MAX];
  e->errors.format_message(jpeg, text);
  snprintf(e->report.message, CCODEC_TEXT_BYTES, "%s", text);
  fail(e, e->errors.msg_code == JERR_OUT_OF_MEMORY ? CCODEC_OUT_OF_MEMORY : CCODEC_FAILED);
}

static void emit_message(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  ccodec_jpeg_encoder *e = self(jpeg);
  char text[JMSG_LENGTH_MAX];
  e->errors.format_message(jpeg, text);
  ccodec_report_warn(&e->report, text, false, -1, 0);
}

static void output_message(j_common_ptr jpeg) { (void)jpeg; }

// Gives libjpeg all the room behind what has been written.
static void offer(ccodec_jpeg_encoder *e) {
  if (!ccodec_buffer_reserve(&e->buffer, CCODEC_BLOCK_BYTES / 2)) fail(e, CCODEC_OUT_OF_MEMORY);
  e->destination.next_output_byte = e->buffer.bytes + e->buffer.count;
  e->destination.free_in_buffer = e->buffer.capacity - e->buffer.count;
}

static void init_destination(j_compress_ptr jpeg) { offer(self((j_common_ptr)jpeg)); }

static boolean empty_output_buffer(j_compress_ptr jpeg) {
  ccodec_jpeg_encoder *e = self((j_common_ptr)jpeg);
  // libjpeg's contract: all of the buffer has been used, whatever the counters say.
  e->buffer.count = e->buffer.capacity;
  offer(e);
  return TRUE;
}

static void term_destination(j_compress_ptr jpeg) {
  ccodec_jpeg_encoder *e = self((j_common_ptr)jpeg);
  e->buffer.count = e->buffer.capacity - e->destination.free_in_buffer;
}

ccodec_jpeg_encoder *ccodec_jpeg_encoder_create(void) { return calloc(1, sizeof(ccodec_jpeg_encoder)); }

void ccodec_jpeg_encoder_destroy(ccodec_jpeg_encoder *e) {
  if (!e) return;
  if (!setjmp(e->escape)) jpeg_destroy_compress(&e->jpeg);
  free(e->buffer.bytes);
  free(e);
}

const ccodec_report *ccodec_jpeg_encoder_report(const ccodec_jpeg_encoder *e) { return &e->report; }

void ccodec_jpeg_encoder_prepare(ccodec_jpeg_encoder *e) {
  e->jpeg.err = jpeg_std_error(&e->errors);
  e->errors.error_exit = error_exit;
  e->errors.emit_message = emit_message;
  e->errors.output_message = output_message;
  e->jpeg.client_data = e;
  jpeg_create_compress(&e->jpeg);
  e->destination.init_destination = init_destination;
  e->destination.empty_output_buffer = empty_output_buffer;
  e->destination.term_destination = term_destination;
  e->jpeg.dest = &e->destination;
}

ccodec_status ccodec_jpeg_encoder_start(ccodec_jpeg_encoder *e, const ccodec_jpeg_options *options) {
  if (e->report.status) return e->report.status;
  if (setjmp(e->escape)) return e->report.status;
  ccodec_jpeg_encoder_prepare(e);
  e->jpeg.image_width = options->width;
  e->jpeg.image_height = options->height;
  e->jpeg.input_components = options->components;
  e->jpeg.in_color_space = options->components == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&e->jpeg);
  jpeg_set_quality(&e->jpeg, options->quality, TRUE);
  e->jpeg.dct_method = JDCT_ISLOW;
  e->jpeg.optimize_coding = options->optimize_coding != 0;
  if (options->components == 3) {
    e->jpeg.comp_info[0].h_samp_factor = options->horizontal_sampling;
    e->jpeg.comp_info[0].v_samp_factor = options->vertical_sampling;
  }
  if (options->progressive) jpeg_simple_progression(&e->jpeg);
  jpeg_start_compress(&e->jpeg, TRUE);
  return e->report.status;
}

ccodec_status ccodec_jpeg_encoder_marker(ccodec_jpeg_encoder *e, int number, const uint8_t *bytes, size_t count) {
  if (e->report.status) return e->report.status;
  if (setjmp(e->escape)) return e->report.status;
  jpeg_write_marker(&e->jpeg, JPEG_APP0 + number, bytes, (unsigned)count);
  return e->report.status;
}

ccodec_status ccodec_jpeg_encoder_write(
    ccodec_jpeg_encoder *e, const uint8_t *base, size_t stride, uint32_t count) {
  if (e->report.status) return e->report.status;
  if (setjmp(e->escape)) return e->report.status;
  for (uint32_t done = 0; done < count;) {
    JSAMPROW rows[16];
    uint32_t wanted = count - done < 16 ? count - done : 16;
    for (uint32_t i = 0; i < wanted; i++) rows[i] = (JSAMPROW)(base + (size_t)(done + i) * stride);
    uint32_t took = jpeg_write_scanlines(&e->jpeg, rows, wanted);
    if (took == 0) break;  // More rows than the picture has.
    done += took;
  }
  return e->report.status;
}

ccodec_status ccodec_jpeg_encoder_finish(ccodec_jpeg_encoder *e) {
  if (e->report.status) return e->report.status;
  if (setjmp(e->escape)) return e->report.status;
  ccodec_clock_enter(&e->clock);
  jpeg_finish_compress(&e->jpeg);
  return e->report.status;
}

uint8_t *ccodec_jpeg_encoder_take(ccodec_jpeg_encoder *e, size_t *count) {
  return ccodec_buffer_take(&e->buffer, count);
}
