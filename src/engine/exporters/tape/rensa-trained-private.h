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
 * A trained model for export.
 */
typedef struct
{
  RensaBuilder *builder;
  RensaLink *model;
  RensaLink *predictor;
} RensaTrained;

/* Loads data and weights. @self must be empty, and cleared even after an error. @exporter: name of
 * the exporter, for messages */
gboolean rensa_trained_load (RensaTrained *self, RensaDocument *document, const RensaExportTarget *target,
                             const char *exporter, GError **error);
void rensa_trained_clear (RensaTrained *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaTrained, rensa_trained_clear)

/* Returns the validation part, or else the training part, without preprocessing; owned by the caller. */
RensaDataset *rensa_trained_find_examples (const RensaTrained *trained);
/* Returns the answers of the model to its @n examples from @first on, in one batch; owned by the
 * caller. @n_inputs: number of their values that the model takes */
RensaArray *rensa_trained_ask (const RensaTrained *trained, guint n_inputs, gint64 first, gint64 n, GError **error);
/* A model exported for one example at a time must not mix the examples of a batch, as a sum along
 * the first axis does: processes the first examples together and one by one; if the answers differ,
 * the error names one. */
gboolean rensa_trained_expect_apart (const RensaTrained *trained, guint n_inputs, GError **error);

G_END_DECLS
