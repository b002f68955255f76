/* rensa-parts-private.h: arrays joined along an axis, and an array taken apart along one.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-lists-private.h"

G_BEGIN_DECLS

/* An axis of extent 0 has any number of parts. */
#define RENSA_MAX_PARTS 65536

/* What is done with each of several arrays before they are joined along @axis: axes of extent 1 are inserted, so
 * that they are those of @expand. */
typedef struct
{
  guint expand;
  int axis;
} RensaJoining;

/* All inputs, of one dtype and, but for the joined axis, of one shape, become output 0.  There is at least one. */
gboolean rensa_infer_joined (RensaInference *inference, const RensaJoining *joining, GError **error);
gboolean rensa_forward_joined (RensaCall *call, const RensaJoining *joining, GError **error);
gboolean rensa_backward_joined (RensaBackward *backward, const RensaJoining *joining, GError **error);

/* What hstack, vstack and dstack differ in: how arrays of so many axes are joined. Their class's rule is one of these, with which
 * they share all else. */
typedef struct
{
  RensaJoining (*get_joining) (int ndim);
} RensaStacking;

gboolean rensa_infer_stacked (RensaInference *inference, GError **error);
gboolean rensa_forward_stacked (RensaCall *call, GError **error);
gboolean rensa_backward_stacked (RensaBackward *backward, GError **error);

/* Input 0 becomes the outputs, one after the other along @axis and as long as infer said; where @drop, they are
 * without that axis, in which each has extent 1. */
gboolean rensa_forward_divided (RensaCall *call, int axis, gboolean drop);
gboolean rensa_backward_divided (RensaBackward *backward, int axis, gboolean drop, GError **error);

/* @n arrays, at least one, that fit together, in one new array. */
RensaArray *rensa_join_arrays (RensaArray *const *arrays, int n, const RensaJoining *joining, GError **error);

G_END_DECLS
