/* rensa-caffe-function.h: networks trained with Caffe.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/**
 * rensa_caffe_function_new:
 * @path: a caffemodel in the current or the old format
 *
 * Creates a link with the layers of a Caffe network as its children, like Chainer's CaffeFunction.
 * Grouped filters are expanded to full ones, with zeros. Layers of unknown types are skipped
 * (rensa_caffe_function_get_skipped ()), data layers silently. When called like other links, its
 * inputs are the values that no layer produces, in order of first use, and its outputs are those of
 * the last layer. Fails with RENSA_ERROR_IO, or RENSA_ERROR_FORMAT with a message; with
 * RENSA_ERROR_INVALID if a link or function rejects the settings of its layer.
 *
 * Jia et al., "Caffe: Convolutional Architecture for Fast Feature Embedding", ACM Multimedia 2014.
 */
RensaLink *rensa_caffe_function_new (const char *path, GError **error);
/* The same for a file in memory. */
RensaLink *rensa_caffe_function_new_from_bytes (GBytes *bytes, GError **error);

/**
 * rensa_caffe_function_call:
 * @names: names of the inputs, terminated by NULL
 * @values: input values, one per name
 * @outputs: names of the requested values, terminated by NULL
 * @disable: (nullable): names of layers to skip, terminated by NULL
 * @results: receives one value for each of @outputs, owned by the caller
 *
 * Runs the layers in order, skipping those whose inputs are unavailable. Fails with
 * RENSA_ERROR_NOT_FOUND if no value with a requested name was produced.
 *
 * Returns: FALSE on error
 */
gboolean rensa_caffe_function_call (RensaLink *function, const char *const *names, RensaVariable *const *values,
                                    const char *const *outputs, const char *const *disable, RensaVariable **results,
                                    GError **error);

/* The number of callable layers, and the name, inputs and outputs of layer @i; borrowed. */
guint rensa_caffe_function_get_n_layers (RensaLink *function);
const char *rensa_caffe_function_get_layer (RensaLink *function, guint i, const char *const **bottoms,
                                            const char *const **tops);
/* The link of layer @i with its weights, or otherwise its function; borrowed. */
RensaLink *rensa_caffe_function_get_link (RensaLink *function, guint i);
RensaAttrs *rensa_caffe_function_get_function (RensaLink *function, guint i);
/* "tanh: TanH", one per layer of an unknown type; borrowed. */
const char *const *rensa_caffe_function_get_skipped (RensaLink *function);

G_END_DECLS
