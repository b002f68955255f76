/* studio-attr-list.h: the rows of one component's attributes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-attr-row.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_ATTR_LIST (studio_attr_list_get_type ())
G_DECLARE_FINAL_TYPE (StudioAttrList, studio_attr_list, STUDIO, ATTR_LIST, AdwBin)

/* One row for each attribute; of many, those that few people set stand folded under "Advanced". @style: (nullable): a style class for the list. */
GtkWidget *studio_attr_list_new (const char *style, const StudioAttrTarget *target, gpointer owner);
/* @attrs: (nullable): those of another component replace all rows, others are shown in place. */
void studio_attr_list_show (StudioAttrList *list, RensaAttrs *attrs);
/* The control in the row of @name, which is unfolded where it was not seen; NULL where there is none. */
GtkWidget *studio_attr_list_reveal (StudioAttrList *list, const char *name);
/* See studio_attr_row_settle (). */
void studio_attr_list_settle (StudioAttrList *list);
/* NULL where there is none. */
StudioAttrRow *studio_attr_list_get_row (StudioAttrList *list, const char *name);

G_END_DECLS
