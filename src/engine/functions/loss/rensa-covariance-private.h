/* rensa-covariance-private.h: covariance losses.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-total-private.h"

G_BEGIN_DECLS

/* Choices of the reduce attribute. */
enum
{
  RENSA_COVARIANCE_HALF_SQUARED_SUM,
  RENSA_COVARIANCE_NO,
};

extern const char *const rensa_covariance_reductions[3];

/* Computes, for two inputs, C = (y - mean (y))ᵀ (z - mean (z)) / N; for one input its covariance
 * with zeros on the diagonal; returns either C or Σ C² / 2. */
gboolean rensa_covariance_infer (RensaInference *inference, int reduce, GError **error);
gboolean rensa_covariance_forward (RensaCall *call, int reduce, GError **error);
gboolean rensa_covariance_backward (RensaBackward *backward, int reduce, GError **error);

G_END_DECLS
