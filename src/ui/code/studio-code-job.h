/* studio-code-job.h: asynchronous export of a document.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-exporter.h"
#include "studio-project.h"
#include "studio-run.h"

G_BEGIN_DECLS

/**
 * StudioCodeJob:
 * @document: a separate copy, for a thread
 * @weights: (nullable): the trained parameters
 * @saved: time at which they were saved, in microseconds
 * @gives_logits: same as in RensaExportTarget
 * @folder: (nullable): folder of the run they belong to, which keeps the proof
 *
 * Source of an export: the open project or, if a target contains a trained model, the run that
 * trained it.
 */
typedef struct
{
  const RensaExporter *exporter;
  RensaDocument *document;
  char *dataset_root;
  char *weights;
  gint64 saved;
  gboolean gives_logits;
  char *folder;
} StudioCodeJob;

/* @run: (nullable). Returns NULL without an error if the target contains a trained model, and there
 *   is none. */
StudioCodeJob *studio_code_job_new (const RensaExporter *exporter, StudioProject *project, StudioRun *run,
                                    GError **error);
StudioCodeJob *studio_code_job_copy (const StudioCodeJob *job);
void studio_code_job_free (gpointer job);
/* Returns TRUE if both would produce the same files. */
gboolean studio_code_job_equal (const StudioCodeJob *a, const StudioCodeJob *b);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioCodeJob, studio_code_job_free)

/* Makes the files of a target whose text requires a model. @source: source object of the result. */
void studio_code_job_make (const StudioCodeJob *job, gpointer source, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer data);
/* (element-type RensaExportFile) */
GPtrArray *studio_code_job_make_finish (GAsyncResult *result, GError **error);

/* Returns TRUE if there is a trained model with which the target can be compared. */
gboolean studio_code_job_can_prove (const StudioCodeJob *job);

/* Saves all files as the new folder @path; NULL: only proves the export. */
void studio_code_job_save (const StudioCodeJob *job, const char *path, gpointer source, GAsyncReadyCallback callback,
                           gpointer data);
/* Returns a message about the result. */
char *studio_code_job_save_finish (GAsyncResult *result, GError **error);

/* Returns a message about the proof for this run, and whether program and model agree; NULL if it
 * was never made, or the run has a newer model. */
char *studio_code_job_dup_proof (const StudioCodeJob *job, gboolean *agrees);

G_END_DECLS
