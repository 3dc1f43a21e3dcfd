#include <stddef.h>
#include <stdio.h>
#include <jpeglib.h>
#include <png.h>

#include "ccodec_versions.h"

#define TEXT_OF(tokens) #tokens
#define TEXT(tokens) TEXT_OF(tokens)

const char *ccodec_jpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
  return TEXT(LIBJPEG_TURBO_VERSION);
#else
  return TEXT(JPEG_LIB_VERSION);
#endif
}

const char *ccodec_png_version(void) { return png_get_libpng_ver(NULL); }
