#include "ccodec_jpeg_turn.h"

// A block holds the weights F(u, v) of the waves
//
//   cos((2x + 1) u pi / 16) * cos((2y + 1) v pi / 16),   x, y, u, v = 0…7,   F(u, v) at index 8 v + u.
//
// Transposing the pixels exchanges x and y, so u and v change places. Mirroring puts 7 - x for x, and
//
//   cos((2 (7 - x) + 1) u pi / 16) = cos(u pi - (2x + 1) u pi / 16) = (-1)^u cos((2x + 1) u pi / 16):
//
// the waves of odd u change their sign. Source: ITU-T T.81, A.3.3.

ccodec_jpeg_turn ccodec_jpeg_turn_for(int orientation) {
  // As `Orientation.storedPosition` says it: which stored coordinate runs backwards, and whether x is taken from y.
  static const ccodec_jpeg_turn turns[] = {
      {false, false, false}, {true, false, false}, {true, true, false}, {false, true, false},
      {false, false, true},  {false, true, true},  {true, true, true},  {true, false, true},
  };
  return turns[orientation >= 1 && orientation <= 8 ? orientation - 1 : 0];
}

// Whether a component's blocks end where the picture does.
static bool is_whole(JDIMENSION side, int factor, int maximum_factor) {
  return (uint64_t)side * (unsigned)factor % ((uint64_t)maximum_factor * DCTSIZE) == 0;
}

bool ccodec_jpeg_turn_is_lossless(const struct jpeg_decompress_struct *source, ccodec_jpeg_turn turn) {
  for (int i = 0; i < source->num_components; i++) {
    const jpeg_component_info *component = &source->comp_info[i];
    if (turn.mirrors_columns &&
        !is_whole(source->image_width, component->h_samp_factor, source->max_h_samp_factor)) return false;
    if (turn.mirrors_rows &&
        !is_whole(source->image_height, component->v_samp_factor, source->max_v_samp_factor)) return false;
  }
  return true;
}

void ccodec_jpeg_turn_parameters(struct jpeg_compress_struct *jpeg, ccodec_jpeg_turn turn) {
  if (!turn.transposes) return;
  JDIMENSION width = jpeg->image_width;
  jpeg->image_width = jpeg->image_height;
  jpeg->image_height = width;
  UINT16 density = jpeg->X_density;
  jpeg->X_density = jpeg->Y_density;
  jpeg->Y_density = density;
  for (int i = 0; i < jpeg->num_components; i++) {
    jpeg_component_info *component = &jpeg->comp_info[i];
    int factor = component->h_samp_factor;
    component->h_samp_factor = component->v_samp_factor;
    component->v_samp_factor = factor;
  }
  for (int i = 0; i < NUM_QUANT_TBLS; i++) {
    JQUANT_TBL *table = jpeg->quant_tbl_ptrs[i];
    if (!table) continue;
    for (int v = 0; v < DCTSIZE; v++) {
      for (int u = 0; u < v; u++) {
        UINT16 step = table->quantval[v * DCTSIZE + u];
        table->quantval[v * DCTSIZE + u] = table->quantval[u * DCTSIZE + v];
        table->quantval[u * DCTSIZE + v] = step;
      }
    }
  }
}

static JDIMENSION round_up(JDIMENSION number, int multiple) {
  JDIMENSION step = (JDIMENSION)multiple;
  return (number + step - 1) / step * step;
}

jvirt_barray_ptr *ccodec_jpeg_turn_request(
    struct jpeg_compress_struct *jpeg, const struct jpeg_decompress_struct *source, ccodec_jpeg_turn turn) {
  j_common_ptr common = (j_common_ptr)jpeg;
  jvirt_barray_ptr *arrays = jpeg->mem->alloc_small(common, JPOOL_IMAGE, sizeof *arrays * (size_t)jpeg->num_components);
  for (int i = 0; i < jpeg->num_components; i++) {
    const jpeg_component_info *old = &source->comp_info[i];
    const jpeg_component_info *new = &jpeg->comp_info[i];
    JDIMENSION width = turn.transposes ? old->height_in_blocks : old->width_in_blocks;
    JDIMENSION height = turn.transposes ? old->width_in_blocks : old->height_in_blocks;
    // The encoder looks at whole MCUs; blocks beyond the component's own stay zero and are not written.
    arrays[i] = jpeg->mem->request_virt_barray(
        common, JPOOL_IMAGE, TRUE, round_up(width, new->h_samp_factor), round_up(height, new->v_samp_factor),
        (JDIMENSION)new->v_samp_factor);
  }
  return arrays;
}

// Where each coefficient of a turned block comes from, and its sign.
typedef struct {
  uint8_t from[DCTSIZE2];
  int8_t sign[DCTSIZE2];
} wave_table;

static wave_table waves_for(ccodec_jpeg_turn turn) {
  wave_table table;
  for (int v = 0; v < DCTSIZE; v++) {
    for (int u = 0; u < DCTSIZE; u++) {
      int old_u = turn.transposes ? v : u;
      int old_v = turn.transposes ? u : v;
      bool negative = (turn.mirrors_columns && old_u % 2 == 1) != (turn.mirrors_rows && old_v % 2 == 1);
      table.from[v * DCTSIZE + u] = (uint8_t)(old_v * DCTSIZE + old_u);
      table.sign[v * DCTSIZE + u] = negative ? -1 : 1;
    }
  }
  return table;
}

void ccodec_jpeg_turn_coefficients(
    struct jpeg_compress_struct *jpeg, jvirt_barray_ptr *into, const struct jpeg_decompress_struct *source,
    jvirt_barray_ptr *from, ccodec_jpeg_turn turn) {
  // The source's arrays too are reached in the encoder's name, so that an error leaves by the way that is armed.
  j_common_ptr common = (j_common_ptr)jpeg;
  const wave_table waves = waves_for(turn);
  for (int i = 0; i < jpeg->num_components; i++) {
    const jpeg_component_info *component = &source->comp_info[i];
    JDIMENSION old_width = component->width_in_blocks;
    JDIMENSION old_height = component->height_in_blocks;
    JDIMENSION width = turn.transposes ? old_height : old_width;
    JDIMENSION height = turn.transposes ? old_width : old_height;
    for (JDIMENSION y = 0; y < height; y++) {
      if (jpeg->progress) jpeg->progress->progress_monitor(common);
      JBLOCKROW row = jpeg->mem->access_virt_barray(common, into[i], y, 1, TRUE)[0];
      JBLOCKROW old_row = NULL;
      for (JDIMENSION x = 0; x < width; x++) {
        JDIMENSION old_x = turn.transposes ? y : x;
        JDIMENSION old_y = turn.transposes ? x : y;
        if (turn.mirrors_columns) old_x = old_width - 1 - old_x;
        if (turn.mirrors_rows) old_y = old_height - 1 - old_y;
        if (!old_row || turn.transposes) old_row = jpeg->mem->access_virt_barray(common, from[i], old_y, 1, FALSE)[0];
        const JCOEF *old = old_row[old_x];
        for (int k = 0; k < DCTSIZE2; k++) row[x][k] = (JCOEF)(old[waves.from[k]] * waves.sign[k]);
      }
    }
  }
}
