/* test-guests.c: extensions that fit a document and others, and what a run makes of them.
 * SPDX-License-Identifier: MIT */

#include <json-c/json.h>

#include "project-fixture.h"
#include "rensa-analysis.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"

/* What a run of a document told: names of the classes that failed. */
typedef struct
{
  GHashTable *failed;
  int n_told;
} Told;

static void
pass_over (RensaTrainer *trainer, gpointer told)
{
}

static void
pass_over_file (RensaTrainer *trainer, RensaExtension *extension, const char *kind, const char *path, gpointer told)
{
}

static gboolean
take_failure (RensaTrainer *trainer, RensaExtension *extension, const GError *error, gpointer data)
{
  Told *told = data;

  told->n_told++;
  g_hash_table_add (told->failed, (gpointer) rensa_attrs_get_component (rensa_extension_get_attrs (extension))->name);
  return FALSE;
}

static const RensaTrainerWatch watch = { pass_over, pass_over, pass_over_file, take_failure };

static gboolean
run (RensaDocument *document, Told *told, GError **error)
{
  g_autofree char *folder = test_folder_new ();
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, error);
  g_autoptr (RensaTrainer) trainer = builder != NULL ? rensa_builder_make_trainer (builder, folder, error) : NULL;
  gboolean ok = FALSE;

  if (trainer != NULL)
    {
      rensa_trainer_set_output (trainer, NULL);
      rensa_trainer_set_watch (trainer, &watch, told);
      ok = rensa_trainer_run (trainer, error);
    }
  test_folder_remove (folder);
  return ok;
}

static RensaDocument *
load (const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", name, NULL);
  RensaDocument *document = rensa_document_load (path, &error);

  g_assert_no_error (error);
  return document;
}

/* It stops after @n of @unit. */
static void
shorten (RensaDocument *document, int n, const char *unit)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *stop = g_strdup_printf ("stop=IntervalTrigger(period=%d, unit='%s')", n, unit);

  rensa_document_set (document, stop, &error);
  g_assert_no_error (error);
}

/* Begins as it does in the studio, but is called after each iteration. */
static void
add (RensaDocument *document, RensaAnalysis *analysis, const RensaComponent *component)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_analysis_start_extension (analysis, component->name);
  struct json_object *list = rensa_document_get (document, "extensions");
  g_autofree char *trigger = g_strdup_printf ("extensions.%d.trigger=IntervalTrigger(period=1, unit='iteration')",
                                              list != NULL ? (int) json_object_array_length (list) : 0);

  rensa_document_append_component (document, "extensions", attrs, &error);
  rensa_document_set (document, trigger, &error);
  g_assert_no_error (error);
}

static gboolean
is_complete (RensaDocument *document)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (document, "extensions.0", NULL);

  return attrs != NULL && rensa_attrs_check_complete (attrs, NULL);
}

/* What the analysis says of the first extension; NULL where it has nothing to say. */
static const RensaProblem *
find_said (RensaAnalysis *analysis)
{
  for (guint i = 0; i < rensa_analysis_get_n_problems (analysis); i++)
    if (g_str_has_prefix (rensa_analysis_get_problem (analysis, i)->place, "extensions.0"))
      return rensa_analysis_get_problem (analysis, i);
  for (guint i = 0; i < rensa_analysis_get_n_hints (analysis); i++)
    if (g_str_has_prefix (rensa_analysis_get_hint (analysis, i)->place, "extensions.0"))
      return rensa_analysis_get_hint (analysis, i);
  return NULL;
}

/* Without the capital letter and the point of a sentence. */
static void
assert_said (const char *message, const char *sentence)
{
  g_autofree char *said = g_ascii_strdown (sentence, strlen (sentence) - 1);
  g_autofree char *found = g_ascii_strdown (message, -1);

  if (strstr (found, said) == NULL)
    g_error ("“%s” does not say “%s”", message, sentence);
}

