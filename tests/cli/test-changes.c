/* test-changes.c: what rensa train changes while it trains.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "cli-fixture.h"

#define TRAIN "train a.rensa --quiet --set stop.unit=iteration "

static char *
train (Cli *cli, const char *options)
{
  g_autofree char *command = g_strconcat (TRAIN, options, NULL);
  gsize length;
  g_autofree char *model = NULL;

  cli_run (cli, command);
  cli_assert_ok (cli);
  model = cli_read (cli, "result/model.npz", &length);
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) model, length);
}

/* Two models, each with a loss of its own. */
static const char pair[] =
    "{\"format\": 2, \"data\": {\"dataset\": {\"type\": \"moons\", \"attrs\": {\"n\": 60, \"n_test\": 20}},"
    "  \"iterator\": {\"type\": \"SerialIterator\", \"attrs\": {\"batch_size\": 10}}},"
    " \"models\": {"
    "  \"first\": {\"nodes\": [{\"name\": \"x\", \"type\": \"Input\"},"
    "                        {\"name\": \"l\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 2}}],"
    "            \"edges\": [{\"from\": \"x\", \"to\": \"l\"}]},"
    "  \"second\": {\"nodes\": [{\"name\": \"x\", \"type\": \"Input\"},"
    "                         {\"name\": \"l\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 2}}],"
    "             \"edges\": [{\"from\": \"x\", \"to\": \"l\"}]}},"
    " \"step\": {\"nodes\": [{\"name\": \"x\", \"type\": \"Field\"}, {\"name\": \"t\", \"type\": \"Field\"},"
    "                    {\"name\": \"a\", \"type\": \"Model\", \"attrs\": {\"model\": \"first\"}},"
    "                    {\"name\": \"b\", \"type\": \"Model\", \"attrs\": {\"model\": \"second\"}},"
    "                    {\"name\": \"loss_a\", \"type\": \"softmax_cross_entropy\"},"
    "                    {\"name\": \"loss_b\", \"type\": \"softmax_cross_entropy\"}],"
    "          \"edges\": [{\"from\": \"x\", \"to\": \"a\"}, {\"from\": \"x\", \"to\": \"b\"},"
    "                    {\"from\": \"a\", \"to\": \"loss_a\"}, {\"from\": \"t\", \"to\": \"loss_a\"},"
    "                    {\"from\": \"b\", \"to\": \"loss_b\"}, {\"from\": \"t\", \"to\": \"loss_b\"}]},"
    " \"losses\": [{\"node\": \"loss_a\", \"models\": \"first\", \"optimizer\": {\"type\": \"Adam\"}},"
    "            {\"node\": \"loss_b\", \"models\": \"second\", \"name\": \"late\", \"optimizer\": {\"type\": \"Adam\"},"
    "             \"hooks\": [{\"type\": \"WeightDecay\", \"attrs\": {\"rate\": 0}}]}],"
    " \"stop\": {\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": 9, \"unit\": \"iteration\"}},"
    " \"extensions\": []}";

/* A loss of a step has its own optimizer and hooks, found by its name, by its number, or by the name of its model. */
static void
test_losses (Cli *cli, gconstpointer data)
{
  g_autofree char *plain = NULL;
  g_autofree char *first = NULL;
  g_autofree char *by_number = NULL;
  g_autofree char *second = NULL;
  g_autofree char *decayed = NULL;

  cli_write (cli, "a.rensa", pair, -1);
  plain = train (cli, "--set stop.period=9");
  first = train (cli, "--set stop.period=9 --change 4:losses.first.optimizer.alpha=0.1");
  by_number = train (cli, "--set stop.period=9 --change 4:losses.0.optimizer.alpha=0.1");
  second = train (cli, "--set stop.period=9 --change 4:losses.late.optimizer.alpha=0.1");
  decayed = train (cli, "--set stop.period=9 --change 4:losses.late.hooks.0.rate=0.1");
  g_assert_cmpstr (first, !=, plain);
  g_assert_cmpstr (first, ==, by_number);
  g_assert_cmpstr (second, !=, plain);
  g_assert_cmpstr (second, !=, first);
  g_assert_cmpstr (decayed, !=, plain);
  g_assert_cmpstr (decayed, !=, second);
}

