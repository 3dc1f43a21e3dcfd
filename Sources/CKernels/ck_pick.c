// Pixels chosen, not computed: the row kernel of nearest-neighbour resizing.
#include "ck_resample.h"

#include <string.h>

#define CK_PICK(size)                                                             \
  case size:                                                                      \
    for (int32_t x = 0; x < count; x++) {                                         \
      memcpy(to + (size_t)x * size, from + (size_t)places[x] * size, size);       \
    }                                                                             \
    break

void ck_pick_pixels(const void *row, const int32_t *places, int32_t count, int32_t bytes, void *out) {
  const uint8_t *from = row;
  uint8_t *to = out;
  switch (bytes) {
    CK_PICK(1);
    CK_PICK(2);
    CK_PICK(3);
    CK_PICK(4);
    CK_PICK(6);
    CK_PICK(8);
    default: break;
  }
}
