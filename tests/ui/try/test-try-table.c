/* test-try-table.c: predictions in rows.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>

#include "folder.h"
#include "rensa-init.h"
#include "studio-try-table.h"
#include "ui-fixture.h"

/* A preview of a table in @folder. */
static RensaPreview *
load (const char *folder, const char *text)
{
  g_autofree char *file = g_build_filename (folder, "table.csv", NULL);
  g_autofree char *dataset = g_strdup_printf ("data.dataset=csv(path='%s')", file);
  g_autoptr (RensaDocument) document = ui_load_example ("waves.rensa");
  RensaPreview *preview;

  g_assert_true (g_file_set_contents (file, text, -1, NULL));
  g_assert_true (rensa_document_set (document, dataset, NULL));
  preview = rensa_preview_new (document, NULL, NULL, NULL, NULL);
  g_assert_cmpint (preview->state, ==, RENSA_PREVIEW_READY);
  return preview;
}

/* Numbers have as many decimals as each other on the screen, inputs beside them, and all their digits in the file. */
static void
test_values (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autoptr (RensaPreview) preview =
      load (folder, "size,\"rooms, all\",price\n41.25,2,1.5\n126,3,3.5\n177,6,6\n88,4,2\n"
                    "60,2,1.75\n99,3,2.25\n");
  GtkWidget *table = g_object_ref_sink (g_object_new (STUDIO_TYPE_TRY_TABLE, NULL));
  GtkWidget *window = ui_show (table);
  g_autofree char *csv = NULL;
  g_autofree char *line = NULL;

  studio_try_table_begin (STUDIO_TRY_TABLE (table), preview, &preview->train);
  g_assert_false (gtk_widget_get_sensitive (ui_find_text (table, "Export CSV…")));
  for (guint i = 0; i < preview->train.n_shown; i++)
    studio_try_table_add (STUDIO_TRY_TABLE (table), (const float[]){ preview->train.labels[i] + 0.125f }, 1);
  g_assert_true (gtk_widget_get_sensitive (ui_find_text (table, "Export CSV…")));
  WAIT_FOR (ui_find_text (table, "+0.125") != NULL);
  g_assert_nonnull (ui_find_text (table, "rooms, all"));
  csv = studio_try_table_make_csv (STUDIO_TRY_TABLE (table));
  g_assert_true (g_str_has_prefix (csv, "Example,size,\"rooms, all\",price,Prediction,Difference\r\n"));
  line = g_strdup_printf ("\r\n0,%.9g,%.9g,%.9g,%.9g,0.125\r\n", preview->train.inputs[0], preview->train.inputs[1],
                          preview->train.labels[0], preview->train.labels[0] + 0.125);
  g_assert_nonnull (strstr (csv, line));
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (table);
  test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv);
  adw_init ();
  rensa_init ();
  g_test_add_func ("/ui/try/table/values", test_values);
  return g_test_run ();
}
