/* rensa-square-private.h: functions of square matrices or stacks of them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* Checks that input 0 is floating and holds square matrices in its last two axes; it has @ndim
 * axes, or any number if that is 0. */
gboolean rensa_expect_square (RensaInference *inference, int ndim, GError **error);

/* Inverses. */
gboolean rensa_inverse_infer (RensaInference *inference, int ndim, GError **error);
gboolean rensa_inverse_forward (RensaCall *call, const char *name, GError **error);
gboolean rensa_inverse_backward (RensaBackward *backward, GError **error);
/* For any number of axes. */
RensaVariable *rensa_inverse (RensaVariable *a, GError **error);

/* Determinants. */
gboolean rensa_determinant_infer (RensaInference *inference, int ndim, GError **error);
gboolean rensa_determinant_forward (RensaCall *call, GError **error);
gboolean rensa_determinant_backward (RensaBackward *backward, GError **error);

/* Exchange the last two axes. */
RensaVariable *rensa_swap_last_axes (RensaVariable *a, GError **error);
RensaArray *rensa_array_swap_last_axes (RensaArray *a);

G_END_DECLS
