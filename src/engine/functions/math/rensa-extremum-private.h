/* rensa-extremum-private.h: common code for maximum and minimum over axes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-over-axes-private.h"

G_BEGIN_DECLS

/* max and min, whose attributes are RensaOverAxes. */
extern const RensaAttrSpec rensa_extremum_attrs[2];

gboolean rensa_extremum_infer (RensaInference *inference, GError **error);
/* The class data is a RensaReduction: MAX or MIN. */
gboolean rensa_extremum_forward (RensaCall *call, GError **error);
gboolean rensa_extremum_backward (RensaBackward *backward, GError **error);

/* Attributes of argmax and argmin. */
typedef struct
{
  gint64 axis;
} RensaArgExtremum;

extern const RensaAttrSpec rensa_arg_extremum_attrs[1];

gboolean rensa_arg_extremum_infer (RensaInference *inference, GError **error);
/* The class data is a RensaReduction: ARGMAX or ARGMIN. */
gboolean rensa_arg_extremum_forward (RensaCall *call, GError **error);

/* Class data of maximum and minimum: the kernel that selects one of two elements, and the gradient
 * of either. */
typedef struct
{
  const RensaKernel *forward;
  const RensaKernel *grads[2];
} RensaChoice;

gboolean rensa_choice_forward (RensaCall *call, GError **error);
gboolean rensa_choice_backward (RensaBackward *backward, GError **error);

/* Checks that there are elements to choose from for each element of an output of shape @y. */
gboolean rensa_expect_choice (RensaInference *inference, const RensaShape *y, GError **error);

G_END_DECLS
