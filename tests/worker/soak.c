/* soak.c: worker and store under load for minutes, meant for the thread sanitizer (./dev soak MINUTES).
 *
 * Each round starts three hands, processes that share one store. A hand starts, steers, edits and drops runs, records others from
 * threads of its own, and reads, edits and deletes what is in the store, all chosen by a seed. One hand of each second round is
 * killed. Afterwards the store must be whole, and no run may be active.
 * SPDX-License-Identifier: MIT */

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "worker-fixture.h"

#define HAND "--hand"
#define N_HANDS 3
#define N_RECORDINGS 3
#define ROUND_SECONDS 20

typedef struct
{
  RensaStore *store;
  RensaWorker *worker;
  GThread *recordings[N_RECORDINGS];
  GRand *random;
  gboolean has_abandoned; /* that thread may still use the store */
  guint n_messages;
} Hand;

/* GLib has a lock around its interned strings, too, but one that the thread sanitizer does not know. */
static pthread_mutex_t interning = PTHREAD_MUTEX_INITIALIZER;

static const char *
intern_locked (const char *function, const char *string)
{
  const char *(*intern) (const char *) = NULL;
  const char *interned;

  *(gpointer *) &intern = dlsym (RTLD_NEXT, function);
  pthread_mutex_lock (&interning);
  interned = intern (string);
  pthread_mutex_unlock (&interning);
  return interned;
}

const char *
g_intern_string (const char *string)
{
  return intern_locked ("g_intern_string", string);
}

const char *
g_intern_static_string (const char *string)
{
  return intern_locked ("g_intern_static_string", string);
}

static int
choose (Hand *hand, int n)
{
  return g_rand_int_range (hand->random, 0, n);
}

/* A run of the list, of whatever program; NULL where there is none. */
static RensaRun *
choose_run (Hand *hand)
{
  GListModel *runs = rensa_store_get_runs (hand->store);
  const guint n = g_list_model_get_n_items (runs);
  g_autoptr (RensaRun) run = n > 0 ? g_list_model_get_item (runs, (guint) choose (hand, (int) n)) : NULL;

  return run;
}

static void
start (Hand *hand)
{
  g_autofree char *text = make_document (1 + choose (hand, 60));
  g_autoptr (RensaDocument) document = document_of (text);
  RensaRun *resumed = choose (hand, 3) == 0 ? choose_run (hand) : NULL;
  const RensaWorkerOptions options = {
    .document = document, .store = hand->store, .resume = resumed, .paused = choose (hand, 4) == 0
  };
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&hand->worker, rensa_worker_free);
  hand->worker = rensa_worker_start (&options, &error);
  /* A run that another program trains, or has deleted, is refused. */
  if (resumed == NULL)
    g_assert_no_error (error);
}

static void
steer (Hand *hand)
{
  static void (*const commands[]) (
      RensaWorker *) = { rensa_worker_pause, rensa_worker_resume, rensa_worker_resume,       rensa_worker_step,
                         rensa_worker_step,  rensa_worker_stop,   rensa_worker_take_snapshot };

  if (hand->worker != NULL)
    commands[choose (hand, G_N_ELEMENTS (commands))](hand->worker);
}

static void
edit (Hand *hand)
{
  static const char *const edits[][2] = {
    { "optimizer.alpha", "0.02" }, { "optimizer.alpha", "0.01" }, { "hooks.0.rate", "0.002" }, { "seed", "1" }
  };
  const int n = choose (hand, G_N_ELEMENTS (edits));
  g_autoptr (GError) error = NULL;

  if (hand->worker != NULL)
    g_assert_true (rensa_worker_set (hand->worker, edits[n][0], edits[n][1], &error) == (n < 3));
}

static void
ask (Hand *hand)
{
  static const float points[] = { 0, 0, 1, 0.5f };

  if (hand->worker != NULL)
    rensa_worker_ask (hand->worker, rensa_question_new ((const float *const[]){ points }, (const gsize[]){ 2 }, 1, 2));
}

static void
count_message (const RensaMessage *message, gpointer data)
{
  ((Hand *) data)->n_messages++;
}

static void
look (Hand *hand)
{
  RensaWorkerStatus status;
  RensaAnswer *answer;

  if (hand->worker == NULL)
    return;
  rensa_worker_get_status (hand->worker, &status);
  rensa_worker_read (hand->worker, count_message, hand);
  answer = rensa_worker_take_answer (hand->worker);
  if (answer != NULL)
    rensa_answer_free (answer);
  if (status.state == RENSA_WORKER_FAILED)
    g_assert_nonnull (rensa_worker_get_error (hand->worker));
}

static void
drop (Hand *hand)
{
  g_clear_pointer (&hand->worker, rensa_worker_free);
}

static void
abandon (Hand *hand)
{
  if (hand->worker == NULL || choose (hand, 10) > 0)
    return;
  rensa_worker_abandon (g_steal_pointer (&hand->worker));
  hand->has_abandoned = TRUE;
}

