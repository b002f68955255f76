/* rensa-function-facts.h: metadata of a function, including its curve, which is sampled by calls.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

#define RENSA_CURVE_POINTS 33
/* The curve covers -RENSA_CURVE_EXTENT to RENSA_CURVE_EXTENT. */
#define RENSA_CURVE_EXTENT 3.0f

/* Computes the values of an elementwise function of one input at RENSA_CURVE_POINTS points, NaN
 * where it is undefined. FALSE for any other function. */
gboolean rensa_function_get_curve (const RensaFunctionClass *class, float values[RENSA_CURVE_POINTS]);

/* Returns the result of rensa_component_to_json (), and "inputs" (["x", "b?"]), "outputs" (their
 * number, unless it depends on the inputs), "differentiable", "twice" (twice differentiable),
 * "chainer", "torch" and "curve" (values; null for NaN), where applicable. */
struct json_object *rensa_function_to_json (const RensaFunctionClass *class);

G_END_DECLS
