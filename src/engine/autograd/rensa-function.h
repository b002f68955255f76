/* rensa-function.h: what a differentiable function tells the engine, and what the engine lends it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-variable.h"

G_BEGIN_DECLS

typedef struct _RensaFunctionClass RensaFunctionClass;

/* Inference: the types of the outputs from those of the inputs, without data */

typedef struct _RensaInference RensaInference;

gconstpointer rensa_inference_get_attrs (RensaInference *inference);
gconstpointer rensa_inference_get_rule (RensaInference *inference);
/* Of the function, for sentences that it does not begin by itself. */
const char *rensa_inference_get_name (RensaInference *inference);
int rensa_inference_get_n_inputs (RensaInference *inference);
/* NULL where an optional input is not given. */
const RensaType *rensa_inference_get_input (RensaInference *inference, int i);
void rensa_inference_set_output (RensaInference *inference, int i, const RensaType *type);
/* Starts from input @like (dtype) with another shape. */
void rensa_inference_set_output_shape (RensaInference *inference, int i, RensaDtype dtype, const RensaShape *shape);

/* Runs the type check of @klass alone.  @outputs gets at most @max_outputs types; their number is returned, -1 with an error. */
int rensa_function_infer (const RensaFunctionClass *klass, gconstpointer attrs, const RensaType *const *inputs,
                          int n_inputs, RensaType *outputs, int max_outputs, GError **error);

/* FALSE, with RENSA_ERROR_TYPE_CHECK "NAME: Expect: x.ndim == 2, Actual: 3 != 2" made from the expression itself, where the
 * comparison of two integers does not hold.  Name the local variables as the inputs are named: x->shape.dims[1] is shown as
 * x.shape[1], x->shape.ndim as x.ndim. */
