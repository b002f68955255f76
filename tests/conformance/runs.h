/* runs.h: trainers and their files.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "conformance.h"
#include "rensa-trainer.h"

/* Examples @start … @finish - 1 of the arrays x and t; all of them where @finish is -1. */
RensaDataset *run_load_dataset (CaseFile *file, gint64 start, gint64 finish, GError **error);
/* 0, 1, 2 … as a data set of @n examples, each of one field of shape (1,). */
RensaDataset *run_make_numbers (gint64 n, GError **error);

/* @optimizer is set up for @model; @hooks is a list of {"name", "args"} or NULL. */
RensaOptimizer *run_new_optimizer (RensaLink *model, const char *optimizer, struct json_object *hyperparameters,
                                   struct json_object *hooks, GError **error);
/* Without shuffling, quiet, until @length iterations or epochs are over.  @optimizer is taken over; NULL gives NULL. */
RensaTrainer *run_new_trainer (RensaOptimizer *optimizer, RensaDataset *dataset, gint64 batch_size, double length,
                               const char *unit, const char *out, GError **error);
/* The same with another updater, "ParallelUpdater(n_models=2)". */
RensaTrainer *run_new_trainer_of (const char *updater, RensaOptimizer *optimizer, RensaDataset *dataset,
                                  gint64 batch_size, double length, const char *unit, const char *out, GError **error);
/* One that goes through batches and learns nothing, with SGD and so many iterations in an epoch, which may be a fraction.
 * @model: (nullable): taken over, as @stop is. */
RensaTrainer *run_new_idle_trainer (RensaLink *model, double iterations_per_epoch, RensaTrigger *stop, const char *out,
                                    GError **error);
/* @values: (nullable): arguments by name, or in the order of the attributes; [2, "iteration"] stands for a trigger. */
gboolean run_set_values (RensaAttrs *attrs, struct json_object *values, GError **error);
typedef gboolean (*RunFunc) (RensaTrainer *trainer, gpointer data, GError **error);
/* Calls @func in each iteration: before the extensions that are added later, or after all but snapshots. */
gboolean run_call (RensaTrainer *trainer, gboolean is_last, RunFunc func, gpointer data, GError **error);

/* @at: the iteration after which a snapshot is made at @path and training ends; 0 for none. The stop trigger has not been
 * asked then, as with a snapshot that an extension makes. */
typedef struct
{
  char *path;
  gint64 at;
} RunPause;

void run_set_pause (RensaTrainer *trainer, RunPause *pause);
/* @text: "LogReport(…)"; the default trigger where @period is 0. */
gboolean run_extend (RensaTrainer *trainer, const char *text, const char *name, double period, const char *unit,
                     GError **error);

/* An Evaluator on @validation, in batches. */
gboolean run_extend_evaluator (RensaTrainer *trainer, RensaDataset *validation, gint64 batch_size, GError **error);

/* Compares the keys and arrays of two NPZ files.  Keys that begin with one of @ignored (NULL-terminated, or NULL) are
 * passed over; so is the content of texts. */
gboolean run_check_archive (Report *report, const char *path, const char *wanted_path, const char *const *ignored,
                            Tolerance tolerance, GError **error);
