/* studio-toast.c: error messages in a toast.
 * SPDX-License-Identifier: MIT */

#include "studio-toast.h"

#include "rensa-fault.h"

void
studio_toast_error (GtkWidget *widget, const GError *error)
{
  g_autofree char *sentence = rensa_error_to_sentence (error);

  gtk_widget_activate_action (widget, "win.toast", "s", sentence);
}
