/* rensa-blocks-private.h: channels and blocks of pixels, one as the other.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* Where the place of a pixel in its block stands among the channels: before them or after them. */
typedef enum
{
  RENSA_BLOCKS_FIRST,
  RENSA_BLOCKS_LAST,
} RensaBlockOrder;

/* (…, C r², H, W) -> (…, C, H r, W r), of input 0.  At least three axes; @ndim of them where it is not 0. */
gboolean rensa_infer_to_space (RensaInference *inference, gint64 r, int ndim, GError **error);
gboolean rensa_forward_to_space (RensaCall *call, gint64 r, RensaBlockOrder order, GError **error);

/* The way back. */
gboolean rensa_infer_to_depth (RensaInference *inference, gint64 r, int ndim, GError **error);
gboolean rensa_forward_to_depth (RensaCall *call, gint64 r, RensaBlockOrder order, GError **error);

G_END_DECLS
