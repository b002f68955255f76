/* rensa-walk-private.h: a traversal of an object, to or from values in memory.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-values-private.h"

G_BEGIN_DECLS

/* State shared by the places of one traversal. */
typedef struct
{
  RensaValues *values;
  gboolean reading;
  gboolean restoring; /* restoring previous values */
  RensaLoadOptions options;
  GHashTable *places; /* places by path */
  GHashTable *asked;  /* keys that were read */
  GHashTable *taken;  /* maps each used value to its user; NULL without a map */
} RensaWalk;

struct _RensaSerializer
{
  RensaWalk *walk;
  char *path; /* "" or ending in a slash */
};

/* Returns the place in @walk with that path; borrowed. */
RensaSerializer *rensa_walk_get_place (RensaWalk *walk, const char *path);
/* Returns the key in the file of the value called @path here, owned; *@is_mapped: TRUE if it comes
 * from the map. */
char *rensa_walk_find_source (RensaWalk *walk, const char *path, gboolean *is_mapped);
/* Records the result for a value if entries are requested. @expected: (nullable): describes the
 * requirement if @here does not;
 * @here, @found: (nullable). Returns the entry, borrowed, or NULL. */
RensaLoadEntry *rensa_walk_note (RensaWalk *walk, const char *path, RensaLoadStatus status, const char *expected,
                                 const RensaValue *here, const RensaValue *found);

/* Returns "float32 of shape (8, 20)", owned. */
char *rensa_value_describe (const RensaValue *value);

G_END_DECLS
