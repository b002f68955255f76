/* studio-curve.h: the shape of a function, found by calling it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"

G_BEGIN_DECLS

#define STUDIO_CURVE_POINTS 33
/* From -STUDIO_CURVE_EXTENT to STUDIO_CURVE_EXTENT. */
#define STUDIO_CURVE_EXTENT 3.0f

/* The values of an elementwise function of one input at STUDIO_CURVE_POINTS places, NaN where it has none. Computed once
 * and kept; NULL for any other component. */
const float *studio_curve_get (const RensaComponent *component);

G_END_DECLS
