#include "report_page.h"

// #embed is of C23; so an installed program needs no files beside it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char html[] = {
#embed "page/report.html"
};
static const unsigned char css[] = {
#embed "page/report.css"
};
// One script, in the order in which its parts need each other.
static const unsigned char js[] = {
#embed "page/base.js"
,
#embed "page/numbers.js"
,
#embed "page/changes.js"
,
#embed "page/rate.js"
,
#embed "page/tables.js"
,
#embed "page/pictures.js"
,
#embed "page/all.js"
,
#embed "page/main.js"
};

const report_page_part report_page_html = {html, sizeof html};
const report_page_part report_page_css = {css, sizeof css};
const report_page_part report_page_js = {js, sizeof js};
