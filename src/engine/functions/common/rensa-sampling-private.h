/* rensa-sampling-private.h: images read between their pixels.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/**
 * RensaSampling:
 * @scale: of the coordinates, horizontal and vertical
 * @shift: added after that, so that pixel (i, j) stands at u = j, v = i
 * @order: how often the weights are differentiated by the horizontal and the vertical coordinate: 0 or 1
 *
 * y[n, c, p] = Σ h(u[n, p] - j) h(v[n, p] - i) x[n, c, i, j] with h (t) = max (1 - |t|, 0): x is zero outside.
 */
typedef struct
{
  double scale[2];
  double shift[2];
  gboolean order[2];
} RensaSampling;

/* x (N, C, H, W) at grid (N, 2, P), horizontal coordinates before vertical ones: y (N, C, P). */
RensaArray *rensa_sample (RensaArray *x, RensaArray *grid, const RensaSampling *sampling, GError **error);

/* The same as a function that can be differentiated any number of times. */
RensaVariable *rensa_sample_variables (RensaVariable *x, RensaVariable *grid, const RensaSampling *sampling,
                                       GError **error);
/* The gradients of that. */
RensaVariable *rensa_sample_grad_x (RensaVariable *gy, RensaVariable *grid, const RensaSampling *sampling,
                                    const RensaShape *x, GError **error);
/* @is_recorded: whether the result must be differentiable itself. */
RensaVariable *rensa_sample_grad_grid (RensaVariable *x, RensaVariable *grid, RensaVariable *gy,
                                       const RensaSampling *sampling, gboolean is_recorded, GError **error);

G_END_DECLS
