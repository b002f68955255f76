/* rensa-onnx-write-private.h: a graph as the bytes of a file.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-onnx-graph-private.h"

G_BEGIN_DECLS

/* The revisions of the operators and of the format that files have. */
#define RENSA_ONNX_OPSET 17
#define RENSA_ONNX_IR 8

/**
 * RensaOnnxAbout:
 * @title: of the model
 * @version: (nullable): of the program that writes it
 * @doc: (nullable): what there is to say about it
 * @keys, @values: (array zero-terminated): the metadata
 *
 * What a file says about its model.
 */
typedef struct
{
  const char *title;
  const char *version;
  const char *doc;
  const char *const *keys;
  const char *const *values;
} RensaOnnxAbout;

/* The file, the caller's. RENSA_ERROR_INVALID where it would have more than 2 GiB. */
GBytes *rensa_onnx_write (const RensaOnnxGraph *graph, const RensaOnnxAbout *about, GError **error);

/* The same as text, in the syntax that onnx.parser reads; the caller's. Of constants of more than @most_elements the
 * first few stand there, and the text is one to look at. RENSA_ERROR_NO_MEMORY. */
char *rensa_onnx_to_text (const RensaOnnxGraph *graph, const RensaOnnxAbout *about, gint64 most_elements,
                          GError **error);

G_END_DECLS
