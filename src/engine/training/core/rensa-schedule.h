/* rensa-schedule.h: what is to be changed while training, and when.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

/* Changes that a person has planned, or that a run which was cut off had made. */
typedef struct _RensaSchedule RensaSchedule;

RensaSchedule *rensa_schedule_new (void);
void rensa_schedule_free (RensaSchedule *schedule);

/* After @iteration, @path is set to @text as by rensa_trainer_set_attr_text (). */
void rensa_schedule_add (RensaSchedule *schedule, gint64 iteration, const char *path, const char *text);
/* What would be set at @path is not. */
void rensa_schedule_forget (RensaSchedule *schedule, const char *path);

/* @error: why it could not be set, or NULL */
typedef void (*RensaScheduleFunc) (const char *path, const char *text, const GError *error, gpointer data);

/* Makes the changes that are due after @iteration, in the order of their iterations and then in that in which they were added,
 * and forgets them. @func (nullable) hears of each. A snapshot is loaded after those that came before it, because the
 * arrays that an optimizer keeps depend on its attributes. */
void rensa_schedule_apply (RensaSchedule *schedule, RensaTrainer *trainer, gint64 iteration, RensaScheduleFunc func,
                           gpointer data);
/* The path of the next change; NULL where none is left. */
const char *rensa_schedule_get_next (RensaSchedule *schedule, gint64 *iteration);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaSchedule, rensa_schedule_free)

G_END_DECLS
