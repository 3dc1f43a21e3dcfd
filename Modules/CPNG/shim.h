#pragma once
#include <png.h>
// libpng sits on zlib; its checksum and inflate are needed for the chunks that libpng is told to leave alone.
#include <zlib.h>