/* What keeps a document from being trained is said by a run as well. */
static void
assert_refused (RensaDocument *document, const char *sentence)
{
  g_autoptr (GHashTable) failed = g_hash_table_new (g_str_hash, g_str_equal);
  Told told = { failed, 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (run (document, &told, &error));
  assert_said (error->message, sentence);
  g_assert_cmpint (told.n_told, ==, 0);
}

/* Adds the extension to @all where @bare can be trained with it; to @hinted where there is a hint. */
static void
try_extension (RensaDocument *bare, RensaDataCache *cache, RensaAnalysis *before, const RensaComponent *component,
               RensaDocument *all, GHashTable *hinted)
{
  g_autoptr (RensaDocument) document = rensa_document_copy (bare);
  g_autoptr (RensaAnalysis) analysis = NULL;
  const RensaProblem *said;

  add (document, before, component);
  analysis = rensa_analysis_new (document, cache);
  said = find_said (analysis);
  g_assert_cmpint (said != NULL, ==, rensa_analysis_get_misfit (before, component) != NULL);
  if (said != NULL && !said->is_hint)
    {
      g_assert_true (((const RensaExtensionClass *) component)->preview == NULL || !is_complete (document));
      assert_refused (document, said->sentence);
      return;
    }
  if (said != NULL)
    {
      g_autoptr (GError) error = NULL;

      g_hash_table_add (hinted, (gpointer) component->name);
      g_assert_nonnull (said->repair);
      rensa_problem_repair (said, document, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (json_object_array_length (rensa_document_get (document, "extensions")), ==, 0);
    }
  add (all, before, component);
}

/* Each extension by itself is looked at; those that keep nobody from training then train together. */
static void
try_all (RensaDocument *document, RensaDataCache *cache)
{
  g_autoptr (RensaDocument) all = NULL;
  g_autoptr (RensaAnalysis) analysis = NULL;
  g_autoptr (GHashTable) hinted = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) failed = g_hash_table_new (g_str_hash, g_str_equal);
  Told told = { failed, 0 };
  g_autoptr (GError) error = NULL;
  guint n;
  const RensaComponent *const *components = rensa_registry_list (RENSA_COMPONENT_EXTENSION, &n);

  shorten (document, 2, "iteration");
  while (json_object_array_length (rensa_document_get (document, "extensions")) > 0)
    rensa_document_remove_component (document, "extensions", 0, &error);
  all = rensa_document_copy (document);
  analysis = rensa_analysis_new (document, cache);
  g_assert_true (rensa_analysis_is_trainable (analysis));
  for (guint i = 0; i < n; i++)
    try_extension (document, cache, analysis, components[i], all, hinted);
  run (all, &told, &error);
  g_assert_no_error (error);
  /* Each was told of once. */
  g_assert_cmpint (told.n_told, ==, g_hash_table_size (failed));
  for (guint i = 0; i < n; i++)
    if (g_hash_table_contains (failed, components[i]->name) != g_hash_table_contains (hinted, components[i]->name))
      g_error ("%s: there is %s hint of %s", rensa_document_get_place (all),
               g_hash_table_contains (hinted, components[i]->name) ? "an idle" : "no", components[i]->name);
}

/* Whether its data are at hand; else the test is skipped. */
static gboolean
has_data (RensaDocument *document)
{
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, NULL);
  const gboolean ok = builder != NULL && rensa_builder_prepare (builder, NULL);

  if (!ok)
    g_test_skip ("the data are not here");
  return ok;
}

static void
test_example (gconstpointer name)
{
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaDocument) document = load (name);

  if (has_data (document))
    try_all (document, cache);
}

/* An example still trains when its step is edited, with the extensions that it has. */
static void
test_opened (gconstpointer name)
{
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaDocument) document = load (name);
  g_autoptr (RensaAnalysis) analysis = NULL;
  g_autoptr (GHashTable) failed = g_hash_table_new (g_str_hash, g_str_equal);
  Told told = { failed, 0 };
  g_autoptr (GError) error = NULL;

  if (!has_data (document))
    return;
  rensa_document_open_step (document, &error);
  g_assert_no_error (error);
  shorten (document, 1, "epoch");
  analysis = rensa_analysis_new (document, cache);
  g_assert_true (rensa_analysis_is_trainable (analysis));
  run (document, &told, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (rensa_analysis_get_n_hints (analysis), ==, g_hash_table_size (failed));
  try_all (document, cache);
}

