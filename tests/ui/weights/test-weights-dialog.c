/* test-weights-dialog.c: a file is compared with the model, and becomes its first weights.
 * SPDX-License-Identifier: MIT */

#include "data-fixture.h"
#include "rensa-archive.h"
#include "rensa-builder.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-init.h"
#include "studio-weights-dialog.h"
#include "ui-fixture.h"

typedef struct
{
  char *folder;
  GFile *file;
  StudioProject *project;
  GtkWidget *dialog;
  char *loaded;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;

  fixture->folder = test_folder_new ();
  path = g_build_filename (fixture->folder, "model.npz", NULL);
  fixture->file = g_file_new_for_path (path);
  fixture->project = ui_project_new_mlp ();
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_object (&fixture->project);
  g_clear_object (&fixture->file);
  g_free (fixture->loaded);
  test_folder_free (fixture->folder);
}

/* What the project's model would have been drawn as, in the file. */
static void
save_model (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = rensa_builder_new (studio_project_get_document (fixture->project), NULL, &error);
  g_autoptr (RensaLink) model = rensa_builder_make_model (builder, &error);

  g_assert_no_error (error);
  rensa_save_file (g_file_peek_path (fixture->file), rensa_link_serialize, model, FALSE, &error);
  g_assert_no_error (error);
}

static void
on_loaded (Fixture *fixture, const char *name)
{
  fixture->loaded = g_strdup (name);
}

static void
open_dialog (Fixture *fixture)
{
  fixture->dialog = studio_weights_dialog_new (fixture->project, fixture->file);
  g_signal_connect_swapped (fixture->dialog, "loaded", G_CALLBACK (on_loaded), fixture);
  gtk_window_present (GTK_WINDOW (fixture->dialog));
}

static GtkWidget *
find_load (Fixture *fixture)
{
  return ui_find (fixture->dialog, GTK_TYPE_BUTTON, "suggested-action");
}

static const char *
get_weights (Fixture *fixture)
{
  return json_object_get_string (rensa_document_get (studio_project_get_document (fixture->project), "weights"));
}

static void
test_load (Fixture *fixture, gconstpointer data)
{
  save_model (fixture);
  g_assert_true (studio_project_set (fixture->project, "model.l2.out_size", "3", NULL));
  open_dialog (fixture);
  g_assert_false (gtk_widget_get_sensitive (find_load (fixture)));
  WAIT_FOR (gtk_widget_get_sensitive (find_load (fixture)));
  g_assert_nonnull (ui_find_text (fixture->dialog, "2 of 4 values match; the others are initialized randomly."));
  g_assert_nonnull (ui_find_text (fixture->dialog, "Different Shape"));
  g_assert_nonnull (ui_find_text (fixture->dialog, "predictor/l2/W"));
  g_assert_nonnull (
      ui_find_text (fixture->dialog, "The file has float32 of shape (2, 4), the model has float32 of shape (3, 4)"));
  g_assert_null (ui_find_text (fixture->dialog, "Only in the File"));

  ui_click (find_load (fixture));
  g_assert_cmpstr (fixture->loaded, ==, "model.npz");
  g_assert_cmpstr (get_weights (fixture), ==, g_file_peek_path (fixture->file));
  studio_project_undo (fixture->project);
  g_assert_null (get_weights (fixture));
}

static void
test_all (Fixture *fixture, gconstpointer data)
{
  save_model (fixture);
  open_dialog (fixture);
  WAIT_FOR (gtk_widget_get_sensitive (find_load (fixture)));
  g_assert_nonnull (ui_find_text (fixture->dialog, "All 4 values of the model match."));
  g_assert_null (ui_find_text (fixture->dialog, "Different Shape"));
  gtk_window_destroy (GTK_WINDOW (fixture->dialog));
}

static void
rename_node (Fixture *fixture, const char *name, const char *to)
{
  g_autoptr (RensaDocument) document = studio_project_begin (fixture->project);

  g_assert_true (rensa_document_rename_node (document, "", name, to, NULL));
  studio_project_commit (fixture->project, document, "Rename", NULL);
}

