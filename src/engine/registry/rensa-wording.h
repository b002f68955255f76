/* rensa-wording.h: pieces of sentences about what people wrote.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"
#include "rensa-json.h"

G_BEGIN_DECLS

/* @text as it can stand in a sentence: cut off with "…" after 60 characters, and valid UTF-8 whatever its bytes are. */
char *rensa_excerpt (const char *text);
/* What an attribute takes: "an integer of at least 1 or None", "the name of a reported value". */
char *rensa_attr_describe (const RensaAttrSpec *spec);
/* A name as it is, anything else in quotes: relu, "re lu". */
char *rensa_excerpt_name (const char *name);
/* A JSON value on one line; None for NULL. */
char *rensa_excerpt_json (RensaJson *json);

/* Of the @n names that @get_name returns for 0 … @n - 1 the one to which @name is nearest, counted in letters to be changed;
 * NULL where none is near. */
const char *rensa_find_nearest (const char *name, const char *(*get_name) (gconstpointer names, guint i),
                                gconstpointer names, guint n);
/* "; did you mean Linear?" with that name; "" for none. */
char *rensa_suggest (const char *name, const char *(*get_name) (gconstpointer names, guint i), gconstpointer names,
                     guint n);

G_END_DECLS
