/* rensa-curve-private.h: functions y = f (x) of one input, element by element.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-elementwise-private.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_CURVE_X = 1 << 0,
  RENSA_CURVE_Y = 1 << 1,
} RensaCurveKeeps;

/* All that such a function is, but for its words. */
typedef struct
{
  /* y = map (x). */
  const RensaKernel *map;
  /* What the gradient asks for. */
  RensaCurveKeeps keeps;
  /* gx = gy f′ (x) in differentiable calls; x and y are NULL where they are not kept. */
  RensaVariable *(*gradient) (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error);
  /* The same in one pass over plain arrays, gx = fused (x, y, gy) without those that are not kept; NULL where the
   * calls are as few. */
  const RensaKernel *fused;
  double fused_params[2];
} RensaCurve;

gboolean rensa_curve_forward (RensaCall *call, const RensaCurve *curve, GError **error);
gboolean rensa_curve_backward (RensaBackward *backward, const RensaCurve *curve, GError **error);

/* The passes of a class, for a file that holds its @curve. */
#define RENSA_CURVE_PASSES(curve)                                                                                   \
  static gboolean forward (RensaCall *call, GError **error) { return rensa_curve_forward (call, &(curve), error); } \
                                                                                                                    \
  static gboolean backward (RensaBackward *backward, GError **error)                                                \
  {                                                                                                                 \
    return rensa_curve_backward (backward, &(curve), error);                                                        \
  }

/* The fields that all of their classes share. */
#define RENSA_CURVE_CLASS                                                                             \
  .inputs = RENSA_INPUTS ("x"), .n_outputs = 1, .infer = rensa_infer_elementwise, .forward = forward, \
  .backward = backward

/* 1 - a², as the product of 1 - a and 1 + a: exact to the last digits where a comes close to ±1. */
RensaVariable *rensa_one_minus_square (RensaVariable *a, GError **error);

/* factor gy exp (scale a²), which the gradients of the relatives of the error function are, in differentiable
 * calls.  In one pass it is the kernel bell (a, gy; factor, scale). */
RensaVariable *rensa_bell (RensaVariable *a, RensaVariable *gy, double factor, double scale, GError **error);

G_END_DECLS