/* With the first values of a schedule the optimizer ends with a rate that a model can learn with, up to @full. */
static void
run_schedule (RensaAnalysis *analysis, RensaDocument *bare, const RensaComponent *component, const char *setting,
              double full)
{
  g_autoptr (RensaDocument) document = rensa_document_copy (bare);
  g_autoptr (RensaAttrs) attrs = rensa_analysis_start_extension (analysis, component->name);
  g_autofree char *folder = test_folder_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = NULL;
  g_autoptr (RensaTrainer) trainer = NULL;
  double rate;

  rensa_document_append_component (document, "extensions", attrs, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (json_object_get_string (rensa_document_get (document, "extensions.0.attr")), ==, setting);
  builder = rensa_builder_new (document, NULL, &error);
  trainer = builder != NULL ? rensa_builder_make_trainer (builder, folder, &error) : NULL;
  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  g_assert_true (rensa_trainer_run (trainer, &error));
  g_assert_true (rensa_optimizer_get_learning_rate (
      rensa_updater_get_optimizer (rensa_trainer_get_updater (trainer), "main"), &rate));
  g_assert_cmpfloat (rate, >, full / 100);
  g_assert_cmpfloat (rate, <=, full);
  test_folder_remove (folder);
}

/* A schedule that somebody adds changes the learning rate, and does not spoil it: not by a factor for each iteration that is small, nor
 * by a rate that is large. */
static void
test_schedules (void)
{
  static const char *const optimizers[][2] = { { "optimizer=Adam(alpha=0.001)", "alpha" },
                                               { "optimizer=MomentumSGD(lr=0.001)", "lr" } };
  guint n;
  const RensaComponent *const *components = rensa_registry_list (RENSA_COMPONENT_EXTENSION, &n);
  guint n_schedules = 0;

  for (guint k = 0; k < G_N_ELEMENTS (optimizers); k++)
    {
      g_autoptr (RensaDocument) document = document_of (test_document);
      g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
      g_autoptr (RensaAnalysis) analysis = NULL;
      g_autoptr (GError) error = NULL;

      rensa_document_set (document, optimizers[k][0], &error);
      g_assert_no_error (error);
      shorten (document, 300, "iteration");
      while (json_object_array_length (rensa_document_get (document, "extensions")) > 0)
        rensa_document_remove_component (document, "extensions", 0, &error);
      analysis = rensa_analysis_new (document, cache);
      for (guint i = 0; i < n; i++)
        if (g_str_has_suffix (components[i]->name, "Shift"))
          {
            run_schedule (analysis, document, components[i], optimizers[k][1], 0.001);
            n_schedules++;
          }
    }
  g_assert_cmpuint (n_schedules, ==, 14);
}

static void
add_tests (const char *name)
{
  g_autoptr (RensaDocument) document = load (name);
  g_autofree char *whole = g_strconcat ("/project/build/guests/", name, NULL);
  g_autofree char *opened = g_strconcat ("/project/build/guests/opened/", name, NULL);

  g_test_add_data_func_full (whole, g_strdup (name), test_example, g_free);
  if (!rensa_network_get_model (rensa_document_get_network (document))->is_step)
    g_test_add_data_func_full (opened, g_strdup (name), test_opened, g_free);
}

int
main (int argc, char **argv)
{
  g_autofree char *path = NULL;
  g_autoptr (GDir) folder = NULL;
  const char *name;

  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/build/guests/schedules", test_schedules);
  path = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", NULL);
  folder = g_dir_open (path, 0, NULL);
  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".rensa"))
      add_tests (name);
  return g_test_run ();
}
