/* studio-closures.h: closures for the expressions of templates.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes these functions available to the template of @klass:
 * dup_style_manager (): the AdwStyleManager
 * is_any (gboolean, gboolean): TRUE if one of them is TRUE
 * is_not (gboolean): TRUE if it is FALSE
 * is_set (GObject): TRUE unless it is NULL
 * is_text (gchararray): TRUE unless it is NULL or empty
 * read_text (GObject, gchararray): the text property with that name; "" if that or the object is NULL */
void studio_closures_bind (GtkWidgetClass *klass);

G_END_DECLS
