/* rensa-trained-private.h: the trained model of a document.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-builder.h"
#include "rensa-exporter.h"

G_BEGIN_DECLS

/**
 * RensaTrained:
 * @builder: has loaded the data
 * @predictor: of @model; borrowed
 *
 * What is exported of a trained model.
 */
typedef struct
{
  RensaBuilder *builder;
  RensaLink *model;
  RensaLink *predictor;
} RensaTrained;

/* Loads data and weights. @self is empty before, and to be cleared also after an error. @exporter: what needs them,
 * for messages */
gboolean rensa_trained_load (RensaTrained *self, RensaDocument *document, const RensaExportTarget *target,
                             const char *exporter, GError **error);
void rensa_trained_clear (RensaTrained *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaTrained, rensa_trained_clear)

/* The part for validation, else that for training, as it is before the preprocessing: the caller's. */
RensaDataset *rensa_trained_find_examples (const RensaTrained *trained);
/* What the model answers to the @n examples of it from @first on, asked about together; the caller's. @n_inputs: how many of their values the
 * model takes */
RensaArray *rensa_trained_ask (const RensaTrained *trained, guint n_inputs, gint64 first, gint64 n, GError **error);
/* What is asked about one example at a time must not mix those of a batch, as a sum along the first axis does: the first examples are asked
 * about together and alone, and where the answers differ, the error names one. */
gboolean rensa_trained_expect_apart (const RensaTrained *trained, guint n_inputs, GError **error);

G_END_DECLS
