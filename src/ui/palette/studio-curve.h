/* studio-curve.h: the curves of functions, kept.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function-facts.h"

G_BEGIN_DECLS

/* rensa_function_get_curve () of an elementwise function, computed once; NULL for any other component. */
const float *studio_curve_get (const RensaComponent *component);

G_END_DECLS
