#pragma once
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ccodec_input.h"
#include "ccodec_report.h"

// One block of a file; small enough for the second-level cache, large enough that the system call does not show.
#define CCODEC_BLOCK_BYTES 65536
#define CCODEC_KEPT_WARNINGS 8
#define CCODEC_TEXT_BYTES 224

struct ccodec_report {
  ccodec_status status;
  char message[CCODEC_TEXT_BYTES];
  int read_errno;
  uint32_t warning_count;
  uint32_t kept;
  char warnings[CCODEC_KEPT_WARNINGS][CCODEC_TEXT_BYTES];
  bool damaged;
  char damage[CCODEC_TEXT_BYTES];
  int64_t row;
  int scan;
  // So far, and when the damage that counts was found.
  bool reached_end;
  bool ended;
};

/// Notes a warning; a damaging one also with the place, of which the first counts.
void ccodec_report_warn(ccodec_report *report, const char *text, bool damaging, int64_t row, int scan);

/// Processor time spent inside the library, added up over calls because each may run on another thread.
typedef struct {
  double spent;
  double began;
} ccodec_clock;

void ccodec_clock_enter(ccodec_clock *clock);
void ccodec_clock_leave(ccodec_clock *clock);
double ccodec_clock_seconds(const ccodec_clock *clock);

/// Encoded bytes that grow as a library writes them.
typedef struct {
  uint8_t *bytes;
  size_t count;
  size_t capacity;
} ccodec_buffer;

/// Makes room for `more` bytes past `count`; false when there is no memory.
bool ccodec_buffer_reserve(ccodec_buffer *buffer, size_t more);
/// Hands the bytes over, cut to their length; the caller frees them.
uint8_t *ccodec_buffer_take(ccodec_buffer *buffer, size_t *count);
