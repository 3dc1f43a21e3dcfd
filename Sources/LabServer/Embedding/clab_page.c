#include "clab_page.h"

// C23 has it, and so does the compiler in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define HTML "text/html; charset=utf-8"
#define CSS "text/css; charset=utf-8"
#define SCRIPT "text/javascript; charset=utf-8"
#define SVG "image/svg+xml"

static const unsigned char api_js[] = {
#embed "../Page/api.js"
};
static const unsigned char app_js[] = {
#embed "../Page/app.js"
};
static const unsigned char bar_js[] = {
#embed "../Page/bar.js"
};
static const unsigned char base_css[] = {
#embed "../Page/base.css"
};
static const unsigned char controls_all_js[] = {
#embed "../Page/controls/all.js"
};
static const unsigned char controls_boolean_js[] = {
#embed "../Page/controls/boolean.js"
};
static const unsigned char controls_choice_js[] = {
#embed "../Page/controls/choice.js"
};
static const unsigned char controls_color_js[] = {
#embed "../Page/controls/color.js"
};
static const unsigned char controls_date_js[] = {
#embed "../Page/controls/date.js"
};
static const unsigned char controls_list_js[] = {
#embed "../Page/controls/list.js"
};
static const unsigned char controls_number_js[] = {
#embed "../Page/controls/number.js"
};
static const unsigned char controls_preset_js[] = {
#embed "../Page/controls/preset.js"
};
static const unsigned char controls_read_only_js[] = {
#embed "../Page/controls/read-only.js"
};
static const unsigned char controls_record_js[] = {
#embed "../Page/controls/record.js"
};
static const unsigned char controls_registry_js[] = {
#embed "../Page/controls/registry.js"
};
static const unsigned char controls_text_js[] = {
#embed "../Page/controls/text.js"
};
static const unsigned char controls_units_js[] = {
#embed "../Page/controls/units.js"
};
static const unsigned char dialogs_conflict_js[] = {
#embed "../Page/dialogs/conflict.js"
};
static const unsigned char dialogs_copy_js[] = {
#embed "../Page/dialogs/copy.js"
};
static const unsigned char dialogs_dialog_js[] = {
#embed "../Page/dialogs/dialog.js"
};
static const unsigned char dialogs_history_js[] = {
#embed "../Page/dialogs/history.js"
};
static const unsigned char dialogs_preset_js[] = {
#embed "../Page/dialogs/preset.js"
};
static const unsigned char dialogs_run_js[] = {
#embed "../Page/dialogs/run.js"
};
static const unsigned char dialogs_save_js[] = {
#embed "../Page/dialogs/save.js"
};
static const unsigned char dialogs_share_js[] = {
#embed "../Page/dialogs/share.js"
};
static const unsigned char dialogs_sweep_js[] = {
#embed "../Page/dialogs/sweep.js"
};
static const unsigned char dialogs_token_js[] = {
#embed "../Page/dialogs/token.js"
};
static const unsigned char dom_js[] = {
#embed "../Page/dom.js"
};
static const unsigned char events_js[] = {
#embed "../Page/events.js"
};
static const unsigned char format_js[] = {
#embed "../Page/format.js"
};
static const unsigned char icon_svg[] = {
#embed "../Page/icon.svg"
};
static const unsigned char icons_svg[] = {
#embed "../Page/icons.svg"
};
static const unsigned char index_html[] = {
#embed "../Page/index.html"
};
static const unsigned char notices_js[] = {
#embed "../Page/notices.js"
};
static const unsigned char picture_css[] = {
#embed "../Page/picture.css"
};
static const unsigned char picture_candidates_js[] = {
#embed "../Page/picture/candidates.js"
};
static const unsigned char picture_encoder_js[] = {
#embed "../Page/picture/encoder.js"
};
static const unsigned char picture_plot_js[] = {
#embed "../Page/picture/plot.js"
};
static const unsigned char picture_side_js[] = {
#embed "../Page/picture/side.js"
};
static const unsigned char picture_strip_js[] = {
#embed "../Page/picture/strip.js"
};
static const unsigned char picture_viewer_js[] = {
#embed "../Page/picture/viewer.js"
};
static const unsigned char settings_css[] = {
#embed "../Page/settings.css"
};
static const unsigned char settings_conditions_js[] = {
#embed "../Page/settings/conditions.js"
};
static const unsigned char settings_origin_js[] = {
#embed "../Page/settings/origin.js"
};
static const unsigned char settings_panel_js[] = {
#embed "../Page/settings/panel.js"
};
static const unsigned char settings_row_js[] = {
#embed "../Page/settings/row.js"
};
static const unsigned char store_js[] = {
#embed "../Page/store.js"
};

