// Vector types and the few operations that the generic vector extension of clang and gcc cannot say well.
//
// A kernel's body is a header that is included twice, see ck_copies.h. No FMA in either copy, so that both round alike.
//
// Everything that takes a vector is a macro: a function with 32-byte vector arguments would have another calling
// convention in each copy.
#ifndef CK_VECTORS_H
#define CK_VECTORS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define CK_HAS_WIDE 1
#else
#define CK_HAS_WIDE 0
#endif

#define CK_VECTOR(bytes) __attribute__((vector_size(bytes), may_alias))
typedef uint8_t ck_u8x8 CK_VECTOR(8);
typedef uint8_t ck_u8x16 CK_VECTOR(16);
typedef uint16_t ck_u16x8 CK_VECTOR(16);
typedef int16_t ck_s16x8 CK_VECTOR(16);
typedef int16_t ck_s16x16 CK_VECTOR(32);
typedef int32_t ck_s32x4 CK_VECTOR(16);
typedef int32_t ck_s32x8 CK_VECTOR(32);
typedef float ck_f32x4 CK_VECTOR(16);
typedef float ck_f32x8 CK_VECTOR(32);

#define CK_ALWAYS_INLINE static inline __attribute__((always_inline))

#define CK_SPLAT8(v) {(v), (v), (v), (v), (v), (v), (v), (v)}

// Unaligned load of any vector type.
#define CK_LOAD(type, pointer)                       \
  ({                                                 \
    type loaded;                                     \
    memcpy(&loaded, (pointer), sizeof(type));        \
    loaded;                                          \
  })

// Names of the copy that is being compiled.
#define CK_PASTE2(name, copy) ck_##name##_##copy
#define CK_PASTE(name, copy) CK_PASTE2(name, copy)
#define CK(name) CK_PASTE(name, CK_COPY)

#define CK_LOW(v) __builtin_shufflevector(v, v, 0, 1, 2, 3)
#define CK_HIGH(v) __builtin_shufflevector(v, v, 4, 5, 6, 7)
#define CK_LOW16(v) __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7)
#define CK_HIGH16(v) __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15)
#define CK_JOIN(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)

// CK_MADD: lane i of the result is a[2i] * b[2i] + a[2i + 1] * b[2i + 1], in 32 bits.
// CK_PACK: eight 32-bit lanes as 16-bit ones; the caller knows that they fit.
#define CK_MADD_WIDE(a, b) ((ck_s32x8)_mm256_madd_epi16((__m256i)(a), (__m256i)(b)))
#if defined(__SSE2__)
#define CK_MADD_HALF(a, b) ((ck_s32x4)_mm_madd_epi16((__m128i)(a), (__m128i)(b)))
#define CK_MADD_BASELINE(a, b) \
  CK_JOIN(CK_MADD_HALF(CK_LOW16(a), CK_LOW16(b)), CK_MADD_HALF(CK_HIGH16(a), CK_HIGH16(b)))
#define CK_PACK(v) ((ck_s16x8)_mm_packs_epi32((__m128i)CK_LOW(v), (__m128i)CK_HIGH(v)))
#else
#define CK_EVEN16(v) \
  __builtin_convertvector(__builtin_shufflevector(v, v, 0, 2, 4, 6, 8, 10, 12, 14), ck_s32x8)
#define CK_ODD16(v) \
  __builtin_convertvector(__builtin_shufflevector(v, v, 1, 3, 5, 7, 9, 11, 13, 15), ck_s32x8)
#define CK_MADD_BASELINE(a, b) (CK_EVEN16(a) * CK_EVEN16(b) + CK_ODD16(a) * CK_ODD16(b))
#define CK_PACK(v) __builtin_convertvector(v, ck_s16x8)
#endif

// Lane by lane; `mask` is what a comparison gives.
#define CK_SELECT(mask, a, b) (((mask) & (a)) | (~(mask) & (b)))

// The halves of two vectors, lanes in turn.
#define CK_ZIP_LOW8(a, b) \
  __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define CK_ZIP_HIGH8(a, b) \
  __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define CK_ZIP_LOW16(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define CK_ZIP_HIGH16(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define CK_ZIP_LOW32(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define CK_ZIP_HIGH32(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)

// Four vectors of four 32-bit lanes, written as the columns that they are: lane p of all four goes to out + p * stride.
#define CK_STORE_TRANSPOSED(type, v, out, stride)                                    \
  do {                                                                               \
    const type low01 = CK_ZIP_LOW32((v)[0], (v)[1]), low23 = CK_ZIP_LOW32((v)[2], (v)[3]);     \
    const type high01 = CK_ZIP_HIGH32((v)[0], (v)[1]), high23 = CK_ZIP_HIGH32((v)[2], (v)[3]); \
    *(type *)(out) = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);                        \
    *(type *)((out) + (stride)) = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);           \
    *(type *)((out) + 2 * (stride)) = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);     \
    *(type *)((out) + 3 * (stride)) = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);     \
  } while (0)

#endif
