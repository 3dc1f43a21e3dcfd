#include "ck_dispatch.h"

#include <stdatomic.h>

static atomic_bool baseline_forced;

void ck_force_baseline(bool forced) { atomic_store_explicit(&baseline_forced, forced, memory_order_relaxed); }

bool ck_wide_vectors(void) {
#if defined(__x86_64__)
  return !atomic_load_explicit(&baseline_forced, memory_order_relaxed) && __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}
