/* rensa-softmax-private.h: common code for softmax and log-softmax.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 axis;
} RensaSoftmax;

extern const RensaAttrSpec rensa_softmax_attrs[1];

/* Expects a floating input with the axis; the output has the type of the input. */
gboolean rensa_softmax_infer (RensaInference *inference, GError **error);

/* Output 0, retained. */
gboolean rensa_softmax_forward (RensaCall *call, gboolean log, GError **error);

/* Returns Σ terms along the axis, which is kept with extent 1; NULL if @terms is NULL. */
RensaVariable *rensa_softmax_sum (RensaBackward *backward, RensaVariable *terms, GError **error);

G_END_DECLS