/* Where one loss is all that is learned from, its optimizer is the main one. */
static void
test_only_loss (Cli *cli, gconstpointer data)
{
  g_autofree char *plain = NULL;
  g_autofree char *changed = NULL;

  cli_write (cli, "a.rensa", pair, -1);
  cli_edit (cli, "a.rensa", ", \"models\": \"first\", \"optimizer\"", ", \"name\": \"both\", \"optimizer\"");
  cli_edit (cli, "a.rensa", "{\"node\": \"loss_a\"", "{\"node\": \"both\"");
  cli_edit (cli, "a.rensa", "{\"name\": \"loss_b\"", "{\"name\": \"both\", \"type\": \"add\"}, {\"name\": \"loss_b\"");
  cli_edit (cli, "a.rensa", "{\"from\": \"t\", \"to\": \"loss_b\"}",
            "{\"from\": \"t\", \"to\": \"loss_b\"}, {\"from\": \"loss_a\", \"to\": \"both\"},"
            "{\"from\": \"loss_b\", \"to\": \"both\"}");
  cli_edit (
      cli, "a.rensa",
      ",            {\"node\": \"loss_b\", \"models\": \"second\", \"name\": \"late\", \"optimizer\": {\"type\": \"Adam\"},"
      "             \"hooks\": [{\"type\": \"WeightDecay\", \"attrs\": {\"rate\": 0}}]}]",
      "]");
  plain = train (cli, "--set stop.period=9");
  changed = train (cli, "--set stop.period=9 --change 4:losses.both.optimizer.alpha=0.1");
  g_assert_cmpstr (changed, !=, plain);
}

/* What is wrong with a change of a loss. */
static void
test_wrong_losses (Cli *cli, gconstpointer data)
{
  static const char *const changes[][2] = {
    { "5:losses.first.alpha=1", "cannot be changed during training" },
    { "5:losses.first.every=2", "cannot be changed during training" },
    { "5:losses.other.optimizer.alpha=1", "losses.other" },
    { "5:losses.2.optimizer.alpha=1", "losses.2" },
    { "5:losses.late.hooks.1.rate=1", "hooks.1" },
    { "5:optimizer.alpha=1", "optimizer" },
  };

  cli_write (cli, "a.rensa", pair, -1);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autofree char *command = g_strdup_printf (TRAIN "--change \"%s\"", changes[i][0]);

      cli_run (cli, command);
      g_assert_cmpint (cli->status, ==, 2);
      g_assert_nonnull (strstr (cli->err, changes[i][1]));
    }
}

/* Adam stands still where alpha is 0. */
static void
test_next_update (Cli *cli, gconstpointer data)
{
  g_autofree char *nine = NULL;
  g_autofree char *ten = NULL;
  g_autofree char *stopped = NULL;
  g_autofree char *earlier = NULL;
  g_autofree char *on_and_off = NULL;

  cli_write_document (cli, NULL, NULL);
  nine = train (cli, "--set stop.period=9");
  ten = train (cli, "--set stop.period=10");
  stopped = train (cli, "--set stop.period=15 --change 10:optimizer.alpha=0");
  earlier = train (cli, "--set stop.period=15 --change 12:optimizer.alpha=0 -c 9:optimizers.main.alpha=0");
  on_and_off = train (cli, "--set stop.period=15 -c 12:optimizer.alpha=0.01 -c 9:optimizer.alpha=0");
  g_assert_cmpstr (nine, !=, ten);
  g_assert_cmpstr (stopped, ==, ten);
  g_assert_cmpstr (earlier, ==, nine);
  g_assert_cmpstr (on_and_off, !=, nine);
}

