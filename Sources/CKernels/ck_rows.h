// Row addresses that both arithmetics need.
#ifndef CK_ROWS_H
#define CK_ROWS_H

#include "ck_vectors.h"
#include "ck_resample.h"

// The addresses of a group's rows; missing rows repeat the last one, whose weight there is zero.
CK_ALWAYS_INLINE void ck_group_rows(const ck_row_group *group, const void *rows[CK_GROUP_ROWS]) {
  for (int r = 0; r < CK_GROUP_ROWS; r++) {
    const int32_t present = r < group->count ? r : group->count - 1;
    rows[r] = (const uint8_t *)group->base + (size_t)present * group->stride;
  }
}

// Bytes of one chunk in the widest format.
#define CK_CHUNK_BYTES (CK_CHUNK_PIXELS * 8)

// Copies the last bytes of each row into `tail` and lets the rows point there. What follows them is opaque white: its
// weight is zero, but it must not look like transparency.
CK_ALWAYS_INLINE void ck_copy_tail(const uint8_t *rows[CK_GROUP_ROWS], size_t offset, size_t bytes,
                                   uint8_t tail[CK_GROUP_ROWS][CK_CHUNK_BYTES]) {
  for (int r = 0; r < CK_GROUP_ROWS; r++) {
    memset(tail[r], 0xFF, CK_CHUNK_BYTES);
    memcpy(tail[r], rows[r] + offset, bytes);
    rows[r] = tail[r];
  }
}

#endif
