/* studio-data-bar.c: bar for a fraction.
 * SPDX-License-Identifier: MIT */

#include "studio-data-bar.h"

GtkWidget *
studio_data_bar_new (const char *name)
{
  static const char *const offsets[] = { GTK_LEVEL_BAR_OFFSET_LOW, GTK_LEVEL_BAR_OFFSET_HIGH,
                                         GTK_LEVEL_BAR_OFFSET_FULL };
  GtkWidget *bar = gtk_level_bar_new ();

  for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
    gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), offsets[i]);
  gtk_widget_add_css_class (bar, "data-bar");
  gtk_widget_set_hexpand (bar, TRUE);
  gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return bar;
}
