/* cli-changes.h: settings that change while rensa train runs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document-values.h"
#include "rensa-schedule.h"

G_BEGIN_DECLS

/* @changes: such as "600:optimizer.alpha=0.0001", ended by NULL; NULL for none. Each is checked with the document. */
RensaSchedule *cli_changes_read (char *const *changes, RensaDocument *document, GError **error);
/* A RensaScheduleFunc: prints the reason if a change failed. */
void cli_changes_tell (const char *path, const char *text, const GError *error, gpointer data);
/* Prints which change was to follow after the end of training. */
void cli_changes_tell_left (RensaSchedule *schedule);

G_END_DECLS
