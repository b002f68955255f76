/* rensa-average-private.h: average, for mean, which is another name of it.
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
/* The function of PyTorch programs that knows weights. */
extern const char rensa_average_torch_class[];

gboolean rensa_average_infer (RensaInference *inference, GError **error);
gboolean rensa_average_forward (RensaCall *call, GError **error);
gboolean rensa_average_backward (RensaBackward *backward, GError **error);

G_END_DECLS
