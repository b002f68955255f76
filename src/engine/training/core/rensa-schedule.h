/* rensa-schedule.h: scheduled changes of attributes during training.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

/* Changes planned by the user, or already made by a run that was interrupted. */
typedef struct _RensaSchedule RensaSchedule;

RensaSchedule *rensa_schedule_new (void);
void rensa_schedule_free (RensaSchedule *schedule);

/* Adds a change: after @iteration, sets @path to @text as rensa_trainer_set_attr_text () does. */
void rensa_schedule_add (RensaSchedule *schedule, gint64 iteration, const char *path, const char *text);
/* Removes all changes of @path. */
void rensa_schedule_forget (RensaSchedule *schedule, const char *path);

/* @error: why it could not be set, or NULL */
typedef void (*RensaScheduleFunc) (const char *path, const char *text, const GError *error, gpointer data);

/* Makes the changes that are due after @iteration, ordered by iteration and then by insertion, and
 * removes them. Calls @func (nullable) for each. Load a snapshot after making the changes before
 * it, because the arrays that an optimizer keeps depend on its attributes. */
void rensa_schedule_apply (RensaSchedule *schedule, RensaTrainer *trainer, gint64 iteration, RensaScheduleFunc func,
                           gpointer data);
/* Returns the path of the next change; NULL if none is left. */
const char *rensa_schedule_get_next (RensaSchedule *schedule, gint64 *iteration);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaSchedule, rensa_schedule_free)

G_END_DECLS
