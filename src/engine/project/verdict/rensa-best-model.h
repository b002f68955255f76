/* rensa-best-model.h: the model with the least validation loss of a run.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"
#include "rensa-verdict.h"

G_BEGIN_DECLS

/* The files in the folder of the run: the model, and its loss and place. */
#define RENSA_BEST_MODEL_NAME "best.npz"

/* Kept in memory, where it is not too large. */
typedef struct _RensaBestModel RensaBestModel;

RensaBestModel *rensa_best_model_new (void);
void rensa_best_model_free (RensaBestModel *best);

/* After an iteration of @trainer: keeps the model if its validation loss is the least so far. */
void rensa_best_model_note (RensaBestModel *best, RensaTrainer *trainer);
/* Writes the files; FALSE if there is no such model. There are no files of one that @trainer still has. */
gboolean rensa_best_model_save (RensaBestModel *best, RensaTrainer *trainer, const char *folder);
/* Reads the files of an earlier part of the run, which @trainer goes on with; without them its model may be the best. What is newer than its
 * snapshot is left out. */
void rensa_best_model_load (RensaBestModel *best, RensaTrainer *trainer, const char *folder);
/* Returns TRUE if it is the model that the verdict recommends. */
gboolean rensa_best_model_is_meant (const RensaBestModel *best, const RensaVerdict *verdict);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaBestModel, rensa_best_model_free)

G_END_DECLS
