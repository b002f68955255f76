/* studio-school.h: school-book names of components.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"

G_BEGIN_DECLS

/* The layers of Simple. The list and their names are in studio-school.c. */

/* Returns the name of a component in lists: in Simple its school-book name or title, in Full its
 * Python name. Borrowed. */
const char *studio_school_name (const RensaComponent *component);
/* Same for the type of a node, which may be unknown; short enough for the node's card. */
const char *studio_school_name_type (const char *type);
/* Returns the layers that Simple offers first, in school-book order. Free the array. */
GPtrArray *studio_school_list_layers (void);

G_END_DECLS
