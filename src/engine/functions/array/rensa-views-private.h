/* rensa-views-private.h: functions that return views of their input.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* Output 0 has the elements of input 0 in C order, in the inferred shape; the gradient has the
 * shape of the input. */
gboolean rensa_forward_reshape (RensaCall *call, GError **error);
gboolean rensa_backward_reshape (RensaBackward *backward, GError **error);

/* Class data of the functions that reorder axes: axis i of output 0 is axis order[i] of input 0,
 * which has @ndim axes; each axis occurs in @order once. Their own infer checks the attributes and
 * ends with rensa_infer_ordered (). */
typedef struct
{
  void (*get_order) (gconstpointer attrs, int ndim, int *order);
} RensaOrdering;

gboolean rensa_infer_ordered (RensaInference *inference);
gboolean rensa_forward_ordered (RensaCall *call, GError **error);
gboolean rensa_backward_ordered (RensaBackward *backward, GError **error);

/* Fills @order with the axes 0 … @ndim - 1 except those in @mask; returns their number. */
int rensa_order_without (guint mask, int ndim, int *order);
/* Inserts @axis before position @place of the @n axes in @order. */
void rensa_order_insert (int *order, int n, int place, int axis);

/* Output 0 is input 0 reversed along @axis. */
gboolean rensa_forward_flipped (RensaCall *call, int axis, GError **error);
/* The class data is an int, the axis: 0 or 1. */
gboolean rensa_infer_flip (RensaInference *inference, GError **error);
gboolean rensa_forward_flip (RensaCall *call, GError **error);
gboolean rensa_backward_flip (RensaBackward *backward, GError **error);

G_END_DECLS
