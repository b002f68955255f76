/* test-no-memory.c: each request for memory that may fail does so in turn, until a round passes in which none does.
 *
 * These are the engine's requests for arrays, blocks and maps, and all of SQLite's; GLib ends the program where one of its own fails.
 * Whatever is done then either works all the same or is refused in one sentence, leaks nothing, and works when it is done again.
 * SPDX-License-Identifier: MIT */

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "faults.h"
#include "rensa-builder.h"
#include "rensa-importer.h"
#include "rensa-snapshot.h"
#include "worker-fixture.h"

/* More requests than any of these makes. */
#define MOST_REQUESTS 200000

/* Of the address sanitizer, where there is one. */
#pragma weak __lsan_do_recoverable_leak_check
int __lsan_do_recoverable_leak_check (void);

/* @act: does all of it in @folder
 * @step: every which request fails, from a random one on; more than 1 where all of them would take minutes, as RENSA_FAULT_STEP=1 lets them
 * @is_of_sqlite: it may say something else than that memory is short */
typedef struct
{
  const char *name;
  gboolean (*act) (const char *folder, GError **error);
  guint step;
  gboolean is_of_sqlite;
} Case;

/* What a child tells. */
typedef struct
{
  gboolean has_failed;
  gboolean was_met;
  gboolean says_memory;
  char sentence[1024];
} Outcome;

static Outcome *outcome;

static char *
path_in (const char *folder, const char *name)
{
  return g_build_filename (folder, name, NULL);
}

#define CSV "\"type\": \"csv\", \"attrs\": {\"path\": \"a.csv\", \"label\": \"c\"}"

/* A document on a table; what it does is in its text alone. */
static RensaDocument *
load_document (const char *folder, GError **error)
{
  g_autofree char *moons = make_document (1);
  g_autofree char *text =
      replaced (g_steal_pointer (&moons), "\"type\": \"moons\", \"attrs\": {\"n\": 60, \"n_test\": 20}", CSV);
  g_autofree char *path = path_in (folder, "a.rensa");
  g_autofree char *table = path_in (folder, "a.csv");
  g_autoptr (GString) rows = g_string_new ("a,b,c\n");

  for (int i = 0; i < 60; i++)
    g_string_append_printf (rows, "%d,%d.5,%d\n", i % 7, i % 5, i % 2);
  g_assert_true (g_file_set_contents (path, text, -1, NULL) && g_file_set_contents (table, rows->str, -1, NULL));
  return rensa_document_load (path, error);
}

static gboolean
open_project (const char *folder, GError **error)
{
  g_autoptr (RensaDocument) document = load_document (folder, error);
  g_autoptr (RensaBuilder) builder = document != NULL ? rensa_builder_new (document, NULL, error) : NULL;

  return builder != NULL && rensa_builder_prepare (builder, error) && rensa_builder_get_facts (builder, error) != NULL;
}

static RensaTrainer *
make_trainer (RensaDocument *document, const char *folder, GError **error)
{
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, error);
  g_autofree char *out = path_in (folder, "out");
  RensaTrainer *trainer = builder != NULL ? rensa_builder_make_trainer (builder, out, error) : NULL;

  if (trainer != NULL)
    rensa_trainer_set_output (trainer, NULL);
  return trainer;
}

static gboolean
train (const char *folder, GError **error)
{
  g_autoptr (RensaDocument) document = load_document (folder, error);
  g_autoptr (RensaTrainer) trainer = document != NULL ? make_trainer (document, folder, error) : NULL;

  return trainer != NULL && rensa_trainer_run (trainer, error);
}

static gboolean
save (const char *folder, GError **error)
{
  g_autofree char *text = make_document (1);
  g_autofree char *snapshot = path_in (folder, "snapshot");
  g_autofree char *model = path_in (folder, "model.npz");
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaTrainer) trainer = make_trainer (document, folder, error);
  RensaLink *target;

  if (trainer == NULL)
    return FALSE;
  target = rensa_updater_get_target (rensa_trainer_get_updater (trainer), RENSA_MAIN);
  return rensa_snapshot_save (trainer, snapshot, error) && rensa_snapshot_load (trainer, snapshot, error)
         && rensa_save_npz (model, rensa_link_serialize, target, TRUE, error)
         && rensa_load_npz (model, NULL, RENSA_NPZ_EXACT, rensa_link_serialize, target, error);
}

static gboolean
evaluate (const char *folder, GError **error)
{
  static const float points[] = { 0, 0, 1, 0.5f, -1, 2 };
  g_autofree char *text = make_document (1);
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, error);
  g_autoptr (RensaLink) model = builder != NULL ? rensa_builder_make_model (builder, error) : NULL;
  RensaQuestion *question =
      rensa_question_new ((const float *const[]){ points }, (const gsize[]){ 2 }, 1, G_N_ELEMENTS (points) / 2);
  guint n;
  g_autofree float *answer = model != NULL ? rensa_question_ask (question, model, builder, &n, error) : NULL;

  rensa_question_free (question);
  return answer != NULL;
}

static gboolean
import_file (const char *name, GError **error)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "reference", name, NULL);
  g_autoptr (RensaImported) imported = rensa_import (path, error);

  return imported != NULL;
}

static gboolean
import_caffe (const char *folder, GError **error)
{
  return import_file ("serialized/caffe_layers.caffemodel", error);
}

