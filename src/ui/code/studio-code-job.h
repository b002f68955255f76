/* studio-code-job.h: making and saving what a document is exported to, aside.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-exporter.h"
#include "studio-project.h"
#include "studio-run.h"

G_BEGIN_DECLS

/**
 * StudioCodeJob:
 * @document: a copy of its own, for a thread
 * @weights: (nullable): the trained parameters
 * @saved: when they were, in microseconds
 * @gives_logits: as in RensaExportTarget
 * @folder: (nullable): of the run that they are of, which keeps the proof
 *
 * What is exported: the open project or, where a target holds a trained model, the run that has trained it.
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

/* @run: (nullable). NULL without an error where the target holds a trained model, and there is none. */
StudioCodeJob *studio_code_job_new (const RensaExporter *exporter, StudioProject *project, StudioRun *run,
                                    GError **error);
StudioCodeJob *studio_code_job_copy (const StudioCodeJob *job);
void studio_code_job_free (gpointer job);
/* Whether both would be the same files. */
gboolean studio_code_job_equal (const StudioCodeJob *a, const StudioCodeJob *b);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioCodeJob, studio_code_job_free)

/* The files of a target that has no text without a model. @source: of the result. */
void studio_code_job_make (const StudioCodeJob *job, gpointer source, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer data);
/* (element-type RensaExportFile) */
GPtrArray *studio_code_job_make_finish (GAsyncResult *result, GError **error);

/* Whether there is a trained model that the target can be compared with. */
gboolean studio_code_job_can_prove (const StudioCodeJob *job);

/* All that belongs to it as the new folder @path; NULL: to prove it, and nothing else. */
void studio_code_job_save (const StudioCodeJob *job, const char *path, gpointer source, GAsyncReadyCallback callback,
                           gpointer data);
/* A sentence that tells what became of it. */
char *studio_code_job_save_finish (GAsyncResult *result, GError **error);

/* What became of the proof for this run, in a sentence, and whether program and model agree; NULL where it was never tried,
 * or has a newer model since. */
char *studio_code_job_dup_proof (const StudioCodeJob *job, gboolean *agrees);

G_END_DECLS
