/* studio-curve.h: cache of function curves.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function-facts.h"

G_BEGIN_DECLS

/* Returns rensa_function_get_curve () of an elementwise function, computed once; NULL for any other
 * component. */
const float *studio_curve_get (const RensaComponent *component);

G_END_DECLS
