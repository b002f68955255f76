/* rensa-formula-inference-private.h: the type check of functions that are formulas.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-formula.h"
#include "rensa-function.h"

G_BEGIN_DECLS

/* As many inputs as @formula has, of one floating dtype, whose shapes broadcast together; all outputs have that shape.
 * */
gboolean rensa_infer_formula (RensaInference *inference, RensaFormula *formula, GError **error);

G_END_DECLS
