/* test-welcome.c: what is offered before a project is open.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "studio-picture-card.h"
#include "studio-recent.h"
#include "studio-recipe.h"
#include "studio-welcome.h"
#include "window-fixture.h"

static void
gather (GtkWidget *widget, GPtrArray *rows)
{
  if (ADW_IS_ACTION_ROW (widget))
    g_ptr_array_add (rows, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gather (child, rows);
}

/* The rows that do @action. */
static GPtrArray *
find_rows (StudioWindow *window, const char *action)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  GPtrArray *rows = g_ptr_array_new ();

  gather (gtk_stack_get_visible_child (window->contents), all);
  for (guint i = 0; i < all->len; i++)
    if (g_strcmp0 (gtk_actionable_get_action_name (all->pdata[i]), action) == 0)
      g_ptr_array_add (rows, all->pdata[i]);
  return rows;
}

static const char *
get_target (GtkActionable *row)
{
  return g_variant_get_string (gtk_actionable_get_action_target_value (row), NULL);
}

static void
gather_cards (GtkWidget *widget, GPtrArray *cards)
{
  if (STUDIO_IS_PICTURE_CARD (widget))
    g_ptr_array_add (cards, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gather_cards (child, cards);
}

/* Those of the examples. */
static GPtrArray *
find_examples (StudioWindow *window)
{
  GPtrArray *cards = g_ptr_array_new ();

  gather_cards (gtk_stack_get_visible_child (window->contents), cards);
  return cards;
}

static gboolean
is_card (GPtrArray *cards, const char *file)
{
  for (guint i = 0; i < cards->len; i++)
    if (strcmp (studio_picture_card_get_key (cards->pdata[i]), file) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_recipe (const char *file)
{
  const StudioRecipe *recipe;

  for (guint i = 0; (recipe = studio_recipe_get (i)) != NULL; i++)
    for (guint k = 0; k < G_N_ELEMENTS (recipe->files) && recipe->files[k] != NULL; k++)
      if (strcmp (recipe->files[k], file) == 0)
        return TRUE;
  return FALSE;
}

static guint
count_offered (GPtrArray *cards, char **files)
{
  guint n = 0;

  for (; *files != NULL; files++)
    n += is_card (cards, *files) || is_recipe (*files);
  return n;
}

/* What begins otherwise needs no files but its own. */
static gboolean
trains_at_once (const char *file)
{
  static const char *const others[] = { "cifar10", "mnist", "mushrooms", "ptb", "tinyshakespeare" };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_has_prefix (file, others[i]))
      return FALSE;
  return TRUE;
}

/* Every example is offered here or, as a new project, by a recipe, opens, and trains where it says so. */
static void
test_examples (Desk *desk, StudioWindow *window)
{
  g_autoptr (GPtrArray) cards = find_examples (window);
  g_auto (GStrv) files = g_resources_enumerate_children ("/org/rensa/Studio/examples", 0, NULL);

  g_assert_cmpuint (count_offered (cards, files), ==, g_strv_length (files));
  for (guint i = 0; i < cards->len; i++)
    {
      const char *file = studio_picture_card_get_key (cards->pdata[i]);
      StudioWindow *other = studio_window_new (GTK_APPLICATION (desk->application), window->store, window->maker);
      RensaAnalysis *analysis;

      g_test_message ("%s", file);
      g_assert_true (g_strv_contains ((const char *const *) files, file));
      studio_window_open_example (other, file);
      g_assert_nonnull (other->project);
      g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (other)), ==, studio_welcome_get_title (file));
      analysis = studio_project_wait_for_analysis (other->project);
      for (guint k = 0; k < rensa_analysis_get_n_problems (analysis); k++)
        {
          g_assert_false (trains_at_once (file));
          g_assert_true (g_str_has_prefix (rensa_analysis_get_problem (analysis, k)->place, "data"));
        }
      gtk_window_destroy (GTK_WINDOW (other));
    }
}

/* The first of them, with the keyboard. */
static void
test_activate (Desk *desk, StudioWindow *window)
{
  g_autoptr (GPtrArray) cards = find_examples (window);

  gtk_widget_grab_focus (cards->pdata[0]);
  g_assert_true (gtk_widget_activate (cards->pdata[0]));
  g_assert_nonnull (window->project);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Handwritten Digits");
}

static gboolean
has_drawing (GtkWidget *widget)
{
  if (GTK_IS_PICTURE (widget))
    return gtk_picture_get_paintable (GTK_PICTURE (widget)) != NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_drawing (child))
      return TRUE;
  return FALSE;
}

static void
test_drawings (Desk *desk, StudioWindow *window)
{
  g_autoptr (GPtrArray) cards = find_examples (window);

  for (guint i = 0; i < cards->len; i++)
    {
      g_test_message ("%s", studio_picture_card_get_key (cards->pdata[i]));
      g_assert_true (has_drawing (cards->pdata[i]));
    }
}

/* Upper left corner of the example @file in the window. */
static graphene_point_t
get_place (StudioWindow *window, const char *file)
{
  g_autoptr (GPtrArray) cards = find_examples (window);
  graphene_point_t place = GRAPHENE_POINT_INIT (-1, -1);

  for (guint i = 0; i < cards->len; i++)
    if (strcmp (studio_picture_card_get_key (cards->pdata[i]), file) == 0)
      g_assert_true (
          gtk_widget_compute_point (cards->pdata[i], GTK_WIDGET (window), &GRAPHENE_POINT_INIT (0, 0), &place));
  return place;
}

