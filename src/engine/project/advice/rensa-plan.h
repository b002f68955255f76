/* rensa-plan.h: chooses a model and its training for the data of a document.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-document.h"

G_BEGIN_DECLS

/**
 * RensaPlan:
 * @document: a copy of the document with all choices applied
 * @reasons: (element-type utf8): one sentence for each choice, in the user's language
 */
typedef struct
{
  RensaDocument *document;
  GPtrArray *reasons;
} RensaPlan;

/**
 * rensa_plan_new:
 * @document: a document, of which only the data, seed and name are kept
 * @dataset_root: (nullable): as for rensa_builder_new ()
 * @cancellable: (nullable): cancels the reading of a large file
 *
 * Reads the data as the Data page does, applies the remedies that make them readable, omits columns
 * that only name or number the rows, and chooses model, loss, preprocessing, optimizer, batch size
 * and epochs by number, kind and scale of the examples. May take long, so call it in a separate
 * thread. Fails with RENSA_ERROR_INVALID for data for which no model can be chosen, such as pairs
 * of sequences.
 */
RensaPlan *rensa_plan_new (RensaDocument *document, const char *dataset_root, GCancellable *cancellable,
                           GError **error);
void rensa_plan_free (RensaPlan *plan);

/* Returns the largest power of two up to 64 with which an epoch of @n_examples has at least ten
 * batches; 1 for very few. */
gint64 rensa_plan_choose_batch_size (gint64 n_examples);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaPlan, rensa_plan_free)

G_END_DECLS
