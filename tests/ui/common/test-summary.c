/* test-summary.c: components in two lines.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit.h"
#include "rensa-init.h"
#include "studio-summary.h"

static RensaDocument *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  RensaDocument *document = rensa_document_parse (text, -1, "demo", &error);

  g_assert_no_error (error);
  return document;
}

static void
check (const char *path, const char *title, const char *details)
{
  static const char text[] =
      "{ \"format\": 1,"
      "  \"optimizer\": { \"type\": \"Adam\", \"attrs\": { \"alpha\": 0.01, \"beta1\": 0.8 } },"
      "  \"hooks\": [ { \"type\": \"WeightDecay\", \"attrs\": { \"rate\": 0.5 } }, \"NoSuchHook\" ],"
      "  \"stop\": { \"type\": \"IntervalTrigger\", \"attrs\": { \"period\": 1500, \"unit\": \"iteration\" } },"
      "  \"updater\": { \"type\": \"StandardUpdater\" },"
      "  \"extensions\": [ { \"type\": \"snapshot\","
      "    \"trigger\": { \"type\": \"IntervalTrigger\", \"attrs\": { \"period\": 5, \"unit\": \"epoch\" } } } ] }";
  g_autoptr (RensaDocument) document = parse (text);
  g_autoptr (StudioSummary) summary = studio_summary_new (document, path);

  g_assert_cmpstr (summary->title, ==, title);
  if (details != NULL)
    g_assert_cmpstr (summary->details, ==, details);
  g_assert_cmpstr (summary->details, !=, "");
}

static void
test_differences (void)
{
  check ("optimizer", "Adam", "Learning Rate 0.01 · beta1 0.8");
}

static void
test_period (void)
{
  check ("stop", "1,500 iterations", NULL);
}

/* What has no settings of its own says what it is. */
static void
test_default (void)
{
  check ("updater", "StandardUpdater", NULL);
}

static void
test_trigger (void)
{
  check ("extensions.0", "snapshot", "every 5 epochs");
}

static void
test_unknown (void)
{
  check ("hooks.1", "hooks.1", NULL);
}

/* The learning rate is shown even where it is as usual; Chainer has two names for it. */
static void
test_learning_rate (void)
{
  static const char *const rates[][2] = { { "Adam", "Learning Rate 0.001" }, { "SGD", "Learning Rate 0.01" } };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      g_autofree char *text = g_strdup_printf ("{ \"format\": 1, \"optimizer\": \"%s\" }", rates[i][0]);
      g_autoptr (RensaDocument) document = parse (text);
      g_autoptr (StudioSummary) summary = studio_summary_new (document, "optimizer");

      g_assert_cmpstr (summary->title, ==, rates[i][0]);
      g_assert_cmpstr (summary->details, ==, rates[i][1]);
    }
}

