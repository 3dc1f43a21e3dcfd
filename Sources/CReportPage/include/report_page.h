#pragma once
#include <stddef.h>

/// A file of the report's page, as it stands in the folder `page`; no zero ends it.
typedef struct {
  const unsigned char *bytes;
  size_t count;
} report_page_part;

extern const report_page_part report_page_html;
extern const report_page_part report_page_css;
extern const report_page_part report_page_js;