/* l1 and l2 have the same shapes and are saved; then they are called first and last. */
static void
save_and_rename (Fixture *fixture)
{
  g_assert_true (studio_project_set (fixture->project, "model.l1.out_size", "2", NULL));
  save_model (fixture);
  rename_node (fixture, "l1", "first");
  rename_node (fixture, "l2", "last");
}

static GtkWidget *
find_row (Fixture *fixture, const char *name)
{
  GtkWidget *label = ui_find_text (fixture->dialog, name);

  return label != NULL ? gtk_widget_get_ancestor (label, ADW_TYPE_ACTION_ROW) : NULL;
}

/* The names that the row of @name offers, "None, predictor/l1/W". */
static char *
list_offers (Fixture *fixture, const char *name)
{
  GtkDropDown *control = GTK_DROP_DOWN (ui_find (find_row (fixture, name), GTK_TYPE_DROP_DOWN, NULL));
  GListModel *names = gtk_drop_down_get_model (control);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (names); i++)
    g_strv_builder_add (builder, gtk_string_list_get_string (GTK_STRING_LIST (names), i));
  all = g_strv_builder_end (builder);
  return g_strjoinv (", ", all);
}

static void
choose (Fixture *fixture, const char *name, guint i)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (ui_find (find_row (fixture, name), GTK_TYPE_DROP_DOWN, NULL)), i);
}

static void
assert_offers (Fixture *fixture, const char *name, const char *expected)
{
  g_autofree char *offers = list_offers (fixture, name);

  g_assert_cmpstr (offers, ==, expected);
}

/* What one takes nobody else is offered, and it is not left over, until it is given back. */
static void
test_choose (Fixture *fixture, gconstpointer data)
{
  save_and_rename (fixture);
  open_dialog (fixture);
  WAIT_FOR (find_row (fixture, "predictor/first/W") != NULL);
  g_assert_false (gtk_widget_get_sensitive (find_load (fixture)));
  assert_offers (fixture, "predictor/first/W", "None, predictor/l1/W, predictor/l2/W");
  assert_offers (fixture, "predictor/last/b", "None, predictor/l1/b, predictor/l2/b");

  choose (fixture, "predictor/first/W", 2);
  g_assert_true (gtk_widget_get_sensitive (find_load (fixture)));
  g_assert_nonnull (ui_find_text (fixture->dialog, "1 of 4 values matches; the others are initialized randomly."));
  assert_offers (fixture, "predictor/first/W", "None, predictor/l1/W, predictor/l2/W");
  assert_offers (fixture, "predictor/last/W", "None, predictor/l1/W");
  choose (fixture, "predictor/last/W", 1);
  g_assert_null (ui_find (find_row (fixture, "predictor/l2/b"), GTK_TYPE_DROP_DOWN, NULL));
  choose (fixture, "predictor/first/W", 0);
  assert_offers (fixture, "predictor/first/W", "None, predictor/l2/W");

  ui_click (find_load (fixture));
  g_assert_cmpstr (json_object_to_json_string_ext (
                       rensa_document_get (studio_project_get_document (fixture->project), "weights_map"),
                       JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE),
                   ==, "{\"predictor/last/W\":\"predictor/l1/W\"}");
}

/* All that is unambiguous, which then is what a run begins with, and what the dialog shows when it comes again. */
static void
test_match (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GHashTable) map = NULL;
  GtkWidget *row;

  save_and_rename (fixture);
  open_dialog (fixture);
  WAIT_FOR (find_row (fixture, "predictor/first/W") != NULL);
  row = find_row (fixture, "Match by Shape and Order");
  adw_action_row_activate (ADW_ACTION_ROW (row));
  WAIT_FOR (ui_find_text (fixture->dialog, "All 4 values of the model match.") != NULL);
  g_assert_null (ui_find_text (fixture->dialog, "Only in the File"));
  g_assert_false (gtk_widget_get_sensitive (row));
  assert_offers (fixture, "predictor/last/W", "None, predictor/l2/W");

  ui_click (find_load (fixture));
  g_assert_true (rensa_document_read_weights_map (studio_project_get_document (fixture->project), &map, NULL));
  g_assert_cmpuint (g_hash_table_size (map), ==, 4);
  g_assert_cmpstr (g_hash_table_lookup (map, "predictor/first/W"), ==, "predictor/l1/W");
  g_assert_cmpstr (g_hash_table_lookup (map, "predictor/last/b"), ==, "predictor/l2/b");

  open_dialog (fixture);
  WAIT_FOR (ui_find_text (fixture->dialog, "All 4 values of the model match.") != NULL);
  gtk_window_destroy (GTK_WINDOW (fixture->dialog));
}

