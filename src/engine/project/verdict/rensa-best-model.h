/* rensa-best-model.h: the model with the lowest validation loss of a run.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"
#include "rensa-verdict.h"

G_BEGIN_DECLS

/* Names of the files in the folder of the run: the model, and its loss and position. */
#define RENSA_BEST_MODEL_NAME "best.npz"

/* Best model so far. Kept in memory unless it is too large. */
typedef struct _RensaBestModel RensaBestModel;

RensaBestModel *rensa_best_model_new (void);
void rensa_best_model_free (RensaBestModel *best);

/* Called after an iteration of @trainer: keeps the model if its validation loss is the lowest so
 * far. */
void rensa_best_model_note (RensaBestModel *best, RensaTrainer *trainer);
/* Writes the files; FALSE if there is no such model. Writes nothing if the best model is the one
 * that @trainer currently has. */
gboolean rensa_best_model_save (RensaBestModel *best, RensaTrainer *trainer, const char *folder);
/* Reads the files of an earlier part of the run, which @trainer resumes; without them the model
 * of @trainer may be the best. Ignores files newer than its snapshot. */
void rensa_best_model_load (RensaBestModel *best, RensaTrainer *trainer, const char *folder);
/* Returns TRUE if the verdict recommends this model. */
gboolean rensa_best_model_is_meant (const RensaBestModel *best, const RensaVerdict *verdict);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaBestModel, rensa_best_model_free)

G_END_DECLS
