/* test-palette.c: the palette's rows, search and drawings.
 * SPDX-License-Identifier: MIT */

#include "rensa-init.h"
#include "studio-glyph.h"
#include "studio-palette-row.h"
#include "studio-palette.h"
#include "studio-picks.h"
#include "ui-fixture.h"

#include <math.h>

typedef struct
{
  GtkWidget *window;
  GtkWidget *palette;
  GtkListBox *list;
  GtkEditable *search;
  GString *activated;
} Fixture;

static void
on_activated (Fixture *fixture, const char *name)
{
  g_string_append_printf (fixture->activated, "%s;", name);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  studio_picks_set_settings (studio_picks_get (), NULL);
  fixture->palette = studio_palette_new ();
  fixture->activated = g_string_new (NULL);
  g_signal_connect_swapped (fixture->palette, "activated", G_CALLBACK (on_activated), fixture);
  fixture->window = ui_show (fixture->palette);
  fixture->list = GTK_LIST_BOX (ui_find (fixture->palette, GTK_TYPE_LIST_BOX, NULL));
  fixture->search = GTK_EDITABLE (ui_find (fixture->palette, GTK_TYPE_SEARCH_ENTRY, NULL));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_string_free (fixture->activated, TRUE);
}

static StudioPaletteRow *
get_row (Fixture *fixture, int i)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (fixture->list, i);

  return row != NULL ? STUDIO_PALETTE_ROW (row) : NULL;
}

/* Whether it is hidden or not. */
static StudioPaletteRow *
find_row (Fixture *fixture, const char *name)
{
  StudioPaletteRow *row;

  for (int i = 0; (row = get_row (fixture, i)) != NULL; i++)
    {
      const RensaComponent *component = studio_palette_row_get_component (row);

      if (component != NULL && strcmp (component->name, name) == 0)
        return row;
    }
  return NULL;
}

/* "Linear, relu": the rows that can be seen. */
static char *
list_shown (Fixture *fixture)
{
  GString *names = g_string_new (NULL);
  StudioPaletteRow *row;

  for (int i = 0; (row = get_row (fixture, i)) != NULL; i++)
    if (gtk_widget_get_child_visible (GTK_WIDGET (row)) && studio_palette_row_get_component (row) != NULL)
      g_string_append_printf (names, "%s, ", studio_palette_row_get_component (row)->name);
  return g_string_free (names, FALSE);
}

static gboolean
can_be_node (RensaComponentKind kind, const RensaComponent *component)
{
  return kind != RENSA_COMPONENT_FUNCTION || rensa_function_can_be_node ((const RensaFunctionClass *) component);
}

/* Every function and link that a node can be has a row, whoever wrote it. */
static void
test_rows (Fixture *fixture, gconstpointer data)
{
  const RensaComponentKind kinds[] = { RENSA_COMPONENT_LINK, RENSA_COMPONENT_FUNCTION };

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      guint n;
      const RensaComponent *const *components = rensa_registry_list (kinds[kind], &n);

      for (guint i = 0; i < n; i++)
        if (components[i]->group != NULL && components[i]->group->title != NULL)
          g_assert_true ((find_row (fixture, components[i]->name) != NULL) == can_be_node (kinds[kind], components[i]));
    }
  g_assert_nonnull (find_row (fixture, "Input"));
  g_assert_null (find_row (fixture, "Classifier"));
  g_assert_null (find_row (fixture, "Step"));
  /* No favourites yet, and nothing was used. */
  g_assert_false (gtk_widget_get_child_visible (GTK_WIDGET (get_row (fixture, 0))));
}

/* Values of an example come into a step by Fields, what a model is given by Inputs, and a step alone calls models. */
static void
test_levels (Fixture *fixture, gconstpointer data)
{
  g_autofree char *of_model = list_shown (fixture);
  g_autofree char *of_step = NULL;
  g_autofree char *found = NULL;

  studio_palette_set_is_step (STUDIO_PALETTE (fixture->palette), TRUE);
  of_step = list_shown (fixture);
  g_assert_nonnull (strstr (of_model, "Input, "));
  g_assert_null (strstr (of_model, "Field, "));
  g_assert_null (strstr (of_model, "Model, "));
  g_assert_nonnull (strstr (of_step, "Field, Model, "));
  g_assert_null (strstr (of_step, "Input, "));

  gtk_editable_set_text (fixture->search, "placeholder");
  found = list_shown (fixture);
  g_assert_cmpstr (found, ==, "Field, ");
}

