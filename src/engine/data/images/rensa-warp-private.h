/* rensa-warp-private.h: pictures moved, turned and cut out.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-transform.h"

G_BEGIN_DECLS

/**
 * RensaWarp: where in the picture a point of the result comes from.
 *
 *   row    = down[0] row' + down[1] column' + down[2]
 *   column = right[0] row' + right[1] column' + right[2]
 */
typedef struct
{
  double down[3];
  double right[3];
} RensaWarp;

/* Tells it for example @i; @random is that example's own, and of no use outside of training. */
typedef void (*RensaWarpFunc) (const RensaTransformCall *call, gint64 i, RensaRandom *random, RensaWarp *warp);

/* Whether examples are pictures. */
gboolean rensa_warp_check (const RensaExampleForm *form, GError **error);
/* The pictures @x of the form before, as those of the form after; between points linear, and black beyond the edge, which is 0
 * where nobody knows what black is. */
RensaArray *rensa_warp_apply (const RensaTransformCall *call, RensaArray *x, RensaWarpFunc func, GError **error);

/* Makes the pictures of @form so large. */
void rensa_warp_resize (RensaExampleForm *form, gint64 height, gint64 width);
/* Seven eighths of @extent where @wanted is None. */
gint64 rensa_warp_choose_extent (gint64 wanted, gint64 extent);
/* Cuts a part of @form that lies within the picture with @pad points around it. */
gboolean rensa_warp_infer_crop (RensaExampleForm *form, gint64 height, gint64 width, gint64 pad, GError **error);

G_END_DECLS
