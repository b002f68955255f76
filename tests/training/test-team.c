/* test-team.c: the number of threads follows the machine; here a made machine tells how long each iteration takes.
 * SPDX-License-Identifier: MIT */

#include <omp.h>

#include "rensa-random.h"
#include "rensa-team-private.h"
#include "training-fixture.h"

/* Seconds that an iteration takes with @n_threads at the moment @now. */
typedef double (*Machine) (int n_threads, double now);

typedef struct
{
  RensaTeam team;
  double now;
  double spent[65]; /* seconds with so many threads */
  guint n_changes;
} Life;

static void
live (Life *life, Machine machine, double seconds)
{
  const double end = life->now + seconds;

  while (life->now < end)
    {
      const int n_threads = rensa_team_get_n_threads (&life->team);
      const double taken = machine (n_threads, life->now);

      life->now += taken;
      life->spent[n_threads] += taken;
      rensa_team_report (&life->team, taken);
      life->n_changes += rensa_team_get_n_threads (&life->team) != n_threads;
    }
}

static Life
life_new (int most)
{
  Life life = { .now = 0 };

  rensa_team_init (&life.team, most);
  return life;
}

/* A small part of what two threads do cannot be shared. */
static double
idle (int n_threads, double now)
{
  return 0.0002 + 0.0008 / n_threads;
}

/* Somebody else takes a core for five milliseconds of eighty, as frames of a window do; who needs all cores waits. */
static double
with_frames (int n_threads, double now)
{
  const double phase = now - 0.08 * (gint64) (now / 0.08);

  return idle (n_threads, now) + (n_threads > 1 && phase < idle (n_threads, now) ? 0.005 : 0);
}

/* A network of eleven milliseconds an iteration on a machine where others come and go, as they please. */
static double
restless (int n_threads, double now)
{
  const guint64 moment = (guint64) (now / 0.04);
  const gboolean is_disturbed = (moment * 0x9e3779b97f4a7c15u) >> 61 == 0;

  return (n_threads == 1 ? 0.0145 : 0.011) + (is_disturbed ? 0.03 : 0);
}

/* A window appears, which takes a core for half a second. */
static double
busy_at_first (int n_threads, double now)
{
  return n_threads == 1 ? 0.0145 : now < 0.5 ? 0.022 : 0.0105;
}

/* Two threads wait for each other more than they work. */
static double
busy (int n_threads, double now)
{
  return n_threads == 1 ? 0.001 : 0.0013;
}

static double
indifferent (int n_threads, double now)
{
  return 0.001;
}

static double
slow (int n_threads, double now)
{
  return 2.0 / n_threads;
}

/* Of sixteen threads five are best. */
static double
best_with_five (int n_threads, double now)
{
  return 0.001 * (1.0 / MIN (n_threads, 5) + 0.1 * MAX (n_threads - 5, 0));
}

static void
test_one (void)
{
  Life life = life_new (1);

  live (&life, busy, 10);
  g_assert_cmpfloat (life.spent[1], >=, 10);
  g_assert_cmpuint (life.n_changes, ==, 0);
}

/* What is tried in vain costs little. */
static void
test_all (void)
{
  static const Machine machines[] = { idle, with_frames };

  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    {
      Life life = life_new (2);

      live (&life, machines[i], 60);
      g_assert_cmpfloat (life.spent[1] / life.now, <, 0.01);
      g_assert_cmpuint (life.n_changes, >=, 10);
    }
}

/* Who comes by chance while one of two sizes is tried does not decide between them. */
static void
test_restless (void)
{
  for (int i = 0; i < 50; i++)
    {
      Life life = { .now = 0.37 * i };

      rensa_team_init (&life.team, 2);
      live (&life, restless, 20);
      g_assert_cmpfloat (life.spent[1], <, 0.06 * 20);
    }
}

/* What was best at the start of a short run is soon given up. */
static void
test_busy_at_first (void)
{
  Life life = life_new (2);

  live (&life, busy_at_first, 4);
  g_assert_cmpfloat (life.spent[1], <, 1);
}

