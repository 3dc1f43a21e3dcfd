#include "ccodec_jpeg_transcode.h"

#include <stdio.h>
#include <string.h>

#include "ccodec_jpeg_turn.h"

int ccodec_jpeg_transcode_can_turn(const ccodec_jpeg_decoder *d, int orientation) {
  return ccodec_jpeg_turn_is_lossless(&d->jpeg, ccodec_jpeg_turn_for(orientation));
}

int ccodec_jpeg_transcode_is_complete(const ccodec_jpeg_decoder *d) {
  if (!d->jpeg.progressive_mode || !d->jpeg.coef_bits) return 1;
  // In row order, those that libjpeg-turbo's smoothing looks at. Higher ones that never came are zero, and that is all.
  static const int looked_at[] = {0, 1, 8, 16, 9, 2, 3, 10, 17, 24};
  for (int i = 0; i < d->jpeg.num_components; i++) {
    for (size_t k = 0; k < sizeof looked_at / sizeof *looked_at; k++) {
      if (d->jpeg.coef_bits[i][looked_at[k]] != 0) return 0;
    }
  }
  return 1;
}

// What libjpeg has no code to decode it can still copy: nobody here could tell whether the result is right.
static bool has_fractional_sampling(const struct jpeg_decompress_struct *jpeg) {
  for (int i = 0; i < jpeg->num_components; i++) {
    const jpeg_component_info *component = &jpeg->comp_info[i];
    if (jpeg->max_h_samp_factor % component->h_samp_factor || jpeg->max_v_samp_factor % component->v_samp_factor) return true;
  }
  return false;
}

ccodec_status ccodec_jpeg_transcode_read(ccodec_jpeg_decoder *d, uint64_t *end) {
  if (d->report.status) return d->report.status;
  if (has_fractional_sampling(&d->jpeg)) {
    snprintf(d->report.message, CCODEC_TEXT_BYTES, "fractional sampling factors");
    return d->report.status = CCODEC_UNSUPPORTED;
  }
  ccodec_clock_enter(&d->clock);
  if (!setjmp(d->escape)) {
    d->started = true;
    d->coefficients = jpeg_read_coefficients(&d->jpeg);
    *end = d->report.reached_end ? d->input.count : d->offset - d->source.bytes_in_buffer;
  }
  ccodec_clock_leave(&d->clock);
  return d->report.status;
}

static void progress_monitor(j_common_ptr jpeg) {
  ccodec_jpeg_encoder *e = jpeg->client_data;
  if (ccodec_clock_seconds(&e->clock) <= e->maximum_seconds) return;
  e->report.status = CCODEC_TOO_SLOW;
  longjmp(e->escape, 1);
}

// What libjpeg writes by default follows from the colour space alone. The source may have said less, and for inks the
// presence of Adobe's marker decides whether they are inverted.
static void choose_markers(struct jpeg_compress_struct *jpeg, const struct jpeg_decompress_struct *source) {
  jpeg->write_JFIF_header = source->saw_JFIF_marker;
  switch (source->jpeg_color_space) {
    case JCS_RGB: jpeg->write_Adobe_marker = TRUE; break;
    case JCS_YCbCr: jpeg->write_Adobe_marker = source->saw_Adobe_marker && !source->saw_JFIF_marker; break;
    case JCS_CMYK:
    case JCS_YCCK: jpeg->write_Adobe_marker = source->saw_Adobe_marker; break;
    default: jpeg->write_Adobe_marker = FALSE;
  }
}

// A script with scans of one component each, for pictures whose components do not fit into one MCU.
static void choose_separate_scans(struct jpeg_compress_struct *jpeg, bool progressive) {
  int per_component = progressive ? 2 : 1;
  int count = jpeg->num_components * per_component;
  jpeg_scan_info *scans =
      jpeg->mem->alloc_small((j_common_ptr)jpeg, JPOOL_IMAGE, sizeof *scans * (size_t)count);
  memset(scans, 0, sizeof *scans * (size_t)count);
  for (int i = 0; i < count; i++) {
    bool fine = i >= jpeg->num_components;
    scans[i].comps_in_scan = 1;
    scans[i].component_index[0] = i % jpeg->num_components;
    scans[i].Ss = fine ? 1 : 0;
    scans[i].Se = progressive && !fine ? 0 : DCTSIZE2 - 1;
  }
  jpeg->scan_info = scans;
  jpeg->num_scans = count;
}

static void choose_scans(struct jpeg_compress_struct *jpeg, bool progressive) {
  int blocks = 0;
  for (int i = 0; i < jpeg->num_components; i++) {
    blocks += jpeg->comp_info[i].h_samp_factor * jpeg->comp_info[i].v_samp_factor;
  }
  bool fits = jpeg->num_components == 1 ||
              (jpeg->num_components <= MAX_COMPS_IN_SCAN && blocks <= C_MAX_BLOCKS_IN_MCU);
  if (!fits) {
    choose_separate_scans(jpeg, progressive);
  } else if (progressive) {
    jpeg_simple_progression(jpeg);
  }
}

ccodec_status ccodec_jpeg_transcode_start(
    ccodec_jpeg_encoder *e, ccodec_jpeg_decoder *d, const ccodec_jpeg_transcode_options *options) {
  if (e->report.status) return e->report.status;
  ccodec_jpeg_turn turn = ccodec_jpeg_turn_for(options->orientation);
  if (!d->coefficients || !ccodec_jpeg_turn_is_lossless(&d->jpeg, turn)) {
    snprintf(e->report.message, CCODEC_TEXT_BYTES, "blocks at the edge are not whole");
    return e->report.status = CCODEC_UNSUPPORTED;
  }
  ccodec_clock_enter(&e->clock);
  if (!setjmp(e->escape)) {
    ccodec_jpeg_encoder_prepare(e);
    e->maximum_seconds = d->limits.maximum_seconds - d->clock.spent;
    e->progress.progress_monitor = progress_monitor;
    e->jpeg.progress = &e->progress;
    jpeg_copy_critical_parameters(&d->jpeg, &e->jpeg);
    choose_markers(&e->jpeg, &d->jpeg);
    ccodec_jpeg_turn_parameters(&e->jpeg, turn);
    e->jpeg.arith_code = FALSE;
    e->jpeg.optimize_coding = TRUE;
    choose_scans(&e->jpeg, options->progressive < 0 ? d->jpeg.progressive_mode : options->progressive != 0);
    bool turns = turn.mirrors_columns || turn.mirrors_rows || turn.transposes;
    jvirt_barray_ptr *coefficients =
        turns ? ccodec_jpeg_turn_request(&e->jpeg, &d->jpeg, turn) : d->coefficients;
    jpeg_write_coefficients(&e->jpeg, coefficients);
    if (turns) ccodec_jpeg_turn_coefficients(&e->jpeg, coefficients, &d->jpeg, d->coefficients, turn);
  }
  ccodec_clock_leave(&e->clock);
  return e->report.status;
}
