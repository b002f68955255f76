/* test-previews.c: what extensions have made of a model, beside its curves.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>

#include "panels-fixture.h"
#include "rensa-init.h"
#include "studio-previews.h"
#include "ui-fixture.h"

/* An example whose extensions make three kinds of previews; by the alphabet. Those that are tall are scrolled. @first: the iteration of the
 * first ones, 0 where a first look is taken before training. */
typedef struct
{
  const char *document;
  const char *kinds[3];
  const char *pages[3];
  int first;
} Example;

static const Example vae = {
  "strokes-vae.rensa", { "pictures", "rebuilt", "ways" }, { "picture", "picture", "picture" }, 0
};
static const Example convnet = {
  "strokes-convnet.rensa", { "activations", "filters", "worst" }, { "tall", "picture", "picture" }, 2
};

/* Two epochs of two iterations. */
static void
set_up (Desk *desk, gconstpointer example)
{
  const char *const settings[] = { "stop.period=2", "data.dataset.n_train=200", "data.dataset.n_test=50", NULL };

  desk_set_up (desk, ((const Example *) example)->document, settings);
  desk_show (desk, g_object_new (STUDIO_TYPE_PREVIEWS, NULL));
}

static void
train (Desk *desk)
{
  desk_train (desk, FALSE);
  WAIT_FOR (!studio_run_is_live (desk->run));
}

static GtkPicture *
get_picture (Desk *desk)
{
  return GTK_PICTURE (ui_find (desk->panel, GTK_TYPE_PICTURE, NULL));
}

static void
assert_shows (Desk *desk, const char *kind, int iteration)
{
  g_autofree char *expected = g_strdup_printf ("%s after iteration %d", kind, iteration);

  g_assert_cmpstr (gtk_picture_get_alternative_text (get_picture (desk)), ==, expected);
  g_assert_nonnull (gtk_picture_get_paintable (get_picture (desk)));
}

/* Of each kind the newest; the slider goes back to the first. */
static void
look (Desk *desk, const Example *example)
{
  GtkDropDown *names = GTK_DROP_DOWN (ui_find (desk->panel, GTK_TYPE_DROP_DOWN, NULL));
  GtkRange *scale = GTK_RANGE (ui_find (desk->panel, GTK_TYPE_SCALE, NULL));
  GtkStack *forms = GTK_STACK (gtk_widget_get_ancestor (GTK_WIDGET (get_picture (desk)), GTK_TYPE_STACK));

  g_assert_true (desk_is_available (desk));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (names)));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (names)), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      gtk_drop_down_set_selected (names, i);
      assert_shows (desk, example->kinds[i], 4);
      g_assert_cmpstr (gtk_stack_get_visible_child_name (forms), ==, example->pages[i]);
      gtk_range_set_value (scale, 0);
      assert_shows (desk, example->kinds[i], example->first);
    }
}

static void
test_live (Desk *desk, gconstpointer example)
{
  g_assert_false (desk_is_available (desk));
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
  g_object_set (desk->panel, "run", NULL, NULL);
  g_assert_false (desk_is_available (desk));
  g_object_set (desk->panel, "run", opened, NULL);
  look (desk, example);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv);
  adw_init ();
  rensa_init ();
  g_test_add ("/ui/panels/previews/live", Desk, &vae, set_up, test_live, desk_tear_down);
  g_test_add ("/ui/panels/previews/stored", Desk, &vae, set_up, test_stored, desk_tear_down);
  g_test_add ("/ui/panels/previews/of-a-network", Desk, &convnet, set_up, test_live, desk_tear_down);
  return g_test_run ();
}
