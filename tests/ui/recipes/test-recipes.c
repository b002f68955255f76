/* test-recipes.c: what new projects begin as.
 * SPDX-License-Identifier: MIT */

#include "rensa-document-values.h"
#include "studio-recipe.h"
#include "window-fixture.h"

static guint
count_ways (const StudioRecipe *recipe)
{
  guint n = 1;

  for (guint i = 0; recipe->choices[i].title != NULL; i++)
    n *= g_strv_length ((char **) recipe->choices[i].options);
  return n;
}

static guint
count_files (const StudioRecipe *recipe)
{
  guint n = 0;

  while (n < G_N_ELEMENTS (recipe->files) && recipe->files[n] != NULL)
    n++;
  return n;
}

/* Every one has a picture of its own; the others are of examples. Each way to choose has a document. */
static void
test_table (Desk *desk, StudioWindow *window)
{
  g_auto (GStrv) pictures = g_resources_enumerate_children ("/org/rensa/Studio/recipes", 0, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const StudioRecipe *recipe;

  for (guint i = 0; (recipe = studio_recipe_get (i)) != NULL; i++)
    {
      char *picture = g_strconcat (recipe->picture, ".svg", NULL);

      g_test_message ("%s", recipe->name);
      g_assert_true (g_strv_contains ((const char *const *) pictures, picture));
      g_assert_true (g_hash_table_add (seen, picture));
      g_assert_cmpuint (count_files (recipe), ==, i == 0 ? 0 : count_ways (recipe));
    }
}

static void
assert_fresh (StudioWindow *window)
{
  RensaAnalysis *analysis = studio_project_wait_for_analysis (window->project);

  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Untitled (2)");
  g_assert_null (studio_project_get_path (window->project));
  g_assert_true (studio_project_is_saved (window->project));
  g_assert_null (rensa_document_get (studio_project_get_document (window->project), "description"));
  g_assert_true (rensa_analysis_is_trainable (analysis));
  g_assert_cmpuint (rensa_analysis_get_n_problems (analysis), ==, 0);
}

/* Beside a project that is there, whatever is chosen has no name, no file and no problems. */
static void
test_documents (Desk *desk, StudioWindow *window)
{
  const StudioRecipe *recipe;

  desk_create (desk, "");
  for (guint i = 1; (recipe = studio_recipe_get (i)) != NULL; i++)
    for (guint k = 0; k < count_files (recipe); k++)
      {
        StudioWindow *other;

        g_test_message ("%s: %s", recipe->name, recipe->files[k]);
        desk_create (desk, recipe->files[k]);
        other = desk_find_other (desk, window);
        assert_fresh (other);
        gtk_window_destroy (GTK_WINDOW (other));
      }
}

/* Nothing is opened, and the window says why. */
static void
test_unknown (Desk *desk, StudioWindow *window)
{
  desk_create (desk, "none.rensa");
  answer (wait_for_dialog (window, "This Project Cannot Be Opened"), "close");
  g_assert_null (window->project);
}

int
main (int argc, char **argv)
{
  window_tests_init (&argc, &argv);
  ADD_DESK_TEST ("/ui/recipes/table", test_table);
  ADD_DESK_TEST ("/ui/recipes/documents", test_documents);
  ADD_DESK_TEST ("/ui/recipes/unknown", test_unknown);
  return g_test_run ();
}
