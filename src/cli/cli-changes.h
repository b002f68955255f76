/* cli-changes.h: settings that change while rensa train runs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document-values.h"
#include "rensa-schedule.h"

G_BEGIN_DECLS

/* @changes: NULL-terminated, such as "600:optimizer.alpha=0.0001"; NULL for none. Each is checked
 *   against the document. */
RensaSchedule *cli_changes_read (char *const *changes, RensaDocument *document, GError **error);
/* RensaScheduleFunc: prints the reason if a change failed. */
void cli_changes_tell (const char *path, const char *text, const GError *error, gpointer data);
/* Prints the changes that were scheduled for after the end of training. */
void cli_changes_tell_left (RensaSchedule *schedule);

G_END_DECLS
