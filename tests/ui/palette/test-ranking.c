/* test-ranking.c: what a search in the palette finds first, at many places and for many words.
 * SPDX-License-Identifier: MIT */

#include "rensa-fit.h"
#include "rensa-init.h"
#include "studio-palette-row.h"
#include "studio-palette.h"
#include "studio-picks.h"
#include "studio-search.h"
#include "ui-fixture.h"

/* As studio_search_score () tells it. */
#define FULL_NAME 100

static const RensaType places[] = {
  { RENSA_FLOAT32, RENSA_SHAPE (100, 4) },
  { RENSA_FLOAT32, RENSA_SHAPE (100, 1, 28, 28) },
  { RENSA_FLOAT32, RENSA_SHAPE (100, 16, 14, 14) },
  { RENSA_FLOAT32, RENSA_SHAPE (20, 3, 50) },
  { RENSA_INT32, RENSA_SHAPE (32, 20) },
};

static const char *const favourites[] = { "Linear",  "Convolution2D",      "relu", "max_pooling_2d",
                                          "dropout", "BatchNormalization", NULL };

typedef struct
{
  GtkWidget *window;
  GtkWidget *palette;
  GtkListBox *list;
  GtkEditable *search;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  studio_picks_set_settings (studio_picks_get (), NULL);
  for (guint i = 0; favourites[i] != NULL; i++)
    studio_picks_set_favourite (studio_picks_get (), rensa_registry_find_node (favourites[i]), TRUE);
  fixture->palette = studio_palette_new ();
  fixture->window = ui_show (fixture->palette);
  fixture->list = GTK_LIST_BOX (ui_find (fixture->palette, GTK_TYPE_LIST_BOX, NULL));
  fixture->search = GTK_EDITABLE (ui_find (fixture->palette, GTK_TYPE_SEARCH_ENTRY, NULL));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
}

/* (element-type RensaComponent): what is found, the best first. */
static GPtrArray *
search (Fixture *fixture, const char *text)
{
  GPtrArray *found = g_ptr_array_new ();
  GtkListBoxRow *row;

  gtk_editable_set_text (fixture->search, text);
  for (int i = 0; (row = gtk_list_box_get_row_at_index (fixture->list, i)) != NULL; i++)
    if (gtk_widget_get_child_visible (GTK_WIDGET (row)))
      g_ptr_array_add (found, (gpointer) studio_palette_row_get_component (STUDIO_PALETTE_ROW (row)));
  return found;
}

static void
test_expected (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    guint place;
    const char *text;
    const char *name;
  } cases[] = {
    { 2, "max pool", "max_pooling_2d" },
    { 2, "pool", "max_pooling_2d" },
    { 2, "maxpool", "max_pooling_2d" },
    { 1, "conv", "Convolution2D" },
    { 3, "max pool", "max_pooling_1d" },
    { 3, "conv", "Convolution1D" },
    { 4, "embed", "EmbedID" },
    { 0, "dense", "Linear" },
    { 0, "norm", "BatchNormalization" },
    { 1, "drop", "dropout" },
    { 1, "rel", "relu" },
    /* A full name is what was meant, whether it fits or not. */
    { 2, "max_pooling_1d", "max_pooling_1d" },
    { 0, "Convolution2D", "Convolution2D" },
    { 1, "max", "max" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) found = NULL;

      studio_palette_set_place (STUDIO_PALETTE (fixture->palette), "x", &places[cases[i].place], RENSA_FLOAT32);
      found = search (fixture, cases[i].text);
      g_test_message ("%u: %s", cases[i].place, cases[i].text);
      g_assert_cmpuint (found->len, >, 0);
      g_assert_cmpstr (((const RensaComponent *) found->pdata[0])->name, ==, cases[i].name);
    }
}

/* Words of all names, each once. */
static GPtrArray *
list_queries (void)
{
  const RensaComponentKind kinds[] = { RENSA_COMPONENT_LINK, RENSA_COMPONENT_FUNCTION };
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *queries = g_ptr_array_new_with_free_func (g_free);

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      guint n;
      const RensaComponent *const *components = rensa_registry_list (kinds[kind], &n);

      for (guint i = 0; i < n; i++)
        {
          g_auto (GStrv) words = g_strsplit_set (components[i]->name, "_ ", -1);

          for (guint j = 0; words[j] != NULL; j++)
            if (strlen (words[j]) > 3 && !g_hash_table_contains (seen, words[j]))
              {
                g_ptr_array_add (queries, g_strdup (words[j]));
                g_hash_table_add (seen, queries->pdata[queries->len - 1]);
              }
        }
    }
  return queries;
}

static void
assert_order (const GPtrArray *found, const char *text, const RensaType *type)
{
  gboolean fitted = TRUE;

  for (guint i = 0; i < found->len; i++)
    {
      const gboolean fits = rensa_component_fits (found->pdata[i], type, RENSA_FLOAT32);

      if (studio_search_score (found->pdata[i], text) >= FULL_NAME)
        continue;
      /* Nothing that fits comes after something that does not. */
      g_assert_true (fitted || !fits);
      fitted = fits;
    }
}

static void
test_generated (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) queries = list_queries ();
  guint n_found = 0;

  for (guint place = 0; place < G_N_ELEMENTS (places); place++)
    {
      studio_palette_set_place (STUDIO_PALETTE (fixture->palette), "x", &places[place], RENSA_FLOAT32);
      for (guint i = 0; i < queries->len; i += 2)
        {
          g_autoptr (GPtrArray) found = search (fixture, queries->pdata[i]);

          g_test_message ("%u: %s", place, (char *) queries->pdata[i]);
          n_found += found->len > 0;
          assert_order (found, queries->pdata[i], &places[place]);
        }
    }
  g_assert_cmpuint (n_found, >, 500);
}

/* What is picked comes before what answers better, among what fits; another place ranks anew what is typed already. */
static void
test_picks (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) before = NULL;
  g_autoptr (GPtrArray) after = NULL;

  studio_palette_set_place (STUDIO_PALETTE (fixture->palette), "x", &places[2], RENSA_FLOAT32);
  before = search (fixture, "pool");
  g_assert_cmpstr (((const RensaComponent *) before->pdata[0])->name, ==, "max_pooling_2d");
  studio_picks_set_favourite (studio_picks_get (), rensa_registry_find_node ("max_pooling_2d"), FALSE);
  studio_picks_use (studio_picks_get (), "average_pooling_2d");
  studio_palette_set_place (STUDIO_PALETTE (fixture->palette), "x", &places[3], RENSA_FLOAT32);
  studio_palette_set_place (STUDIO_PALETTE (fixture->palette), "x", &places[2], RENSA_FLOAT32);
  after = search (fixture, "pool");
  g_assert_cmpstr (((const RensaComponent *) after->pdata[0])->name, ==, "average_pooling_2d");
}

#define ADD(name, test) g_test_add ("/ui/palette/ranking/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  adw_init ();
  ADD ("expected", test_expected);
  ADD ("generated", test_generated);
  ADD ("picks", test_picks);
  return g_test_run ();
}