static void
test_search (Fixture *fixture, gconstpointer data)
{
  g_autofree char *shown = NULL;

  gtk_editable_set_text (fixture->search, "dense");
  shown = list_shown (fixture);
  /* The best first; others that are called so follow. */
  g_assert_true (g_str_has_prefix (shown, "Linear, "));
  g_assert_nonnull (strstr (shown, "sparse_matmul, "));
  g_assert_null (strstr (shown, "relu"));
  g_signal_emit_by_name (fixture->search, "activate");
  g_assert_cmpstr (fixture->activated->str, ==, "Linear;");

  gtk_editable_set_text (fixture->search, "relu");
  g_signal_emit_by_name (fixture->search, "activate");
  g_assert_cmpstr (fixture->activated->str, ==, "Linear;relu;");

  g_signal_emit_by_name (fixture->search, "stop-search");
  g_assert_cmpstr (gtk_editable_get_text (fixture->search), ==, "");
  g_signal_emit_by_name (fixture->search, "activate");
  g_assert_cmpstr (fixture->activated->str, ==, "Linear;relu;");
}

static void
test_groups (Fixture *fixture, gconstpointer data)
{
  StudioPaletteRow *linear = find_row (fixture, "Linear");
  StudioPaletteRow *heading = studio_palette_row_get_heading (linear);

  g_assert_true (gtk_widget_get_child_visible (GTK_WIDGET (linear)));
  g_signal_emit_by_name (fixture->list, "row-activated", heading);
  g_assert_false (gtk_widget_get_child_visible (GTK_WIDGET (linear)));
  g_assert_cmpstr (fixture->activated->str, ==, "");

  /* A search also finds what is in closed groups. */
  gtk_editable_set_text (fixture->search, "Linear");
  g_assert_true (gtk_widget_get_child_visible (GTK_WIDGET (linear)));
  gtk_editable_set_text (fixture->search, "");
  g_assert_false (gtk_widget_get_child_visible (GTK_WIDGET (linear)));
  g_signal_emit_by_name (fixture->list, "row-activated", heading);
  g_assert_true (gtk_widget_get_child_visible (GTK_WIDGET (linear)));
}

static void
test_details (Fixture *fixture, gconstpointer data)
{
  gtk_list_box_select_row (fixture->list, GTK_LIST_BOX_ROW (find_row (fixture, "relu")));
  g_assert_nonnull (ui_find_text (fixture->palette, "y = max(x, 0)"));
  g_signal_emit_by_name (fixture->list, "row-activated", find_row (fixture, "relu"));
  g_assert_cmpstr (fixture->activated->str, ==, "relu;");
}

static const RensaComponent *
find (const char *name)
{
  return rensa_registry_find_node (name);
}

/* No group is so long that one would not look through it, but for those that begin closed. */
static void
test_sizes (Fixture *fixture, gconstpointer data)
{
  StudioPaletteRow *row;
  guint n_open = 0;

  for (int i = 0; (row = get_row (fixture, i)) != NULL; i++)
    if (studio_palette_row_get_component (row) == NULL && studio_palette_row_is_open (row))
      {
        g_assert_cmpuint (studio_palette_row_get_count (row), <=, 30);
        n_open++;
      }
  g_assert_cmpuint (n_open, >=, 5);
  g_assert_true (studio_palette_row_get_heading (find_row (fixture, "Linear"))
                 != studio_palette_row_get_heading (find_row (fixture, "Convolution2D")));
  g_assert_true (studio_palette_row_get_heading (find_row (fixture, "BatchNormalization"))
                 == studio_palette_row_get_heading (find_row (fixture, "layer_normalization")));
}

/* Those that stand in the section of @heading, "Linear, relu". */
static char *
list_below (Fixture *fixture, StudioPaletteRow *heading)
{
  GString *names = g_string_new (NULL);
  StudioPaletteRow *row;

  for (int i = 0; (row = get_row (fixture, i)) != NULL; i++)
    if (studio_palette_row_get_heading (row) == heading && heading != NULL)
      g_string_append_printf (names, "%s, ", studio_palette_row_get_component (row)->name);
  return g_string_free (names, FALSE);
}

