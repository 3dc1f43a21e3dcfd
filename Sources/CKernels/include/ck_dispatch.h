#ifndef CK_DISPATCH_H
#define CK_DISPATCH_H

#include <stdbool.h>

/// Whether kernels may run their AVX2 copies: the processor has them and nobody forced the baseline.
///
/// Every kernel is compiled twice from one body, and both copies give the same bits.
bool ck_wide_vectors(void);

/// Makes all kernels run their baseline copies until called again with false. For tests; safe at any time, because the
/// copies agree.
void ck_force_baseline(bool forced);

#endif