static gpointer
record_values (gpointer data)
{
  g_autoptr (RensaRecorder) recorder = data;

  for (gint64 i = 1; i <= 400; i++)
    {
      rensa_recorder_add_value (recorder, "main/loss", i, (double) i / 10, (double) i / 1000, 1.0 / (double) i);
      if (i % 20 == 0)
        rensa_recorder_add_log (recorder, i / 20 - 1, (const char *[]){ "iteration" }, (double[]){ (double) i }, 1);
      if (i % 100 == 0)
        rensa_recorder_add_event (recorder, i, (double) i / 10, (double) i / 1000, "optimizer.alpha", "0.1");
      g_usleep (500);
    }
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
  return NULL;
}

static void
record (Hand *hand)
{
  GThread **recording = &hand->recordings[choose (hand, N_RECORDINGS)];
  const RensaRunStart run = { .name = "recorded", .document = "{\"format\": 1}" };
  g_autoptr (GError) error = NULL;
  RensaRecorder *recorder;

  if (*recording != NULL)
    g_thread_join (g_steal_pointer (recording));
  recorder = rensa_store_begin (hand->store, &run, &error);
  g_assert_no_error (error);
  rensa_recorder_describe (recorder, &(RensaReportKey){ (char *) "main/loss", 0, 5, RENSA_MEASURE_LOSS });
  *recording = g_thread_new ("recording", record_values, recorder);
}

static void
change_run (Hand *hand)
{
  RensaRun *run = choose_run (hand);
  g_autofree char *text = g_strdup_printf ("%d", choose (hand, 1000));

  if (run == NULL)
    return;
  rensa_store_set_name (hand->store, run, text);
  rensa_store_set_note (hand->store, run, text);
  rensa_store_set_tags (hand->store, run, text);
  rensa_store_set_starred (hand->store, run, choose (hand, 2) == 0);
  rensa_store_set_proof (hand->store, run, "c", choose (hand, 10), TRUE);
}

/* Those that are active are refused. */
static void
delete_run (Hand *hand)
{
  g_autoptr (RensaRun) run = choose_run (hand);

  if (run == NULL)
    return;
  g_object_ref (run);
  if (rensa_store_delete (hand->store, run, NULL) && choose (hand, 3) == 0)
    rensa_store_undelete (hand->store, run);
  rensa_store_remove_snapshots (hand->store, run, NULL, NULL);
}

/* Another program may delete the run meanwhile. */
static void
read_run (Hand *hand)
{
  RensaRun *run = choose_run (hand);
  GPtrArray *(*const loaders[]) (RensaStore *, RensaRun *,
                                 GError **) = { rensa_store_list_series, rensa_store_load_events,
                                                rensa_store_load_changes, rensa_store_load_log,
                                                rensa_store_load_artifacts };

  for (guint i = 0; run != NULL && i < G_N_ELEMENTS (loaders); i++)
    g_clear_pointer (&(GPtrArray *){ loaders[i](hand->store, run, NULL) }, g_ptr_array_unref);
  if (run != NULL)
    g_free (rensa_store_load_document (hand->store, run, NULL));
  if (run != NULL)
    g_clear_pointer (&(RensaRunSeries *){ rensa_store_load_series (hand->store, run, "main/loss", NULL) },
                     rensa_run_series_free);
}

static void
measure (Hand *hand)
{
  /* A hand that has abandoned a run leaves its store open, and with it this thread. */
  if (!hand->has_abandoned)
    rensa_store_measure (hand->store);
}

static void
secure (Hand *hand)
{
  g_assert_true (choose (hand, 2) == 0 ? rensa_store_flush (hand->store, NULL)
                                       : rensa_store_secure (hand->store, NULL));
}

static void
open_store (Hand *hand, const char *folder)
{
  g_autoptr (GError) error = NULL;

  hand->store = rensa_store_open (folder, &error);
  g_assert_no_error (error);
  g_assert_null (rensa_store_get_notice (hand->store));
}

static void
end_all (Hand *hand)
{
  drop (hand);
  for (guint i = 0; i < N_RECORDINGS; i++)
    if (hand->recordings[i] != NULL)
      g_thread_join (g_steal_pointer (&hand->recordings[i]));
}

static void
reopen (Hand *hand)
{
  g_autofree char *folder = g_strdup (rensa_store_get_folder (hand->store));

  if (hand->has_abandoned || choose (hand, 10) > 0)
    return;
  end_all (hand);
  g_clear_object (&hand->store);
  open_store (hand, folder);
}

static const struct
{
  const char *name;
  void (*act) (Hand *hand);
  int weight;
} actions[] = {
  { "start", start, 4 },       { "steer", steer, 40 },      { "edit", edit, 10 },      { "ask", ask, 10 },
  { "look", look, 40 },        { "drop", drop, 2 },         { "abandon", abandon, 1 }, { "record", record, 3 },
  { "change", change_run, 6 }, { "delete", delete_run, 3 }, { "read", read_run, 8 },   { "measure", measure, 2 },
  { "secure", secure, 3 },     { "reopen", reopen, 2 },
};