static void
assert_section (Fixture *fixture, const char *title, const char *expected)
{
  StudioPaletteRow *heading = NULL;
  StudioPaletteRow *row;
  g_autofree char *names = NULL;

  while (g_main_context_iteration (NULL, FALSE))
    ;
  for (int i = 0; (row = get_row (fixture, i)) != NULL; i++)
    if (studio_palette_row_get_component (row) == NULL && ui_find_text (GTK_WIDGET (row), title) != NULL)
      heading = row;
  names = list_below (fixture, heading);
  g_assert_cmpstr (names, ==, expected);
  /* What is hidden was not found. */
  g_assert_true ((heading != NULL) == (expected[0] != '\0'));
}

static void
test_favourites (Fixture *fixture, gconstpointer data)
{
  StudioPaletteRow *relu = find_row (fixture, "relu");
  GtkWidget *star;
  g_autofree char *shown = NULL;

  assert_section (fixture, "Favorites", "");
  studio_picks_set_favourite (studio_picks_get (), find ("Linear"), TRUE);
  assert_section (fixture, "Favorites", "Linear, ");

  /* By keyboard: the selected row, in its group; then by the star that it got. */
  gtk_list_box_select_row (fixture->list, GTK_LIST_BOX_ROW (relu));
  gtk_widget_activate_action (fixture->palette, "palette.favourite", NULL);
  assert_section (fixture, "Favorites", "Linear, relu, ");
  star = ui_find (GTK_WIDGET (relu), GTK_TYPE_TOGGLE_BUTTON, NULL);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (star)));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (star), FALSE);
  assert_section (fixture, "Favorites", "Linear, ");

  /* Found once, where it belongs. */
  gtk_editable_set_text (fixture->search, "Linear");
  shown = list_shown (fixture);
  g_assert_null (strstr (shown, "Linear, Linear, "));
  gtk_editable_set_text (fixture->search, "");

  /* The row goes that the person is at. */
  gtk_list_box_select_row (fixture->list, GTK_LIST_BOX_ROW (find_row (fixture, "Linear")));
  gtk_widget_activate_action (fixture->palette, "palette.favourite", NULL);
  assert_section (fixture, "Favorites", "");
}

static void
test_recent (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "Linear", "relu", "Linear", "dropout", "tanh", "sigmoid", "elu", "flatten" };

  studio_picks_use (studio_picks_get (), "relu");
  assert_section (fixture, "Recently Used", "relu, ");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    studio_picks_use (studio_picks_get (), names[i]);
  assert_section (fixture, "Recently Used", "flatten, elu, sigmoid, tanh, dropout, Linear, ");
  /* What another version knew. */
  studio_picks_use (studio_picks_get (), "Nothing");
  assert_section (fixture, "Recently Used", "flatten, elu, sigmoid, tanh, dropout, ");
}

static gboolean
is_counted (StudioPaletteRow *row, guint n)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
  return studio_palette_row_get_count (studio_palette_row_get_heading (row)) == n;
}

static void
test_fitting (Fixture *fixture, gconstpointer data)
{
  const RensaType row = { RENSA_FLOAT32, RENSA_SHAPE (100, 784) };
  const RensaType pictures = { RENSA_FLOAT32, RENSA_SHAPE (100, 3, 32, 32) };
  GtkCheckButton *fitting = GTK_CHECK_BUTTON (ui_find (fixture->palette, GTK_TYPE_CHECK_BUTTON, NULL));
  StudioPaletteRow *convolution = find_row (fixture, "Convolution2D");
  StudioPaletteRow *linear = find_row (fixture, "Linear");
  const guint n_all = studio_palette_row_get_count (studio_palette_row_get_heading (convolution));

  studio_palette_set_place (STUDIO_PALETTE (fixture->palette), "l1", &row, RENSA_FLOAT32);
  g_assert_true (gtk_widget_get_child_visible (GTK_WIDGET (convolution)));
  gtk_check_button_set_active (fitting, TRUE);
  WAIT_FOR (!gtk_widget_get_child_visible (GTK_WIDGET (convolution)));
  g_assert_true (gtk_widget_get_child_visible (GTK_WIDGET (linear)));
  g_assert_nonnull (ui_find_text (fixture->palette, "After l1: float32 784"));

  studio_palette_set_place (STUDIO_PALETTE (fixture->palette), "conv1", &pictures, RENSA_FLOAT32);
  WAIT_FOR (gtk_widget_get_child_visible (GTK_WIDGET (convolution)));
  g_assert_cmpuint (studio_palette_row_get_count (studio_palette_row_get_heading (convolution)), <, n_all);

  /* Kept: at once. */
  studio_palette_set_place (STUDIO_PALETTE (fixture->palette), "l1", &row, RENSA_FLOAT32);
  g_assert_false (gtk_widget_get_child_visible (GTK_WIDGET (convolution)));
  studio_palette_set_place (STUDIO_PALETTE (fixture->palette), "l1", NULL, RENSA_FLOAT32);
  g_assert_true (is_counted (convolution, n_all));
  gtk_check_button_set_active (fitting, FALSE);
  g_assert_true (gtk_widget_get_child_visible (GTK_WIDGET (convolution)));
}

