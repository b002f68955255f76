/* studio-live-changes.h: changes to settings of a project that also apply to its live run.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-project.h"
#include "studio-run.h"

G_BEGIN_DECLS

/* While the run is live, undo and redo in the project also change the run if the original change
 * was made to both. */
typedef struct _StudioLiveChanges StudioLiveChanges;

StudioLiveChanges *studio_live_changes_new (StudioProject *project, StudioRun *run);
void studio_live_changes_free (StudioLiveChanges *changes);

/* Sends @text, the new value at @path of the project, to the run, where the setting is at
 * @run_path. */
gboolean studio_live_changes_enter (StudioLiveChanges *changes, const char *path, const char *run_path,
                                    const char *text, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioLiveChanges, studio_live_changes_free)

G_END_DECLS
