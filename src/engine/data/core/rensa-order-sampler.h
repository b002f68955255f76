/* rensa-order-sampler.h: in which order an epoch goes through the examples.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"

G_BEGIN_DECLS

/**
 * RensaOrderRequest:
 * @order: @length numbers of examples: the order of the epoch that ends, before the first one 0, 1, …
 * @position: where in it the last batch, or the last part of a batch of several epochs, began
 * @epoch: the number of the epoch that begins
 * @seed: of the run
 *
 * What an order is asked for with.
 */
typedef struct
{
  const gint64 *order;
  gint64 length;
  gint64 position;
  gint64 epoch;
  guint64 seed;
} RensaOrderRequest;

/**
 * RensaOrderSamplerClass:
 * @is_permutation: each order has every example once, so that a file with another one is spoiled
 * @sample: the next order, owned by the caller, and in @length how long it is; the same request gives the same order, in every
 *   thread. The first may have any length, which those after it keep.
 */
typedef struct
{
  RENSA_COMPONENT_FIELDS
  gboolean is_permutation;
  gint64 *(*sample) (gconstpointer attrs, const RensaOrderRequest *request, gint64 *length, GError **error);
} RensaOrderSamplerClass;

/* The order that @sampler gives, in which all numbers are examples of @n_examples. NULL with RENSA_ERROR_INVALID where they are not, where
 * there are none, and where the length changes. */
gint64 *rensa_order_sample (RensaAttrs *sampler, const RensaOrderRequest *request, gint64 n_examples, gint64 *length,
                            GError **error);

G_END_DECLS
