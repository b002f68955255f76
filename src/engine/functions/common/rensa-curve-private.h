/* rensa-curve-private.h: elementwise functions y = f (x) of one input.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-elementwise-private.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_CURVE_X = 1 << 0,
  RENSA_CURVE_Y = 1 << 1,
} RensaCurveKeeps;

/* Complete description of such a function, except for its texts. */
typedef struct
{
  /* y = map (x). */
  const RensaKernel *map;
  /* Arrays that the gradient needs. */
  RensaCurveKeeps keeps;
  /* gx = gy f′ (x) in differentiable calls; x and y are NULL if they are not kept. */
  RensaVariable *(*gradient) (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error);
  /* Same in one pass over plain arrays, gx = fused (x, y, gy) without those that are not kept; NULL
   * if it would not save passes. */
  const RensaKernel *fused;
  double fused_params[2];
} RensaCurve;

gboolean rensa_curve_forward (RensaCall *call, const RensaCurve *curve, GError **error);
gboolean rensa_curve_backward (RensaBackward *backward, const RensaCurve *curve, GError **error);

/* Defines the passes of a class, for a file that defines its @curve. */
#define RENSA_CURVE_PASSES(curve)                                                                                   \
  static gboolean forward (RensaCall *call, GError **error) { return rensa_curve_forward (call, &(curve), error); } \
                                                                                                                    \
  static gboolean backward (RensaBackward *backward, GError **error)                                                \
  {                                                                                                                 \
    return rensa_curve_backward (backward, &(curve), error);                                                        \
  }

/* Fields common to all of their classes. */
#define RENSA_CURVE_CLASS                                                                             \
  .inputs = RENSA_INPUTS ("x"), .n_outputs = 1, .infer = rensa_infer_elementwise, .forward = forward, \
  .backward = backward

/* 1 - a², computed as (1 - a) (1 + a): exact to the last digits if a is close to ±1. */
RensaVariable *rensa_one_minus_square (RensaVariable *a, GError **error);

/* factor gy exp (scale a²), the form of the gradients of functions related to the error function,
 * in differentiable calls. In one pass it is the kernel bell (a, gy; factor, scale). */
RensaVariable *rensa_bell (RensaVariable *a, RensaVariable *gy, double factor, double scale, GError **error);

G_END_DECLS
