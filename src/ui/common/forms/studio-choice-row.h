/* studio-choice-row.h: a row in which one of several names is chosen.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Signal: "chosen" (const char *name), when a person has chosen another one. */
#define STUDIO_TYPE_CHOICE_ROW (studio_choice_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioChoiceRow, studio_choice_row, STUDIO, CHOICE_ROW, AdwActionRow)

GtkWidget *studio_choice_row_new (const char *title);
/* How much of the chosen name can be seen, in characters; before it is shown. */
void studio_choice_row_set_max_chars (StudioChoiceRow *row, int max_chars);
/* @chosen: (nullable): one that is not among @names is shown after them. */
void studio_choice_row_show (StudioChoiceRow *row, const char *const *names, const char *chosen);

G_END_DECLS
