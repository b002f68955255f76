/* studio-run-settings.h: settings of all runs, for a table.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-store.h"

G_BEGIN_DECLS

/* Pseudo-path of the learning rate, regardless of its name in the optimizer of the run. */
#define STUDIO_LEARNING_RATE "learning-rate"

/* Reads documents on first use or while idle, and stores each text only once. Includes changes made
 * during a run: "0.001 → 0.0005". */
typedef struct _StudioRunSettings StudioRunSettings;

StudioRunSettings *studio_run_settings_new (RensaStore *store);
void studio_run_settings_free (StudioRunSettings *settings);

/* Returns "0.001" for "optimizer.alpha", or the default if the document does not set it; NULL if
 * the run has no such setting. */
const char *studio_run_settings_get (StudioRunSettings *settings, RensaRun *run, const char *path);
/* Same, but only from documents read so far; fast enough for ten thousand runs at once. */
const char *studio_run_settings_peek (StudioRunSettings *settings, RensaRun *run, const char *path);
/* Returns the number at the start of such a text; NaN if there is none. */
double studio_run_settings_get_number (StudioRunSettings *settings, const char *text);
/* Returns TRUE if another run of the store started in the same minute. */
gboolean studio_run_settings_shares_minute (StudioRunSettings *settings, RensaRun *run);
/* Reads documents until @deadline (of g_get_monotonic_time ()); returns FALSE when all are read. */
gboolean studio_run_settings_read_some (StudioRunSettings *settings, gint64 deadline);
/* Lists the settings that differ between the runs read so far, in alphabetical order. */
char **studio_run_settings_list_varying (StudioRunSettings *settings);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioRunSettings, studio_run_settings_free)

G_END_DECLS
