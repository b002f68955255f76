/* rensa-blocks-private.h: rearrangement between channels and blocks of pixels.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* Position of the in-block pixel index relative to the channel index: before or after it. */
typedef enum
{
  RENSA_BLOCKS_FIRST,
  RENSA_BLOCKS_LAST,
} RensaBlockOrder;

/* Maps (…, C r², H, W) to (…, C, H r, W r), for input 0. Expects at least three axes; exactly @ndim
 * if it is not 0. */
gboolean rensa_infer_to_space (RensaInference *inference, gint64 r, int ndim, GError **error);
gboolean rensa_forward_to_space (RensaCall *call, gint64 r, RensaBlockOrder order, GError **error);

/* The way back. */
gboolean rensa_infer_to_depth (RensaInference *inference, gint64 r, int ndim, GError **error);
gboolean rensa_forward_to_depth (RensaCall *call, gint64 r, RensaBlockOrder order, GError **error);

G_END_DECLS
