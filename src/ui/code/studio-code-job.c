/* studio-code-job.c: asynchronous export of a document.
 * SPDX-License-Identifier: MIT */

#include "studio-code-job.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <json-c/json.h>

#include "rensa-document-values.h"
#include "rensa-error.h"
#include "rensa-file.h"

static gint64
get_time (const char *path)
{
  GStatBuf info;

  return path != NULL && g_stat (path, &info) == 0
             ? (gint64) info.st_mtim.tv_sec * G_USEC_PER_SEC + info.st_mtim.tv_nsec / 1000
             : 0;
}

/* Compares the keys of the documents that determine their parameters. */
static gboolean
has_same_model (RensaDocument *a, RensaDocument *b)
{
  static const char *const keys[] = { "model", "models", "step", "dtype" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (!json_object_equal (rensa_document_get (a, keys[i]), rensa_document_get (b, keys[i])))
      return FALSE;
  return TRUE;
}

static RensaDocument *
copy_document (RensaDocument *document, GError **error)
{
  g_autofree char *text = rensa_document_to_text (document);

  return rensa_document_parse (text, -1, rensa_document_get_place (document), error);
}

/* Returns the path of the model that @run has saved; NULL if there is none. */
static char *
find_weights (StudioRun *run)
{
  g_autofree char *path = run != NULL ? g_build_filename (studio_run_get_folder (run), "model.npz", NULL) : NULL;

  return path != NULL && g_file_test (path, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&path) : NULL;
}

StudioCodeJob *
studio_code_job_new (const RensaExporter *exporter, StudioProject *project, StudioRun *run, GError **error)
{
  RensaDocument *document = studio_project_get_document (project);
  const gboolean holds_model = exporter->write == NULL;
  g_autofree char *weights = find_weights (run);
  g_autoptr (StudioCodeJob) job = NULL;

  if (weights != NULL && holds_model)
    document = studio_run_get_document (run);
  else if (weights != NULL && !has_same_model (document, studio_run_get_document (run)))
    g_clear_pointer (&weights, g_free);
  if (holds_model && weights == NULL
      && !json_object_is_type (rensa_document_get (document, "weights"), json_type_string))
    return NULL;

  job = g_new0 (StudioCodeJob, 1);
  job->exporter = exporter;
  job->document = copy_document (document, error);
  job->dataset_root = g_strdup (studio_project_get_dataset_root (project));
  job->folder = weights != NULL ? g_strdup (studio_run_get_folder (run)) : NULL;
  job->saved = get_time (weights);
  job->weights = g_steal_pointer (&weights);
  return job->document != NULL ? g_steal_pointer (&job) : NULL;
}

StudioCodeJob *
studio_code_job_copy (const StudioCodeJob *job)
{
  StudioCodeJob *copy = g_new0 (StudioCodeJob, 1);

  copy->exporter = job->exporter;
  copy->document = copy_document (job->document, NULL);
  copy->dataset_root = g_strdup (job->dataset_root);
  copy->weights = g_strdup (job->weights);
  copy->saved = job->saved;
  copy->gives_logits = job->gives_logits;
  copy->folder = g_strdup (job->folder);
  return copy;
}

void
studio_code_job_free (gpointer data)
{
  StudioCodeJob *job = data;

  g_clear_pointer (&job->document, rensa_document_unref);
  g_free (job->dataset_root);
  g_free (job->weights);
  g_free (job->folder);
  g_free (job);
}

gboolean
studio_code_job_equal (const StudioCodeJob *a, const StudioCodeJob *b)
{
  g_autofree char *text = rensa_document_to_text (a->document);
  g_autofree char *other = rensa_document_to_text (b->document);

  return a->exporter == b->exporter && g_strcmp0 (a->weights, b->weights) == 0 && a->saved == b->saved
         && a->gives_logits == b->gives_logits && g_str_equal (text, other);
}

/* The files */

static RensaExportTarget
make_target (const StudioCodeJob *job, const char *path)
{
  return (RensaExportTarget){
    .path = path, .weights = job->weights, .dataset_root = job->dataset_root, .gives_logits = job->gives_logits
  };
}

static void
free_files (gpointer files)
{
  g_ptr_array_unref (files);
}

static void
make_files (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const StudioCodeJob *job = data;
  g_autofree char *name = rensa_export_dup_file_name (job->exporter, job->document);
  const RensaExportTarget target = make_target (job, name);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (rensa_export_file_free);
  GError *error = NULL;

  if (job->exporter->make (job->document, &target, files, &error))
    g_task_return_pointer (task, g_steal_pointer (&files), free_files);
  else
    g_task_return_error (task, error);
}

void
studio_code_job_make (const StudioCodeJob *job, gpointer source, GCancellable *cancellable,
                      GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, data);

  g_task_set_task_data (task, studio_code_job_copy (job), studio_code_job_free);
  g_task_run_in_thread (task, make_files);
}

