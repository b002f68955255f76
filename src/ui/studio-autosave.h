/* studio-autosave.h: what is not saved yet survives a crash.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-project.h"

G_BEGIN_DECLS

/* Copies of unsaved projects lie in rensa/unsaved in the XDG state folder, each locked by the program that writes it. */
typedef struct _StudioAutosave StudioAutosave;

/* Writes a copy of @project two seconds after a change, as long as it is not saved. */
StudioAutosave *studio_autosave_new (StudioProject *project);
/* The project is closed on purpose: its copy goes. */
void studio_autosave_free (StudioAutosave *autosave);

G_END_DECLS
