/* rensa-halves-private.h: functions that join or part the halves of an array along an axis.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-composed-private.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 axis;
} RensaHalves;

/* The class's rule: the function as others compose it, for a gradient that is recorded, and one pass that gives a plain one. */
typedef struct
{
  gboolean (*compose) (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                       GError **error);
  RensaArray *(*make_grad) (RensaArray *x, RensaArray *gy, gint64 axis, GError **error);
} RensaHalvesRule;

/* For infer: the input is floating and has the axis, which is put into @axis. */
gboolean rensa_halves_expect_axis (RensaInference *inference, int *axis, GError **error);
gboolean rensa_halves_backward (RensaBackward *backward, GError **error);

G_END_DECLS
