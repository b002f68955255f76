/* rensa-caffe-function.h: networks that Caffe trained.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/**
 * rensa_caffe_function_new:
 * @path: a caffemodel, of today or in the old form
 *
 * A link with the layers of a net of Caffe as its children, as Chainer's CaffeFunction.  Filters in groups become full
 * ones, with zeros.
 * Layers of types that are not known are passed over (rensa_caffe_function_get_skipped ()), layers of data in silence.
 * Called as other
 * links are, it takes what no layer makes, in the order in which layers ask for it, and gives what the last layer
 * makes.  RENSA_ERROR_IO,
 * or RENSA_ERROR_FORMAT with a sentence; what a layer says that its link or function does not take is
 * RENSA_ERROR_INVALID.
 *
 * Jia et al., "Caffe: Convolutional Architecture for Fast Feature Embedding", ACM Multimedia 2014.
 */
RensaLink *rensa_caffe_function_new (const char *path, GError **error);
/* The same of a file in memory. */
RensaLink *rensa_caffe_function_new_from_bytes (GBytes *bytes, GError **error);

/**
 * rensa_caffe_function_call:
 * @names: of what is given, ended by NULL
 * @values: that, one for each name
 * @outputs: names of what is wanted, ended by NULL
 * @disable: (nullable): names of layers that are passed over, ended by NULL
 * @results: gets one for each of @outputs, owned by the caller
 *
 * Runs, one after the other, the layers for which all is there.  RENSA_ERROR_NOT_FOUND where nothing of a wanted name
 * was made.
 *
 * Returns: FALSE with an error
 */
gboolean rensa_caffe_function_call (RensaLink *function, const char *const *names, RensaVariable *const *values,
                                    const char *const *outputs, const char *const *disable, RensaVariable **results,
                                    GError **error);

/* The number of layers that can be called, and of number @i its name and the names of what it takes and makes;
 * borrowed. */
guint rensa_caffe_function_get_n_layers (RensaLink *function);
const char *rensa_caffe_function_get_layer (RensaLink *function, guint i, const char *const **bottoms,
                                            const char *const **tops);
/* What layer @i does: a link with its weights, or else a function of what it takes; borrowed. */
RensaLink *rensa_caffe_function_get_link (RensaLink *function, guint i);
RensaAttrs *rensa_caffe_function_get_function (RensaLink *function, guint i);
/* "tanh: TanH", one for each layer of a type that is not known; borrowed. */
const char *const *rensa_caffe_function_get_skipped (RensaLink *function);

G_END_DECLS
