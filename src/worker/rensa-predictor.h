/* rensa-predictor.h: runs a trained model in a separate thread.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-document.h"
#include "rensa-preview-maker.h"

G_BEGIN_DECLS

typedef struct _RensaPredictor RensaPredictor;

/* The model's output for all examples in order; @n values in total. @values: probabilities (which
 * sum to 1) if the loss is a softmax or sigmoid cross entropy, otherwise the raw outputs. */
typedef void (*RensaPredictorFunc) (const float *values, guint n, const GError *error, gpointer data);
/* The preview that an extension makes from the model; @number identifies the request. */
typedef void (*RensaPreviewedFunc) (const RensaPreviewed *previewed, guint number, const GError *error, gpointer data);
/* @previews: (nullable): RensaAttrs, not shared with others. */
typedef void (*RensaPreviewListFunc) (GPtrArray *previews, const GError *error, gpointer data);

/* Builds the model of @document and loads @weights ("model.npz") in the background; an error is
 * reported with the first answer. Answers are delivered in the main context of the caller. */
RensaPredictor *rensa_predictor_new (RensaDocument *document, const char *weights, const char *dataset_root);
/* After this, no callback is called. Does not wait for the thread; a preview in progress ends soon. */
void rensa_predictor_free (RensaPredictor *predictor);
/* These return immediately. Of several pending requests with the same @func and @data, only the
 * last is answered. */

/* @inputs: @n fields in the order of the Input nodes, each with @n_examples rows of the length
 *   given in @sizes, as in the data set. */
void rensa_predictor_ask (RensaPredictor *predictor, const float *const *inputs, const gsize *sizes, guint n,
                          guint n_examples, RensaPredictorFunc func, gpointer data);
/* @attrs: attributes of an extension with a preview; copied. Returns the request number, which is
 *   larger than all previous ones. */
guint rensa_predictor_ask_preview (RensaPredictor *predictor, RensaAttrs *attrs, RensaPreviewedFunc func,
                                   gpointer data);
/* Cancels preview request @number: its callback is not called, and the work on it ends soon. */
void rensa_predictor_cancel_preview (RensaPredictor *predictor, guint number);
/* Requests the result of rensa_builder_suggest_previews (). */
void rensa_predictor_suggest_previews (RensaPredictor *predictor, RensaPreviewListFunc func, gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaPredictor, rensa_predictor_free)

G_END_DECLS
