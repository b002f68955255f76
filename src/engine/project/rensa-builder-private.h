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
  gboolean may_download;
};

/* Like rensa_builder_prepare (), but data that are not there do no harm where the data set knows their shapes. */
gboolean rensa_builder_prepare_shapes (RensaBuilder *builder, GError **error);

/* Puts the document's place before the message; returns FALSE. */
gboolean rensa_builder_fail (RensaBuilder *builder, GError **error);

G_END_DECLS
