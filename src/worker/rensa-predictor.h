/* rensa-predictor.h: asks a trained model, in a thread of its own.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

typedef struct _RensaPredictor RensaPredictor;

/* What the model gives for each example, one after the other; @n values in all. @values: probabilities (they sum to 1)
 * where the loss is a softmax or sigmoid cross entropy, else the outputs themselves. */
typedef void (*RensaPredictorFunc) (const float *values, guint n, const GError *error, gpointer data);

/* Builds the model of @document and loads @weights ("model.npz") in the background; a failure comes with the first
 * answer. @func is called in the main context of the caller. */
RensaPredictor *rensa_predictor_new (RensaDocument *document, const char *weights, const char *dataset_root,
                                     RensaPredictorFunc func, gpointer data);
/* @func is not called any more once this has returned. The thread is not waited for. */
void rensa_predictor_free (RensaPredictor *predictor);
/* @inputs: @n fields in the order of the Input nodes, each as @n_examples rows of so many numbers as @sizes says, as the
 * data set gives its own. Returns at once; where several questions wait, the last alone is answered. */
void rensa_predictor_ask (RensaPredictor *predictor, const float *const *inputs, const gsize *sizes, guint n,
                          guint n_examples);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaPredictor, rensa_predictor_free)

G_END_DECLS
