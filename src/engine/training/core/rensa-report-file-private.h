/* rensa-report-file-private.h: files of accumulated reports that are written again as they grow.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-accumulator-private.h"
#include "rensa-training-private.h"

G_BEGIN_DECLS

/**
 * RensaReportFile: the beginning of the state of an extension that writes one
 * @kind: what rensa_trainer_tell_file () calls it
 * @name: of the file in the folder of results, borrowed
 * @write: writes all of it to @path
 * @written_at: the last try
 * @is_stale: more has come than the file has
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

/* Adds what was reported; @fires tells whether it is time for a point, whose means are then there: when the trigger says
 * so, and before training. */
gboolean rensa_report_file_step (RensaExtension *extension, RensaTrainer *trainer, gboolean *fires, GError **error);
/* Two entries of the extension's class. */
gboolean rensa_report_file_initialize (RensaExtension *extension, RensaTrainer *trainer, GError **error);
gboolean rensa_report_file_finalize (RensaExtension *extension, RensaTrainer *trainer, GError **error);
/* Writes the file where it is stale, but not twice within a second: entries may come by the millisecond. */
gboolean rensa_report_file_update (RensaExtension *extension, RensaTrainer *trainer, GError **error);

G_END_DECLS
