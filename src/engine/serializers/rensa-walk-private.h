/* rensa-walk-private.h: a walk over an object, to or from values in memory.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-values-private.h"

G_BEGIN_DECLS

/* What the places of one walk have in common. */
typedef struct
{
  RensaValues *values;
  gboolean reading;
  gboolean restoring; /* reading what was there before */
  RensaLoadOptions options;
  GHashTable *places; /* by path */
  GHashTable *asked;  /* the keys that were read */
  GHashTable *taken;  /* by those that were taken, for whom; NULL without a map */
} RensaWalk;

struct _RensaSerializer
{
  RensaWalk *walk;
  char *path; /* "" or ending in a slash */
};

/* The place in @walk with that path: borrowed. */
RensaSerializer *rensa_walk_get_place (RensaWalk *walk, const char *path);
/* The key in the file of what is called @path here, owned; *@is_mapped: whether the map says it. */
char *rensa_walk_find_source (RensaWalk *walk, const char *path, gboolean *is_mapped);
/* Enters what became of a value where somebody asks for that. @expected: (nullable): tells of @here what it does not tell itself;
 * @here, @found: (nullable). Gives the entry, borrowed, or NULL. */
RensaLoadEntry *rensa_walk_note (RensaWalk *walk, const char *path, RensaLoadStatus status, const char *expected,
                                 const RensaValue *here, const RensaValue *found);

/* "float32 of shape (8, 20)", owned. */
char *rensa_value_describe (const RensaValue *value);

G_END_DECLS
