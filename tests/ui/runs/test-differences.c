/* test-differences.c: what two documents do not have in common.
 * SPDX-License-Identifier: MIT */

#include <glib.h>

#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-init.h"
#include "rensa-run.h"
#include "studio-differences.h"
#include "studio-settings.h"

#define DOCUMENT(body) "{ \"format\": 1, " body " }"

static GPtrArray *
compare (const char *a, const char *b)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) first = rensa_document_parse (a, -1, "a", &error);
  g_autoptr (RensaDocument) second = rensa_document_parse (b, -1, "b", &error);
  const StudioCompared runs[] = { { first, NULL, NULL }, { second, NULL, NULL } };

  g_assert_no_error (error);
  return studio_differences_new (runs, G_N_ELEMENTS (runs));
}

static void
check (const StudioDifference *difference, const char *path, const char *a, const char *b)
{
  g_assert_cmpstr (difference->path, ==, path);
  g_assert_cmpuint (difference->n, ==, 2);
  g_assert_cmpstr (difference->values[0], ==, a);
  g_assert_cmpstr (difference->values[1], ==, b);
}

static void
test_equal (void)
{
  g_autoptr (GPtrArray) none = compare (DOCUMENT ("\"seed\": 1"), DOCUMENT ("\"seed\": 1"));

  g_assert_cmpuint (none->len, ==, 0);
}

static void
test_values (void)
{
  g_autoptr (GPtrArray) found =
      compare (DOCUMENT ("\"seed\": 1, \"optimizer\": { \"type\": \"Adam\", \"attrs\": { \"alpha\": 0.001 } }"),
               DOCUMENT ("\"seed\": 2, \"optimizer\": { \"type\": \"Adam\", \"attrs\": { \"alpha\": 0.01 } }"));

  g_assert_cmpuint (found->len, ==, 2);
  check (found->pdata[0], "seed", "1", "2");
  check (found->pdata[1], "optimizer.alpha", "0.001", "0.01");
}

/* A setting that one of them does not have. */
static void
test_missing (void)
{
  g_autoptr (GPtrArray) found = compare (DOCUMENT ("\"seed\": 1"), DOCUMENT ("\"accuracy\": null, \"seed\": 1"));

  g_assert_cmpuint (found->len, ==, 1);
  check (found->pdata[0], "accuracy", NULL, "None");
}

/* What a run was trained on is what its record says, also where its document says nothing. */
static void
test_device (void)
{
  g_autoptr (RensaDocument) first = rensa_document_parse (DOCUMENT ("\"seed\": 1"), -1, "a", NULL);
  g_autoptr (RensaDocument) second =
      rensa_document_parse (DOCUMENT ("\"device\": \"cuda\", \"seed\": 1"), -1, "b", NULL);
  const StudioCompared runs[] = { { first, NULL, "cpu" }, { second, NULL, "NVIDIA H100 (cuda:0)" } };
  g_autoptr (GPtrArray) found = studio_differences_new (runs, G_N_ELEMENTS (runs));

  g_assert_cmpuint (found->len, ==, 1);
  check (found->pdata[0], "device", "cpu", "NVIDIA H100 (cuda:0)");
}

/* Nodes are compared by their names, however the document lists them; where they stand does not count. */
static void
test_nodes (void)
{
  g_autoptr (GPtrArray) found = compare (
      DOCUMENT ("\"model\": { \"nodes\": [ { \"name\": \"l1\", \"type\": \"Linear\", \"attrs\": { \"out_size\": 10 },"
                " \"position\": [ 0, 1 ] }, { \"name\": \"r\", \"type\": \"relu\" } ] }"),
      DOCUMENT ("\"model\": { \"nodes\": [ { \"name\": \"r\", \"type\": \"relu\" }, { \"name\": \"l1\", \"type\":"
                " \"Linear\", \"attrs\": { \"out_size\": 20 }, \"position\": [ 5, 5 ] } ] }"));

  g_assert_cmpuint (found->len, ==, 1);
  check (found->pdata[0], "model.l1.out_size", "10", "20");
}

static void
test_hooks (void)
{
  g_autoptr (GPtrArray) found =
      compare (DOCUMENT ("\"hooks\": [ ]"),
               DOCUMENT ("\"hooks\": [ { \"type\": \"WeightDecay\", \"attrs\": { \"rate\": 0.1 } } ]"));

  g_assert_cmpuint (found->len, ==, 2);
  check (found->pdata[0], "hooks.WeightDecay.type", NULL, "WeightDecay");
  check (found->pdata[1], "hooks.WeightDecay.rate", NULL, "0.1");
}

