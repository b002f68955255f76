/* rensa-order-sampler.h: order of the examples in an epoch.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"

G_BEGIN_DECLS

/**
 * RensaOrderRequest:
 * @order: @length example indices: the order of the epoch that is ending; 0, 1, … before the first
 * @position: start in it of the last batch, or of the last part of a batch of several epochs
 * @epoch: number of the epoch that is beginning
 * @seed: seed of the run
 *
 * The arguments of an order sampler.
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
 * @is_permutation: every order contains each example exactly once, so that a file with any other
 *   order is damaged
 * @sample: returns the next order, owned by the caller, and its length in @length; the same request
 *   gives the same order, in every thread. The first order may have any length; later ones must
 *   keep it.
 */
typedef struct
{
  RENSA_COMPONENT_FIELDS
  gboolean is_permutation;
  gint64 *(*sample) (gconstpointer attrs, const RensaOrderRequest *request, gint64 *length, GError **error);
} RensaOrderSamplerClass;

/* Returns the order computed by @sampler, after checking that all numbers are valid for
 * @n_examples. NULL with RENSA_ERROR_INVALID if they are not, if there are none, or if the
 * length changes. */
gint64 *rensa_order_sample (RensaAttrs *sampler, const RensaOrderRequest *request, gint64 n_examples, gint64 *length,
                            GError **error);

G_END_DECLS
