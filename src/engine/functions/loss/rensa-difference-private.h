/* rensa-difference-private.h: losses of the difference between two arrays of one shape.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-total-private.h"

G_BEGIN_DECLS

/**
 * RensaDifference:
 * @term: (x0, x1; share, …) -> term, the same for -(x0 - x1)
 * @term_grad: (x0, x1, gy; share, …) -> gx0
 * @slope: derivative of the term by x0 - x1, as a differentiable function of it
 * @params: parameters of both kernels; the first is the share
 *
 * L = Σ term (x0 - x1).
 */
typedef struct
{
  const RensaKernel *term;
  const RensaKernel *term_grad;
  RensaVariable *(*slope) (RensaVariable *difference, const double *params, GError **error);
  RensaTotal total;
  double params[2];
} RensaDifference;

/* Expects two floating inputs of one dtype and one shape. */
gboolean rensa_difference_expect (RensaInference *inference, GError **error);

gboolean rensa_difference_forward (const RensaDifference *self, RensaCall *call, GError **error);
gboolean rensa_difference_backward (const RensaDifference *self, RensaBackward *backward, GError **error);

/* Returns the absolute error, elementwise or as the mean. */
RensaDifference rensa_difference_absolute (RensaTotal total);

/* squared_error and squared_difference are the same function under two names. */
gboolean rensa_squared_error_infer (RensaInference *inference, GError **error);
gboolean rensa_squared_error_forward (RensaCall *call, GError **error);
gboolean rensa_squared_error_backward (RensaBackward *backward, GError **error);

G_END_DECLS
