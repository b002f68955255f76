/* test-tables.c: a table, and nothing done but what the buttons say, gives a model that has learned.
 * SPDX-License-Identifier: MIT */

#include "project-fixture.h"
#include "rensa-analysis.h"
#include "rensa-document-values.h"
#include "rensa-json.h"

#define N_ROWS 120

/* Numbers that repeat late. */
static int
scatter (int i, int n)
{
  return (i * 7919 + 13) % 1009 % n;
}

/* Marks from 1 to 6, and what they follow from; the columns have different ranges. */
static char *
make_marks (void)
{
  GString *text = g_string_new ("spoken,written,days,mark\n");

  for (int i = 0; i < N_ROWS; i++)
    {
      const int spoken = scatter (i, 51);
      const int written = scatter (i + 500, 51);

      g_string_append_printf (text, "%d.%d,%d.%d,%d,%d.%d\n", 1 + spoken / 10, spoken % 10, 1 + written / 10,
                              written % 10, scatter (i + 900, 20), 1 + (spoken + written) / 20,
                              (spoken + written) / 2 % 10);
    }
  return g_string_free (text, FALSE);
}

/* Three kinds by their widths. */
static char *
make_kinds (void)
{
  static const char *const names[] = { "setosa", "versicolor", "virginica" };
  GString *text = g_string_new ("length,width,kind\n");

  for (int i = 0; i < N_ROWS; i++)
    g_string_append_printf (text, "%d.%d,%d.%d,%s\n", 1 + 2 * (i % 3), scatter (i, 10), i % 3, scatter (i + 300, 8),
                            names[i % 3]);
  return g_string_free (text, FALSE);
}

static const struct
{
  const char *name;
  char *(*make) (void);
} tables[] = { { "marks", make_marks }, { "kinds", make_kinds } };

static void
press_buttons (RensaDocument *document)
{
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);

  for (int i = 0; i < 10; i++)
    {
      g_autoptr (RensaAnalysis) analysis = rensa_analysis_new (document, cache);
      g_autoptr (GError) error = NULL;

      if (rensa_analysis_is_trainable (analysis))
        return;
      g_test_message ("%s [%s]", rensa_analysis_get_problem (analysis, 0)->sentence,
                      rensa_analysis_get_problem (analysis, 0)->repair);
      rensa_problem_repair (rensa_analysis_get_problem (analysis, 0), document, &error);
      g_assert_no_error (error);
    }
  g_assert_not_reached ();
}

/* Trains to the end; the entries of the log. */
static struct json_object *
train (RensaDocument *document, const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, &error);
  g_autoptr (RensaTrainer) trainer = builder != NULL ? rensa_builder_make_trainer (builder, folder, &error) : NULL;
  g_autofree char *path = g_build_filename (folder, "log", NULL);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  rensa_trainer_run (trainer, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return json_tokener_parse (text);
}

static double
get_loss (struct json_object *log, gsize i)
{
  return json_object_get_double (json_object_object_get (json_object_array_get_idx (log, i), "validation/main/loss"));
}

static void
test_table (gconstpointer data)
{
  const int i = GPOINTER_TO_INT (data);
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "table.csv", NULL);
  g_autofree char *assignment = g_strdup_printf ("data.dataset=csv(path='%s')", path);
  g_autofree char *table = tables[i].make ();
  g_autoptr (RensaDocument) document = rensa_document_new_empty ("table");
  g_autoptr (RensaJson) log = NULL;
  gsize n;

  g_assert_true (g_file_set_contents (path, table, -1, NULL));
  g_assert_true (rensa_document_set (document, assignment, NULL));
  press_buttons (document);
  log = train (document, folder);
  n = json_object_array_length (log);
  g_test_message ("%g, then %g", get_loss (log, 0), get_loss (log, n - 1));
  g_assert_cmpfloat (get_loss (log, n - 1), >, 0);
  g_assert_cmpfloat (get_loss (log, n - 1), <, 0.8 * get_loss (log, 0));
  test_folder_remove (folder);
}

static const RensaProblem *
find_hint (RensaAnalysis *analysis, const char *place)
{
  for (guint i = 0; i < rensa_analysis_get_n_hints (analysis); i++)
    if (g_strcmp0 (rensa_analysis_get_hint (analysis, i)->place, place) == 0)
      return rensa_analysis_get_hint (analysis, i);
  return NULL;
}

/* A class that a plain split leaves out of one part is pointed out, and each class is split on its own then. */
static void
test_missing_class (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "table.csv", NULL);
  g_autofree char *assignment = g_strdup_printf ("data.dataset=csv(path='%s')", path);
  g_autoptr (RensaDocument) document = rensa_document_new_empty ("table");
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaAnalysis) fresh = NULL;
  g_autoptr (RensaAnalysis) plain = NULL;
  g_autoptr (RensaAnalysis) mended = NULL;
  g_autoptr (GError) error = NULL;
  const RensaProblem *hint;

  g_assert_true (g_file_set_contents (path, "a,t\n1,up\n2,up\n3,up\n4,up\n5,down\n6,down\n", -1, NULL));
  g_assert_true (rensa_document_set (document, assignment, NULL));
  g_assert_true (rensa_document_set (document, "data.split.shuffle=false", NULL));
  fresh = rensa_analysis_new (document, cache);
  g_assert_null (find_hint (fresh, "data.split"));

  g_assert_true (rensa_document_set (document, "data.split.stratified=false", NULL));
  plain = rensa_analysis_new (document, cache);
  hint = find_hint (plain, "data.split");
  g_assert_nonnull (hint);
  g_assert_cmpstr (hint->sentence, ==, "There are no examples of “down” among the 4 training examples.");
  g_assert_cmpstr (hint->repair, ==, "Stratified Split");
  rensa_problem_repair (hint, document, &error);
  g_assert_no_error (error);
  mended = rensa_analysis_new (document, cache);
  g_assert_null (find_hint (mended, "data.split"));
  test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  for (int i = 0; i < (int) G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *path = g_strconcat ("/project/advice/tables/", tables[i].name, NULL);

      g_test_add_data_func (path, GINT_TO_POINTER (i), test_table);
    }
  g_test_add_func ("/project/advice/tables/missing-class", test_missing_class);
  return g_test_run ();
}
