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
  g_autoptr (RensaAttrs) attrs = rensa_analysis_start (analysis, component);
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
  g_assert_true (is_complete (document));
  g_assert_true (said == NULL || strstr (said->sentence, "requires a value") == NULL);
  if (said != NULL && !said->is_hint)
    {
      g_assert_null (((const RensaExtensionClass *) component)->preview);
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
  g_autoptr (RensaAttrs) attrs = rensa_analysis_start (analysis, component);
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

/* A run multiplies the rate 300 times by @rate. */
static RensaDocument *
new_with_schedule (const char *rate, RensaAnalysis **analysis)
{
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autofree char *text = g_strdup_printf ("ExponentialShift(attr=lr, rate=%s)", rate);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, text, NULL);
  RensaDocument *document = document_of (test_document);
  g_autoptr (GError) error = NULL;

  rensa_document_set (document, "optimizer=SGD(lr=0.01)", &error);
  g_assert_no_error (error);
  shorten (document, 300, "iteration");
  while (json_object_array_length (rensa_document_get (document, "extensions")) > 0)
    rensa_document_remove_component (document, "extensions", 0, &error);
  rensa_document_append_component (document, "extensions", attrs, &error);
  g_assert_no_error (error);
  *analysis = rensa_analysis_new (document, cache);
  return document;
}

/* A schedule that ruins the rate of a run is told with the number, and can be mended; a usual one is not told. */
static void
test_ruinous (void)
{
  static const char *const rates[] = { "0.9", "1.1" };
  g_autoptr (RensaAnalysis) usual = NULL;
  g_autoptr (RensaDocument) good = new_with_schedule ("0.995", &usual);

  g_assert_nonnull (good);
  g_assert_cmpuint (rensa_analysis_get_n_hints (usual), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      g_autoptr (RensaAnalysis) analysis = NULL;
      g_autoptr (RensaAnalysis) after = NULL;
      g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
      g_autoptr (RensaDocument) document = new_with_schedule (rates[i], &analysis);
      g_autoptr (GError) error = NULL;
      const RensaProblem *hint;

      g_assert_true (rensa_analysis_is_trainable (analysis));
      g_assert_cmpuint (rensa_analysis_get_n_hints (analysis), ==, 1);
      hint = rensa_analysis_get_hint (analysis, 0);
      g_assert_nonnull (strstr (
          hint->sentence,
          i == 0
              ? "is 1.9e-16 at the end of the run, but the optimizer is set to 0.01"
              : "ExponentialShift: the learning rate is 2.6e+10 at the end of the run, but the optimizer is set to 0.01"));
      rensa_problem_repair (hint, document, &error);
      g_assert_no_error (error);
      g_assert_cmpint (json_object_array_length (rensa_document_get (document, "extensions")), ==, 1);
      g_assert_cmpfloat (json_object_get_double (rensa_document_get (document, "extensions.0.rate")), ==, 0.9924);
      after = rensa_analysis_new (document, cache);
      g_assert_cmpuint (rensa_analysis_get_n_hints (after), ==, 0);
    }
}

/* Says what is wrong with the document, and what there is, and offers a repair after which all is right. */
static void
assert_named (RensaDocument *document, const char *place, const char *name, const char *choice)
{
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaAnalysis) analysis = rensa_analysis_new (document, cache);
  g_autoptr (RensaAnalysis) after = NULL;
  g_autoptr (GError) error = NULL;
  const gboolean is_hint = rensa_analysis_get_n_problems (analysis) == 0;
  const RensaProblem *problem;

  g_assert_cmpuint (rensa_analysis_get_n_problems (analysis) + rensa_analysis_get_n_hints (analysis), ==, 1);
  problem = is_hint ? rensa_analysis_get_hint (analysis, 0) : rensa_analysis_get_problem (analysis, 0);
  g_assert_cmpstr (problem->place, ==, place);
  g_assert_nonnull (strstr (problem->sentence, name));
  if (strstr (problem->sentence, choice) == NULL)
    g_error ("“%s” does not list %s", problem->sentence, choice);
  g_assert_nonnull (problem->repair);
  g_assert_true (g_str_has_prefix (problem->repair, "Use "));
  rensa_problem_repair (problem, document, &error);
  g_assert_no_error (error);
  after = rensa_analysis_new (document, cache);
  g_assert_true (rensa_analysis_is_trainable (after));
  g_assert_cmpuint (rensa_analysis_get_n_hints (after), ==, 0);
}

