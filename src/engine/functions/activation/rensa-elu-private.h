/* rensa-elu-private.h: common code for ELU and SELU.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

typedef struct
{
  double alpha;
  double scale;
} RensaElu;

gboolean rensa_elu_forward (RensaCall *call, const RensaElu *self, GError **error);
gboolean rensa_elu_backward (RensaBackward *backward, const RensaElu *self, GError **error);

G_END_DECLS
