/* studio-accessible.c: names for assistive technology.
 * SPDX-License-Identifier: MIT */

#include "studio-accessible.h"

#include <glib/gi18n.h>

void
studio_accessible_name_table (GtkColumnView *view, const char *name)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (view)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    GTK_IS_LIST_VIEW (child) ? name : _ ("Columns"), -1);
}
