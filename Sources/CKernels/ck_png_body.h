// The five filters and the costs by which they are compared, once for each copy: CK(name) and CK_TARGET come from the
// including file. The filters are arithmetic on bytes, so that the compiler can fill a vector with them.
//
//     c b
//     a x     a and c lie one pixel before b and x; left of the first pixel and above the first row everything is 0

static CK_TARGET void CK(png_sub)(const uint8_t *row, size_t count, size_t pixel, uint8_t *restrict out) {
  const uint8_t *left = row - pixel;
  for (size_t i = 0; i < count; i++) out[i] = (uint8_t)(row[i] - left[i]);
}

static CK_TARGET void CK(png_up)(const uint8_t *row, const uint8_t *above, size_t count, uint8_t *restrict out) {
  for (size_t i = 0; i < count; i++) out[i] = (uint8_t)(row[i] - above[i]);
}

static CK_TARGET void CK(png_average)(
    const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, uint8_t *restrict out) {
  const uint8_t *left = row - pixel;
  for (size_t i = 0; i < count; i++) {
    // The mean rounded down, without the ninth bit of the sum.
    const uint8_t a = left[i], b = above[i], mean = (uint8_t)((a & b) + ((a ^ b) >> 1));
    out[i] = (uint8_t)(row[i] - mean);
  }
}

static CK_TARGET void CK(png_paeth)(
    const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, uint8_t *restrict out) {
  const uint8_t *left = row - pixel, *corner = above - pixel;
  for (size_t i = 0; i < count; i++) {
    const uint8_t a = left[i], b = above[i], c = corner[i];
    // The distances of p = a + b - c: |p - a| = |b - c|, |p - b| = |a - c|, and |p - c| is the difference of the two
    // where c lies between a and b. Elsewhere it is their sum, and c cannot be nearest: any distance that is not below
    // the others will do, so nothing has to leave 8 bits.
    const uint8_t pa = (uint8_t)((b > c ? b : c) - (b > c ? c : b));
    const uint8_t pb = (uint8_t)((a > c ? a : c) - (a > c ? c : a));
    const uint8_t difference = (uint8_t)((pa > pb ? pa : pb) - (pa > pb ? pb : pa));
    const uint8_t pc = (b > c) == (a > c) ? 255 : difference;
    const uint8_t later = pb <= pc ? b : c;
    const uint8_t nearer = pb < pc ? pb : pc;
    out[i] = (uint8_t)(row[i] - (pa <= nearer ? a : later));
  }
}

static CK_TARGET uint64_t CK(png_magnitude)(const uint8_t *bytes, size_t count) {
  uint64_t sum = 0;
  while (count > 0) {
    // 2^24 bytes of 128 at most fit into 32 bits, which keeps the inner sum narrow.
    const size_t part = count < (1u << 24) ? count : (1u << 24);
    uint32_t partial = 0;
    // |v| of a signed byte is the distance of v + 128 from 128, and distances of bytes have an instruction.
    for (size_t i = 0; i < part; i++) {
      const int distance = (int)(uint8_t)(bytes[i] ^ 0x80) - 0x80;
      partial += (uint32_t)(distance < 0 ? -distance : distance);
    }
    sum += partial;
    bytes += part;
    count -= part;
  }
  return sum;
}

// How often each value occurs. Four tables in turn, because equal neighbours would otherwise wait for each other.
static CK_TARGET void CK(png_count)(const uint8_t *bytes, size_t count, uint32_t histogram[256]) {
  uint32_t tables[4][256] = {{0}};
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (int t = 0; t < 4; t++) tables[t][bytes[i + t]]++;
  }
  for (; i < count; i++) tables[0][bytes[i]]++;
  for (int v = 0; v < 256; v++) histogram[v] = tables[0][v] + tables[1][v] + tables[2][v] + tables[3][v];
}

// Bits that an ideal code for exactly these bytes takes, in 1 / 2^16: n log2 n less the sum of all c log2 c.
static CK_TARGET uint64_t CK(png_entropy)(const uint8_t *bytes, size_t count) {
  uint32_t histogram[256];
  CK(png_count)(bytes, count, histogram);
  uint64_t sum = 0;
  for (int v = 0; v < 256; v++) sum += histogram[v] * (uint64_t)ck_png_log2(histogram[v]);
  return count * (uint64_t)ck_png_log2((uint32_t)count) - sum;
}

static CK_TARGET void CK(png_apply)(ck_png_filter filter, const uint8_t *row, const uint8_t *above, size_t count,
                                    size_t pixel, uint8_t *out) {
  out[0] = (uint8_t)filter;
  switch (filter) {
    case CK_PNG_SUB: CK(png_sub)(row, count, pixel, out + 1); break;
    case CK_PNG_UP: CK(png_up)(row, above, count, out + 1); break;
    case CK_PNG_AVERAGE: CK(png_average)(row, above, count, pixel, out + 1); break;
    case CK_PNG_PAETH: CK(png_paeth)(row, above, count, pixel, out + 1); break;
    default: memcpy(out + 1, row, count); break;
  }
}

/// The best of all filters to `out`; `spare` is as long.
static CK_TARGET void CK(png_choose)(const uint8_t *row, const uint8_t *above, size_t count, size_t pixel,
                                     uint8_t *spare, uint8_t *out) {
  uint8_t *best = out, *next = spare;
  uint64_t least = UINT64_MAX;
  for (int filter = CK_PNG_NONE; filter < CK_PNG_ADAPTIVE; filter++) {
    CK(png_apply)((ck_png_filter)filter, row, above, count, pixel, next);
    const uint64_t cost = count < CK_PNG_ENTROPY_BYTES ? CK(png_magnitude)(next + 1, count)
                                                       : CK(png_entropy)(next + 1, count);
    if (cost >= least) continue;
    least = cost;
    uint8_t *better = next;
    next = best;
    best = better;
  }
  if (best != out) memcpy(out, best, count + 1);
}

static CK_TARGET void CK(png_turn)(const uint8_t *row, size_t count, uint8_t *restrict out) {
  for (size_t i = 0; i + 1 < count; i += 2) {
    uint16_t sample;
    memcpy(&sample, row + i, 2);
    sample = (uint16_t)(sample << 8 | sample >> 8);
    memcpy(out + i, &sample, 2);
  }
}

static CK_TARGET void CK(png_filter_rows)(
    const ck_png_rows *rows, const uint8_t *base, size_t stride, size_t count, uint8_t *scratch, uint8_t *out) {
  const size_t bytes = rows->row_bytes, pixel = (size_t)rows->pixel_bytes, lane = CK_PNG_LANE(bytes);
  // Two rows in turn, each with zeros in front of it; which one was last is told by the byte at the very start.
  uint8_t *lanes[2] = {scratch + CK_PNG_MARGIN, scratch + CK_PNG_MARGIN + lane};
  uint8_t *spare = scratch + 2 * lane;
  for (size_t y = 0; y < count; y++, base += stride, out += bytes + 1) {
    const int turn = scratch[0] ^= 1;
    uint8_t *row = lanes[turn];
    const uint8_t *above = lanes[1 - turn];
    if (rows->wide && CK_PNG_LITTLE_ENDIAN) {
      CK(png_turn)(base, bytes, row);
    } else {
      memcpy(row, base, bytes);
    }
    if (rows->filter == CK_PNG_ADAPTIVE) {
      CK(png_choose)(row, above, bytes, pixel, spare, out);
    } else {
      CK(png_apply)(rows->filter, row, above, bytes, pixel, out);
    }
  }
}
