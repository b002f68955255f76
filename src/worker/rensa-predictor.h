/* rensa-predictor.h: asks a trained model, in a thread of its own.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-document.h"
#include "rensa-preview-maker.h"

G_BEGIN_DECLS

typedef struct _RensaPredictor RensaPredictor;

/* What the model gives for each example, one after the other; @n values in all. @values: probabilities (they sum to 1)
 * where the loss is a softmax or sigmoid cross entropy, else the outputs themselves. */
typedef void (*RensaPredictorFunc) (const float *values, guint n, const GError *error, gpointer data);
/* What an extension makes of the model; question @number. */
typedef void (*RensaPreviewedFunc) (const RensaPreviewed *previewed, guint number, const GError *error, gpointer data);
/* @previews: (nullable): RensaAttrs, each the caller's alone. */
typedef void (*RensaPreviewListFunc) (GPtrArray *previews, const GError *error, gpointer data);

/* Builds the model of @document and loads @weights ("model.npz") in the background; a failure comes with the first
 * answer. Answers come in the main context of the caller. */
RensaPredictor *rensa_predictor_new (RensaDocument *document, const char *weights, const char *dataset_root);
/* Nobody is called any more once this has returned. The thread is not waited for; a preview that it works on ends soon. */
void rensa_predictor_free (RensaPredictor *predictor);
/* These return at once. Where several questions with the same @func and @data wait, the last alone is answered. */

/* @inputs: @n fields in the order of the Input nodes, each as @n_examples rows of so many numbers as @sizes says, as the
 * data set gives its own. */
void rensa_predictor_ask (RensaPredictor *predictor, const float *const *inputs, const gsize *sizes, guint n,
                          guint n_examples, RensaPredictorFunc func, gpointer data);
/* @attrs: of an extension with a preview; copied. Returns the number of the question, which is larger than those before. */
guint rensa_predictor_ask_preview (RensaPredictor *predictor, RensaAttrs *attrs, RensaPreviewedFunc func,
                                   gpointer data);
/* Who asked question @number for a preview waits no more: nobody is called with the answer, and the work on it ends soon. */
void rensa_predictor_cancel_preview (RensaPredictor *predictor, guint number);
/* What rensa_builder_suggest_previews () finds. */
void rensa_predictor_suggest_previews (RensaPredictor *predictor, RensaPreviewListFunc func, gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaPredictor, rensa_predictor_free)

G_END_DECLS
