/* test-previews.c: what extensions have made of a model, beside its curves.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>

#include "folder.h"
#include "rensa-init.h"
#include "studio-previews.h"
#include "studio-project.h"
#include "studio-run.h"
#include "ui-fixture.h"

#define PATIENCE_S 60

/* An example whose extensions make three kinds of previews; by the alphabet. */
typedef struct
{
  const char *document;
  const char *kinds[3];
} Example;

static const Example vae = { "strokes-vae.rensa", { "pictures", "rebuilt", "ways" } };
static const Example convnet = { "strokes-convnet.rensa", { "activations", "filters", "worst" } };

typedef struct
{
  char *folder;
  RensaStore *store;
  StudioProject *project;
  StudioRun *run;
  GtkWidget *window;
  GtkWidget *previews;
} Desk;

static void
set (RensaDocument *document, const char *assignment)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_document_set (document, assignment, &error));
}

/* Two epochs of two iterations. */
static void
set_up (Desk *desk, gconstpointer example)
{
  g_autoptr (RensaDocument) document = ui_load_example (((const Example *) example)->document);
  g_autoptr (GError) error = NULL;

  set (document, "stop.period=2");
  set (document, "data.dataset.n_train=200");
  set (document, "data.dataset.n_test=50");
  desk->folder = test_folder_new ();
  desk->store = rensa_store_open (desk->folder, &error);
  g_assert_no_error (error);
  desk->project = studio_project_new (document, NULL);
  desk->previews = g_object_new (STUDIO_TYPE_PREVIEWS, NULL);
  desk->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (desk->window), 320, 600);
  gtk_window_set_child (GTK_WINDOW (desk->window), desk->previews);
  gtk_window_present (GTK_WINDOW (desk->window));
}

static void
tear_down (Desk *desk, gconstpointer example)
{
  gtk_window_destroy (GTK_WINDOW (desk->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_object (&desk->run);
  g_object_unref (desk->project);
  g_object_unref (desk->store);
  test_folder_free (desk->folder);
}

#define WAIT_UNTIL(condition)                                                                   \
  for (const gint64 end = g_get_monotonic_time () + PATIENCE_S * G_USEC_PER_SEC; !(condition);) \
    {                                                                                           \
      g_assert_cmpint (g_get_monotonic_time (), <, end);                                        \
      g_main_context_iteration (NULL, FALSE);                                                   \
    }

static void
train (Desk *desk)
{
  g_autoptr (GError) error = NULL;

  desk->run = studio_run_start (desk->store, studio_project_get_document (desk->project), NULL, NULL, FALSE, &error);
  g_assert_no_error (error);
  g_object_set (desk->previews, "run", desk->run, NULL);
  WAIT_UNTIL (!studio_run_is_live (desk->run));
}

static gboolean
is_available (Desk *desk)
{
  gboolean available;

  g_object_get (desk->previews, "available", &available, NULL);
  return available;
}

static GtkWidget *
find (GtkWidget *root, GType type)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (child, type) ? child : find (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* "pictures_iter_4.png" */
static char *
dup_shown (Desk *desk)
{
  GFile *file = gtk_picture_get_file (GTK_PICTURE (find (desk->previews, GTK_TYPE_PICTURE)));

  g_assert_nonnull (file);
  return g_file_get_basename (file);
}

static void
assert_shows (Desk *desk, const char *kind, int iteration)
{
  g_autofree char *expected = g_strdup_printf ("%s_iter_%d.png", kind, iteration);
  g_autofree char *shown = dup_shown (desk);

  g_assert_cmpstr (shown, ==, expected);
  g_assert_nonnull (gtk_picture_get_paintable (GTK_PICTURE (find (desk->previews, GTK_TYPE_PICTURE))));
}

/* Of each kind the newest; the slider goes back to the first. */
static void
look (Desk *desk, const Example *example)
{
  GtkDropDown *names = GTK_DROP_DOWN (find (desk->previews, GTK_TYPE_DROP_DOWN));
  GtkRange *scale = GTK_RANGE (find (desk->previews, GTK_TYPE_SCALE));

  g_assert_true (is_available (desk));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (names)));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (names)), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      gtk_drop_down_set_selected (names, i);
      assert_shows (desk, example->kinds[i], 4);
      gtk_range_set_value (scale, 0);
      assert_shows (desk, example->kinds[i], 2);
    }
}

static void
test_live (Desk *desk, gconstpointer example)
{
  g_assert_false (is_available (desk));
  train (desk);
  look (desk, example);
}

static void
test_stored (Desk *desk, gconstpointer example)
{
  g_autoptr (StudioRun) opened = NULL;
  g_autoptr (GError) error = NULL;

  train (desk);
  g_assert_true (rensa_store_flush (desk->store, &error));
  opened = studio_run_open (desk->store, studio_run_get_record (desk->run), &error);
  g_assert_no_error (error);
  g_object_set (desk->previews, "run", NULL, NULL);
  g_assert_false (is_available (desk));
  g_object_set (desk->previews, "run", opened, NULL);
  look (desk, example);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv);
  adw_init ();
  rensa_init ();
  g_test_add ("/ui/panels/previews/live", Desk, &vae, set_up, test_live, tear_down);
  g_test_add ("/ui/panels/previews/stored", Desk, &vae, set_up, test_stored, tear_down);
  g_test_add ("/ui/panels/previews/of-a-network", Desk, &convnet, set_up, test_live, tear_down);
  return g_test_run ();
}
