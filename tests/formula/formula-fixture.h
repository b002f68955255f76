/* formula-fixture.h: what the tests of formulas share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-formula.h"

/* One element, through the formula's program, step by step. */
void run_formula (RensaFormula *formula, const double *inputs, double *outputs);

/* Another expression for each state of @random, of the inputs x, y and z, together with its value where these are
 * @values: as it stands, without any simplification. */
char *make_expression (GRand *random, int depth, const double *values, double *value);
