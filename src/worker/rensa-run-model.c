/* rensa-run-model.c: loads the document and the trained model of a stored run.
 * SPDX-License-Identifier: MIT */

#include "rensa-run-model.h"

#include "rensa-fault.h"
#include "rensa-fault-record.h"
#include "rensa-language.h"
#include "rensa-npz.h"
#include "rensa-verdict.h"

RensaDocument *
rensa_run_load_document (RensaStore *store, RensaRun *run, GError **error)
{
  g_autofree char *text = rensa_store_load_document (store, run, error);
  g_autoptr (GPtrArray) artifacts = text != NULL ? rensa_store_load_artifacts (store, run, error) : NULL;
  const char *place = rensa_run_get_name (run);

  if (artifacts == NULL)
    return NULL;

  for (guint i = 0; i < artifacts->len; i++)
    {
      const RensaRunArtifact *artifact = artifacts->pdata[i];

      if (g_str_equal (artifact->kind, RENSA_ARTIFACT_ORIGIN))
        place = artifact->path;
    }
  return rensa_document_parse (text, -1, place, error);
}

static gboolean
read_iteration (gpointer iteration, RensaSerializer *serializer, GError **error)
{
  return rensa_serializer_int (serializer, "iteration", iteration, error);
}

static gboolean
can_be_read (const RensaRunArtifact *artifact)
{
  g_autoptr (RensaNpz) npz = rensa_npz_open (artifact->path, NULL);

  return npz != NULL && rensa_npz_check (npz, NULL);
}

/* Returns TRUE if the whole file is readable and has the iteration recorded in the store. */
static gboolean
is_good_snapshot (const RensaRunArtifact *artifact)
{
  gint64 iteration = -1;

  return g_str_equal (artifact->kind, "snapshot") && can_be_read (artifact)
         && rensa_load_npz (artifact->path, "updater/", RENSA_NPZ_ALLOW_EXTRA, read_iteration, &iteration, NULL)
         && iteration == artifact->iteration;
}

static gboolean
is_good_model (const RensaRunArtifact *artifact)
{
  return g_str_equal (artifact->kind, "model") && can_be_read (artifact);
}

/* Returns NULL if there is none. */
static const RensaRunArtifact *
find_newest (GPtrArray *artifacts, gboolean (*is_good) (const RensaRunArtifact *artifact))
{
  const RensaRunArtifact *newest = NULL;

  for (guint i = 0; i < artifacts->len; i++)
    {
      const RensaRunArtifact *artifact = artifacts->pdata[i];

      if ((newest == NULL || artifact->iteration > newest->iteration) && is_good (artifact))
        newest = artifact;
    }
  return newest;
}

const RensaRunArtifact *
rensa_run_find_snapshot (GPtrArray *artifacts)
{
  return find_newest (artifacts, is_good_snapshot);
}

char *
rensa_run_find_weights (RensaStore *store, RensaRun *run, GError **error)
{
  g_autoptr (GPtrArray) artifacts = rensa_store_load_artifacts (store, run, error);
  const RensaRunArtifact *model;
  const RensaRunArtifact *snapshot;

  if (artifacts == NULL)
    return NULL;
  model = find_newest (artifacts, is_good_model);
  snapshot = rensa_run_find_snapshot (artifacts);
  if (model != NULL && (snapshot == NULL || model->iteration >= snapshot->iteration))
    return g_strdup (model->path);
  if (snapshot != NULL)
    return g_strdup (snapshot->path);
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("The run “%s” has no trained model yet"),
                   rensa_run_get_name (run));
  return NULL;
}

char *
rensa_run_dup_verdict (RensaRun *run)
{
  char *words = rensa_verdict_word (rensa_run_get_verdict_record (run));

  return words != NULL ? words : g_strdup (rensa_run_get_verdict (run));
}

char *
rensa_run_dup_brief_verdict (RensaRun *run)
{
  char *words = rensa_verdict_word_briefly (rensa_run_get_verdict_record (run));

  return words != NULL ? words : g_strdup (rensa_run_get_verdict (run));
}

char *
rensa_run_dup_message (RensaRun *run)
{
  char *words = rensa_error_word_record (rensa_run_get_message_record (run));

  return words != NULL ? words : g_strdup (rensa_run_get_message (run));
}
