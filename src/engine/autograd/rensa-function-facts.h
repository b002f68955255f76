/* rensa-function-facts.h: all that is known of a function, its curve included, which is found by calling it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

#define RENSA_CURVE_POINTS 33
/* From -RENSA_CURVE_EXTENT to RENSA_CURVE_EXTENT. */
#define RENSA_CURVE_EXTENT 3.0f

/* The values of an elementwise function of one input at RENSA_CURVE_POINTS places, NaN where it has none.  FALSE for any other
 * function. */
gboolean rensa_function_get_curve (const RensaFunctionClass *class, float values[RENSA_CURVE_POINTS]);

/* What rensa_component_to_json () tells, and "inputs" (["x", "b?"]), "outputs" (their number, unless inputs decide),
 * "differentiable", "twice" (its gradient, too), "chainer", "torch" and "curve" (values; null for NaN), where there
 * are such. */
struct json_object *rensa_function_to_json (const RensaFunctionClass *class);

G_END_DECLS
