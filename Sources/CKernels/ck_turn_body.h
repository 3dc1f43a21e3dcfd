// Eight rows turned on their side, once for each copy of the kernels.

// 16 bytes of each row: out[j] is byte j of all rows.
CK_ALWAYS_INLINE CK_TARGET void CK(turn_bytes)(const uint8_t *const rows[CK_GROUP_ROWS], size_t offset,
                                               ck_u8x8 out[16]) {
  const ck_u8x16 r0 = CK_LOAD(ck_u8x16, rows[0] + offset), r1 = CK_LOAD(ck_u8x16, rows[1] + offset);
  const ck_u8x16 r2 = CK_LOAD(ck_u8x16, rows[2] + offset), r3 = CK_LOAD(ck_u8x16, rows[3] + offset);
  const ck_u8x16 r4 = CK_LOAD(ck_u8x16, rows[4] + offset), r5 = CK_LOAD(ck_u8x16, rows[5] + offset);
  const ck_u8x16 r6 = CK_LOAD(ck_u8x16, rows[6] + offset), r7 = CK_LOAD(ck_u8x16, rows[7] + offset);
  const ck_u16x8 twos[8] = {
      (ck_u16x8)CK_ZIP_LOW8(r0, r1),  (ck_u16x8)CK_ZIP_LOW8(r2, r3),  (ck_u16x8)CK_ZIP_LOW8(r4, r5),
      (ck_u16x8)CK_ZIP_LOW8(r6, r7),  (ck_u16x8)CK_ZIP_HIGH8(r0, r1), (ck_u16x8)CK_ZIP_HIGH8(r2, r3),
      (ck_u16x8)CK_ZIP_HIGH8(r4, r5), (ck_u16x8)CK_ZIP_HIGH8(r6, r7)};
  for (int half = 0; half < 2; half++) {
    const ck_u16x8 *t = twos + 4 * half;
    const ck_s32x4 a0 = (ck_s32x4)CK_ZIP_LOW16(t[0], t[1]), b0 = (ck_s32x4)CK_ZIP_LOW16(t[2], t[3]);
    const ck_s32x4 a1 = (ck_s32x4)CK_ZIP_HIGH16(t[0], t[1]), b1 = (ck_s32x4)CK_ZIP_HIGH16(t[2], t[3]);
    ck_s32x4 *to = (ck_s32x4 *)(out + 8 * half);
    to[0] = CK_ZIP_LOW32(a0, b0);
    to[1] = CK_ZIP_HIGH32(a0, b0);
    to[2] = CK_ZIP_LOW32(a1, b1);
    to[3] = CK_ZIP_HIGH32(a1, b1);
  }
}

// Eight 16-bit samples of each row: out[j] is sample j of all rows.
CK_ALWAYS_INLINE CK_TARGET void CK(turn_words)(const uint8_t *const rows[CK_GROUP_ROWS], size_t offset,
                                               ck_u16x8 out[8]) {
  ck_u16x8 r[8];
  for (int i = 0; i < 8; i++) r[i] = CK_LOAD(ck_u16x8, rows[i] + offset);
  ck_s32x4 twos[8];  // [row / 2][first, last four samples]
  for (int i = 0; i < 4; i++) {
    twos[2 * i] = (ck_s32x4)CK_ZIP_LOW16(r[2 * i], r[2 * i + 1]);
    twos[2 * i + 1] = (ck_s32x4)CK_ZIP_HIGH16(r[2 * i], r[2 * i + 1]);
  }
  for (int half = 0; half < 2; half++) {
    const ck_s32x4 v[4] = {twos[half], twos[2 + half], twos[4 + half], twos[6 + half]};
    int32_t *to = (int32_t *)(out + 4 * half);
    CK_STORE_TRANSPOSED(ck_s32x4, v, to, 4);
  }
}