/* Two in the file for one of the model: that is for the person to say. */
static void
test_ambiguous (Fixture *fixture, gconstpointer data)
{
  save_and_rename (fixture);
  g_assert_true (studio_project_set (fixture->project, "model.last.out_size", "3", NULL));
  open_dialog (fixture);
  WAIT_FOR (find_row (fixture, "predictor/first/W") != NULL);
  assert_offers (fixture, "predictor/first/W", "None, predictor/l1/W, predictor/l2/W");
  g_assert_null (ui_find (find_row (fixture, "predictor/last/W"), GTK_TYPE_DROP_DOWN, NULL));
  g_assert_false (gtk_widget_get_sensitive (find_row (fixture, "Match by Shape and Order")));
  gtk_window_destroy (GTK_WINDOW (fixture->dialog));
}

/* Names as long as they come leave the window as narrow as it may be. */
static void
test_long_names (Fixture *fixture, gconstpointer data)
{
  g_autofree char *name = g_strnfill (64, 'n');
  g_autofree char *other = g_strnfill (64, 'm');
  g_autofree char *row = g_strconcat ("predictor/", other, "/W", NULL);
  g_autofree char *entry = g_strconcat ("predictor/", name, "/W", NULL);
  g_autofree char *offers = g_strconcat ("None, ", entry, NULL);
  int least;

  rename_node (fixture, "l1", name);
  save_model (fixture);
  rename_node (fixture, name, other);
  open_dialog (fixture);
  WAIT_FOR (find_row (fixture, row) != NULL);
  assert_offers (fixture, row, offers);
  choose (fixture, row, 1);
  gtk_widget_measure (fixture->dialog, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 360);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (find_row (fixture, row)), ==, row);
  gtk_window_destroy (GTK_WINDOW (fixture->dialog));
}

/* A file that is none, and a dialog that is closed before the answer comes. */
static void
test_refused (Fixture *fixture, gconstpointer data)
{
  test_file_write (fixture->folder, "model.npz", "no weights", -1);
  open_dialog (fixture);
  WAIT_FOR (ui_find_text (fixture->dialog, "Cannot Load Weights") != NULL);
  g_assert_false (gtk_widget_get_sensitive (find_load (fixture)));
  gtk_window_destroy (GTK_WINDOW (fixture->dialog));

  open_dialog (fixture);
  gtk_window_destroy (GTK_WINDOW (fixture->dialog));
  g_assert_null (get_weights (fixture));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  adw_init ();
  g_test_add ("/ui/weights/weights-dialog/load", Fixture, NULL, set_up, test_load, tear_down);
  g_test_add ("/ui/weights/weights-dialog/all", Fixture, NULL, set_up, test_all, tear_down);
  g_test_add ("/ui/weights/weights-dialog/choose", Fixture, NULL, set_up, test_choose, tear_down);
  g_test_add ("/ui/weights/weights-dialog/match", Fixture, NULL, set_up, test_match, tear_down);
  g_test_add ("/ui/weights/weights-dialog/ambiguous", Fixture, NULL, set_up, test_ambiguous, tear_down);
  g_test_add ("/ui/weights/weights-dialog/long-names", Fixture, NULL, set_up, test_long_names, tear_down);
  g_test_add ("/ui/weights/weights-dialog/refused", Fixture, NULL, set_up, test_refused, tear_down);
  return g_test_run ();
}