/* amsgrad makes Adam keep another array, which is in the snapshot. */
static void
test_resume (Cli *cli, gconstpointer data)
{
  const char *extension =
      "\"extensions\": [{\"type\": \"snapshot\", \"attrs\": {\"filename\": \"s{.updater.iteration}\"}, "
      "\"trigger\": {\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": 8, \"unit\": "
      "\"iteration\"}}}], \"stop\":";
  const char *early = "-c 4:optimizer.amsgrad=True -c 8:optimizer.beta1=0.5 -c 8:hooks.0.rate=0.1";
  g_autofree char *first = g_strdup_printf ("--set stop.period=8 %s", early);
  g_autofree char *all = g_strdup_printf ("--set stop.period=16 -c 12:optimizer.alpha=0.01 %s", early);
  g_autofree char *rest = g_strdup_printf ("--resume result/s8 %s", all);
  g_autofree char *begun = NULL;
  g_autofree char *resumed = NULL;
  g_autofree char *whole = NULL;

  cli_write_document (cli, "\"stop\":", extension);
  cli_edit (cli, "a.rensa",
            "\"optimizer\":", "\"hooks\": [{\"type\": \"WeightDecay\", \"attrs\": {\"rate\": 0.01}}], \"optimizer\":");
  begun = train (cli, first);
  resumed = train (cli, rest);
  whole = train (cli, all);
  g_assert_cmpstr (begun, !=, resumed);
  g_assert_cmpstr (resumed, ==, whole);
}

static void
test_never (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, NULL, NULL);
  cli_run (cli, TRAIN "--set stop.period=3 -c 2:optimizer.alpha=0.1 -c 4:optimizer.eps=0.1");
  g_assert_cmpint (cli->status, ==, 0);
  g_assert_cmpstr (cli->err, ==,
                   "rensa: Training ended before iteration 4, after which optimizer.eps was to be changed.\n");
}

static const struct
{
  const char *change;
  const char *sentence;
} wrong[] = {
  { "optimizer.alpha=0.1", "ITERATION:PATH=VALUE" },
  { "5:optimizer.alpha", "ITERATION:PATH=VALUE" },
  { "0:optimizer.alpha=0.1", "ITERATION:PATH=VALUE" },
  { "-1:optimizer.alpha=0.1", "ITERATION:PATH=VALUE" },
  { "5.5:optimizer.alpha=0.1", "ITERATION:PATH=VALUE" },
  { "99999999999999999999:optimizer.alpha=0.1", "ITERATION:PATH=VALUE" },
  { ":=", "ITERATION:PATH=VALUE" },
  { "5:=1", "cannot be changed during training" },
  { "5:seed=1", "cannot be changed during training" },
  { "5:model.l1.out_size=3", "cannot be changed during training" },
  { "5:optimizer=SGD", "cannot be changed during training" },
  { "5:optimizers.other.alpha=1", "cannot be changed during training" },
  { "5:optimizer.type=SGD", "Adam has no attribute type" },
  { "5:optimizer.alhpa=1", "did you mean alpha?" },
  { "5:optimizer.alpha=fast", "alpha expects a number" },
  { "5:optimizer.alpha=", "alpha expects a number" },
  { "5:hooks.0.rate=0.1", "hooks.0" },
};

/* Before anything is trained or made. */
static void
test_wrong (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *command = g_strdup_printf (TRAIN "--change \"%s\"", wrong[i].change);
      const char *end;

      cli_run (cli, command);
      g_assert_cmpint (cli->status, ==, 2);
      g_assert_cmpstr (cli->out, ==, "");
      if (strstr (cli->err, wrong[i].sentence) == NULL)
        g_test_message ("%s: %s", wrong[i].change, cli->err);
      g_assert_nonnull (strstr (cli->err, wrong[i].sentence));
      g_assert_true (g_str_has_prefix (cli->err, "rensa train: --change "));
      end = strchr (cli->err, '\n');
      g_assert_cmpstr (end, ==, "\nTry rensa train --help.\n");
      g_assert_false (cli_has (cli, "result"));
    }
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/cli/changes/next-update", test_next_update);
  ADD_CLI_TEST ("/cli/changes/resume", test_resume);
  ADD_CLI_TEST ("/cli/changes/never", test_never);
  ADD_CLI_TEST ("/cli/changes/wrong", test_wrong);
  ADD_CLI_TEST ("/cli/changes/losses", test_losses);
  ADD_CLI_TEST ("/cli/changes/only-loss", test_only_loss);
  ADD_CLI_TEST ("/cli/changes/wrong-losses", test_wrong_losses);
  return g_test_run ();
}
