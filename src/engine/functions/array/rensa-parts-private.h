/* rensa-parts-private.h: joining arrays along an axis, and splitting an array along an axis.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-lists-private.h"

G_BEGIN_DECLS

/* Limit needed because an axis of extent 0 can be split into any number of parts. */
#define RENSA_MAX_PARTS 65536

/* How arrays are prepared before they are joined along @axis: axes of extent 1 are inserted at the
 * positions in @expand. */
typedef struct
{
  guint expand;
  int axis;
} RensaJoining;

/* Joins all inputs (at least one), of one dtype and the same shape except along the joined axis,
 * into output 0. */
gboolean rensa_infer_joined (RensaInference *inference, const RensaJoining *joining, GError **error);
gboolean rensa_forward_joined (RensaCall *call, const RensaJoining *joining, GError **error);
gboolean rensa_backward_joined (RensaBackward *backward, const RensaJoining *joining, GError **error);

/* Class data of hstack, vstack and dstack, which share all other code: how arrays of @ndim axes are
 * joined. */
typedef struct
{
  RensaJoining (*get_joining) (int ndim);
} RensaStacking;

gboolean rensa_infer_stacked (RensaInference *inference, GError **error);
gboolean rensa_forward_stacked (RensaCall *call, GError **error);
gboolean rensa_backward_stacked (RensaBackward *backward, GError **error);

/* Splits input 0 along @axis into outputs of the inferred lengths; if @drop, the outputs, each of
 * extent 1 along that axis, lose it. */
gboolean rensa_forward_divided (RensaCall *call, int axis, gboolean drop);
gboolean rensa_backward_divided (RensaBackward *backward, int axis, gboolean drop, GError **error);

/* Joins @n (at least one) compatible arrays into a new one. */
RensaArray *rensa_join_arrays (RensaArray *const *arrays, int n, const RensaJoining *joining, GError **error);

G_END_DECLS
