/* rensa-onnx-write-private.h: serialization of a graph to a file.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-onnx-graph-private.h"

G_BEGIN_DECLS

/* Versions of the operator set and of the format in files. */
#define RENSA_ONNX_OPSET 17
#define RENSA_ONNX_IR 8

/**
 * RensaOnnxAbout:
 * @title: title of the model
 * @version: (nullable): version of the program that writes the file
 * @doc: (nullable): comment
 * @keys, @values: (array zero-terminated): the metadata
 *
 * Description of the model in a file.
 */
typedef struct
{
  const char *title;
  const char *version;
  const char *doc;
  const char *const *keys;
  const char *const *values;
} RensaOnnxAbout;

/* Returns the file contents, owned by the caller. RENSA_ERROR_INVALID if it would exceed 2 GiB. */
GBytes *rensa_onnx_write (const RensaOnnxGraph *graph, const RensaOnnxAbout *about, GError **error);

/* The same as text, in the syntax read by onnx.parser; owned by the caller. Constants of more than
 * @most_elements are abbreviated, and the text is then for display only. RENSA_ERROR_NO_MEMORY. */
char *rensa_onnx_to_text (const RensaOnnxGraph *graph, const RensaOnnxAbout *about, gint64 most_elements,
                          GError **error);

G_END_DECLS
