/* rensa-formula-inference-private.h: type check of formula functions.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-formula.h"
#include "rensa-function.h"

G_BEGIN_DECLS

/* Expects the number of inputs that @formula has, of one floating dtype, whose shapes broadcast
 * together; all outputs have that shape. */
gboolean rensa_infer_formula (RensaInference *inference, RensaFormula *formula, GError **error);

G_END_DECLS
