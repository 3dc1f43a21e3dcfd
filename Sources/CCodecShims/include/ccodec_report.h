#pragma once
#include <stddef.h>
#include <stdint.h>

/// How a call ended. Once it is not `CCODEC_OK`, a decoder or encoder can only be asked for its report and destroyed.
typedef enum {
  CCODEC_OK = 0,
  /// The library gave up over the data; its words are in the report.
  CCODEC_FAILED,
  /// The data may be sound, but the library has no code for that form.
  CCODEC_UNSUPPORTED,
  /// The file could not be read; errno is in the report.
  CCODEC_READ_FAILED,
  CCODEC_OUT_OF_MEMORY,
  CCODEC_TOO_MANY_SCANS,
  CCODEC_TOO_MANY_WARNINGS,
  CCODEC_TOO_SLOW,
} ccodec_status;

/// What a decoder may spend before it gives up.
typedef struct {
  uint32_t maximum_scans;
  uint32_t maximum_warnings;
  /// Processor time inside the library.
  double maximum_seconds;
  /// For any one block of metadata that the library wants to hold.
  size_t maximum_chunk_bytes;
} ccodec_limits;

/// What a library said, and where the picture was found damaged.
typedef struct ccodec_report ccodec_report;

/// The library's words about the failure; empty when there was none.
const char *ccodec_report_message(const ccodec_report *report);
/// errno of a failed read.
int ccodec_report_errno(const ccodec_report *report);
/// How often the library warned in all.
uint32_t ccodec_report_warning_count(const ccodec_report *report);
/// The warnings that were kept, different from each other, at most 8; NULL past the last.
const char *ccodec_report_warning(const ccodec_report *report, uint32_t index);
/// The first warning that means missing or wrong picture data, or NULL.
const char *ccodec_report_damage(const ccodec_report *report);
/// Whole stored rows that had been read before the damage or failure; -1 when no rows can be named.
int64_t ccodec_report_row(const ccodec_report *report);
/// The scan in which the damage was found, from 1; 0 when the picture has one scan or none was begun.
int ccodec_report_scan(const ccodec_report *report);
/// Whether, by the time of the damage or failure, the library had asked for bytes past the end of the input.
int ccodec_report_reached_end(const ccodec_report *report);
