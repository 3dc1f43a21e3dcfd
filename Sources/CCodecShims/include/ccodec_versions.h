#pragma once

/// The version of libjpeg-turbo that this was built with; the library has no way to ask it.
const char *ccodec_jpeg_version(void);

/// The version of the libpng that is loaded.
const char *ccodec_png_version(void);