static const float *
get_curve (const char *name)
{
  return studio_curve_get (rensa_registry_find (RENSA_COMPONENT_FUNCTION, name, NULL));
}

static void
test_curves (void)
{
  const int middle = RENSA_CURVE_POINTS / 2;
  const int last = RENSA_CURVE_POINTS - 1;

  g_assert_cmpfloat (get_curve ("relu")[0], ==, 0);
  g_assert_cmpfloat (get_curve ("relu")[last], ==, 3);
  g_assert_cmpfloat_with_epsilon (get_curve ("sigmoid")[middle], 0.5f, 1e-6f);
  g_assert_cmpfloat_with_epsilon (get_curve ("leaky_relu")[0], -0.6f, 1e-6f);
  g_assert_true (isnan (get_curve ("log")[0]));
  g_assert_true (get_curve ("tanh") == get_curve ("tanh"));

  /* Not elementwise, of two inputs, moving elements, random, without a value for what it needs; no function at all. */
  g_assert_null (get_curve ("softmax"));
  g_assert_null (get_curve ("sum"));
  g_assert_null (get_curve ("op_add"));
  g_assert_null (get_curve ("flatten"));
  g_assert_null (get_curve ("dropout"));
  g_assert_null (get_curve ("op_add_scalar"));
  g_assert_null (studio_curve_get (rensa_registry_find (RENSA_COMPONENT_LINK, "Linear", NULL)));
}

static guint
count_shown (Fixture *fixture)
{
  StudioPaletteRow *row;
  guint n = 0;

  for (int i = 0; (row = get_row (fixture, i)) != NULL; i++)
    n += studio_palette_row_get_component (row) != NULL && gtk_widget_get_child_visible (GTK_WIDGET (row));
  return n;
}

static const char *
find_first (Fixture *fixture, const char *text)
{
  GtkListBoxRow *row;

  gtk_editable_set_text (fixture->search, text);
  g_signal_emit_by_name (fixture->search, "search-changed");
  row = gtk_list_box_get_selected_row (fixture->list);
  return row != NULL ? studio_palette_row_get_component (STUDIO_PALETTE_ROW (row))->name : NULL;
}

/* A dozen layers in the words of a school book; all else below one heading, and by search. */
static void
test_simple (Fixture *fixture, gconstpointer data)
{
  GtkWidget *more;

  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_string_free (fixture->activated, TRUE);
  g_setenv ("RENSA_INTERFACE", "simple", TRUE);
  set_up (fixture, data);
  g_assert_cmpuint (count_shown (fixture), ==, 12);
  g_assert_nonnull (ui_find_text (fixture->palette, "Fully connected layer"));
  more = gtk_widget_get_ancestor (ui_find_text (fixture->palette, "More"), GTK_TYPE_LIST_BOX_ROW);
  g_signal_emit_by_name (fixture->list, "row-activated", more);
  g_assert_cmpuint (count_shown (fixture), >, 24);
  g_assert_cmpstr (find_first (fixture, "maxout"), ==, "Maxout");
  g_assert_cmpstr (find_first (fixture, "fully connected l"), ==, "Linear");
  g_assert_cmpstr (find_first (fixture, "join two"), ==, "concat");
  g_setenv ("RENSA_INTERFACE", "full", TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  adw_init ();
#define ADD(name, func) g_test_add ("/ui/palette/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("rows", test_rows);
  ADD ("levels", test_levels);
  ADD ("search", test_search);
  ADD ("groups", test_groups);
  ADD ("details", test_details);
  ADD ("sizes", test_sizes);
  ADD ("favourites", test_favourites);
  ADD ("recent", test_recent);
  ADD ("fitting", test_fitting);
  ADD ("simple", test_simple);
#undef ADD
  g_test_add_func ("/ui/palette/curves", test_curves);
  return g_test_run ();
}
