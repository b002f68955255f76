/* rensa-axes-private.h: attributes that hold axes and shapes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* The mask of the axes of input 0 that @axes names.  FALSE with "Expect: axis < x.ndim, Actual: …" where one is out
 * of range, and with an error where one stands twice. */
gboolean rensa_expect_axes (RensaInference *inference, const RensaInts *axes, guint *mask, GError **error);

/* The same for one axis, counted from the start in @result. */
gboolean rensa_expect_axis (RensaInference *inference, gint64 axis, int *result, GError **error);

/* A tuple as a shape; a bare integer is a shape of one axis. */
RensaShape rensa_ints_to_shape (const RensaInts *ints);
RensaInts rensa_ints_from_shape (const RensaShape *shape);

/* What an axis attribute holds where a call leaves it out: None. */
RensaInts rensa_ints_or_none (const RensaInts *ints);

/* Of axes that are known to be in range: the mask, and one axis counted from the start. */
guint rensa_axes_to_mask (const RensaInts *axes, int ndim);
int rensa_axis_from_start (gint64 axis, int ndim);

/* Views of the first and the second half along @axis, whose extent is even. */
void rensa_array_view_halves (RensaArray *array, gint64 axis, RensaArray *halves[2]);

/* Whether @variable is not NULL and its array has this shape. */
gboolean rensa_variable_has_shape (RensaVariable *variable, const RensaShape *shape);

G_END_DECLS
