/* rensa-axes-private.h: attributes that are axes and shapes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* Stores the mask of the axes of input 0 listed in @axes. FALSE with "Expect: axis < x.ndim,
 * Actual: …" if one is out of range, and with an error if one occurs twice. */
gboolean rensa_expect_axes (RensaInference *inference, const RensaInts *axes, guint *mask, GError **error);

/* Same for one axis, which is stored in @result, counted from the start. */
gboolean rensa_expect_axis (RensaInference *inference, gint64 axis, int *result, GError **error);

/* Converts a tuple to a shape; a bare integer is a shape of one axis. */
RensaShape rensa_ints_to_shape (const RensaInts *ints);
RensaInts rensa_ints_from_shape (const RensaShape *shape);

/* Value of an axis attribute that a call omits: None. */
RensaInts rensa_ints_or_none (const RensaInts *ints);

/* For axes known to be in range: the mask, and one axis counted from the start. */
guint rensa_axes_to_mask (const RensaInts *axes, int ndim);
int rensa_axis_from_start (gint64 axis, int ndim);

/* Stores views of the first and the second half along @axis, whose extent is even. */
void rensa_array_view_halves (RensaArray *array, gint64 axis, RensaArray *halves[2]);

/* TRUE if @variable is not NULL and its array has this shape. */
gboolean rensa_variable_has_shape (RensaVariable *variable, const RensaShape *shape);

G_END_DECLS
