/* studio-school.h: components in the words of a school book.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"

G_BEGIN_DECLS

/* The layers of Simple. The list and their names are in studio-school.c. */

/* The name of a component in lists: in Simple its school word or title, in Full its Python name. Borrowed. */
const char *studio_school_name (const RensaComponent *component);
/* The same of the type of a node, which need not be known; short enough for its card. */
const char *studio_school_name_type (const char *type);
/* The layers that Simple offers first, in the order of a school book. Free the array. */
GPtrArray *studio_school_list_layers (void);

G_END_DECLS
