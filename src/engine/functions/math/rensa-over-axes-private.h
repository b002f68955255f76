/* rensa-over-axes-private.h: common code for reductions over some or all axes.
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

/* Attribute rows; @purpose is the hint of the axes. */
#define RENSA_OVER_AXES_ROWS(purpose)                                                                             \
  RENSA_ATTR_INTS (RensaOverAxes, axis, .allow_none = TRUE, .none = TRUE, .title = N_ ("Axes"), .hint = purpose), \
      RENSA_ATTR_BOOL (RensaOverAxes, keepdims, .title = N_ ("Keep Axes"),                                        \
                       .hint = N_ ("Keeps the reduced axes with length 1"))

/* Checks the input for infer, and sets the shape of the output. */
gboolean rensa_over_axes_expect (RensaInference *inference, RensaShape *shape, GError **error);
gboolean rensa_over_axes_infer (RensaInference *inference, GError **error);
/* Computes the output; the caller retains what backward needs. The class data is a RensaReduction. */
gboolean rensa_over_axes_forward (RensaCall *call, GError **error);
/* Returns the gradient of the output with the reduced axes kept. */
RensaVariable *rensa_over_axes_keep (RensaBackward *backward, GError **error);

G_END_DECLS
