/* rensa-wording.h: parts of messages about user input.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"
#include "rensa-json.h"

G_BEGIN_DECLS

/* Returns @text in a form suitable for a sentence: truncated with "…" after 60 characters, and
 * always valid UTF-8. */
char *rensa_excerpt (const char *text);
/* Describes the values that an attribute accepts: "an integer of at least 1 or None", "the name of
 * a reported value". */
char *rensa_attr_describe (const RensaAttrSpec *spec);
/* Returns a name unchanged, anything else in quotes: relu, "re lu". */
char *rensa_excerpt_name (const char *name);
/* Returns a JSON value on one line; None for NULL. */
char *rensa_excerpt_json (RensaJson *json);

/* Returns the one of the @n names, obtained from @get_name for 0 … @n - 1, with the smallest edit
 * distance to @name; NULL if none is near. */
const char *rensa_find_nearest (const char *name, const char *(*get_name) (gconstpointer names, guint i),
                                gconstpointer names, guint n);
/* Returns "; did you mean Linear?" with that name; "" for none. */
char *rensa_suggest (const char *name, const char *(*get_name) (gconstpointer names, guint i), gconstpointer names,
                     guint n);

G_END_DECLS
