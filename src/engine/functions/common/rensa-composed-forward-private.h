/* rensa-composed-forward-private.h: functions composed entirely of other functions.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-composed-private.h"

G_BEGIN_DECLS

/* For forward: computes the outputs by the composition; retains the inputs, so that
 * rensa_backward_composed () is the whole backward pass, recorded or not. */
gboolean rensa_forward_composed (RensaCall *call, const RensaComposition *composition, GError **error);

G_END_DECLS