#define OPTIMIZER(attrs) DOCUMENT ("\"optimizer\": { \"type\": \"Adam\"" attrs " }")

/* What a document does not say is as it is by default. */
static void
test_defaults (void)
{
  g_autoptr (GPtrArray) found = compare (OPTIMIZER (""), OPTIMIZER (", \"attrs\": { \"alpha\": 0.05 }"));
  g_autoptr (GPtrArray) none = compare (OPTIMIZER (""), OPTIMIZER (", \"attrs\": { \"alpha\": 0.001 }"));

  g_assert_cmpuint (found->len, ==, 1);
  check (found->pdata[0], "optimizer.alpha", "0.001", "0.05");
  g_assert_cmpuint (none->len, ==, 0);
}

/* What was changed while a run was going is a difference, also from itself. */
static void
test_events (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = rensa_document_parse (OPTIMIZER (""), -1, "a", &error);
  g_autoptr (GPtrArray) events = g_ptr_array_new ();
  RensaRunEvent event = { .iteration = 22663, .what = (char *) "optimizer.alpha", .text = (char *) "0.05" };
  const StudioCompared runs[] = { { document, events, NULL }, { document, NULL, NULL } };
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GPtrArray) alone = NULL;
  const StudioDifference *difference;

  g_assert_no_error (error);
  g_ptr_array_add (events, &event);
  found = studio_differences_new (runs, 2);
  g_assert_cmpuint (found->len, ==, 1);
  check (found->pdata[0], "optimizer.alpha", "0.001 → 0.05 (from iteration 22,663)", "0.001");
  alone = studio_differences_new (runs, 1);
  g_assert_cmpuint (alone->len, ==, 1);
  difference = alone->pdata[0];
  g_assert_cmpstr (difference->values[0], ==, "0.001 → 0.05 (from iteration 22,663)");
}

/* A period is read as one thing, and numbers as people write them. */
static void
test_words (void)
{
  g_autoptr (GPtrArray) found = compare (
      DOCUMENT ("\"stop\": { \"type\": \"IntervalTrigger\", \"attrs\": { \"period\": 2000.0, \"unit\": \"epoch\" } }"),
      DOCUMENT ("\"stop\": { \"type\": \"IntervalTrigger\", \"attrs\": { \"period\": 1, \"unit\": \"iteration\" } }"));

  g_assert_cmpuint (found->len, ==, 1);
  check (found->pdata[0], "stop", "2,000 epochs", "1 iteration");
}

/* What a document with a step says in another place: everything that a simple document has of its own. */
#define SIMPLE                                                                                                          \
  DOCUMENT (                                                                                                            \
      "\"name\": \"x\", \"data\": { \"dataset\": { \"type\": \"strokes\" } }, \"model\": { \"nodes\": [ { \"name\":"    \
      " \"x\", \"type\": \"Input\" }, { \"name\": \"l1\", \"type\": \"Linear\", \"attrs\": { \"out_size\": 10, "        \
      "\"nobias\": true } } ], \"edges\": [ { \"from\": \"x\", \"to\": \"l1\" } ] }, \"loss\": { \"type\": "            \
      "\"softmax_cross_entropy\", \"attrs\": { \"ignore_label\": 3 } }, \"accuracy\": { \"type\": \"accuracy\", "       \
      "\"attrs\": { \"ignore_label\": 4 } }, \"optimizer\": { \"type\": \"Adam\", \"attrs\": { \"alpha\": 0.5, "        \
      "\"beta1\": 0.8, \"amsgrad\": true } }, \"hooks\": [ { \"type\": \"WeightDecay\", \"attrs\": { \"rate\": 0.25 } " \
      "}, { \"type\": \"GradientClipping\", \"attrs\": { \"threshold\": 2.0 } } ]")

static RensaDocument *
parse_simple (void)
{
  g_autoptr (GError) error = NULL;
  RensaDocument *document = rensa_document_parse (SIMPLE, -1, "simple", &error);

  g_assert_no_error (error);
  return document;
}

