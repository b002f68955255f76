/* calls.h: calls of functions with the inputs of their samples, and variations of those.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-example.h"

#define MAX_INPUTS RENSA_EXAMPLE_MAX_INPUTS
#define MAX_OUTPUTS RENSA_EXAMPLE_MAX_OUTPUTS

typedef RensaExample Call;

/* What a call gave, and the gradients of its inputs for fixed gradients of its outputs; NULL where there is none. */
typedef struct
{
  int n_outputs;
  RensaArray *outputs[MAX_OUTPUTS];
  int n_grads;
  RensaArray *grads[MAX_INPUTS];
} Results;

/* rensa_example_init () that must succeed. */
void call_init (Call *call, const RensaFunctionClass *class, guint i);

/* A small positive number, another one for each element, is added to all floating inputs: away from kinks, ties and
 * ends of domains. */
void call_move_away (Call *call);
/* Floating inputs in another dtype, with values that float16 and bfloat16 hold exactly. */
void call_cast (const Call *call, RensaDtype dtype, Call *cast);
/* Forward and, where there is one, backward, which is recorded with @double_backprop.  What the type check promised must have come out. */
gboolean call_apply (const Call *call, gboolean double_backprop, Results *results, GError **error);
void results_clear (Results *results);
/* Outputs and gradients must agree within @rtol and @atol. */
void assert_results_equal (const Results *got, const Results *want, double rtol, double atol);

/* Fixed numbers of either sign, for the gradient of an output. */
RensaArray *make_weights (const RensaType *type);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Call, rensa_example_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Results, results_clear)
