/* studio-training-page.h: settings, controls, curves and the log of a run.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Properties: project (StudioProject), run (StudioRun). */
#define STUDIO_TYPE_TRAINING_PAGE (studio_training_page_get_type ())
G_DECLARE_FINAL_TYPE (StudioTrainingPage, studio_training_page, STUDIO, TRAINING_PAGE, AdwBin)

/* Focuses the row of the document field at @place, such as "device" or "hooks.0.rate". */
void studio_training_page_show_setting (StudioTrainingPage *page, const char *place);

G_END_DECLS
