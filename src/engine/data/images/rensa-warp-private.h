/* rensa-warp-private.h: affine transforms and crops of pictures.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-transform.h"

G_BEGIN_DECLS

/**
 * RensaWarp: position in the picture of each point of the result.
 *
 *   row    = down[0] row' + down[1] column' + down[2]
 *   column = right[0] row' + right[1] column' + right[2]
 */
typedef struct
{
  double down[3];
  double right[3];
} RensaWarp;

/* Sets @warp for example @i; @random is specific to that example, and unused outside of training. */
typedef void (*RensaWarpFunc) (const RensaTransformCall *call, gint64 i, RensaRandom *random, RensaWarp *warp);

/* Checks that examples are pictures. */
gboolean rensa_warp_check (const RensaExampleForm *form, GError **error);
/* Warps the pictures @x from the input form to the output form, with linear interpolation, and
 * black beyond the edge (0 if the value of black is unknown). */
RensaArray *rensa_warp_apply (const RensaTransformCall *call, RensaArray *x, RensaWarpFunc func, GError **error);

/* Sets the picture size of @form. */
void rensa_warp_resize (RensaExampleForm *form, gint64 height, gint64 width);
/* Returns @wanted or, if it is None, seven eighths of @extent. */
gint64 rensa_warp_choose_extent (gint64 wanted, gint64 extent);
/* Crops @form to a part of the picture with @pad pixels of padding. */
gboolean rensa_warp_infer_crop (RensaExampleForm *form, gint64 height, gint64 width, gint64 pad, GError **error);

G_END_DECLS
