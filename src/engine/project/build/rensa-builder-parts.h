/* rensa-builder-parts.h: parts of the builder, for what makes one of them alone.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-builder.h"
#include "rensa-project-parts.h"

G_BEGIN_DECLS

/* Name of the iterator over the validation set. */
#define RENSA_VALIDATION "validation"

struct _RensaBuilder
{
  RensaDocument *document;
  RensaProject *project;
  char *root;
  RensaDataBundle bundle; /* set for both parts after the split, but the second may be NULL */
  gint64 batch_size;
  gboolean is_prepared;
  gboolean may_download;
  gboolean resumes;
  gboolean gives_logits;
  GPtrArray *weights; /* RensaLoadEntry; NULL if none were loaded */
};

/* @for_shapes: placeholders may replace missing data. */
gboolean rensa_builder_prepare_for (RensaBuilder *builder, gboolean for_shapes, GError **error);
/* Creates the link that is called with a batch, on the current device. */
RensaLink *rensa_builder_make_target (RensaBuilder *builder, GError **error);
/* Creates the updater that trains it; @devices: (nullable): devices to train on. */
RensaUpdater *rensa_builder_make_updater (RensaBuilder *builder, RensaLink *target, GPtrArray *devices, GError **error);
/* Creates an extension and supplies it with the data that it needs. */
RensaExtension *rensa_builder_make_extension (RensaBuilder *builder, const RensaExtensionPlan *plan, GError **error);
/* Creates the step of the document, with its models. */
RensaLink *rensa_builder_make_step (RensaBuilder *builder, GError **error);
/* Calls @link, in test mode, with a batch of zeros that lacks the last @n_left_out values of an
 * example: this initializes links that infer their sizes from the first batch. Fails if the call
 * needs more than @limit operations (rensa-budget.h). */
gboolean rensa_builder_call_with_zeros (RensaBuilder *builder, RensaLink *link, int n_left_out, gint64 limit,
                                        GError **error);
/* Fails if a batch needs an unreasonable number of operations. */
gboolean rensa_builder_check_operations (RensaBuilder *builder, GError **error);
/* Adds the losses of the step to @updater, with their optimizers. */
gboolean rensa_builder_add_losses (RensaBuilder *builder, RensaUpdater *updater, RensaLink *step, GError **error);
/* @hooks: RensaAttrs */
RensaOptimizer *rensa_builder_make_optimizer (RensaLink *target, RensaAttrs *attrs, GPtrArray *hooks, GError **error);
/* Returns how to display the examples that the model receives, if they are pictures. */
const RensaPicture *rensa_builder_get_picture (RensaBuilder *builder);
/* Provides an extension with the parts of the document that it needs, other than the training
 * examples. */
gboolean rensa_builder_supply (RensaBuilder *builder, RensaExtension *extension, GError **error);
/* Prefixes the message with the document's place; returns FALSE. */
gboolean rensa_builder_fail (RensaBuilder *builder, GError **error);

G_END_DECLS
