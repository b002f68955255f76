/* studio-autosave.h: saves copies of unsaved changes, to survive a crash.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-project.h"

G_BEGIN_DECLS

/* Copies of unsaved projects are stored in rensa/unsaved in the XDG state folder, each locked by
 * the program that writes it. */
typedef struct _StudioAutosave StudioAutosave;

/* Writes a copy of @project two seconds after a change if the project is still unsaved. */
StudioAutosave *studio_autosave_new (StudioProject *project);
/* Removes the copy, because the project was closed on purpose. */
void studio_autosave_free (StudioAutosave *autosave);

G_END_DECLS