/* A run of a second profits, too. */
static void
test_fewer (void)
{
  Life life = life_new (2);

  live (&life, busy, 1);
  g_assert_cmpfloat (life.spent[2], <, 0.15);
  live (&life, busy, 59);
  g_assert_cmpfloat (life.spent[2] / life.now, <, 0.01);
}

static void
test_leaves_cores (void)
{
  Life life = life_new (2);

  live (&life, indifferent, 10);
  g_assert_cmpfloat (life.spent[1], >, 9);
}

static void
test_follows (void)
{
  Life life = life_new (2);

  for (int i = 0; i < 3; i++)
    {
      double before;

      live (&life, busy, 30);
      before = life.spent[1];
      live (&life, busy, 5);
      g_assert_cmpfloat (life.spent[1] - before, >, 4.5);

      live (&life, idle, 30);
      before = life.spent[2];
      live (&life, idle, 5);
      g_assert_cmpfloat (life.spent[2] - before, >, 4.5);
    }
}

static void
test_long_iterations (void)
{
  Life life = life_new (2);

  live (&life, slow, 3600);
  g_assert_cmpfloat (life.spent[1] / life.now, <, 0.04);
}

/* The best of the numbers that are tried is found from all of them. */
static void
test_sizes (void)
{
  for (int most = 1; most <= 64; most++)
    {
      Life life = life_new (most);
      const int *sizes = life.team.sizes;
      int best = most;
      double before;

      g_assert_cmpint (sizes[0], ==, most);
      g_assert_cmpint (sizes[life.team.n_sizes - 1], ==, 1);
      for (int i = 1; i < life.team.n_sizes; i++)
        {
          g_assert_cmpint (sizes[i], <, sizes[i - 1]);
          best = best_with_five (sizes[i], 0) < best_with_five (best, 0) ? sizes[i] : best;
        }

      live (&life, best_with_five, 40);
      before = life.spent[best];
      live (&life, best_with_five, 10);
      g_assert_cmpfloat (life.spent[best] - before, >, 9);
    }
}

/* Most iterations are too short for the clock. */
static void
test_odd_durations (void)
{
  RensaTeam team;

  rensa_team_init (&team, 2);
  for (int i = 0; i < 100000; i++)
    {
      rensa_team_report (&team, i % 7 == 0 ? 0.01 : 0);
      g_assert_cmpint (rensa_team_get_n_threads (&team), >=, 1);
      g_assert_cmpint (rensa_team_get_n_threads (&team), <=, 2);
    }
}

/* The caller's number of threads is what it was, and the weights do not tell how many there were. */
static void
test_trainer (void)
{
  const int n_before = omp_get_max_threads ();
  g_autoptr (GArray) weights = NULL;

  for (int n_threads = 1; n_threads <= 3; n_threads++)
    {
      char *out = test_folder_new ();
      g_autoptr (RensaTrainer) trainer = NULL;

      *rensa_random_get_default () = rensa_random_init (5, 0);
      trainer = TRAINER (.predictor = mlp_new (4, 600, 3), .length = 60, .unit = "iteration", .out = out);
      omp_set_num_threads (n_threads);
      run_trainer (trainer);
      g_assert_cmpint (omp_get_max_threads (), ==, n_threads);

      g_autoptr (GArray) now = get_weights (trainer);
      if (weights != NULL)
        assert_same_weights (weights, now);
      else
        weights = g_array_ref (now);
      test_folder_free (out);
    }
  omp_set_num_threads (n_before);
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/team/one", test_one);
  g_test_add_func ("/training/team/all", test_all);
  g_test_add_func ("/training/team/restless", test_restless);
  g_test_add_func ("/training/team/busy-at-first", test_busy_at_first);
  g_test_add_func ("/training/team/fewer", test_fewer);
  g_test_add_func ("/training/team/leaves-cores", test_leaves_cores);
  g_test_add_func ("/training/team/follows", test_follows);
  g_test_add_func ("/training/team/long-iterations", test_long_iterations);
  g_test_add_func ("/training/team/sizes", test_sizes);
  g_test_add_func ("/training/team/odd-durations", test_odd_durations);
  g_test_add_func ("/training/team/trainer", test_trainer);
  return g_test_run ();
}
