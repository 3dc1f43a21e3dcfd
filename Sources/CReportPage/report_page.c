#include "report_page.h"

// #embed is of C23; so an installed program needs no files beside it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char html[] = {
#embed "page/report.html"
};
static const unsigned char css[] = {
#embed "page/report.css"
};
static const unsigned char js[] = {
#embed "page/report.js"
};

const report_page_part report_page_html = {html, sizeof html};
const report_page_part report_page_css = {css, sizeof css};
const report_page_part report_page_js = {js, sizeof js};
