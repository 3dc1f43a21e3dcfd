// Compiles CK_BODY, a header, twice: for every processor and, on x86-64, for those with AVX2. In the body CK(name) gives each
// copy its own name and CK_TARGET marks its functions. To be included once in a file, after CK_BODY is defined.
#include "ck_dispatch.h"
#include "ck_vectors.h"

#define CK_COPY baseline
#define CK_TARGET
#define CK_MADD CK_MADD_BASELINE
#include CK_BODY
#undef CK_COPY
#undef CK_TARGET
#undef CK_MADD

#if CK_HAS_WIDE
#define CK_COPY avx2
#define CK_TARGET __attribute__((target("avx2")))
#define CK_MADD CK_MADD_WIDE
#include CK_BODY
// What the better copy of a function returns.
#define CK_BEST(name, ...) (ck_wide_vectors() ? name##_avx2(__VA_ARGS__) : name##_baseline(__VA_ARGS__))
#else
#define CK_BEST(name, ...) name##_baseline(__VA_ARGS__)
#endif
