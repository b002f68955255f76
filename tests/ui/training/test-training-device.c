/* test-training-device.c: what to train on is chosen, and how much of its memory is used is seen.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>

#include "folder.h"
#include "rensa-document-values.h"
#include "rensa-init.h"
#include "studio-device-row.h"
#include "studio-memory-gauge.h"
#include "studio-project.h"
#include "studio-run.h"
#include "studio-training-page.h"
#include "ui-fixture.h"

typedef struct
{
  char *folder;
  RensaStore *store;
  StudioProject *project;
  StudioRun *run;
  GtkWidget *window;
  GtkWidget *page;
} Fixture;

static void
setup (Fixture *fixture, gconstpointer data)
{
  fixture->folder = test_folder_new ();
  fixture->store = rensa_store_open (fixture->folder, NULL);
  fixture->project = studio_project_new (ui_load_example ("moons.rensa"), NULL);
  fixture->page = g_object_new (STUDIO_TYPE_TRAINING_PAGE, "project", fixture->project, NULL);
  fixture->window = ui_show (fixture->page);
}

static void
teardown (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_object (&fixture->run);
  g_object_unref (fixture->project);
  g_object_unref (fixture->store);
  test_folder_free (fixture->folder);
}

static GtkWidget *
get_row (Fixture *fixture)
{
  return ui_find (fixture->page, STUDIO_TYPE_DEVICE_ROW, NULL);
}

static const char *
get_title (Fixture *fixture)
{
  return adw_preferences_row_get_title (ADW_PREFERENCES_ROW (get_row (fixture)));
}

static const char *
get_subtitle (Fixture *fixture)
{
  return adw_action_row_get_subtitle (ADW_ACTION_ROW (get_row (fixture)));
}

/* NULL where nothing can be chosen. */
static GtkDropDown *
get_choices (Fixture *fixture)
{
  return GTK_DROP_DOWN (ui_find (get_row (fixture), GTK_TYPE_DROP_DOWN, NULL));
}

/* The number of the choice whose words have @text in them; -1 where there is none. */
static int
find_choice (Fixture *fixture, const char *text)
{
  GtkDropDown *choices = get_choices (fixture);
  GListModel *labels = choices != NULL ? gtk_drop_down_get_model (choices) : NULL;

  for (guint i = 0; labels != NULL && i < g_list_model_get_n_items (labels); i++)
    if (strstr (gtk_string_list_get_string (GTK_STRING_LIST (labels), i), text) != NULL)
      return (int) i;
  return -1;
}

static const char *
get_device (Fixture *fixture)
{
  return json_object_get_string (rensa_document_get (studio_project_get_document (fixture->project), "device"));
}

/* As a step of its own. */
static void
set_device (Fixture *fixture, const char *name)
{
  g_autoptr (RensaDocument) document = studio_project_begin (fixture->project);

  json_object_object_add (rensa_document_change (document), "device", json_object_new_string (name));
  studio_project_commit (fixture->project, document, "Another Device", NULL);
  studio_project_wait_for_analysis (fixture->project);
}

/* A machine has a GPU, which can be chosen, or the row says why there is none; nobody hears of the stand-in. */
static void
test_usual (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpstr (get_title (fixture), ==, "CPU");
  WAIT_FOR (get_subtitle (fixture)[0] != '\0');
  g_assert_true (g_str_has_prefix (get_subtitle (fixture), "No GPU available: ")
                 == (find_choice (fixture, "cuda:0") < 0));
  g_assert_cmpint (find_choice (fixture, "mock"), <, 0);
}

/* One that the document names is there; another one that is chosen can be taken back. */
static void
test_choose (Fixture *fixture, gconstpointer data)
{
  set_device (fixture, "mock");
  WAIT_FOR (g_str_equal (get_title (fixture), "Stand-in on the host"));
  g_assert_true (g_str_has_suffix (get_subtitle (fixture), "iB · mock:0"));
  g_assert_cmpint (find_choice (fixture, "Stand-in on the host, "), ==,
                   gtk_drop_down_get_selected (get_choices (fixture)));
  g_assert_cmpint (find_choice (fixture, "(mock:1)"), <, 0);
  g_assert_cmpstr (get_device (fixture), ==, "mock");

  gtk_drop_down_set_selected (get_choices (fixture), 0);
  g_assert_cmpstr (get_device (fixture), ==, "cpu");
  g_assert_cmpstr (get_title (fixture), ==, "CPU");
  studio_project_undo (fixture->project);
  g_assert_cmpstr (get_device (fixture), ==, "mock");
  g_assert_cmpstr (get_title (fixture), ==, "Stand-in on the host");
}

/* Where a GPU is chosen it can round; what is chosen then stays in sight. */
static void
test_tf32 (Fixture *fixture, gconstpointer data)
{
  GtkSwitch *tf32;

  g_assert_null (ui_find (fixture->page, GTK_TYPE_SWITCH, NULL));
  set_device (fixture, "mock");
  WAIT_FOR (ui_find (fixture->page, GTK_TYPE_SWITCH, NULL) != NULL);
  tf32 = GTK_SWITCH (ui_find (fixture->page, GTK_TYPE_SWITCH, NULL));
  g_assert_false (gtk_switch_get_active (tf32));
  gtk_switch_set_active (tf32, TRUE);
  g_assert_true (json_object_get_boolean (rensa_document_get (studio_project_get_document (fixture->project), "tf32")));
  set_device (fixture, "cpu");
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (tf32)));
  studio_project_undo (fixture->project);
  studio_project_undo (fixture->project);
  g_assert_false (gtk_switch_get_active (tf32));
}

