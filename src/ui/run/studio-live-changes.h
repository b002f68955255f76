/* studio-live-changes.h: settings that are changed for a project and for the run that it trains.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-project.h"
#include "studio-run.h"

G_BEGIN_DECLS

/* Undo and redo of the project change the run as well, as long as it is live, where the change was made for both. */
typedef struct _StudioLiveChanges StudioLiveChanges;

StudioLiveChanges *studio_live_changes_new (StudioProject *project, StudioRun *run);
void studio_live_changes_free (StudioLiveChanges *changes);

/* The project was given @text at @path, which is @run_path of the run: the run gets it, too. */
gboolean studio_live_changes_enter (StudioLiveChanges *changes, const char *path, const char *run_path,
                                    const char *text, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioLiveChanges, studio_live_changes_free)

G_END_DECLS
