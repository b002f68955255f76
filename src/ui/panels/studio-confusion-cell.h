/* studio-confusion-cell.h: cell of a confusion matrix.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_CONFUSION_CELL (studio_confusion_cell_get_type ())
G_DECLARE_FINAL_TYPE (StudioConfusionCell, studio_confusion_cell, STUDIO, CONFUSION_CELL, GtkToggleButton)

/* @is_right: TRUE if both classes are the same. */
GtkWidget *studio_confusion_cell_new (gboolean is_right);
/* @count: number of examples; @share: their fraction of the class, shown as color intensity; @name:
 *   for assistive technology. */
void studio_confusion_cell_show (StudioConfusionCell *self, guint count, double share, const char *name);

G_END_DECLS
