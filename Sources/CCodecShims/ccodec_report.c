#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ccodec_internal.h"

const char *ccodec_report_message(const ccodec_report *report) { return report->message; }
int ccodec_report_errno(const ccodec_report *report) { return report->read_errno; }
uint32_t ccodec_report_warning_count(const ccodec_report *report) { return report->warning_count; }
const char *ccodec_report_warning(const ccodec_report *report, uint32_t index) {
  return index < report->kept ? report->warnings[index] : NULL;
}
const char *ccodec_report_damage(const ccodec_report *report) { return report->damaged ? report->damage : NULL; }
int64_t ccodec_report_row(const ccodec_report *report) { return report->row; }
int ccodec_report_scan(const ccodec_report *report) { return report->scan; }
int ccodec_report_reached_end(const ccodec_report *report) { return report->ended; }

void ccodec_report_warn(ccodec_report *report, const char *text, bool damaging, int64_t row, int scan) {
  report->warning_count++;
  bool known = false;
  for (uint32_t i = 0; i < report->kept; i++) known = known || strcmp(report->warnings[i], text) == 0;
  if (!known && report->kept < CCODEC_KEPT_WARNINGS) {
    snprintf(report->warnings[report->kept++], CCODEC_TEXT_BYTES, "%s", text);
  }
  if (damaging && !report->damaged) {
    report->damaged = true;
    report->ended = report->reached_end;
    snprintf(report->damage, CCODEC_TEXT_BYTES, "%s", text);
    report->row = row;
    report->scan = scan;
  }
}

static double thread_seconds(void) {
  struct timespec now;
  return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0 ? (double)now.tv_sec + (double)now.tv_nsec * 1e-9 : 0;
}

void ccodec_clock_enter(ccodec_clock *clock) { clock->began = thread_seconds(); }
void ccodec_clock_leave(ccodec_clock *clock) { clock->spent += thread_seconds() - clock->began; }
double ccodec_clock_seconds(const ccodec_clock *clock) { return clock->spent + thread_seconds() - clock->began; }

bool ccodec_buffer_reserve(ccodec_buffer *buffer, size_t more) {
  if (more > SIZE_MAX - buffer->count) return false;
  size_t needed = buffer->count + more;
  if (needed <= buffer->capacity) return true;
  size_t capacity = buffer->capacity ? buffer->capacity : CCODEC_BLOCK_BYTES;
  while (capacity < needed) capacity = capacity > SIZE_MAX / 2 ? needed : capacity * 2;
  uint8_t *bytes = realloc(buffer->bytes, capacity);
  if (!bytes) return false;
  buffer->bytes = bytes;
  buffer->capacity = capacity;
  return true;
}

uint8_t *ccodec_buffer_take(ccodec_buffer *buffer, size_t *count) {
  uint8_t *bytes = buffer->bytes;
  *count = buffer->count;
  if (bytes && buffer->count) {
    uint8_t *cut = realloc(bytes, buffer->count);
    if (cut) bytes = cut;
  }
  memset(buffer, 0, sizeof *buffer);
  return bytes;
}