#define RENSA_EXPECT(inference, left, op, right, error) \
  (((gint64) (left) op (gint64) (right))                \
   || rensa_inference_fail ((inference), #left, #op, #right, (gint64) (left), (gint64) (right), (error)))
gboolean rensa_inference_fail (RensaInference *inference, const char *left, const char *op, const char *right,
                               gint64 left_value, gint64 right_value, GError **error);
/* FALSE with "Expect: x.dtype.kind == f, Actual: i != f". */
gboolean rensa_expect_floating (RensaInference *inference, int i, GError **error);
/* … with "Expect: t.dtype.kind == i". */
gboolean rensa_expect_integer (RensaInference *inference, int i, GError **error);
/* … with "Expect: x0.dtype == x1.dtype". */
gboolean rensa_expect_same_dtype (RensaInference *inference, int i, int j, GError **error);
/* … with "Expect: x0.shape == x1.shape". */
gboolean rensa_expect_same_shape (RensaInference *inference, int i, int j, GError **error);
/* FALSE where @n is no multiple of @divisor, as @expect says: "x.shape[1] % r == 0". */
gboolean rensa_expect_multiple (RensaInference *inference, gint64 n, gint64 divisor, const char *expect,
                                GError **error);
/* Any other condition that is an expression: @expect and @actual are the two halves of the sentence. */
gboolean rensa_inference_fail_text (RensaInference *inference, GError **error, const char *expect,
                                    const char *actual_format, ...) G_GNUC_PRINTF (4, 5);
/* … that is said in words, marked with N_(): "a shape with as many elements as x". */
gboolean rensa_inference_fail_words (RensaInference *inference, GError **error, const char *expect,
                                     const char *actual_format, ...) G_GNUC_PRINTF (4, 5);

/* Forward */

typedef struct _RensaCall RensaCall;

gconstpointer rensa_call_get_attrs (RensaCall *call);
gconstpointer rensa_call_get_rule (RensaCall *call);
const char *rensa_call_get_name (RensaCall *call);
int rensa_call_get_n_inputs (RensaCall *call);
int rensa_call_get_n_outputs (RensaCall *call);
/* Borrowed; NULL where an optional input is not given. */
RensaArray *rensa_call_get_input (RensaCall *call, int i);
/* What infer said. */
const RensaType *rensa_call_get_output_type (RensaCall *call, int i);
/* Whether backward will be asked for the gradient of this input. */
gboolean rensa_call_needs_grad (RensaCall *call, int i);
/* Backward will read this input or output. */
void rensa_call_retain_input (RensaCall *call, int i);
void rensa_call_retain_output (RensaCall *call, int i);
/* Backward will read this other array (a mask, indices, statistics); it is taken over, and dropped at once where the graph
 * is not recorded.  @slot is below RENSA_MAX_KEPT. */
#define RENSA_MAX_KEPT 5
void rensa_call_keep (RensaCall *call, int slot, RensaArray *array);
/* Takes the result over.  NULL marks the call as failed; the error is set already. */
void rensa_call_take_output (RensaCall *call, int i, RensaArray *array);
/* For the end of forward: whether every output was taken. */
gboolean rensa_call_succeeded (RensaCall *call);

/* Backward */

typedef struct _RensaBackward RensaBackward;

gconstpointer rensa_backward_get_attrs (RensaBackward *backward);
gconstpointer rensa_backward_get_rule (RensaBackward *backward);
int rensa_backward_get_n_inputs (RensaBackward *backward);
int rensa_backward_get_n_outputs (RensaBackward *backward);
RensaType rensa_backward_get_input_type (RensaBackward *backward, int i);
RensaType rensa_backward_get_output_type (RensaBackward *backward, int i);
/* Borrowed; what forward retained.  Never ask for what was not retained. */
RensaVariable *rensa_backward_get_input (RensaBackward *backward, int i);
RensaVariable *rensa_backward_get_output (RensaBackward *backward, int i);
RensaArray *rensa_backward_get_kept (RensaBackward *backward, int slot);
/* Borrowed; NULL where no gradient comes from this output.  A function of one output always has one. */
RensaVariable *rensa_backward_get_grad_output (RensaBackward *backward, int i);
/* As above, with zeros in place of NULL; borrowed. */
RensaVariable *rensa_backward_get_grad_output_or_zeros (RensaBackward *backward, int i, GError **error);
/* Whether this input's gradient is asked for; take_grad_input () drops others. */
gboolean rensa_backward_needs_grad (RensaBackward *backward, int i);
/* Whether the result must be differentiable itself; FALSE allows a fused kernel on plain arrays. */
gboolean rensa_backward_is_recorded (RensaBackward *backward);
/* Takes a gradient over; NULL marks failure (the error is set already).  An input never given one has gradient zero. */
void rensa_backward_take_grad_input (RensaBackward *backward, int i, RensaVariable *grad);
/* The same for a plain array, where rensa_backward_is_recorded () is FALSE. */
void rensa_backward_take_grad_array (RensaBackward *backward, int i, RensaArray *grad);
/* For outputs without elements: zeros for each input that needs a gradient. */
gboolean rensa_backward_nothing (RensaBackward *backward, GError **error);
/* For the end of backward: FALSE when a NULL was taken. */
gboolean rensa_backward_succeeded (RensaBackward *backward);

/* What turns the values that a loss is given into predictions. */
typedef enum
{
  RENSA_PREDICTION_IDENTITY,
  RENSA_PREDICTION_SOFTMAX,
  RENSA_PREDICTION_SIGMOID,
} RensaPrediction;

/**
 * RensaFunctionClass:
 * @label: of its nodes in graphs, as Chainer names it ("LinearFunction"); NULL for the name
 * @inputs: names in call order; a suffix tells more: "b?" may be missing, "xs*" is a list of any length and may
 *   stand anywhere; "t:int" takes integers, "rois:const" numbers of any kind, and neither gets a gradient;
 *   where "xs*:sequence" is a list, a wire carries all of it (rensa-wire-call.h);
 *   of "x:batch" only the number of examples counts; a gradient with respect to "x:leaf" is taken in the call, so that a Chain begins to
 *   record with it
 * @count_lists: where several inputs are lists, how many of the @n_arrays that all lists hold together are in each of them, in
 *   the order of the lists; FALSE where they cannot be divided so. NULL where at most one input is a list
 * @updates: inputs whose arrays forward writes over, one bit each
 * @n_outputs: 0 where infer decides
 * @outputs: (nullable): their names, where the last ones may be lists, "ys*", of equal length, that wires carry as sequences
 * @samples: figures worked out elsewhere
 * @infer: checks the inputs and tells the outputs' types
 * @forward: computes the outputs
 * @backward: the gradients of the inputs, written in differentiable functions; NULL where there is none
 * @apply: in place of forward and backward, for what needs the variables themselves: fills @outputs, owned by the caller, by calls that
 *   are differentiable
 * @rule: where several functions share infer, forward or backward, what this one does otherwise; its type is theirs alone
 * @first_order_only: backward is written on arrays and cannot be differentiated again
 * @get_formula: (nullable): of a function that is a typed formula: that formula, owned by the caller
 * @prediction: of a loss
 *
 * Its forms are calls in Chainer and PyTorch: {x} stands for the input x, {beta} for the attribute beta, {flag:tuple} for one that
 * makes the call give a tuple, {formula:function} for a function of the program that computes what get_formula () gives.
 */
struct _RensaFunctionClass
{
  RENSA_COMPONENT_FIELDS
  const char *label;
  const char *const *inputs;
  gboolean (*count_lists) (gconstpointer attrs, int n_arrays, int *counts);
  guint updates;
  int n_outputs;
  const char *const *outputs;
  const RensaSample *samples;
  guint n_samples;
  gboolean (*infer) (RensaInference *inference, GError **error);
  gboolean (*forward) (RensaCall *call, GError **error);
  gboolean (*backward) (RensaBackward *backward, GError **error);
  gboolean (*apply) (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                     GError **error);
  gconstpointer rule;
  gboolean first_order_only;
  struct _RensaFormula *(*get_formula) (gconstpointer attrs, GError **error);
  RensaPrediction prediction;
};

#define RENSA_INPUTS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define RENSA_OUTPUTS(...) RENSA_INPUTS (__VA_ARGS__)

typedef struct
{
  char name[32];
  gboolean optional;
  gboolean list;
  gboolean integer;
  gboolean constant; /* gets no gradient */
  gboolean batch;    /* only its number of examples counts */
  gboolean leaf;     /* a gradient with respect to it is taken */
  gboolean sequence; /* a list that one wire carries */
} RensaInputSpec;

#define RENSA_MAX_INPUT_SPECS 8

/* What the @inputs of a class declare; returns how many there are. */
int rensa_inputs_parse (const char *const *inputs, RensaInputSpec specs[RENSA_MAX_INPUT_SPECS]);
/* Whether one of them is a list that a wire carries. */
gboolean rensa_inputs_take_sequences (const char *const *inputs);
/* Where the declared inputs stand among @n_inputs: the i-th begins at starts[i] and ends before starts[i + 1], so that a list
 * has starts[i + 1] - starts[i] arrays; what is left out at the end begins at @n_inputs.  FALSE where they cannot be divided so. */
gboolean rensa_function_divide_inputs (const RensaFunctionClass *klass, gconstpointer attrs, int n_inputs,
                                       int starts[RENSA_MAX_INPUT_SPECS + 1]);

/* Whether a document can have it as a node: of its inputs, no more than the last is a list of wires. */
gboolean rensa_function_can_be_node (const RensaFunctionClass *klass);

/* Calling */

/**
 * rensa_function_apply:
 * @attrs: the attribute struct; copied.  NULL where the function has none.
 * @inputs: @n_inputs variables; optional ones may be NULL
 * @outputs: gets the results, owned by the caller
 * @max_outputs: room in @outputs
 *
 * Checks the inputs, runs forward, and records a function node where the modes and the inputs ask for it.  Returns the number of
 * outputs; -1 where the call failed.  When *@error is set already, or a required input is NULL because an earlier call failed, nothing
 * is done and -1 is returned.
 */
int rensa_function_apply (const RensaFunctionClass *klass, gconstpointer attrs, RensaVariable *const *inputs,
                          int n_inputs, RensaVariable **outputs, int max_outputs, GError **error);

/* For functions with one output. */
RensaVariable *rensa_apply1 (const RensaFunctionClass *klass, gconstpointer attrs, RensaVariable *x, GError **error);
RensaVariable *rensa_apply2 (const RensaFunctionClass *klass, gconstpointer attrs, RensaVariable *a, RensaVariable *b,
                             GError **error);
RensaVariable *rensa_apply3 (const RensaFunctionClass *klass, gconstpointer attrs, RensaVariable *a, RensaVariable *b,
                             RensaVariable *c, GError **error);
/* What an attribute that takes a function has, of one input and one output; NULL for @function leaves @x as it is. */
RensaVariable *rensa_apply_attrs (RensaAttrs *function, RensaVariable *x, GError **error);
/* For functions of a list; a NULL in it tells of an earlier failure. */
RensaVariable *rensa_apply_list (const RensaFunctionClass *klass, gconstpointer attrs, RensaVariable *const *xs, int n,
                                 GError **error);

G_END_DECLS
