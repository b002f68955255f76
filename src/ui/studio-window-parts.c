/* studio-window-parts.c: runs the folds of a cross-validation one after another.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>
#include <math.h>

#include "rensa-document-values.h"
#include "studio-window-private.h"

/* Maximum number of documents read besides those of the parts, which blocks the window for less
 * than a tenth of a second. */
#define MOST_DOCUMENTS 50

/* Returns the document in a form that is equal for all folds. */
static char *
dup_whole (RensaDocument *document)
{
  g_autoptr (RensaDocument) whole = rensa_document_copy (document);

  return rensa_document_set (whole, "data.split.part=1", NULL) ? rensa_document_to_text (whole) : NULL;
}

/* Fills in the facts that are known without the document. */
static gboolean
may_be_part (RensaRun *run, RensaRun *last)
{
  /* The row of the last run may not be up to date yet. */
  return (run == last || rensa_run_get_state (run) == RENSA_RUN_FINISHED)
         && rensa_run_get_seed (run) == rensa_run_get_seed (last)
         && rensa_run_get_n_params (run) == rensa_run_get_n_params (last)
         && g_str_equal (rensa_run_get_dataset (run), rensa_run_get_dataset (last))
         && g_str_equal (rensa_run_get_optimizer (run), rensa_run_get_optimizer (last));
}

/* TRUE if @run belongs to the cross-validation @whole; *@part is its part. */
static gboolean
is_part (RensaStore *store, RensaRun *run, const char *whole, gint64 *part)
{
  g_autofree char *text = rensa_store_load_document (store, run, NULL);
  g_autoptr (RensaDocument) document = text != NULL ? rensa_document_parse (text, -1, "", NULL) : NULL;
  g_autofree char *own = document != NULL ? dup_whole (document) : NULL;

  return own != NULL && g_str_equal (own, whole) && rensa_document_get_parts (document, part) > 0;
}

/* Returns the score of @run, or its loss if it has none. */
static double
get_value (RensaRun *run, const char **name)
{
  *name = rensa_run_get_metric_name (run) != NULL ? rensa_run_get_metric_name (run) : rensa_run_get_loss_name (run);
  return rensa_run_get_metric_name (run) != NULL ? rensa_run_get_last_metric (run) : rensa_run_get_last_loss (run);
}

/* Finds the newest finished run of each part; returns FALSE if a part has none. */
static gboolean
find_values (RensaStore *store, RensaRun *last, double *values, gint64 n_parts, RensaDocument *document,
             const char **name)
{
  GListModel *runs = rensa_store_get_runs (store);
  const guint n = g_list_model_get_n_items (runs);
  gint64 n_left = n_parts + MOST_DOCUMENTS;
  g_autofree char *whole = dup_whole (document);
  gint64 n_found = 0;

  for (gint64 i = 0; i < n_parts; i++)
    values[i] = NAN;
  for (guint i = 0; whole != NULL && i < n && n_found < n_parts && n_left > 0; i++)
    {
      g_autoptr (RensaRun) run = g_list_model_get_item (runs, i);
      gint64 part;

      if (!may_be_part (run, last))
        continue;
      n_left--;
      if (!is_part (store, run, whole, &part) || part > n_parts || !isnan (values[part - 1]))
        continue;
      values[part - 1] = get_value (run, name);
      n_found += !isnan (values[part - 1]);
    }
  return n_found == n_parts && *name != NULL;
}

/* Shows the mean over all parts, and stores it as the note of the last run. */
static void
tell_mean (StudioWindow *self, RensaDocument *document, gint64 n_parts)
{
  g_autofree double *values = g_new (double, n_parts);
  const char *name = NULL;
  double mean, spread;
  g_autofree char *text = NULL;

  if (!find_values (self->store, studio_run_get_record (self->run), values, n_parts, document, &name))
    return;
  rensa_division_summarize (values, n_parts, &mean, &spread);
  /* Translators: of a cross-validation: the name of a value, its mean and its standard deviation. */
  text = g_strdup_printf (_ ("Mean of %lld folds: %s %.4g ± %.2g"), (long long) n_parts, name, mean, spread);
  rensa_store_set_note (self->store, studio_run_get_record (self->run), text);
  studio_window_toast (self, text);
}

static void
start_part (StudioWindow *self, RensaDocument *before, gint64 part)
{
  g_autoptr (RensaDocument) document = rensa_document_copy (before);
  g_autofree char *assignment = g_strdup_printf ("data.split.part=%" G_GINT64_FORMAT, part);
  g_autoptr (GError) error = NULL;
  g_autoptr (StudioRun) run = NULL;

  if (rensa_document_set (document, assignment, &error))
    run = studio_run_start (self->store, document, self->parent, studio_project_get_dataset_root (self->project), FALSE,
                            &error);
  if (run != NULL)
    studio_window_set_run (self, run);
  else
    studio_window_tell (self, _ ("Training Could Not Start"), error->message);
}

void
studio_window_run_ended (StudioWindow *self)
{
  RensaDocument *document = studio_run_get_document (self->run);
  gint64 part;
  const gint64 n_parts = rensa_document_get_parts (document, &part);

  if (n_parts == 0 || self->is_closing || self->project == NULL
      || studio_run_get_state (self->run) != RENSA_WORKER_FINISHED)
    return;
  if (part < n_parts)
    start_part (self, document, part + 1);
  else
    tell_mean (self, document, n_parts);
}
