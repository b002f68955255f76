/* runs-fixture.c: what tests of the page of the runs share.
 * SPDX-License-Identifier: MIT */

#include "runs-fixture.h"

#include "folder.h"
#include "rensa-init.h"
#include "studio-runs-page.h"
#include "wait-for.h"

void
runs_describe (RensaRecorder *recorder)
{
  static const RensaReportKey loss = { (char *) "main/loss", 0, 5, RENSA_MEASURE_LOSS };
  static const RensaReportKey accuracy = { (char *) "validation/main/accuracy", 11, 5, RENSA_MEASURE_SCORE };

  rensa_recorder_describe (recorder, &loss);
  rensa_recorder_describe (recorder, &accuracy);
}

/* A finished run with ten values of each of two keys. */
void
runs_add (RensaStore *store, const char *name, const char *optimizer, const char *device, double last)
{
  const RensaRunStart start = {
    .name = name,
    .document = "{ \"format\": 1, \"name\": \"x\", \"optimizer\": { \"type\": \"Adam\" } }",
    .dataset = "strokes",
    .optimizer = optimizer,
    .device = device,
    .n_links = 3,
    .n_params = 1000,
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaRecorder) recorder = rensa_store_begin (store, &start, &error);

  g_assert_no_error (error);
  runs_describe (recorder);
  for (int i = 1; i <= 10; i++)
    {
      rensa_recorder_add_value (recorder, "main/loss", i, i / 5.0, i, 1.0 / i);
      rensa_recorder_add_value (recorder, "validation/main/accuracy", i, i / 5.0, i, last * i / 10);
    }
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
}

/* What the writer has done comes to the objects through the main context. */
void
runs_wait_until_finished (RensaStore *store)
{
  GListModel *runs = rensa_store_get_runs (store);

  for (guint i = 0; i < g_list_model_get_n_items (runs); i++)
    {
      g_autoptr (RensaRun) run = g_list_model_get_item (runs, i);

      WAIT_FOR (!rensa_run_is_active (run));
    }
}

void
runs_setup (RunsFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = test_folder_new ();
  fixture->store = rensa_store_open (fixture->folder, &error);
  g_assert_no_error (error);
  runs_add (fixture->store, "small net", "Adam", "cpu", 0.5);
  runs_add (fixture->store, "large net", "SGD", "NVIDIA H100 (cuda:0)", 0.9);
  runs_add (fixture->store, "Größer", "SGD", "", 0.7);
  rensa_store_flush (fixture->store, &error);
  g_assert_no_error (error);
  runs_wait_until_finished (fixture->store);

  fixture->page = g_object_new (STUDIO_TYPE_RUNS_PAGE, "store", fixture->store, NULL);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 600);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->page);
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_object_add_weak_pointer (G_OBJECT (fixture->page), (gpointer *) &fixture->page);
}

void
runs_teardown (RunsFixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (fixture->page);
  g_object_unref (fixture->store);
  test_folder_free (fixture->folder);
}

/* Widgets of a template, found by their type. */
GtkWidget *
runs_find (GtkWidget *root, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (root, type))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = runs_find (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

GListModel *
runs_get_shown (RunsFixture *fixture)
{
  return G_LIST_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (runs_find (fixture->page, GTK_TYPE_COLUMN_VIEW))));
}

const char *
runs_get_name_at (RunsFixture *fixture, guint position)
{
  g_autoptr (RensaRun) run = g_list_model_get_item (runs_get_shown (fixture), position);

  return run != NULL ? rensa_run_get_name (run) : NULL;
}

void
runs_select (RunsFixture *fixture, guint first, guint n)
{
  gtk_selection_model_select_range (GTK_SELECTION_MODEL (runs_get_shown (fixture)), first, n, TRUE);
}

void
runs_filter (RunsFixture *fixture, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (runs_find (fixture->page, GTK_TYPE_SEARCH_ENTRY)), text);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

void
runs_settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static gboolean
count_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer n_left)
{
  return --*(guint *) n_left > 0;
}

void
runs_wait_for_frames (RunsFixture *fixture)
{
  guint n_left = 3;

  gtk_widget_add_tick_callback (fixture->page, count_frame, &n_left, NULL);
  WAIT_FOR (n_left == 0);
}

void
runs_tests_init (int *argc, char ***argv)
{
  gtk_test_init (argc, argv, NULL);
  adw_init ();
  rensa_init ();
}
