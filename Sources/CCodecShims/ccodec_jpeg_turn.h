#pragma once
#include "ccodec_jpeg_internal.h"

/// A turn as libjpeg's coefficients see it: the stored picture is mirrored, then transposed.
typedef struct {
  bool mirrors_columns;
  bool mirrors_rows;
  bool transposes;
} ccodec_jpeg_turn;

/// The turn for a value of EXIF tag 0x0112; none for a value that has no meaning.
ccodec_jpeg_turn ccodec_jpeg_turn_for(int orientation);

/// Whether no block with padding would have to leave the edge that padding belongs to.
bool ccodec_jpeg_turn_is_lossless(const struct jpeg_decompress_struct *source, ccodec_jpeg_turn turn);

/// Turns the parameters that were copied from the source: sides, density, sampling factors, quantisation tables.
void ccodec_jpeg_turn_parameters(struct jpeg_compress_struct *jpeg, ccodec_jpeg_turn turn);

/// Asks libjpeg for arrays that hold the turned coefficients; to be called before jpeg_write_coefficients.
jvirt_barray_ptr *ccodec_jpeg_turn_request(
    struct jpeg_compress_struct *jpeg, const struct jpeg_decompress_struct *source, ccodec_jpeg_turn turn);

/// Fills them; to be called after jpeg_write_coefficients, which allocates them.
///
/// Calls the progress monitor of `jpeg` for each row of blocks.
void ccodec_jpeg_turn_coefficients(
    struct jpeg_compress_struct *jpeg, jvirt_barray_ptr *into, const struct jpeg_decompress_struct *source,
    jvirt_barray_ptr *from, ccodec_jpeg_turn turn);