/* Every attribute of an extension that names something of the document: a name that stands for nothing is told before training. */
static void
test_names (void)
{
  guint n;
  const RensaComponent *const *components = rensa_registry_list (RENSA_COMPONENT_EXTENSION, &n);
  guint n_names = 0;

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < components[i]->n_attrs; j++)
      {
        const RensaAttrSpec *spec = &components[i]->attrs[j];
        g_autoptr (RensaDocument) document = document_of (test_document);
        g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
        g_autoptr (RensaAnalysis) analysis = rensa_analysis_new (document, cache);
        const RensaChoices *choices = rensa_analysis_get_choices (analysis, spec->names);
        g_autoptr (RensaAttrs) attrs = NULL;
        g_autofree char *last = NULL;
        g_autofree char *place = NULL;
        g_autoptr (GError) error = NULL;

        /* Columns of the log may stay empty. */
        if (spec->names == RENSA_NAMES_LOGGED || rensa_analysis_get_misfit (analysis, components[i]) != NULL
            || choices->len == 0)
          continue;
        attrs = rensa_analysis_start (analysis, components[i]);
        g_assert_true (rensa_attrs_set_text (attrs, spec->name, "nothing", &error));
        last = g_strdup_printf ("extensions.%u", rensa_document_count_components (document, "extensions"));
        place = g_strconcat (last, ".", spec->name, NULL);
        rensa_document_append_component (document, "extensions", attrs, &error);
        g_assert_no_error (error);
        assert_named (document, place, "“nothing”", ((const RensaChoice *) choices->pdata[0])->name);
        n_names++;
      }
  g_assert_cmpuint (n_names, >=, 17);
}

/* Likewise those of triggers, inside an extension, beside it, and at the end of a run. */
static void
test_names_of_triggers (void)
{
  static const struct
  {
    const char *assignment;
    const char *place;
  } cases[] = {
    { "stop=EarlyStoppingTrigger(monitor=main/los)", "stop.monitor" },
    { "extensions.0.trigger=MinValueTrigger(key=main/los)", "extensions.0.trigger.key" },
    { "extensions.1.attrs.trigger=MinValueTrigger(key=main/los)", "extensions.1.key" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RensaDocument) document = document_of (test_document);
      g_autoptr (GError) error = NULL;

      rensa_document_add_component (document, "extensions", "LogReport", &error);
      rensa_document_set (document, cases[i].assignment, &error);
      g_assert_no_error (error);
      assert_named (document, cases[i].place, "“main/los”", "main/loss");
    }
}

/* What a person forgot is told with what there is. */
static void
test_missing (void)
{
  g_autoptr (RensaDocument) document = document_of (test_document);
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaAnalysis) analysis = NULL;
  g_autoptr (GError) error = NULL;
  const RensaProblem *problem;

  rensa_document_set (document, "extensions.0=StepShift(gamma=0.5, step=10)", &error);
  g_assert_no_error (error);
  analysis = rensa_analysis_new (document, cache);
  problem = rensa_analysis_get_problem (analysis, 0);
  g_assert_true (g_str_has_prefix (problem->sentence,
                                   "StepShift: attr requires a value: the name of a numeric optimizer "
                                   "setting ("));
  g_assert_true (g_str_has_prefix (problem->repair, "Use "));
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
  g_test_add_func ("/project/build/guests/ruinous", test_ruinous);
  g_test_add_func ("/project/build/guests/names", test_names);
  g_test_add_func ("/project/build/guests/triggers", test_names_of_triggers);
  g_test_add_func ("/project/build/guests/missing", test_missing);
  path = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", NULL);
  folder = g_dir_open (path, 0, NULL);
  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".rensa"))
      add_tests (name);
  return g_test_run ();
}
