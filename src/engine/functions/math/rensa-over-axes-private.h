/* rensa-over-axes-private.h: what reductions over some or all axes have in common.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

typedef struct
{
  RensaInts axis;
  gboolean keepdims;
} RensaOverAxes;

/* Its rows; @purpose is the hint of the axes. */
#define RENSA_OVER_AXES_ROWS(purpose)                                                                             \
  RENSA_ATTR_INTS (RensaOverAxes, axis, .allow_none = TRUE, .none = TRUE, .title = N_ ("Axes"), .hint = purpose), \
      RENSA_ATTR_BOOL (RensaOverAxes, keepdims, .title = N_ ("Keep Axes"),                                        \
                       .hint = N_ ("Keeps the reduced axes with length 1"))

/* What infer says of the input, and the shape of the output, which it sets. */
gboolean rensa_over_axes_expect (RensaInference *inference, RensaShape *shape, GError **error);
gboolean rensa_over_axes_infer (RensaInference *inference, GError **error);
/* The output is made; what backward needs is for the caller to retain.  The class's rule is a RensaReduction. */
gboolean rensa_over_axes_forward (RensaCall *call, GError **error);
/* The gradient of the output with the axes in place. */
RensaVariable *rensa_over_axes_keep (RensaBackward *backward, GError **error);

G_END_DECLS
