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
/* @text: "LogReport(…)"; the default trigger where @period is 0. */
gboolean run_extend (RensaTrainer *trainer, const char *text, const char *name, double period, const char *unit,
                     GError **error);

/* A new folder for what a case writes; it is removed with its files. */
char *run_make_folder (void);
void run_remove_folder (char *folder);

/* Compares the keys and arrays of two NPZ files.  Keys that begin with one of @ignored (NULL-terminated, or NULL) are
 * passed over; so is the content of texts. */
gboolean run_check_archive (Report *report, const char *path, const char *wanted_path, const char *const *ignored,
                            Tolerance tolerance, GError **error);
