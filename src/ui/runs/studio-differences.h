/* studio-differences.h: the settings in which documents differ.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* One setting: "optimizer.alpha", and what each document says; NULL where it says nothing. */
typedef struct
{
  char *path;
  guint n;
  char **values;
} StudioDifference;

/* StudioDifference, for every setting that not all @n documents have alike, in the order in which the documents have
 * them. Elements of lists are named as rensa_document_set () names them; where nodes stand on the canvas is no setting. */
GPtrArray *studio_differences_new (RensaDocument *const *documents, guint n);

G_END_DECLS
