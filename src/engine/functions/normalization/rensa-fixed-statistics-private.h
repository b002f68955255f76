/* rensa-fixed-statistics-private.h: normalization with given statistics.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* Members of a class whose inputs are x, gamma, beta, mean and var. */
gboolean rensa_fixed_statistics_infer (RensaInference *inference, const RensaInts *axis, GError **error);
gboolean rensa_fixed_statistics_forward (RensaCall *call, const RensaInts *axis, double eps, GError **error);
gboolean rensa_fixed_statistics_backward (RensaBackward *backward, const RensaInts *axis, double eps, GError **error);

/* Implements the public call of such a function. */
RensaVariable *rensa_fixed_statistics_apply (const RensaFunctionClass *class, gconstpointer attrs,
                                             RensaVariable *const inputs[5], GError **error);

G_END_DECLS