/* A sign and a sentence stand beside a device that is not here, until another one is chosen. */
static void
test_missing (Fixture *fixture, gconstpointer data)
{
  set_device (fixture, "cuda:77");
  WAIT_FOR (g_str_has_prefix (get_subtitle (fixture), "Device cuda:77 is not available here, only cpu"));
  g_assert_cmpstr (get_title (fixture), ==, "cuda:77");
  g_assert_nonnull (ui_find (get_row (fixture), GTK_TYPE_IMAGE, "error"));
  g_assert_cmpint (find_choice (fixture, "cuda:77 (not available)"), ==,
                   gtk_drop_down_get_selected (get_choices (fixture)));

  gtk_drop_down_set_selected (get_choices (fixture), 0);
  studio_project_wait_for_analysis (fixture->project);
  g_assert_cmpstr (get_device (fixture), ==, "cpu");
  g_assert_null (ui_find (get_row (fixture), GTK_TYPE_IMAGE, "error"));
  g_assert_cmpint (find_choice (fixture, "cuda:77"), <, 0);
}

/* The place of a problem leads to the row that it is about, also where the settings are hidden. */
static void
test_show_setting (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *place;
    const char *title;
  } places[] = { { "device", "CPU" }, { "optimizer.attrs.alpha", "Adam" }, { "extensions.1.trigger", "LogReport" } };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      GtkWidget *focus;

      studio_training_page_show_setting (STUDIO_TRAINING_PAGE (fixture->page), places[i].place);
      focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
      g_assert_true (ADW_IS_ACTION_ROW (focus));
      g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (focus)), ==, places[i].title);
    }
}

static void
start_paused (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_clear_object (&fixture->run);
  fixture->run =
      studio_run_start (fixture->store, studio_project_get_document (fixture->project), NULL, NULL, TRUE, &error);
  g_assert_no_error (error);
  g_object_set (fixture->page, "run", fixture->run, NULL);
  WAIT_FOR (studio_run_get_state (fixture->run) == RENSA_WORKER_PAUSED);
}

static void
stop (Fixture *fixture)
{
  studio_run_stop (fixture->run);
  WAIT_FOR (!studio_run_is_live (fixture->run));
}

static GtkWidget *
get_gauge (Fixture *fixture)
{
  return ui_find (fixture->page, STUDIO_TYPE_MEMORY_GAUGE, NULL);
}

/* Seen as long as the run goes on; what it tells follows what the run uses. */
static void
test_gauge (Fixture *fixture, gconstpointer data)
{
  RensaWorkerStatus status;
  GtkLevelBar *bar;

  start_paused (fixture);
  g_assert_null (get_gauge (fixture));
  stop (fixture);

  set_device (fixture, "mock:1");
  start_paused (fixture);
  WAIT_FOR (get_gauge (fixture) != NULL);
  bar = GTK_LEVEL_BAR (ui_find (get_gauge (fixture), GTK_TYPE_LEVEL_BAR, NULL));
  studio_run_step (fixture->run);
  studio_run_get_status (fixture->run, &status);
  WAIT_FOR ((studio_run_get_status (fixture->run, &status), status.iteration == 1));
  WAIT_FOR (gtk_level_bar_get_value (bar) == (double) status.use.live_bytes / (double) status.device_bytes);
  g_assert_cmpfloat (gtk_level_bar_get_value (bar), >, 0);
  WAIT_FOR (ui_find_text (get_gauge (fixture), "Stand-in on the host (mock:1)") != NULL);
  /* The settings are those of the run, which cannot change it any more. */
  g_assert_false (gtk_widget_is_sensitive (get_row (fixture)));
  stop (fixture);
  g_assert_null (get_gauge (fixture));
  g_assert_true (gtk_widget_is_sensitive (get_row (fixture)));
}

/* The project's device is shown beside that of the run. */
static void
test_difference (Fixture *fixture, gconstpointer data)
{
  start_paused (fixture);
  set_device (fixture, "mock:1");
  g_assert_cmpstr (get_title (fixture), ==, "CPU");
  g_assert_true (g_str_has_suffix (get_subtitle (fixture), "Project: Device mock:1"));
  stop (fixture);
  WAIT_FOR (g_str_equal (get_title (fixture), "Stand-in on the host"));
  g_assert_true (g_str_has_suffix (get_subtitle (fixture), "This run: Device cpu"));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  rensa_init ();
  g_test_add ("/ui/training/device/tf32", Fixture, NULL, setup, test_tf32, teardown);
  g_test_add ("/ui/training/device/usual", Fixture, NULL, setup, test_usual, teardown);
  g_test_add ("/ui/training/device/choose", Fixture, NULL, setup, test_choose, teardown);
  g_test_add ("/ui/training/device/missing", Fixture, NULL, setup, test_missing, teardown);
  g_test_add ("/ui/training/device/show-setting", Fixture, NULL, setup, test_show_setting, teardown);
  g_test_add ("/ui/training/device/gauge", Fixture, NULL, setup, test_gauge, teardown);
  g_test_add ("/ui/training/device/difference", Fixture, NULL, setup, test_difference, teardown);
  return g_test_run ();
}
