/* rensa-row-normalization-private.h: common code of layer, group, instance and RMS normalization.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/**
 * RensaRowNormalization:
 * @shape: (N, G, K, S): x as N G rows of K S elements, each of which is normalized
 * @centred: TRUE to subtract the mean first
 * @eps: added to the variance
 *
 * y = gamma (x - mean) / sqrt (var + eps) + beta, where gamma and beta, as (G, K), have one
 * number for each S elements. Input 0 is x; inputs 1 and 2 are gamma and beta, which may be
 * missing or not be declared at all.
 */
typedef struct
{
  RensaShape shape;
  gboolean centred;
  double eps;
} RensaRowNormalization;

/* Checks that gamma and beta, if given, are floating, of one dtype, and of shape (@n,). */
gboolean rensa_expect_row_factors (RensaInference *inference, gint64 n, GError **error);

/* Differences between these functions; used as the rule of their classes. */
typedef struct
{
  RensaRowNormalization (*get_normalization) (gconstpointer attrs, const RensaShape *x);
} RensaRowRule;

gboolean rensa_row_normalization_forward (RensaCall *call, GError **error);
gboolean rensa_row_normalization_backward (RensaBackward *backward, GError **error);

G_END_DECLS