/* The first steps stand in one row, the easiest first; what is not for a beginner comes last. */
static void
test_order (Desk *desk, StudioWindow *window)
{
  static const char *const first[] = { "strokes-mlp.rensa", "moons.rensa", "waves.rensa", "strokes-convnet.rensa" };
  static const char *const last[] = { "own-function.rensa", "weighted-examples.rensa", "strokes-wgan-gp.rensa" };

  WAIT_FOR (get_place (window, first[1]).x > get_place (window, first[0]).x + 100);
  for (guint i = 1; i < G_N_ELEMENTS (first); i++)
    {
      g_assert_cmpfloat (get_place (window, first[i]).x, >, get_place (window, first[i - 1]).x);
      g_assert_cmpfloat (get_place (window, first[i]).y, ==, get_place (window, first[0]).y);
    }
  for (guint i = 0; i < G_N_ELEMENTS (last); i++)
    g_assert_cmpfloat (get_place (window, last[i]).y, >, get_place (window, "ptb-vectors.rensa").y);
}

static GtkWidget *
find_card (GtkWidget *widget, const char *kind)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget)
      && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), "app.open-data") == 0
      && strcmp (get_target (GTK_ACTIONABLE (widget)), kind) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_card (child, kind);
  return found;
}

/* Data of one's own come before the examples; a file that is chosen there becomes a project. */
static void
test_cards (Desk *desk, StudioWindow *window)
{
  static const char *const kinds[] = { "table", "pictures", "text" };
  GtkWidget *page = gtk_stack_get_visible_child (window->contents);
  g_autofree char *path = desk_path (desk, "plants.csv");

  WAIT_FOR (get_place (window, "strokes-mlp.rensa").y > 0);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      GtkWidget *card = find_card (page, kinds[i]);
      graphene_point_t place;

      g_assert_nonnull (card);
      g_assert_true (gtk_widget_compute_point (card, GTK_WIDGET (window), &GRAPHENE_POINT_INIT (0, 0), &place));
      g_assert_cmpfloat (place.y + (float) gtk_widget_get_height (card), <, get_place (window, "strokes-mlp.rensa").y);
      g_assert_true (gtk_widget_activate (card));
      close_chooser ();
    }
  g_assert_true (g_file_set_contents (path, "x,y\n1,2\n2,3\n", -1, NULL));
  g_assert_true (gtk_widget_activate (find_card (page, "table")));
  choose_file (path);
  g_assert_nonnull (window->project);
  g_assert_cmpstr (studio_project_get_title (window->project), ==, "plants");
}

/* Tab leads from New Project to the cards and on to the examples, in the order in which they are seen. */
static void
test_keyboard (Desk *desk, StudioWindow *window)
{
  static const char *const kinds[] = { "table", "pictures", "text" };
  GtkWidget *page = gtk_stack_get_visible_child (window->contents);
  g_autoptr (GPtrArray) cards = find_examples (window);

  WAIT_FOR (get_place (window, "strokes-mlp.rensa").y > 0);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  g_assert_true (gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD));
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (gtk_window_get_focus (GTK_WINDOW (window)))), ==,
                   "app.new");
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_assert_true (gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD));
      g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == find_card (page, kinds[i]));
    }
  for (guint i = 0; i < cards->len; i++)
    {
      g_assert_true (gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD));
      g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == cards->pdata[i]);
    }
}

static guint
count_recent (void)
{
  g_autoptr (GPtrArray) list = studio_recent_list (10);

  return list->len;
}

static void
open_file (Desk *desk, StudioWindow *window)
{
  g_autofree char *path = desk_path (desk, "a.rensa");
  g_autoptr (GPtrArray) before = find_rows (window, "app.open-file");

  g_assert_cmpuint (before->len, ==, 0);
  write_project (path, "A", 1);
  desk_open (desk, path);
  WAIT_FOR (count_recent () == 1);
}

static void
find_recent (Desk *desk, StudioWindow *window)
{
  g_autoptr (GPtrArray) rows = find_rows (window, "app.open-file");

  g_assert_cmpuint (rows->len, ==, 1);
  g_assert_cmpstr (adw_preferences_row_get_title (rows->pdata[0]), ==, "a.rensa");
  g_assert_cmpstr (adw_action_row_get_subtitle (rows->pdata[0]), ==, desk->folder);
  g_assert_true (gtk_widget_activate (rows->pdata[0]));
  g_assert_cmpstr (studio_project_get_title (window->project), ==, "A");
}

static void
test_recent (Desk *desk, gconstpointer data)
{
  desk_run (desk, NULL, open_file);
  desk_run (desk, NULL, find_recent);
}

int
main (int argc, char **argv)
{
  window_tests_init (&argc, &argv);
  ADD_DESK_TEST ("/ui/welcome/examples", test_examples);
  ADD_DESK_TEST ("/ui/welcome/activate", test_activate);
  ADD_DESK_TEST ("/ui/welcome/cards", test_cards);
  ADD_DESK_TEST ("/ui/welcome/drawings", test_drawings);
  ADD_DESK_TEST ("/ui/welcome/order", test_order);
  ADD_DESK_TEST ("/ui/welcome/keyboard", test_keyboard);
  ADD_LONG_TEST ("/ui/welcome/recent", test_recent);
  return g_test_run ();
}
