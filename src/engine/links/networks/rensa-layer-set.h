/* rensa-layer-set.h: well-known image networks, with access to the output of any layer.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* They are also ordinary links, with an attribute for the layer to return: "VGG16Layers(layer=fc7)". */

/**
 * rensa_layer_set_new:
 * @name: as in Chainer: "VGG16Layers", "VGG19Layers", "ResNet50Layers", "ResNet101Layers",
 *   "ResNet152Layers" or "GoogLeNet"
 * @weights: (nullable): an NPZ or HDF5 file with Chainer's keys; NULL to draw initial weights as
 *   the network's authors did
 * @downsample_fb: for ResNet only: TRUE if blocks downsample with their 3x3 filters instead of the
 *   preceding 1x1 filters
 *
 * Creates a classifier of images of shape (N, 3, 224, 224) into 1000 classes, whose children have
 * Chainer's paths. When called as a link, it returns the layer "prob", of shape (N, 1000). Fails
 * with RENSA_ERROR_NOT_FOUND for another name, with RENSA_ERROR_INVALID for @downsample_fb of other
 * networks, and with the errors of rensa_load_file ().
 *
 * Simonyan and Zisserman, "Very Deep Convolutional Networks for Large-Scale Image Recognition",
 * ICLR 2015; He et al., "Deep Residual Learning for Image Recognition", CVPR 2016; Szegedy et al.,
 * "Going Deeper with Convolutions", CVPR 2015.
 */
RensaLink *rensa_layer_set_new (const char *name, const char *weights, gboolean downsample_fb, GError **error);

/* Lists the names of layers, in order, terminated by NULL; freed by the caller. */
char **rensa_layer_set_list_layers (RensaLink *set);

/**
 * rensa_layer_set_call:
 * @x: images from rensa_layer_set_prepare ()
 * @layers: names, terminated by NULL
 * @results: receives one value for each of @layers, owned by the caller
 *
 * Stops after the last layer requested. Fails with RENSA_ERROR_NOT_FOUND if there is no such layer.
 *
 * Returns: FALSE on error
 */
gboolean rensa_layer_set_call (RensaLink *set, RensaVariable *x, const char *const *layers, RensaVariable **results,
                               GError **error);

/* Converts an image of shape (height, width, 3), red, green and blue from 0 to 255, to the set's
 * input: float32 of shape (3, height, width), blue first, minus the mean of its training images.
 * Fails with RENSA_ERROR_TYPE_CHECK for other shapes. */
RensaArray *rensa_layer_set_prepare (RensaLink *set, RensaArray *picture, GError **error);

G_END_DECLS
