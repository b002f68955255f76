/* test-data-notes.c: the columns of a table, each as a button.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "folder.h"
#include "rensa-init.h"
#include "studio-data-notes.h"
#include "ui-fixture.h"

static RensaPreview *
read_table (const char *folder, const char *text)
{
  g_autofree char *json =
      g_strdup_printf ("{\"format\": 1, \"data\": {\"dataset\": {\"type\": \"csv\", \"attrs\": {\"path\": "
                       "\"%s/table.csv\"}}}}",
                       folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = rensa_document_parse (json, -1, "", &error);

  g_assert_no_error (error);
  test_file_write (folder, "table.csv", text, -1);
  return rensa_preview_new (document, NULL, NULL, NULL, NULL);
}

/* A label is a button like the others, and blue, whether it holds numbers or words. */
static void
check_label (const char *text)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaPreview) preview = read_table (folder, text);
  GtkWidget *notes = g_object_new (STUDIO_TYPE_DATA_NOTES, NULL);
  GtkWidget *window = ui_show (notes);
  GtkWidget *chip;

  g_assert_cmpint (preview->state, ==, RENSA_PREVIEW_READY);
  studio_data_notes_show (STUDIO_DATA_NOTES (notes), preview);
  chip = ui_find (notes, GTK_TYPE_MENU_BUTTON, "label");
  g_assert_nonnull (chip);
  g_assert_true (gtk_widget_has_css_class (chip, "data-chip"));
  g_assert_nonnull (ui_find_text (chip, "kind"));
  gtk_window_destroy (GTK_WINDOW (window));
  test_folder_free (folder);
}

static void
test_label (void)
{
  check_label ("a,b,kind\n1,2,oak\n2,3,elm\n3,1,oak\n4,4,elm\n5,2,oak\n6,1,elm\n");
  check_label ("a,b,kind\n1,2,0\n2,3,1\n3,1,0\n4,4,1\n5,2,0\n6,1,1\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  adw_init ();
  g_test_add_func ("/ui/data/data-notes/label", test_label);
  return g_test_run ();
}
