/* test-file-chooser.c: that nothing may be chosen.
 * SPDX-License-Identifier: MIT */

#include <gtk/gtk.h>

#include "studio-file-chooser.h"

/* The answer may be to accept, but there is no name. What is chosen is tested where files are opened and saved. */
static void
nothing (void)
{
  g_autoptr (GtkFileChooserNative) chooser =
      gtk_file_chooser_native_new ("Save", NULL, GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);

  g_assert_null (studio_file_chooser_dup_file (GTK_NATIVE_DIALOG (chooser), GTK_RESPONSE_ACCEPT));
  g_assert_null (studio_file_chooser_dup_file (GTK_NATIVE_DIALOG (chooser), GTK_RESPONSE_CANCEL));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/common/file-chooser/nothing", nothing);
  return g_test_run ();
}
