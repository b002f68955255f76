/* rensa-snapshot.h: saves and loads the state of a run.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

/* Writes the whole state of @trainer as NPZ with Chainer's key names, to a temporary file first, so
 * that an existing file survives a full disk. A run that resumes from it is bit-identical to an
 * uninterrupted one. */
gboolean rensa_snapshot_save (RensaTrainer *trainer, const char *path, GError **error);

/* Returns the bytes of such a file, for the caller to write; @path is used in messages. */
GBytes *rensa_snapshot_pack (RensaTrainer *trainer, const char *path, GError **error);

/* Returns the iteration after which the snapshot was made; negative with an error if the file is
 * not a snapshot. */
gint64 rensa_snapshot_read_iteration (const char *path, GError **error);

/* Resumes from a snapshot of rensa_snapshot_save () or of Chainer. Extensions that only one of the
 * two runs has are ignored; everything else must agree. On an error @trainer is unchanged. */
gboolean rensa_snapshot_load (RensaTrainer *trainer, const char *path, GError **error);

/* Returns the current path in the output folder for an attribute of RENSA_ATTR_FILE_PATTERN:
 * "…/snapshot_iter_600". */
char *rensa_snapshot_make_path (RensaTrainer *trainer, const char *filename);
/* Returns TRUE if @name is a possible expansion of @filename. */
gboolean rensa_snapshot_may_be_name (const char *filename, const char *name);
/* Returns the newest file in the output folder whose name is a possible expansion of @filename;
 * NULL if there is none. */
char *rensa_snapshot_find_latest (RensaTrainer *trainer, const char *filename);

G_END_DECLS