static RensaDocument *
open_step (RensaDocument *simple)
{
  g_autoptr (GError) error = NULL;
  RensaDocument *document = rensa_document_copy (simple);

  g_assert_true (rensa_document_open_step (document, &error));
  g_assert_no_error (error);
  return document;
}

static GPtrArray *
compare_documents (RensaDocument *a, RensaDocument *b)
{
  const StudioCompared runs[] = { { a, NULL, NULL }, { b, NULL, NULL } };

  return studio_differences_new (runs, G_N_ELEMENTS (runs));
}

static void
collect (const char *path, const char *value, gpointer data)
{
  GHashTable *settings = data;

  g_hash_table_insert (settings, g_strdup (path), g_strdup (value));
}

static GHashTable *
list_settings (RensaDocument *document)
{
  GHashTable *settings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  studio_settings_walk (document, collect, settings);
  return settings;
}

/* Another value of the same type; NULL where there is none that can be made up. */
static const char *
change_value (const char *value)
{
  if (g_str_equal (value, "true"))
    return "false";
  if (g_strrstr (value, ".") != NULL)
    return "0.125";
  return g_ascii_isdigit (value[0]) ? "7" : NULL;
}

static void
check_change (RensaDocument *simple, const char *path, const char *before, const char *after)
{
  g_autoptr (RensaDocument) changed = rensa_document_copy (simple);
  g_autofree char *assignment = g_strdup_printf ("%s=%s", path, after);
  g_autoptr (RensaDocument) opened = NULL;
  g_autoptr (RensaDocument) opened_changed = NULL;
  g_autoptr (GPtrArray) to = NULL;
  g_autoptr (GPtrArray) from = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_document_set (changed, assignment, &error));
  g_assert_no_error (error);
  opened = open_step (simple);
  opened_changed = open_step (changed);
  to = compare_documents (simple, opened_changed);
  g_assert_cmpuint (to->len, ==, 1);
  check (to->pdata[0], path, before, after);
  from = compare_documents (opened, changed);
  g_assert_cmpuint (from->len, ==, 1);
  check (from->pdata[0], path, before, after);
}

/* The form of a document makes no difference: both forms have the same settings, and a change of any is told alike. */
static void
test_forms (void)
{
  g_autoptr (RensaDocument) simple = parse_simple ();
  g_autoptr (RensaDocument) opened = open_step (simple);
  g_autoptr (GPtrArray) none = compare_documents (simple, opened);
  g_autoptr (GHashTable) settings = list_settings (simple);
  GHashTableIter iter;
  gpointer path;
  gpointer value;
  guint n_changed = 0;

  g_assert_cmpuint (none->len, ==, 0);
  g_hash_table_iter_init (&iter, settings);
  while (g_hash_table_iter_next (&iter, &path, &value))
    if (change_value (value) != NULL)
      {
        check_change (simple, path, value, change_value (value));
        n_changed++;
      }
  g_assert_cmpuint (n_changed, ==, 9);
}

/* A component may be a text, which says the same as an object. */
static void
test_texts (void)
{
  g_autoptr (GPtrArray) none = compare (
      DOCUMENT (
          "\"data\": { \"dataset\": \"moons(n=7)\", \"iterator\": \"SerialIterator(batch_size=5)\" }, \"optimizer\": "
          "\"Adam(alpha=0.5)\", \"hooks\": [ \"WeightDecay(rate=0.25)\" ]"),
      DOCUMENT (
          "\"data\": { \"dataset\": { \"type\": \"moons\", \"attrs\": { \"n\": 7 } }, \"iterator\": { \"type\": "
          "\"SerialIterator\", \"attrs\": { \"batch_size\": 5 } } }, \"optimizer\": { \"type\": \"Adam\", "
          "\"attrs\": { \"alpha\": 0.5 } }, \"hooks\": [ { \"type\": \"WeightDecay\", \"attrs\": { \"rate\": 0.25 } } ]"));
  g_autoptr (GPtrArray) one =
      compare (DOCUMENT ("\"optimizer\": \"Adam(alpha=0.5)\""), DOCUMENT ("\"optimizer\": { \"type\": \"Adam\" }"));

  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (one->len, ==, 1);
  check (one->pdata[0], "optimizer.alpha", "0.5", "0.001");
}

