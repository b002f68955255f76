/* rensa-average-private.h: average, shared with its alias mean.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

typedef struct
{
  RensaInts axis;
  gboolean keepdims;
} RensaAverage;

extern const RensaAttrSpec rensa_average_attrs[2];
/* PyTorch export: the averaging function that supports weights. */
extern const char rensa_average_torch_class[];

gboolean rensa_average_infer (RensaInference *inference, GError **error);
gboolean rensa_average_forward (RensaCall *call, GError **error);
gboolean rensa_average_backward (RensaBackward *backward, GError **error);

G_END_DECLS
