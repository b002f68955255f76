/* studio-learners-row.h: row to choose the models that learn.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Signal: "chosen" (const char *names): the user has chosen other models, separated by commas; NULL
 * for all. */
#define STUDIO_TYPE_LEARNERS_ROW (studio_learners_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioLearnersRow, studio_learners_row, STUDIO, LEARNERS_ROW, AdwPreferencesRow)

GtkWidget *studio_learners_row_new (void);
void studio_learners_row_show (StudioLearnersRow *row, const char *const *names, const char *const *chosen);

G_END_DECLS
