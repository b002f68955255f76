/* studio-choice-row.h: row with a choice of names.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Signal: "chosen" (const char *name), when the user has chosen another name. */
#define STUDIO_TYPE_CHOICE_ROW (studio_choice_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioChoiceRow, studio_choice_row, STUDIO, CHOICE_ROW, AdwActionRow)

GtkWidget *studio_choice_row_new (const char *title);
/* Sets the number of characters of the chosen name that are visible; call it before the row is shown. */
void studio_choice_row_set_max_chars (StudioChoiceRow *row, int max_chars);
/* @chosen: (nullable): a name that is not among @names is shown after them. */
void studio_choice_row_show (StudioChoiceRow *row, const char *const *names, const char *chosen);

G_END_DECLS
