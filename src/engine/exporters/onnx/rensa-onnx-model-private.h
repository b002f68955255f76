/* rensa-onnx-model-private.h: the trained model of a document as a graph.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-onnx-graph-private.h"
#include "rensa-tape-private.h"
#include "rensa-trained-private.h"

G_BEGIN_DECLS

/**
 * RensaOnnxModel:
 * @graph: graph for any number of examples, or for one
 * @only_one: (nullable): reason why it takes one example at a time, a sentence
 */
typedef struct
{
  RensaTrained trained;
  RensaOnnxGraph *graph;
  char *only_one;
} RensaOnnxModel;

/* Loads data and weights. @self must be empty, and cleared even after an error, which begins with
 * the node that caused it. */
gboolean rensa_onnx_model_load (RensaOnnxModel *self, RensaDocument *document, const RensaExportTarget *target,
                                GError **error);
void rensa_onnx_model_clear (RensaOnnxModel *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaOnnxModel, rensa_onnx_model_clear)

/* Returns the contents of the file, with metadata on examples and answers; owned by the caller. */
GBytes *rensa_onnx_model_write (const RensaOnnxModel *self, RensaDocument *document, GError **error);
/* The same as text (rensa_onnx_to_text ()). */
char *rensa_onnx_model_to_text (const RensaOnnxModel *self, RensaDocument *document, gint64 most_elements,
                                GError **error);

/* Converts the first input @x to the input of the model: n preprocessed examples, in the form of
 * @prepared. NULL with an error that begins with the position of the transform. */
RensaOnnxValue *rensa_onnx_write_preprocessing (RensaOnnxGraph *graph, RensaPreprocessing *preprocessing,
                                                RensaOnnxValue *x, RensaArray *prepared, GError **error);

G_END_DECLS
