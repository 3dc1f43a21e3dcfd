#pragma once
#include <lcms2.h>

// The pixel types are function-like macros, which Swift does not import.
static inline cmsUInt32Number clcms_gray(int bytes, int extra) { return COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | BYTES_SH(bytes) | EXTRA_SH(extra); }
static inline cmsUInt32Number clcms_rgb(int bytes, int extra) { return COLORSPACE_SH(PT_RGB) | CHANNELS_SH(3) | BYTES_SH(bytes) | EXTRA_SH(extra); }
static inline cmsUInt32Number clcms_cmyk(int bytes) { return COLORSPACE_SH(PT_CMYK) | CHANNELS_SH(4) | BYTES_SH(bytes); }
