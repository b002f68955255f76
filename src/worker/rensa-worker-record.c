/* rensa-worker-record.c: creates a run's row in the store, resumes a recorded run, and records the verdict.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-document-values.h"
#include "rensa-json.h"
#include "rensa-judge.h"
#include "rensa-language.h"
#include "rensa-not-finite.h"
#include "rensa-run-model.h"
#include "rensa-worker-private.h"

/* Returns the component type of @json, which may be text or an object. */
static char *
get_type (RensaJson *json)
{
  RensaJson *type = json;
  const char *text;

  if (json_object_is_type (json, json_type_object) && !json_object_object_get_ex (json, "type", &type))
    return g_strdup ("");

  text = json_object_is_type (type, json_type_string) ? json_object_get_string (type) : "";
  return g_strndup (text, strcspn (text, "("));
}

static const char *
get_text (RensaJson *document, const char *name, const char *fallback)
{
  RensaJson *text;

  return json_object_object_get_ex (document, name, &text) && json_object_is_type (text, json_type_string)
             ? json_object_get_string (text)
             : fallback;
}

/* Returns the file's name without its extension; file names are bytes, but names of runs must be
 * valid text. */
static char *
make_name (const char *place)
{
  g_autofree char *name = g_path_get_basename (place);
  char *dot = strrchr (name, '.');

  if (dot != NULL && dot != name)
    *dot = '\0';
  return g_utf8_make_valid (name, -1);
}

/* Records the document's file, because paths in the document are relative to it. */
static void
record_place (RensaWorker *worker)
{
  g_autofree char *path = g_canonicalize_filename (worker->place, NULL);

  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    rensa_recorder_add_artifact (worker->recorder, RENSA_ARTIFACT_ORIGIN, path, 0);
}

/* Returns "Adam", or "Adam, SGD" if the losses of a step have different optimizers. */
static char *
list_optimizers (RensaDocument *document)
{
  const guint n = rensa_document_count_components (document, "losses");
  g_autoptr (GPtrArray) types = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("losses.%u.optimizer", i);
      g_autoptr (RensaAttrs) optimizer = rensa_document_get_attrs (document, path, NULL);
      const char *type = optimizer != NULL ? rensa_attrs_get_component (optimizer)->name : NULL;

      if (type != NULL && !g_ptr_array_find_with_equal_func (types, type, g_str_equal, NULL))
        g_ptr_array_add (types, (gpointer) type);
    }
  if (n == 0)
    return get_type (json_object_object_get (rensa_document_get_json (document), "optimizer"));
  g_ptr_array_add (types, NULL);
  return g_strjoinv (", ", (char **) types->pdata);
}

/* Returns "iris, part 2 of 5" for a cross-validation. */
static char *
dup_run_name (RensaDocument *document, const char *name)
{
  gint64 part;
  const gint64 n_parts = rensa_document_get_parts (document, &part);

  /* Translators: the name of a run; of 5 parts of the data, this one is kept for validation. */
  return n_parts > 0 ? g_strdup_printf (_ ("%s, fold %lld of %lld"), name, (long long) part, (long long) n_parts)
                     : g_strdup (name);
}

/* Only reads the document; its problems are reported when it is built. */
gboolean
rensa_worker_begin (RensaWorker *worker, const char *parent, GError **error)
{
  RensaJson *json = rensa_document_get_json (worker->checked);
  RensaJson *data = json_object_object_get (json, "data");
  g_autofree char *place_name = make_name (worker->place);
  g_autofree char *name = dup_run_name (worker->checked, get_text (json, "name", place_name));
  g_autofree char *dataset =
      get_type (json_object_is_type (data, json_type_object) ? json_object_object_get (data, "dataset") : NULL);
  g_autofree char *optimizer = list_optimizers (worker->checked);
  gint64 seed = 0;
  const RensaRunStart start = {
    .name = name,
    .document = worker->document,
    .parent = parent,
    .dataset = dataset,
    .optimizer = optimizer,
    .device = get_text (json, "device", "cpu"),
    .seed = rensa_json_get_integer (json_object_object_get (json, "seed"), &seed) ? seed : 0,
  };

  worker->recorder = rensa_store_begin (worker->store, &start, error);
  if (worker->recorder == NULL)
    return FALSE;

  record_place (worker);
  return TRUE;
}

static void
read_changes (RensaWorker *worker, GPtrArray *events)
{
  for (guint i = 0; i < events->len; i++)
    {
      const RensaRunEvent *event = g_ptr_array_index (events, i);

      rensa_schedule_add (worker->replays, event->iteration, event->what, event->text);
    }
}

gboolean
rensa_worker_continue (RensaWorker *worker, RensaRun *run, GError **error)
{
  g_autoptr (GPtrArray) artifacts = rensa_store_load_artifacts (worker->store, run, error);
  g_autoptr (GPtrArray) events = artifacts != NULL ? rensa_store_load_events (worker->store, run, error) : NULL;
  const RensaRunArtifact *snapshot;

  if (events == NULL)
    return FALSE;

  snapshot = rensa_run_find_snapshot (artifacts);
  worker->snapshot = snapshot != NULL ? g_strdup (snapshot->path) : NULL;
  worker->first_iteration = snapshot != NULL ? snapshot->iteration : 0;
  read_changes (worker, events);
  worker->recorder = rensa_store_continue (worker->store, run, worker->first_iteration, error);
  return worker->recorder != NULL;
}

/* Returns the newest snapshot from before a number was not finite. */
static const char *
find_snapshot (RensaWorker *worker)
{
  const RensaNotFinite *found = rensa_trainer_get_not_finite (worker->trainer);

  for (guint i = worker->kept->len; found != NULL && i > 0; i--)
    {
      const RensaKeptSnapshot *kept = &g_array_index (worker->kept, RensaKeptSnapshot, i - 1);

      if (kept->iteration < found->iteration)
        return kept->path;
    }
  return worker->snapshot;
}

void
rensa_worker_judge (RensaWorker *worker, gboolean is_not_finite)
{
  g_autoptr (RensaVerdict) verdict = NULL;
  RensaAdvice advice;
  gboolean is_saved;

  if (worker->recorder == NULL || rensa_worker_is_abandoned (worker))
    return;
  verdict = rensa_builder_judge (worker->builder, worker->trainer, is_not_finite, find_snapshot (worker));
  advice = verdict->advice;
  is_saved = rensa_best_model_save (worker->best, worker->trainer, worker->folder);
  if (advice == RENSA_ADVICE_USE_BEST && !(is_saved && rensa_best_model_is_meant (worker->best, verdict)))
    advice = RENSA_ADVICE_NONE;
  if (verdict->record != NULL)
    rensa_recorder_set_verdict (worker->recorder, verdict->record, rensa_advice_get_name (advice));
}
