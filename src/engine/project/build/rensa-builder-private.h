/* rensa-builder-private.h: the parts of the builder.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-builder.h"
#include "rensa-project-private.h"

G_BEGIN_DECLS

/* The iterator over the test part. */
#define RENSA_VALIDATION "validation"

struct _RensaBuilder
{
  RensaDocument *document;
  RensaProject *project;
  char *root;
  RensaDataBundle bundle; /* both parts are there after the split, but the second may be NULL */
  gint64 batch_size;
  gboolean is_prepared;
  gboolean may_download;
  gboolean resumes;
  gboolean gives_logits;
  GPtrArray *weights; /* RensaLoadEntry; NULL where none were loaded */
};

/* @for_shapes: data that are not there may be stood in for. */
gboolean rensa_builder_prepare_for (RensaBuilder *builder, gboolean for_shapes, GError **error);
/* What is called with a batch, on the device at hand. */
RensaLink *rensa_builder_make_target (RensaBuilder *builder, GError **error);
/* What trains it; @devices: (nullable): where. */
RensaUpdater *rensa_builder_make_updater (RensaBuilder *builder, RensaLink *target, GPtrArray *devices, GError **error);
/* With what it asks for of the data. */
RensaExtension *rensa_builder_make_extension (RensaBuilder *builder, const RensaExtensionPlan *plan, GError **error);
/* The step of the document, with its models. */
RensaLink *rensa_builder_make_step (RensaBuilder *builder, GError **error);
/* Calls @link, in test mode, with a batch of zeros that lacks the last @n_left_out values of an example: links that learn
 * their sizes from the first batch have them then. Fails where the call makes more than @limit operations (rensa-budget.h). */
gboolean rensa_builder_call_with_zeros (RensaBuilder *builder, RensaLink *link, int n_left_out, gint64 limit,
                                        GError **error);
/* Fails where a batch takes more operations than anybody waits for. */
gboolean rensa_builder_check_operations (RensaBuilder *builder, GError **error);
/* What learns from its losses. */
gboolean rensa_builder_add_losses (RensaBuilder *builder, RensaUpdater *updater, RensaLink *step, GError **error);
/* @hooks: RensaAttrs */
RensaOptimizer *rensa_builder_make_optimizer (RensaLink *target, RensaAttrs *attrs, GPtrArray *hooks, GError **error);
/* How the examples are shown that the model sees, if they are pictures. */
const RensaPicture *rensa_builder_get_picture (RensaBuilder *builder);
/* Gives an extension what it asks for of what the document has beside the examples for training. */
gboolean rensa_builder_supply (RensaBuilder *builder, RensaExtension *extension, GError **error);
/* Puts the document's place before the message; returns FALSE. */
gboolean rensa_builder_fail (RensaBuilder *builder, GError **error);

G_END_DECLS
