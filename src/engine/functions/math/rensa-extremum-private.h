/* rensa-extremum-private.h: what the largest and the smallest element over axes have in common.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* The attributes of max and min. */
typedef struct
{
  RensaInts axis;
  gboolean keepdims;
} RensaExtremum;

extern const RensaAttrSpec rensa_extremum_attrs[2];

gboolean rensa_extremum_infer (RensaInference *inference, GError **error);
/* @reduction is MAX or MIN. */
gboolean rensa_extremum_forward (RensaCall *call, RensaReduction reduction, GError **error);
gboolean rensa_extremum_backward (RensaBackward *backward, GError **error);

/* The attributes of argmax and argmin. */
typedef struct
{
  gint64 axis;
} RensaArgExtremum;

extern const RensaAttrSpec rensa_arg_extremum_attrs[1];

gboolean rensa_arg_extremum_infer (RensaInference *inference, GError **error);
/* @reduction is ARGMAX or ARGMIN. */
gboolean rensa_arg_extremum_forward (RensaCall *call, RensaReduction reduction, GError **error);

/* Whether there is something to choose from for each element of an output of shape @y. */
gboolean rensa_expect_choice (RensaInference *inference, const RensaShape *y, GError **error);

G_END_DECLS