static guint
choose_action (Hand *hand)
{
  int n_weights = 0;
  int chosen;
  guint i = 0;

  for (guint k = 0; k < G_N_ELEMENTS (actions); k++)
    n_weights += actions[k].weight;
  chosen = choose (hand, n_weights);
  while (chosen >= actions[i].weight)
    chosen -= actions[i++].weight;
  return i;
}

static void
print_counts (const Hand *hand, const guint *counts)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    g_string_append_printf (text, "%s %u, ", actions[i].name, counts[i]);
  g_print ("  %smessages %u\n", text->str, hand->n_messages);
}

/* A thread that was abandoned ends with the program. */
static void
be_hand (const char *folder, guint32 seed)
{
  const gint64 end = g_get_monotonic_time () + ROUND_SECONDS * G_USEC_PER_SEC;
  guint counts[G_N_ELEMENTS (actions)] = { 0 };
  Hand hand = { .random = g_rand_new_with_seed (seed) };

  open_store (&hand, folder);
  while (g_get_monotonic_time () < end)
    {
      const guint i = choose_action (&hand);

      actions[i].act (&hand);
      counts[i]++;
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_usleep ((gulong) choose (&hand, 5000));
    }
  end_all (&hand);
  print_counts (&hand, counts);
  g_rand_free (hand.random);
  if (hand.has_abandoned)
    {
      g_assert_true (rensa_store_secure (hand.store, NULL));
      _exit (EXIT_SUCCESS);
    }
  g_object_unref (hand.store);
}

static GPid
start_hand (char *program, char *folder, guint32 seed)
{
  g_autofree char *number = g_strdup_printf ("%u", seed);
  char *command[] = { program, (char *) HAND, folder, number, NULL };
  g_autoptr (GError) error = NULL;
  GPid pid;

  g_spawn_async (NULL, command, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, &error);
  g_assert_no_error (error);
  return pid;
}

/* Whether it ended well, or was killed and nothing else. */
static gboolean
wait_for_hand (GPid pid, gboolean is_killed)
{
  int status;

  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  return (WIFEXITED (status) && WEXITSTATUS (status) == EXIT_SUCCESS)
         || (is_killed && WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
}

/* The store opens without a notice, all its runs have ended, and what they hold can be read. */
static void
check_store (const char *folder)
{
  Hand hand = { 0 };
  GListModel *runs;
  guint n_active = 0;

  open_store (&hand, folder);
  runs = rensa_store_get_runs (hand.store);
  for (guint i = 0; i < g_list_model_get_n_items (runs); i++)
    {
      g_autoptr (RensaRun) run = g_list_model_get_item (runs, i);
      g_autoptr (GError) error = NULL;
      g_autofree char *document = rensa_store_load_document (hand.store, run, &error);
      g_autoptr (GPtrArray) log = rensa_store_load_log (hand.store, run, &error);

      g_assert_no_error (error);
      g_assert_nonnull (document);
      g_assert_nonnull (log);
      n_active += rensa_run_is_active (run);
    }
  g_assert_cmpuint (n_active, ==, 0);
  g_print ("  %u runs in the store\n", g_list_model_get_n_items (runs));
  g_object_unref (hand.store);
}

/* Returns how many hands ended otherwise than they should. */
static guint
play_round (char *program, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  const gboolean kills = seed % 2 == 1;
  char *folder = test_folder_new ();
  GPid hands[N_HANDS];
  guint n_bad = 0;

  g_print ("round %u\n", seed);
  for (guint i = 0; i < N_HANDS; i++)
    hands[i] = start_hand (program, folder, N_HANDS * seed + i);
  if (kills)
    {
      g_usleep ((gulong) g_rand_int_range (random, 0, ROUND_SECONDS * G_USEC_PER_SEC));
      kill (hands[0], SIGKILL);
    }
  for (guint i = 0; i < N_HANDS; i++)
    n_bad += !wait_for_hand (hands[i], kills && i == 0);
  check_store (folder);
  test_folder_free (folder);
  return n_bad;
}

int
main (int argc, char **argv)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  char *none[] = { argv[0], NULL };
  const gint64 start_time = g_get_monotonic_time ();
  const double minutes = argc > 1 ? g_ascii_strtod (argv[1], NULL) : 0;
  guint32 seed = argc > 2 ? (guint32) strtoul (argv[2], NULL, 10) : 1;
  guint n_rounds = 0;
  guint n_bad = 0;

  worker_tests_init (&(int){ 1 }, &(char **){ none });
  if (argc == 4 && strcmp (argv[1], HAND) == 0)
    return be_hand (argv[2], (guint32) strtoul (argv[3], NULL, 10)), EXIT_SUCCESS;

  for (; (double) (g_get_monotonic_time () - start_time) < minutes * 60 * G_USEC_PER_SEC; n_rounds++)
    n_bad += play_round (program, seed++);
  g_print ("%u rounds, %u hands with a finding\n", n_rounds, n_bad);
  return n_bad == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
