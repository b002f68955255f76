/* studio-differences.h: settings that differ between runs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* A setting: its path "optimizer.alpha", the shortest unambiguous part of the path ("alpha"), and
 * its value in each run, including changes during the run; NULL if a run does not have the setting. */
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
  const GPtrArray *events; /* RensaRunEvent items: changes made during the run; NULL for none */
  const char *device;      /* The device actually used for training; NULL if it is the one in the document */
} StudioCompared;

/* Returns a StudioDifference for every setting that differs between the @n runs or was changed
 * during a run, in document order. Missing settings have the default of the component. */
GPtrArray *studio_differences_new (const StudioCompared *runs, guint n);
/* Returns the settings that distinguish run @i, such as "alpha 0.5, seed 2"; "" if there are none. */
char *studio_differences_describe (const GPtrArray *differences, guint i);

G_END_DECLS
