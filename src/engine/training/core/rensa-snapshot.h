/* rensa-snapshot.h: a run in a file.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

/* Writes the whole state of @trainer as NPZ with Chainer's key names, aside first, so that an earlier file survives
 * a full disk. A run that goes on from it is bit-identical to one that was never interrupted. */
gboolean rensa_snapshot_save (RensaTrainer *trainer, const char *path, GError **error);

/* The bytes of such a file, which somebody else may write; @path stands in messages. */
GBytes *rensa_snapshot_pack (RensaTrainer *trainer, const char *path, GError **error);

/* The iteration after which the snapshot was made; negative with an error where the file is none. */
gint64 rensa_snapshot_read_iteration (const char *path, GError **error);

/* Goes on from a snapshot of rensa_snapshot_save () or of Chainer. Extensions that only one of the two runs has are
 * passed over; everything else must agree. On an error @trainer is what it was before. */
gboolean rensa_snapshot_load (RensaTrainer *trainer, const char *path, GError **error);

/* The path in the output folder that an attribute of RENSA_ATTR_FILE_PATTERN stands for now: "…/snapshot_iter_600". */
char *rensa_snapshot_make_path (RensaTrainer *trainer, const char *filename);
/* Whether @filename may have given @name. */
gboolean rensa_snapshot_may_be_name (const char *filename, const char *name);
/* The newest file in the output folder whose name @filename may have given; NULL where there is none. */
char *rensa_snapshot_find_latest (RensaTrainer *trainer, const char *filename);

G_END_DECLS
