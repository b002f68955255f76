/* rensa-aligned-private.h: two arrays, the axes of the second of which stand somewhere among those of the first.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* The attributes of bias and scale. */
typedef struct
{
  gint64 axis;
} RensaAligned;

extern const RensaAttrSpec rensa_aligned_attrs[1];

gboolean rensa_aligned_infer (RensaInference *inference, GError **error);
/* Output 0 = kernel (x, y), y being repeated along the other axes of x. */
gboolean rensa_aligned_forward (RensaCall *call, const RensaKernel *kernel, GError **error);

/* The shape of y with axes of extent 1 where only x has one. */
RensaShape rensa_aligned_get_shape (RensaBackward *backward);
/* Takes @grad over, which has the shape of x, as the gradient of y: summed over the axes that only x has. */
void rensa_aligned_take_grad_y (RensaBackward *backward, RensaVariable *grad, GError **error);

G_END_DECLS