GPtrArray *
studio_code_job_make_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* A folder */

typedef struct
{
  StudioCodeJob *job;
  char *path;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  studio_code_job_free (saving->job);
  g_free (saving->path);
  g_free (saving);
}

static char *
dup_kept_report (const StudioCodeJob *job)
{
  g_autofree char *name = g_strdup_printf ("proof_%s.json", job->exporter->name);

  return job->folder != NULL ? g_build_filename (job->folder, name, NULL) : NULL;
}

/* Keeps a copy of the report in the run's folder; if that cannot be written, the result has still
 * been reported. */
static void
keep_report (const StudioCodeJob *job, const char *folder)
{
  g_autofree char *name = rensa_export_dup_file_name (job->exporter, job->document);
  g_autofree char *inside = g_build_filename (folder, name, NULL);
  g_autofree char *report = rensa_export_dup_proof_path (inside);
  g_autofree char *kept = dup_kept_report (job);
  g_autofree char *text = NULL;
  gsize length;

  if (kept != NULL && g_file_get_contents (report, &text, &length, NULL))
    g_file_set_contents (kept, text, (gssize) length, NULL);
}

static char *
save_folder (const StudioCodeJob *job, const char *path, GError **error)
{
  const RensaExportTarget target = make_target (job, path);
  g_autofree char *name = rensa_file_dup_shown_basename (path);
  g_autofree char *proof = NULL;

  if (!rensa_export_save_folder (job->exporter, job->document, &target, &proof, error))
    return NULL;
  keep_report (job, path);
  return proof != NULL ? g_strdup_printf (_ ("Saved to folder %s. %s"), name, proof)
                       : g_strdup_printf (_ ("Saved to folder %s."), name);
}

gboolean
studio_code_job_can_prove (const StudioCodeJob *job)
{
  const RensaExportTarget target = { .weights = job->weights };
  g_autofree char *weights = rensa_export_find_weights (job->document, &target);

  return job->exporter->prove != NULL && weights != NULL;
}

static char *
prove (const StudioCodeJob *job, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("rensa-code-XXXXXX", error);
  const RensaExportTarget target = make_target (job, folder);
  char *proof = NULL;

  if (folder == NULL)
    return NULL;
  if (rensa_export_save_folder (job->exporter, job->document, &target, &proof, error))
    {
      keep_report (job, folder);
      if (proof == NULL)
        g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID, _ ("There is no trained model to compare with."));
    }
  rensa_file_remove_folder (folder);
  return proof;
}

static void
save (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Saving *saving = data;
  GError *error = NULL;
  char *sentence = saving->path != NULL ? save_folder (saving->job, saving->path, &error) : prove (saving->job, &error);

  if (sentence != NULL)
    g_task_return_pointer (task, sentence, g_free);
  else
    g_task_return_error (task, error);
}

void
studio_code_job_save (const StudioCodeJob *job, const char *path, gpointer source, GAsyncReadyCallback callback,
                      gpointer data)
{
  g_autoptr (GTask) task = g_task_new (source, NULL, callback, data);
  Saving *saving = g_new0 (Saving, 1);

  saving->job = studio_code_job_copy (job);
  saving->path = g_strdup (path);
  g_task_set_task_data (task, saving, saving_free);
  g_task_run_in_thread (task, save);
}

char *
studio_code_job_save_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

char *
studio_code_job_dup_proof (const StudioCodeJob *job, gboolean *agrees)
{
  g_autofree char *kept = dup_kept_report (job);

  return kept != NULL && get_time (kept) >= job->saved ? rensa_export_describe_proof (kept, agrees) : NULL;
}
