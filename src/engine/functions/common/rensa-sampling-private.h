/* rensa-sampling-private.h: interpolated reading of images.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/**
 * RensaSampling:
 * @scale: factor of the coordinates, horizontal and vertical
 * @shift: added after that, so that pixel (i, j) is at u = j, v = i
 * @order: order of the derivative of the weights by the horizontal and the vertical coordinate: 0
 *   or 1
 *
 * y[n, c, p] = Σ h(u[n, p] - j) h(v[n, p] - i) x[n, c, i, j] with h (t) = max (1 - |t|, 0): x is
 * zero outside.
 */
typedef struct
{
  double scale[2];
  double shift[2];
  gboolean order[2];
} RensaSampling;

/* Samples x (N, C, H, W) at grid (N, 2, P), horizontal coordinates before vertical ones: y (N, C, P). */
RensaArray *rensa_sample (RensaArray *x, RensaArray *grid, const RensaSampling *sampling, GError **error);

/* Same as a function that can be differentiated any number of times. */
RensaVariable *rensa_sample_variables (RensaVariable *x, RensaVariable *grid, const RensaSampling *sampling,
                                       GError **error);
/* Gradients of rensa_sample_variables(). */
RensaVariable *rensa_sample_grad_x (RensaVariable *gy, RensaVariable *grid, const RensaSampling *sampling,
                                    const RensaShape *x, GError **error);
/* @is_recorded: TRUE if the result must itself be differentiable. */
RensaVariable *rensa_sample_grad_grid (RensaVariable *x, RensaVariable *grid, RensaVariable *gy,
                                       const RensaSampling *sampling, gboolean is_recorded, GError **error);

G_END_DECLS
