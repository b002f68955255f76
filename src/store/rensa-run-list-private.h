/* rensa-run-list-private.h: sorted list of runs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-run-private.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* GListModel of RensaRun, newest first. */
#define RENSA_TYPE_RUN_LIST (rensa_run_list_get_type ())
G_DECLARE_FINAL_TYPE (RensaRunList, rensa_run_list, RENSA, RUN_LIST, GObject)

RensaRunList *rensa_run_list_new (void);
/* Changes the list with a single items-changed signal. @added must not be in the list, @removed
 * must be. Either may be NULL. */
void rensa_run_list_change (RensaRunList *list, GPtrArray *added, GPtrArray *removed);

G_END_DECLS
