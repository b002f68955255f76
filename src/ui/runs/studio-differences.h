/* studio-differences.h: the settings in which runs differ.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* One setting: "optimizer.alpha", by as much of it as tells it from the others ("alpha"), and what it was in each run, changes while it ran included; NULL where it has none. */
typedef struct
{
  char *path;
  char *name;
  guint n;
  char **values;
} StudioDifference;

/* A run to compare. */
typedef struct
{
  RensaDocument *document;
  const GPtrArray *events; /* RensaRunEvent: what was changed while it ran; NULL for nothing */
  const char *device;      /* that it trained on, whatever the document calls it; NULL for what that says */
} StudioCompared;

/* StudioDifference, for every setting that not all @n runs have alike, or that was changed while one ran, in the order
 * in which the documents have them. Where a document says nothing, the default of the component counts. */
GPtrArray *studio_differences_new (const StudioCompared *runs, guint n);
/* "alpha 0.5, seed 2": what sets run @i apart, of the settings that it has; "" for nothing. */
char *studio_differences_describe (const GPtrArray *differences, guint i);

G_END_DECLS
