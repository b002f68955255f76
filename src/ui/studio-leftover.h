/* studio-leftover.h: recovers unsaved copies left by a crashed studio.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* A copy of an unsaved project. Locked against other studios; freeing it releases the lock without
 * removing the copy. The document may have caused the crash, so it is not analyzed here. */
typedef struct _StudioLeftover StudioLeftover;

void studio_leftover_free (StudioLeftover *leftover);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioLeftover, studio_leftover_free)

/* Returns all unlocked, readable copies. Unreadable copies are kept for the user to inspect.
 * Removes locks without a copy, and partial copies. */
GPtrArray *studio_leftover_list (void);

/* Borrowed. */
RensaDocument *studio_leftover_get_document (StudioLeftover *leftover);
/* Borrowed; NULL if the project was never saved. */
const char *studio_leftover_get_origin (StudioLeftover *leftover);
/* Borrowed; the title of the project. */
const char *studio_leftover_get_title (StudioLeftover *leftover);

/* Removes the copy, after it was recovered or discarded by the user. */
void studio_leftover_discard (StudioLeftover *leftover);

G_END_DECLS
