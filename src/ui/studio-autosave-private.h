/* studio-autosave-private.h: storage of unsaved copies, shared by their writer and reader.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-autosave.h"

G_BEGIN_DECLS

/* Field for the original path of the copy; other readers of documents ignore it. */
#define STUDIO_AUTOSAVE_ORIGIN "unsaved_changes_of"
#define STUDIO_AUTOSAVE_SUFFIX ".rensa"
#define STUDIO_AUTOSAVE_LOCK_SUFFIX ".lock"

char *studio_autosave_get_folder (void);
/* Returns a file descriptor, whose closing releases the lock; -1 if another process holds it. */
int studio_autosave_take_lock (const char *path);

G_END_DECLS
