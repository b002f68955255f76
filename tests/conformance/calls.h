/* calls.h: calls of functions with the inputs of their samples, and variations of those.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

#define MAX_INPUTS 48
#define MAX_OUTPUTS 16

/* A function with attributes and arrays.  With @double_backprop backward is recorded, too. */
typedef struct
{
  const RensaFunctionClass *class;
  gboolean double_backprop;
  RensaAttrs *attrs;
  int n_inputs;
  RensaArray *inputs[MAX_INPUTS];
} Call;

/* What a call gave, and the gradients of its inputs for fixed gradients of its outputs; NULL where there is none. */
typedef struct
{
  int n_outputs;
  RensaArray *outputs[MAX_OUTPUTS];
  int n_grads;
  RensaArray *grads[MAX_INPUTS];
} Results;

/* The inputs of sample @i: float64, or int32 where the function takes integers and the sample has no decimal point. */
void call_init (Call *call, const RensaFunctionClass *class, guint i);
/* The same function with other inputs, which are taken over. */
void call_init_with (Call *call, const Call *like, RensaArray *const *inputs, int n_inputs);
void call_clear (Call *call);
RensaInputSpec call_get_input_spec (const Call *call, int i);
gconstpointer call_get_values (const Call *call);

/* A small positive number, another one for each element, is added to all floating inputs: away from kinks, ties and
 * ends of domains. */
void call_move_away (Call *call);
/* Floating inputs in another dtype, with values that float16 holds exactly. */
void call_cast (const Call *call, RensaDtype dtype, Call *cast);
/* Every axis of extent @from gets the extent @to, with the same values over and over. */
void call_resize (const Call *call, gint64 from, gint64 to, Call *resized);
/* The extents of the inputs without repetitions, rising; returns how many. */
int call_get_extents (const Call *call, gint64 extents[MAX_INPUTS * RENSA_MAX_NDIM]);

/* How many outputs the type check promises; -1 with an error. */
int call_infer (const Call *call, RensaType types[MAX_OUTPUTS], GError **error);
/* Forward and, where there is one, backward.  What the type check promised must have come out. */
gboolean call_apply (const Call *call, Results *results, GError **error);
void results_clear (Results *results);
/* Outputs and gradients must agree within @rtol and @atol. */
void assert_results_equal (const Results *got, const Results *want, double rtol, double atol);

/* Fixed numbers of either sign, for the gradient of an output. */
RensaArray *make_weights (const RensaType *type);
/* "[[1, 2], [3, 4]]" */
RensaArray *array_from_text (const char *text, RensaDtype dtype);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Call, call_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Results, results_clear)
