/* test-differences.c: what two documents do not have in common.
 * SPDX-License-Identifier: MIT */

#include <glib.h>

#include "rensa-init.h"
#include "rensa-run.h"
#include "studio-differences.h"

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
  check (found->pdata[0], "optimizer.alpha", "0.001, from iteration 22,663 on 0.05", "0.001");
  alone = studio_differences_new (runs, 1);
  g_assert_cmpuint (alone->len, ==, 1);
  difference = alone->pdata[0];
  g_assert_cmpstr (difference->values[0], ==, "0.001, from iteration 22,663 on 0.05");
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
  return g_test_run ();
}