static void
test_compare (void)
{
  g_autoptr (RensaDocument) here = parse ("{ \"format\": 1, \"optimizer\": \"Adam\", \"hooks\": [] }");
  g_autoptr (RensaDocument) there = parse (
      "{ \"format\": 1, \"optimizer\": \"Adam(alpha=0, eps=1)\", \"stop\": \"IntervalTrigger(period=7, unit='epoch')\","
      "  \"hooks\": [ \"WeightDecay(rate=0.1)\" ] }");
  g_autoptr (RensaDocument) other = parse ("{ \"format\": 1, \"optimizer\": \"SGD\" }");
  g_autofree char *values = studio_summary_compare (here, there, "optimizer");
  g_autofree char *type = studio_summary_compare (here, other, "optimizer");
  g_autofree char *period = studio_summary_compare (here, there, "stop");
  g_autofree char *list = studio_summary_compare_lists (here, there, "hooks");
  g_autofree char *no_list = studio_summary_compare_lists (there, here, "hooks");

  g_assert_cmpstr (values, ==, "Learning Rate 0 · eps 1");
  g_assert_cmpstr (type, ==, "SGD · Learning Rate 0.01");
  g_assert_cmpstr (period, ==, "7 epochs");
  g_assert_cmpstr (list, ==, "WeightDecay");
  g_assert_cmpstr (no_list, ==, "none");
  g_assert_null (studio_summary_compare (here, other, "stop"));
  g_assert_null (studio_summary_compare_lists (here, other, "extensions"));
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

#define MODEL                                                                               \
  "\"model\": { \"nodes\": [ { \"name\": \"x\", \"type\": \"Input\" } ], \"edges\": [] }, " \
  "\"loss\": \"softmax_cross_entropy\""

static RensaDocument *
parse_with (const char *optimizer, const char *hook)
{
  g_autofree char *text =
      g_strdup_printf ("{ \"format\": 1, " MODEL ", \"optimizer\": \"%s\", \"hooks\": [ \"%s\" ] }", optimizer, hook);

  return parse (text);
}

static void
check_forms (const char *optimizer, const char *hook)
{
  g_autoptr (RensaDocument) simple = parse_with (optimizer, hook);
  g_autoptr (RensaDocument) opened = open_step (simple);

  g_assert_null (studio_summary_compare (simple, opened, "optimizer"));
  g_assert_null (studio_summary_compare (simple, opened, "hooks.0"));
  g_assert_null (studio_summary_compare_lists (simple, opened, "hooks"));
  g_assert_null (studio_summary_compare (opened, simple, "losses.0.optimizer"));
  g_assert_null (studio_summary_compare (opened, simple, "losses.0.hooks.0"));
  g_assert_null (studio_summary_compare_lists (opened, simple, "losses.0.hooks"));
}

/* A simple document and one with a step have their optimizers and hooks in different places; every setting of them is compared. */
static void
test_forms (void)
{
  guint n_optimizers;
  guint n_hooks;
  const RensaComponent *const *optimizers = rensa_registry_list (RENSA_COMPONENT_OPTIMIZER, &n_optimizers);
  const RensaComponent *const *hooks = rensa_registry_list (RENSA_COMPONENT_OPTIMIZER_HOOK, &n_hooks);
  g_autoptr (RensaDocument) usual = parse_with ("Adam", "WeightDecay(rate=0.5)");
  g_autoptr (RensaDocument) opened = open_step (usual);

  for (guint i = 0; i < n_optimizers; i++)
    {
      g_autoptr (RensaDocument) simple = parse_with (optimizers[i]->name, "WeightDecay(rate=0.25)");
      g_autofree char *optimizer = studio_summary_compare (opened, simple, "losses.0.optimizer");
      g_autofree char *hook = studio_summary_compare (opened, simple, "losses.0.hooks.0");

      check_forms (optimizers[i]->name, hooks[i % n_hooks]->name);
      g_assert_cmpstr (hook, ==, "rate 0.25");
      if (g_str_equal (optimizers[i]->name, "Adam"))
        g_assert_null (optimizer);
      else
        g_assert_true (g_str_has_prefix (optimizer, optimizers[i]->name));
    }
}

/* What several losses have is told of each. */
static void
test_losses (void)
{
  g_autoptr (RensaDocument) simple = parse_with ("Adam", "WeightDecay(rate=0.5)");
  g_autoptr (RensaDocument) step = parse (
      "{ \"format\": 2, \"models\": {}, \"step\": { \"nodes\": [] }, \"losses\": ["
      "  { \"node\": \"a\", \"name\": \"gen\", \"optimizer\": \"Adam(alpha=0.5)\", \"hooks\": [ \"WeightDecay(rate=0.1)\" ] },"
      "  { \"node\": \"b\", \"name\": \"dis\", \"optimizer\": \"SGD\" } ] }");
  g_autofree char *optimizers = studio_summary_compare (simple, step, "optimizer");
  g_autofree char *hooks = studio_summary_compare_lists (simple, step, "hooks");
  g_autofree char *gen = studio_summary_compare (step, simple, "losses.gen.optimizer");

  g_assert_cmpstr (optimizers, ==, "gen: Adam · Learning Rate 0.5, dis: SGD · Learning Rate 0.01");
  g_assert_cmpstr (hooks, ==, "gen: WeightDecay");
  g_assert_cmpstr (gen, ==, "Learning Rate 0.001");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  g_test_add_func ("/ui/common/summary/differences", test_differences);
  g_test_add_func ("/ui/common/summary/learning-rate", test_learning_rate);
  g_test_add_func ("/ui/common/summary/compare", test_compare);
  g_test_add_func ("/ui/common/summary/period", test_period);
  g_test_add_func ("/ui/common/summary/default", test_default);
  g_test_add_func ("/ui/common/summary/trigger", test_trigger);
  g_test_add_func ("/ui/common/summary/unknown", test_unknown);
  g_test_add_func ("/ui/common/summary/forms", test_forms);
  g_test_add_func ("/ui/common/summary/losses", test_losses);
  return g_test_run ();
}
