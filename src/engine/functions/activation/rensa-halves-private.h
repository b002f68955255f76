/* rensa-halves-private.h: functions that join or split the halves of an array along an axis.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-composed-private.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 axis;
} RensaHalves;

/* Class data: the function composed of differentiable calls, for a recorded gradient, and a single
 * pass that computes a plain gradient. */
typedef struct
{
  gboolean (*compose) (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                       GError **error);
  RensaArray *(*make_grad) (RensaArray *x, RensaArray *gy, gint64 axis, GError **error);
} RensaHalvesRule;

/* For infer: checks that the input is floating and has the axis, which is stored in @axis. */
gboolean rensa_halves_expect_axis (RensaInference *inference, int *axis, GError **error);
gboolean rensa_halves_backward (RensaBackward *backward, GError **error);

G_END_DECLS
