/* rensa-layer-set.h: well-known networks for pictures, any layer of which can be asked for.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* They are links like all others, too, whose attribute says which layer they give: "VGG16Layers(layer=fc7)". */

/**
 * rensa_layer_set_new:
 * @name: as in Chainer: "VGG16Layers", "VGG19Layers", "ResNet50Layers", "ResNet101Layers", "ResNet152Layers" or "GoogLeNet"
 * @weights: (nullable): an NPZ or HDF5 with Chainer's keys; NULL draws first weights as the network's authors did
 * @downsample_fb: of ResNet alone: where a block makes pictures smaller, its 3x3 filters do so, and not the 1x1 ones before them
 *
 * A classifier of pictures of shape (N, 3, 224, 224) into 1000 classes, whose children have Chainer's paths.  Called as a link it gives the
 * layer "prob", of shape (N, 1000).  RENSA_ERROR_NOT_FOUND for another name, RENSA_ERROR_INVALID for @downsample_fb of others; what is wrong
 * with the file is told as by rensa_load_file ().
 *
 * Simonyan and Zisserman, "Very Deep Convolutional Networks for Large-Scale Image Recognition", ICLR 2015; He et al., "Deep Residual Learning
 * for Image Recognition", CVPR 2016; Szegedy et al., "Going Deeper with Convolutions", CVPR 2015.
 */
RensaLink *rensa_layer_set_new (const char *name, const char *weights, gboolean downsample_fb, GError **error);

/* The names of layers, in order, ended by NULL; freed by the caller. */
char **rensa_layer_set_list_layers (RensaLink *set);

/**
 * rensa_layer_set_call:
 * @x: pictures as rensa_layer_set_prepare () makes them
 * @layers: names, ended by NULL
 * @results: gets one for each of @layers, owned by the caller
 *
 * Runs no further than to the last that is wanted.  RENSA_ERROR_NOT_FOUND for a layer that is not there.
 *
 * Returns: FALSE with an error
 */
gboolean rensa_layer_set_call (RensaLink *set, RensaVariable *x, const char *const *layers, RensaVariable **results,
                               GError **error);

/* A picture of shape (height, width, 3), red, green and blue from 0 to 255, as the set takes it: float32 of shape (3, height, width), blue
 * first, less the mean of the pictures that it was trained with.  RENSA_ERROR_TYPE_CHECK for another shape. */
RensaArray *rensa_layer_set_prepare (RensaLink *set, RensaArray *picture, GError **error);

G_END_DECLS
