/* studio-attr-list.h: list of rows for the attributes of a component.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-attr-row.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_ATTR_LIST (studio_attr_list_get_type ())
G_DECLARE_FINAL_TYPE (StudioAttrList, studio_attr_list, STUDIO, ATTR_LIST, AdwBin)

/* One row for each attribute; if there are many, rarely used ones are folded under "Advanced".
 * @style: (nullable): a style class for the list. */
GtkWidget *studio_attr_list_new (const char *style, const StudioAttrTarget *target, gpointer owner);
/* @attrs: (nullable): attributes of another component replace all rows; otherwise the rows show the
 *   new values. */
void studio_attr_list_show (StudioAttrList *list, RensaAttrs *attrs);
/* Returns the control in the row of @name, unfolding the row if needed; NULL if there is none. */
GtkWidget *studio_attr_list_reveal (StudioAttrList *list, const char *name);
/* See studio_attr_row_settle (). */
void studio_attr_list_settle (StudioAttrList *list);
/* Returns NULL if there is none. */
StudioAttrRow *studio_attr_list_get_row (StudioAttrList *list, const char *name);

G_END_DECLS
