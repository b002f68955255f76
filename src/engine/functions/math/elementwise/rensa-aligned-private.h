/* rensa-aligned-private.h: operations on two arrays, with the axes of the second aligned to some
 * axes of the first.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* Attributes of bias and scale. */
typedef struct
{
  gint64 axis;
} RensaAligned;

extern const RensaAttrSpec rensa_aligned_attrs[1];

gboolean rensa_aligned_infer (RensaInference *inference, GError **error);
/* Computes output 0 = kernel (x, y), with y broadcast along the other axes of x. */
gboolean rensa_aligned_forward (RensaCall *call, const RensaKernel *kernel, GError **error);

/* Returns the shape of y with an extent of 1 at the axes that only x has. */
RensaShape rensa_aligned_get_shape (RensaBackward *backward);
/* Takes ownership of @grad, which has the shape of x, and sets its sum over the axes that only x
 * has as the gradient of y. */
void rensa_aligned_take_grad_y (RensaBackward *backward, RensaVariable *grad, GError **error);

G_END_DECLS
