/* test-resume.c: a run that goes on from a snapshot ends where one ends that was never interrupted.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <omp.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "rensa-npz.h"
#include "rensa-random.h"
#include "rensa-snapshot.h"
#include "training-fixture.h"

#define LENGTH 7
#define CUT 3

/* With what each component is tried; what is not named here is tried as it comes. */
static const struct
{
  RensaComponentKind kind;
  const char *text;
} rows[] = {
  { RENSA_COMPONENT_OPTIMIZER, "Adam(alpha=0.05, amsgrad=True)" },
  { RENSA_COMPONENT_OPTIMIZER_HOOK, "GradientClipping(threshold=0.1)" },
  { RENSA_COMPONENT_OPTIMIZER_HOOK, "GradientHardClipping(lower_bound=-0.1, upper_bound=0.1)" },
  { RENSA_COMPONENT_OPTIMIZER_HOOK, "GradientNoise(eta=0.1)" },
  { RENSA_COMPONENT_OPTIMIZER_HOOK, "Lasso(rate=0.01)" },
  { RENSA_COMPONENT_OPTIMIZER_HOOK, "WeightDecay(rate=0.01)" },
  { RENSA_COMPONENT_OPTIMIZER_HOOK, "LossScaling(interval=2)" },
  { RENSA_COMPONENT_UPDATER, "ParallelUpdater(n_models=3)" },
  { RENSA_COMPONENT_TRIGGER, "IntervalTrigger(period=0.7)" },
  { RENSA_COMPONENT_TRIGGER, "ManualScheduleTrigger(points=(2, 4, 5), unit=iteration)" },
  { RENSA_COMPONENT_TRIGGER, "MaxValueTrigger(key='main/loss', trigger=IntervalTrigger(period=2, unit=iteration))" },
  { RENSA_COMPONENT_TRIGGER, "MinValueTrigger(key='main/loss', trigger=IntervalTrigger(period=2, unit=iteration))" },
  { RENSA_COMPONENT_TRIGGER, "BestValueTrigger(key='main/loss', compare='new < best')" },
  { RENSA_COMPONENT_TRIGGER,
    "EarlyStoppingTrigger(patience=2, check_trigger=IntervalTrigger(period=1, unit=iteration))" },
  { RENSA_COMPONENT_TRIGGER, "TimeTrigger(period=1000)" },
  { RENSA_COMPONENT_EXTENSION, "ExponentialShift(attr=lr, rate=0.9)" },
  { RENSA_COMPONENT_EXTENSION, "InverseShift(attr=lr, gamma=0.1, power=0.5)" },
  { RENSA_COMPONENT_EXTENSION, "LinearShift(attr=lr, value_range=(0.1, 0.01), time_range=(1, 6))" },
  { RENSA_COMPONENT_EXTENSION, "MultistepShift(attr=lr, gamma=0.5, step_value=(2, 4), init=0.2)" },
  { RENSA_COMPONENT_EXTENSION, "PolynomialShift(attr=lr, rate=1, max_count=20)" },
  { RENSA_COMPONENT_EXTENSION, "StepShift(attr=lr, gamma=0.5, step=2)" },
  { RENSA_COMPONENT_EXTENSION, "WarmupShift(attr=lr, warmup_start=0.01, warmup_iter=5, init=0.1)" },
  { RENSA_COMPONENT_EXTENSION, "MicroAverage(numerator_key='main/loss', denominator_key='main/loss', result_key=one)" },
  { RENSA_COMPONENT_EXTENSION, "observe_value(observation_key=place, target_func='iteration / 2')" },
  { RENSA_COMPONENT_EXTENSION, "ParameterStatistics(trigger=IntervalTrigger(period=5, unit=iteration))" },
  { RENSA_COMPONENT_EXTENSION, "PlotReport(y_keys='main/loss')" },
  { RENSA_COMPONENT_EXTENSION, "snapshot(n_retains=2, writer=ThreadWriter)" },
  { RENSA_COMPONENT_EXTENSION, "VariableStatisticsPlot(max_sample_size=3)" },
};

typedef struct
{
  RensaComponentKind kind;
  const char *text;
} Case;

/* It shows in the weights when a trigger fires: what is dropped from then on is something else. */
static gboolean
draw_number (RensaTrainer *trainer, gpointer data, GError **error)
{
  rensa_random_take (rensa_random_get_default (), 1);
  return TRUE;
}

static RensaTrigger *
trigger_new (const char *text)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_TRIGGER, text, NULL);

  return rensa_trigger_new (attrs, NULL);
}

static void
add_hook (RensaTrainer *trainer, const char *text)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER_HOOK, text, NULL);

  g_assert_nonnull (attrs);
  g_assert_true (rensa_optimizer_add_hook (
      rensa_updater_get_optimizer (rensa_trainer_get_updater (trainer), RENSA_MAIN), attrs, NULL));
}