/* A step that no simple document has, with one loss and one model of other names, still has one optimizer and one model. */
static void
test_other_step (void)
{
  g_autoptr (RensaDocument) simple = parse_simple ();
  g_autoptr (RensaDocument) opened = open_step (simple);
  g_autoptr (GHashTable) settings = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_document_rename_model (opened, "predictor", "net", &error));
  g_assert_no_error (error);
  settings = list_settings (opened);
  g_assert_cmpstr (g_hash_table_lookup (settings, "optimizer.alpha"), ==, "0.5");
  g_assert_cmpstr (g_hash_table_lookup (settings, "hooks.WeightDecay.rate"), ==, "0.25");
  g_assert_cmpstr (g_hash_table_lookup (settings, "model.l1.out_size"), ==, "10");
}

/* A live change is told by a path of the run's own form, hooks by their numbers. */
static void
test_paths_of_changes (void)
{
  static const struct
  {
    const char *told;
    const char *path;
  } changes[] = {
    { "losses.0.optimizer.alpha", "optimizer.alpha" },
    { "losses.0.hooks.1.threshold", "hooks.GradientClipping.threshold" },
    { "losses.0.hooks.0.rate", "hooks.WeightDecay.rate" },
  };
  g_autoptr (RensaDocument) simple = parse_simple ();
  g_autoptr (RensaDocument) opened = open_step (simple);
  g_autofree char *hook = studio_settings_find_path (simple, "hooks.0.rate");

  g_assert_cmpstr (hook, ==, "hooks.WeightDecay.rate");
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autofree char *path = studio_settings_find_path (opened, changes[i].told);

      g_assert_cmpstr (path, ==, changes[i].path);
    }
}

/* Settings are called by as much of their paths as tells them apart. */
static void
test_describe (void)
{
  g_autoptr (GPtrArray) one = compare (OPTIMIZER (", \"attrs\": { \"alpha\": 0.5 }"), OPTIMIZER (""));
  g_autoptr (GPtrArray) sizes =
      compare (DOCUMENT ("\"seed\": 1, \"optimizer\": { \"type\": \"Adam\" }, \"model\": { \"nodes\": [ { \"name\": "
                         "\"l1\", \"attrs\": { \"n\": 1 } }, { \"name\": \"l2\", \"attrs\": { \"n\": 2 } } ] }"),
               DOCUMENT ("\"seed\": 2, \"optimizer\": { \"type\": \"SGD\" }, \"model\": { \"nodes\": [ { \"name\": "
                         "\"l1\", \"attrs\": { \"n\": 3 } }, { \"name\": \"l2\", \"attrs\": { \"n\": 4 } } ] }"));
  g_autofree char *first = studio_differences_describe (one, 0);
  g_autofree char *second = studio_differences_describe (one, 1);
  g_autofree char *all = studio_differences_describe (sizes, 1);
  g_autoptr (GPtrArray) hook =
      compare (DOCUMENT ("\"hooks\": [ ]"), DOCUMENT ("\"hooks\": [ { \"type\": \"WeightDecay\" } ]"));
  g_autofree char *none = studio_differences_describe (hook, 0);

  g_assert_cmpstr (first, ==, "alpha 0.5");
  g_assert_cmpstr (second, ==, "alpha 0.001");
  g_assert_cmpstr (all, ==, "seed 2, optimizer SGD, l1.n 3, l2.n 4");
  g_assert_cmpstr (none, ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  g_test_add_func ("/ui/runs/differences/equal", test_equal);
  g_test_add_func ("/ui/runs/differences/values", test_values);
  g_test_add_func ("/ui/runs/differences/missing", test_missing);
  g_test_add_func ("/ui/runs/differences/device", test_device);
  g_test_add_func ("/ui/runs/differences/nodes", test_nodes);
  g_test_add_func ("/ui/runs/differences/hooks", test_hooks);
  g_test_add_func ("/ui/runs/differences/defaults", test_defaults);
  g_test_add_func ("/ui/runs/differences/events", test_events);
  g_test_add_func ("/ui/runs/differences/words", test_words);
  g_test_add_func ("/ui/runs/differences/forms", test_forms);
  g_test_add_func ("/ui/runs/differences/texts", test_texts);
  g_test_add_func ("/ui/runs/differences/other-step", test_other_step);
  g_test_add_func ("/ui/runs/differences/paths-of-changes", test_paths_of_changes);
  g_test_add_func ("/ui/runs/differences/describe", test_describe);
  return g_test_run ();
}
