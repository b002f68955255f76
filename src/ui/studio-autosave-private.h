/* studio-autosave-private.h: where copies of unsaved projects lie, for who writes them and for who finds them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-autosave.h"

G_BEGIN_DECLS

/* Where the copy came from stands in a field of its own, which other readers of documents pass over. */
#define STUDIO_AUTOSAVE_ORIGIN "unsaved_changes_of"
#define STUDIO_AUTOSAVE_SUFFIX ".rensa"
#define STUDIO_AUTOSAVE_LOCK_SUFFIX ".lock"

char *studio_autosave_get_folder (void);
/* A descriptor; the lock goes with it. -1 where somebody else holds it. */
int studio_autosave_take_lock (const char *path);

G_END_DECLS