#ifdef HAVE_ONNX
static gboolean
import_onnx (const char *folder, GError **error)
{
  return import_file ("onnx/autoencoder.opset11.onnx", error);
}
#endif

static gboolean
record (const char *folder, GError **error)
{
  const RensaRunStart start = { .name = "run", .document = "{\"format\": 1}" };
  g_autofree char *path = path_in (folder, "store");
  g_autoptr (RensaStore) store = rensa_store_open (path, error);
  g_autoptr (RensaRunSeries) series = NULL;
  RensaRecorder *recorder = store != NULL ? rensa_store_begin (store, &start, error) : NULL;
  RensaRun *run;

  if (recorder == NULL)
    return FALSE;
  run = rensa_recorder_get_run (recorder);
  rensa_recorder_describe (recorder, &(RensaReportKey){ (char *) "main/loss", 0, 5, RENSA_MEASURE_LOSS });
  for (int i = 1; i <= 10; i++)
    rensa_recorder_add_value (recorder, "main/loss", i, i, i, 1.0 / i);
  rensa_recorder_add_log (recorder, 0, (const char *[]){ "iteration" }, (double[]){ 10 }, 1);
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
  rensa_recorder_free (recorder);
  if (!rensa_store_flush (store, error))
    return FALSE;
  series = rensa_store_load_series (store, run, "main/loss", error);
  return series != NULL;
}

static const Case cases[] = {
  { "open", open_project, 1 },
  { "train", train, 1 },
  { "save", save, 1 },
  { "evaluate", evaluate, 1 },
  { "import-caffe", import_caffe, 1 },
#ifdef HAVE_ONNX
  { "import-onnx", import_onnx, 1 },
#endif
  { "record", record, 397, .is_of_sqlite = TRUE },
};

static void
act (const Case *tried, const char *folder, guint nth, gboolean lasts)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) later = NULL;

  faults_arm_memory (nth, lasts);
  outcome->has_failed = !tried->act (folder, &error);
  outcome->was_met = faults_disarm ();
  outcome->says_memory = error != NULL && strstr (error->message, "memory") != NULL;
  g_strlcpy (outcome->sentence, error != NULL ? error->message : "", sizeof outcome->sentence);
  if (!tried->act (folder, &later))
    g_error ("%s %u: does not work again: %s", tried->name, nth, later->message);
}

static void
run_child (const Case *tried, const char *folder, guint nth, gboolean lasts)
{
  const pid_t pid = fork ();
  int status;

  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      /* Else all runs would have the same UUID. */
      g_random_set_seed ((guint32) getpid ());
      act (tried, folder, nth, lasts);
      if (__lsan_do_recoverable_leak_check != NULL && __lsan_do_recoverable_leak_check () != 0)
        g_error ("%s %u: a leak", tried->name, nth);
      _exit (0);
    }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  if (!WIFEXITED (status) || WEXITSTATUS (status) != 0)
    g_error ("%s: request %u ends the program", tried->name, nth);
}

static gboolean
is_sentence (const char *text)
{
  return *text != '\0' && g_utf8_validate (text, -1, NULL) && strchr (text, '\n') == NULL;
}

/* Whether there was an nth request. */
static gboolean
play_round (const Case *tried, guint nth, gboolean lasts, GHashTable *sentences)
{
  char *folder = test_folder_new ();

  *outcome = (Outcome){ 0 };
  run_child (tried, folder, nth, lasts);
  if (outcome->has_failed && !(is_sentence (outcome->sentence) && (outcome->says_memory || tried->is_of_sqlite)))
    g_error ("%s %u: no sentence on memory: %s", tried->name, nth, outcome->sentence);
  if (!outcome->was_met)
    g_assert_false (outcome->has_failed);
  if (outcome->has_failed)
    g_hash_table_add (sentences, g_strdup (outcome->sentence));
  test_folder_free (folder);
  return outcome->was_met;
}

static guint
get_step (const Case *tried)
{
  const char *wanted = g_getenv ("RENSA_FAULT_STEP");

  return wanted != NULL ? (guint) MAX (atoi (wanted), 1) : tried->step;
}

static void
test_case (gconstpointer data)
{
  const Case *tried = data;
  const guint step = get_step (tried);
  g_autoptr (GHashTable) sentences = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer sentence;

  for (gboolean lasts = FALSE; lasts <= TRUE; lasts++)
    {
      guint nth = (guint) g_test_rand_int_range (1, (gint32) step + 1);

      while (play_round (tried, nth, lasts, sentences))
        {
          /* With a sanitizer a round takes several times as long. */
          nth += MAX (step, tests_are_slow () ? nth / 20 : 0);
          g_assert_cmpuint (nth, <, MOST_REQUESTS);
        }
      g_test_message ("%s: %u requests", tried->name, nth - 1);
      g_assert_cmpuint (nth, >, 1);
    }
  g_hash_table_iter_init (&iter, sentences);
  while (g_hash_table_iter_next (&iter, &sentence, NULL))
    g_test_message ("%s", (const char *) sentence);
  g_assert_cmpuint (g_hash_table_size (sentences), >, 0);
}

int
main (int argc, char **argv)
{
  faults_init ();
  worker_tests_init (&argc, &argv);
  outcome = mmap (NULL, sizeof *outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/worker/no-memory/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
