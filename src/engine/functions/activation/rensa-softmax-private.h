/* rensa-softmax-private.h: what softmax and its logarithm have in common.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 axis;
} RensaSoftmax;

extern const RensaAttrSpec rensa_softmax_attrs[1];

/* A floating input with that axis; the output has its type. */
gboolean rensa_softmax_infer (RensaInference *inference, GError **error);

/* Output 0, retained. */
gboolean rensa_softmax_forward (RensaCall *call, gboolean log, GError **error);

/* Σ terms along the axis, which stays with extent 1; NULL in, NULL out. */
RensaVariable *rensa_softmax_sum (RensaBackward *backward, RensaVariable *terms, GError **error);

G_END_DECLS
