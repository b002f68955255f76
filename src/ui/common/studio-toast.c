/* studio-toast.c: what went wrong, told in passing.
 * SPDX-License-Identifier: MIT */

#include "studio-toast.h"

#include "rensa-fault.h"

void
studio_toast_error (GtkWidget *widget, const GError *error)
{
  g_autofree char *sentence = rensa_error_to_sentence (error);

  gtk_widget_activate_action (widget, "win.toast", "s", sentence);
}
