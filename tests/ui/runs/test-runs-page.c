/* test-runs-page.c: the table of runs.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>
#include <glib/gstdio.h>

#include "studio-runs-columns.h"
#include "studio-runs-compare.h"
#include "studio-runs-page.h"

typedef struct
{
  char *folder;
  RensaStore *store;
  GtkWidget *window;
  GtkWidget *page;
} Fixture;

/* A finished run with ten values of each of two keys. */
static void
add_run (RensaStore *store, const char *name, const char *optimizer, double last)
{
  const RensaRunStart start = {
    .name = name,
    .document = "{ \"format\": 1, \"name\": \"x\", \"optimizer\": { \"type\": \"Adam\" } }",
    .dataset = "strokes",
    .optimizer = optimizer,
    .device = "cpu",
    .n_links = 3,
    .n_params = 1000,
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaRecorder) recorder = rensa_store_begin (store, &start, &error);

  g_assert_no_error (error);
  for (int i = 1; i <= 10; i++)
    {
      rensa_recorder_add_value (recorder, "main/loss", i, i / 5.0, i, 1.0 / i);
      rensa_recorder_add_value (recorder, "validation/main/accuracy", i, i / 5.0, i, last * i / 10);
    }
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED, NULL);
}

/* What the writer has done comes to the objects through the main context. */
static void
wait_until_finished (RensaStore *store)
{
  GListModel *runs = rensa_store_get_runs (store);

  for (guint i = 0; i < g_list_model_get_n_items (runs); i++)
    {
      g_autoptr (RensaRun) run = g_list_model_get_item (runs, i);

      while (rensa_run_is_active (run))
        g_main_context_iteration (NULL, TRUE);
    }
}

static void
setup (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("rensa-runs-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->store = rensa_store_open (fixture->folder, &error);
  g_assert_no_error (error);
  add_run (fixture->store, "small net", "Adam", 0.5);
  add_run (fixture->store, "large net", "SGD", 0.9);
  add_run (fixture->store, "Größer", "SGD", 0.7);
  rensa_store_flush (fixture->store, &error);
  g_assert_no_error (error);
  wait_until_finished (fixture->store);

  fixture->page = g_object_new (STUDIO_TYPE_RUNS_PAGE, "store", fixture->store, NULL);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 600);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->page);
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_object_add_weak_pointer (G_OBJECT (fixture->page), (gpointer *) &fixture->page);
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *inner = g_build_filename (path, name, NULL);

      remove_folder (inner);
    }
  g_remove (path);
}

static void
teardown (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (fixture->page);
  g_object_unref (fixture->store);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

/* Widgets of a template, found by their type. */
static GtkWidget *
find (GtkWidget *root, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (root, type))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GListModel *
get_shown (Fixture *fixture)
{
  return G_LIST_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (find (fixture->page, GTK_TYPE_COLUMN_VIEW))));
}

static const char *
get_name_at (Fixture *fixture, guint position)
{
  g_autoptr (RensaRun) run = g_list_model_get_item (get_shown (fixture), position);

  return run != NULL ? rensa_run_get_name (run) : NULL;
}

static void
select_positions (Fixture *fixture, guint first, guint n)
{
  gtk_selection_model_select_range (GTK_SELECTION_MODEL (get_shown (fixture)), first, n, TRUE);
}

static void
filter (Fixture *fixture, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (find (fixture->page, GTK_TYPE_SEARCH_ENTRY)), text);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_newest_first (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpuint (g_list_model_get_n_items (get_shown (fixture)), ==, 3);
  g_assert_cmpstr (get_name_at (fixture, 0), ==, "Größer");
  g_assert_cmpstr (get_name_at (fixture, 2), ==, "small net");
}

static void
test_filter (Fixture *fixture, gconstpointer data)
{
  filter (fixture, "sgd net");
  g_assert_cmpuint (g_list_model_get_n_items (get_shown (fixture)), ==, 1);
  g_assert_cmpstr (get_name_at (fixture, 0), ==, "large net");
  filter (fixture, "GRÖSSER");
  g_assert_cmpstr (get_name_at (fixture, 0), ==, "Größer");
  filter (fixture, "nowhere");
  g_assert_cmpuint (g_list_model_get_n_items (get_shown (fixture)), ==, 0);
  filter (fixture, "");
  g_assert_cmpuint (g_list_model_get_n_items (get_shown (fixture)), ==, 3);
}

static void
test_delete (Fixture *fixture, gconstpointer data)
{
  select_positions (fixture, 0, 2);
  g_assert_true (gtk_widget_activate_action (fixture->page, "runs.delete", NULL));
  g_assert_cmpuint (g_list_model_get_n_items (get_shown (fixture)), ==, 1);
  g_assert_cmpstr (get_name_at (fixture, 0), ==, "small net");
  g_assert_true (gtk_widget_activate_action (fixture->page, "runs.undelete", NULL));
  g_assert_cmpuint (g_list_model_get_n_items (get_shown (fixture)), ==, 3);
}

static void
test_star (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaRun) run = g_list_model_get_item (get_shown (fixture), 1);

  select_positions (fixture, 1, 1);
  g_assert_true (gtk_widget_activate_action (fixture->page, "runs.star", NULL));
  g_assert_true (rensa_run_get_starred (run));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find (fixture->page, GTK_TYPE_TOGGLE_BUTTON)), TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (get_shown (fixture)), ==, 1);
  g_assert_cmpstr (get_name_at (fixture, 0), ==, "large net");
}

static guint
count_children (GtkWidget *widget)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n++;
  return n;
}

/* Two runs: a plot of the loss and one of the accuracy; with one, nothing to compare. */
static void
test_compare (Fixture *fixture, gconstpointer data)
{
  GtkWidget *compare;
  GtkWidget *plots;

  select_positions (fixture, 0, 1);
  compare = find (fixture->page, STUDIO_TYPE_RUNS_COMPARE);
  g_assert_false (gtk_widget_get_mapped (compare));
  select_positions (fixture, 0, 2);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_true (gtk_widget_get_visible (compare));
  plots = gtk_paned_get_start_child (GTK_PANED (find (compare, GTK_TYPE_PANED)));
  g_assert_cmpuint (count_children (plots), ==, 2);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add ("/ui/runs/page/newest-first", Fixture, NULL, setup, test_newest_first, teardown);
  g_test_add ("/ui/runs/page/filter", Fixture, NULL, setup, test_filter, teardown);
  g_test_add ("/ui/runs/page/delete", Fixture, NULL, setup, test_delete, teardown);
  g_test_add ("/ui/runs/page/star", Fixture, NULL, setup, test_star, teardown);
  g_test_add ("/ui/runs/page/compare", Fixture, NULL, setup, test_compare, teardown);
  return g_test_run ();
}
