/* rensa-builder-private.h: the parts of the builder.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-builder.h"
#include "rensa-project-private.h"

G_BEGIN_DECLS

struct _RensaBuilder
{
  RensaDocument *document;
  RensaProject *project;
  char *root;
  RensaDataBundle bundle; /* both parts are there after the split, but the second may be NULL */
  gint64 batch_size;
  gboolean is_prepared;
};

/* The types of a batch; returns how many fields there are, 0 with an error. */
int rensa_builder_get_batch_types (RensaBuilder *builder, RensaType *types, GError **error);
gboolean rensa_builder_load_data (RensaBuilder *builder, GError **error);
RensaSerialIterator *rensa_builder_make_iterator (RensaBuilder *builder, GError **error);
/* Puts the document's place before the message; returns FALSE. */
gboolean rensa_builder_fail (RensaBuilder *builder, GError **error);

G_END_DECLS
