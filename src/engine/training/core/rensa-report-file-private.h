/* rensa-report-file-private.h: files of accumulated reports that are rewritten as they grow.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-accumulator-private.h"
#include "rensa-training-private.h"

G_BEGIN_DECLS

/**
 * RensaReportFile: first members of the state of an extension that writes such a file
 * @kind: its kind for rensa_trainer_tell_file ()
 * @name: name of the file in the folder of results, borrowed
 * @write: writes all of it to @path
 * @written_at: time of the last attempt
 * @is_stale: the file lacks the latest reports
 */
typedef struct
{
  RensaAccumulator accumulator;
  const char *kind;
  const char *name;
  gboolean (*write) (RensaExtension *extension, RensaTrainer *trainer, const char *path, GError **error);
  gint64 written_at;
  gboolean is_stale;
} RensaReportFile;

/* Adds the reported values; @fires: TRUE if a point is due, whose means are then available: when
 * the trigger fires, and before training. */
gboolean rensa_report_file_step (RensaExtension *extension, RensaTrainer *trainer, gboolean *fires, GError **error);
/* Two members for the extension's class. */
gboolean rensa_report_file_initialize (RensaExtension *extension, RensaTrainer *trainer, GError **error);
gboolean rensa_report_file_finalize (RensaExtension *extension, RensaTrainer *trainer, GError **error);
/* Writes the file if it is stale, but at most once per second: entries may arrive every millisecond. */
gboolean rensa_report_file_update (RensaExtension *extension, RensaTrainer *trainer, GError **error);

G_END_DECLS