// A file of the page is here twice: above, and in this list.
static const clab_asset assets[] = {
    {"/api.js", SCRIPT, api_js, sizeof api_js},
    {"/app.js", SCRIPT, app_js, sizeof app_js},
    {"/bar.js", SCRIPT, bar_js, sizeof bar_js},
    {"/base.css", CSS, base_css, sizeof base_css},
    {"/controls/all.js", SCRIPT, controls_all_js, sizeof controls_all_js},
    {"/controls/boolean.js", SCRIPT, controls_boolean_js, sizeof controls_boolean_js},
    {"/controls/choice.js", SCRIPT, controls_choice_js, sizeof controls_choice_js},
    {"/controls/color.js", SCRIPT, controls_color_js, sizeof controls_color_js},
    {"/controls/date.js", SCRIPT, controls_date_js, sizeof controls_date_js},
    {"/controls/list.js", SCRIPT, controls_list_js, sizeof controls_list_js},
    {"/controls/number.js", SCRIPT, controls_number_js, sizeof controls_number_js},
    {"/controls/preset.js", SCRIPT, controls_preset_js, sizeof controls_preset_js},
    {"/controls/read-only.js", SCRIPT, controls_read_only_js, sizeof controls_read_only_js},
    {"/controls/record.js", SCRIPT, controls_record_js, sizeof controls_record_js},
    {"/controls/registry.js", SCRIPT, controls_registry_js, sizeof controls_registry_js},
    {"/controls/text.js", SCRIPT, controls_text_js, sizeof controls_text_js},
    {"/controls/units.js", SCRIPT, controls_units_js, sizeof controls_units_js},
    {"/dialogs/conflict.js", SCRIPT, dialogs_conflict_js, sizeof dialogs_conflict_js},
    {"/dialogs/copy.js", SCRIPT, dialogs_copy_js, sizeof dialogs_copy_js},
    {"/dialogs/dialog.js", SCRIPT, dialogs_dialog_js, sizeof dialogs_dialog_js},
    {"/dialogs/history.js", SCRIPT, dialogs_history_js, sizeof dialogs_history_js},
    {"/dialogs/preset.js", SCRIPT, dialogs_preset_js, sizeof dialogs_preset_js},
    {"/dialogs/run.js", SCRIPT, dialogs_run_js, sizeof dialogs_run_js},
    {"/dialogs/save.js", SCRIPT, dialogs_save_js, sizeof dialogs_save_js},
    {"/dialogs/share.js", SCRIPT, dialogs_share_js, sizeof dialogs_share_js},
    {"/dialogs/sweep.js", SCRIPT, dialogs_sweep_js, sizeof dialogs_sweep_js},
    {"/dialogs/token.js", SCRIPT, dialogs_token_js, sizeof dialogs_token_js},
    {"/dom.js", SCRIPT, dom_js, sizeof dom_js},
    {"/events.js", SCRIPT, events_js, sizeof events_js},
    {"/format.js", SCRIPT, format_js, sizeof format_js},
    {"/icon.svg", SVG, icon_svg, sizeof icon_svg},
    {"/icons.svg", SVG, icons_svg, sizeof icons_svg},
    {"/index.html", HTML, index_html, sizeof index_html},
    {"/notices.js", SCRIPT, notices_js, sizeof notices_js},
    {"/picture.css", CSS, picture_css, sizeof picture_css},
    {"/picture/candidates.js", SCRIPT, picture_candidates_js, sizeof picture_candidates_js},
    {"/picture/encoder.js", SCRIPT, picture_encoder_js, sizeof picture_encoder_js},
    {"/picture/plot.js", SCRIPT, picture_plot_js, sizeof picture_plot_js},
    {"/picture/side.js", SCRIPT, picture_side_js, sizeof picture_side_js},
    {"/picture/strip.js", SCRIPT, picture_strip_js, sizeof picture_strip_js},
    {"/picture/viewer.js", SCRIPT, picture_viewer_js, sizeof picture_viewer_js},
    {"/settings.css", CSS, settings_css, sizeof settings_css},
    {"/settings/conditions.js", SCRIPT, settings_conditions_js, sizeof settings_conditions_js},
    {"/settings/origin.js", SCRIPT, settings_origin_js, sizeof settings_origin_js},
    {"/settings/panel.js", SCRIPT, settings_panel_js, sizeof settings_panel_js},
    {"/settings/row.js", SCRIPT, settings_row_js, sizeof settings_row_js},
    {"/store.js", SCRIPT, store_js, sizeof store_js},
};

const size_t clab_asset_count = sizeof assets / sizeof *assets;

const clab_asset *clab_asset_at(size_t index) { return &assets[index]; }