/* Everything else has a state too: shuffling, dropout, running statistics. */
static RensaTrainer *
make_trainer (const Case *c, gint64 length, const char *out)
{
  g_autoptr (RensaDataset) validation = examples_new (5);
  const gboolean is_optimizer = c->kind == RENSA_COMPONENT_OPTIMIZER;
  const gboolean is_updater = c->kind == RENSA_COMPONENT_UPDATER;
  RensaTrainer *trainer =
      TRAINER (.n_examples = 10, .shuffle = TRUE, .noisy = TRUE, .length = length, .unit = "iteration",
               .optimizer = is_optimizer ? c->text : NULL, .updater = is_updater ? c->text : NULL, .out = out);

  if (c->kind == RENSA_COMPONENT_OPTIMIZER_HOOK)
    add_hook (trainer, c->text);
  if (c->kind == RENSA_COMPONENT_EXTENSION && g_str_has_prefix (c->text, "PrintReport"))
    extend (trainer, "LogReport", NULL);
  if (c->kind == RENSA_COMPONENT_EXTENSION && g_str_equal (c->text, "Evaluator"))
    extend_evaluator (trainer, validation, 3);
  else if (c->kind == RENSA_COMPONENT_EXTENSION)
    extend (trainer, c->text, NULL);
  if (c->kind == RENSA_COMPONENT_TRIGGER)
    add_probe (trainer, &probe_class, "draw", trigger_new (c->text))->func = draw_number;
  extend (trainer, "snapshot(filename='after_{.updater.iteration}')", every (1, "iteration"));
  return trainer;
}

static void
check_case (gconstpointer data)
{
  const Case *c = data;
  char *whole_out = test_folder_new ();
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) whole = make_trainer (c, LENGTH, whole_out);
  g_autoptr (RensaTrainer) first = make_trainer (c, CUT, out);
  g_autoptr (RensaTrainer) second = make_trainer (c, LENGTH, out);
  g_autofree char *cut = g_strdup_printf ("%s/after_%d", out, CUT);
  g_autofree char *end = g_strdup_printf ("%s/after_%d", out, LENGTH);
  g_autofree char *whole_end = g_strdup_printf ("%s/after_%d", whole_out, LENGTH);
  GError *error = NULL;

  *rensa_random_get_default () = rensa_random_init (5, 0);
  omp_set_num_threads (1);
  run_trainer (whole);
  *rensa_random_get_default () = rensa_random_init (5, 0);
  omp_set_num_threads (3);
  run_trainer (first);
  *rensa_random_get_default () = rensa_random_init (99, 1);
  omp_set_num_threads (2);
  rensa_snapshot_load (second, cut, &error);
  g_assert_no_error (error);
  run_trainer (second);
  assert_same_arrays (whole_end, end);
  test_folder_free (whole_out);
  test_folder_free (out);
}

/* All components of the kinds that take part in a training, whatever they are. */
static void
add_cases (RensaComponentKind kind)
{
  guint n;
  const RensaComponent *const *components = rensa_registry_list (kind, &n);

  for (guint i = 0; i < n; i++)
    {
      const gsize length = strlen (components[i]->name);
      g_autofree char *path = g_strdup_printf ("/training/resume/%s", components[i]->name);
      Case *c;

      /* Previews look at models that suit them, and keep nothing: test-preview-maker.c. */
      if (kind == RENSA_COMPONENT_EXTENSION && ((const RensaExtensionClass *) components[i])->preview != NULL)
        continue;
      c = g_new (Case, 1);
      *c = (Case){ kind, components[i]->name };
      for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
        if (rows[k].kind == kind && strncmp (rows[k].text, components[i]->name, length) == 0
            && rows[k].text[length] == '(')
          c->text = rows[k].text;
      g_test_add_data_func_full (path, c, check_case, g_free);
    }
}

/* A process that trains and writes a snapshot after each iteration, until somebody kills it. */
static int
be_a_victim (const char *out)
{
  RensaTrainer *trainer = TRAINER (.n_examples = 10, .length = 1e9, .unit = "iteration", .out = out);

  /* A test that fails leaves nobody behind. */
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  extend (trainer, "snapshot(n_retains=3, writer=ThreadWriter)", every (1, "iteration"));
  run_trainer (trainer);
  return 1;
}

/* Calls @func for every file that bears the name of a snapshot; gives how many there are. */
static guint
foreach_snapshot (const char *out, void (*func) (const char *out, const char *path))
{
  g_autoptr (GDir) dir = g_dir_open (out, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (out, name, NULL);

      if (!g_str_has_prefix (name, "snapshot_iter_"))
        continue;
      func (out, path);
      n++;
    }
  return n;
}

/* While somebody writes, files come and go. */
static void
pass_over (const char *out, const char *path)
{
}

static void
load_whole (const char *out, const char *path)
{
  g_autoptr (RensaTrainer) trainer = TRAINER (.n_examples = 10, .length = 1e9, .unit = "iteration", .out = out);
  g_autoptr (GError) error = NULL;

  rensa_snapshot_load (trainer, path, &error);
  g_assert_no_error (error);
}

static void
kill_loses_one_snapshot (gconstpointer program)
{
  char *out = test_folder_new ();

  for (int i = 0; i < 8; i++)
    {
      const char *const argv[] = { program, "--victim", out, NULL };
      GPid pid;
      GError *error = NULL;

      g_spawn_async (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, &error);
      g_assert_no_error (error);
      while (foreach_snapshot (out, pass_over) < 3)
        g_usleep (2000);
      g_usleep ((gulong) g_test_rand_int_range (0, 30000));
      kill (pid, SIGKILL);
      waitpid (pid, NULL, 0);
      g_assert_cmpuint (foreach_snapshot (out, load_whole), >=, 3);
    }
  test_folder_free (out);
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  if (argc == 3 && g_str_equal (argv[1], "--victim"))
    return be_a_victim (argv[2]);

  add_cases (RENSA_COMPONENT_OPTIMIZER);
  add_cases (RENSA_COMPONENT_OPTIMIZER_HOOK);
  add_cases (RENSA_COMPONENT_UPDATER);
  add_cases (RENSA_COMPONENT_TRIGGER);
  add_cases (RENSA_COMPONENT_EXTENSION);
  g_test_add_data_func ("/training/resume/kill-loses-one-snapshot", argv[0], kill_loses_one_snapshot);
  return g_test_run ();
}
