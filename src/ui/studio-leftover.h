/* studio-leftover.h: what a studio that ended badly has left.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* The copy of a project that was not saved. It is held, so that no other studio takes it; freeing it leaves it to the
 * next one. Whatever ended that studio may be in the document, so nothing of it is analysed here. */
typedef struct _StudioLeftover StudioLeftover;

void studio_leftover_free (StudioLeftover *leftover);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioLeftover, studio_leftover_free)

/* All that nobody holds, and that can be read; what cannot stays for the person to look at. Locks without a copy and
 * copies that were never finished are removed. */
GPtrArray *studio_leftover_list (void);

/* Borrowed. */
RensaDocument *studio_leftover_get_document (StudioLeftover *leftover);
/* Borrowed; NULL where the project was never saved. */
const char *studio_leftover_get_origin (StudioLeftover *leftover);
/* Borrowed; how the project is called. */
const char *studio_leftover_get_title (StudioLeftover *leftover);

/* Removes the copy: it was recovered, or the person does not want it. */
void studio_leftover_discard (StudioLeftover *leftover);

G_END_DECLS
