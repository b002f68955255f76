/* rensa-function.h: interface between differentiable functions and the engine.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-variable.h"

G_BEGIN_DECLS

typedef struct _RensaFunctionClass RensaFunctionClass;

/* Inference: computes output types from input types, without data */

typedef struct _RensaInference RensaInference;

gconstpointer rensa_inference_get_attrs (RensaInference *inference);
gconstpointer rensa_inference_get_rule (RensaInference *inference);
/* Name of the function, for messages that do not already begin with it. */
const char *rensa_inference_get_name (RensaInference *inference);
int rensa_inference_get_n_inputs (RensaInference *inference);
/* NULL if an optional input is omitted. */
const RensaType *rensa_inference_get_input (RensaInference *inference, int i);
void rensa_inference_set_output (RensaInference *inference, int i, const RensaType *type);
/* Sets output @i to @dtype and @shape. */
void rensa_inference_set_output_shape (RensaInference *inference, int i, RensaDtype dtype, const RensaShape *shape);

/* Runs only the type check of @klass. Writes at most @max_outputs types to @outputs; returns their
 * number, -1 with an error. */
int rensa_function_infer (const RensaFunctionClass *klass, gconstpointer attrs, const RensaType *const *inputs,
                          int n_inputs, RensaType *outputs, int max_outputs, GError **error);

/* FALSE if the comparison of two integers does not hold, with RENSA_ERROR_TYPE_CHECK "NAME: Expect:
 * x.ndim == 2, Actual: 3 != 2", generated from the expression itself. Name the local variables
 * after the inputs: x->shape.dims[1] is shown as x.shape[1], x->shape.ndim as x.ndim. */
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
/* FALSE if @n is not a multiple of @divisor; @expect is the message, such as "x.shape[1] % r == 0". */
gboolean rensa_expect_multiple (RensaInference *inference, gint64 n, gint64 divisor, const char *expect,
                                GError **error);
/* Reports any other failed expression: @expect and @actual are the two parts of the message. */
gboolean rensa_inference_fail_text (RensaInference *inference, GError **error, const char *expect,
                                    const char *actual_format, ...) G_GNUC_PRINTF (4, 5);
/* … described in words marked with N_(): "a shape with as many elements as x". */
gboolean rensa_inference_fail_words (RensaInference *inference, GError **error, const char *expect,
                                     const char *actual_format, ...) G_GNUC_PRINTF (4, 5);

/* Forward */

typedef struct _RensaCall RensaCall;

gconstpointer rensa_call_get_attrs (RensaCall *call);
gconstpointer rensa_call_get_rule (RensaCall *call);
const char *rensa_call_get_name (RensaCall *call);
int rensa_call_get_n_inputs (RensaCall *call);
int rensa_call_get_n_outputs (RensaCall *call);
/* Borrowed; NULL if an optional input is omitted. */
RensaArray *rensa_call_get_input (RensaCall *call, int i);
/* Returns an output type that infer computed. */
const RensaType *rensa_call_get_output_type (RensaCall *call, int i);
/* TRUE if backward will need the gradient of this input. */
gboolean rensa_call_needs_grad (RensaCall *call, int i);
/* Retains this input or output for backward. */
void rensa_call_retain_input (RensaCall *call, int i);
void rensa_call_retain_output (RensaCall *call, int i);
/* Keeps another array for backward (a mask, indices, statistics); takes ownership, and frees it at
 * once if the graph is not recorded. @slot is below RENSA_MAX_KEPT. */
#define RENSA_MAX_KEPT 5
void rensa_call_keep (RensaCall *call, int slot, RensaArray *array);
/* Takes ownership of the result. NULL marks the call as failed; the error is set already. */
void rensa_call_take_output (RensaCall *call, int i, RensaArray *array);
/* For the end of forward: TRUE if every output was set. */
gboolean rensa_call_succeeded (RensaCall *call);

/* Backward */

typedef struct _RensaBackward RensaBackward;

gconstpointer rensa_backward_get_attrs (RensaBackward *backward);
gconstpointer rensa_backward_get_rule (RensaBackward *backward);
int rensa_backward_get_n_inputs (RensaBackward *backward);
int rensa_backward_get_n_outputs (RensaBackward *backward);
RensaType rensa_backward_get_input_type (RensaBackward *backward, int i);
RensaType rensa_backward_get_output_type (RensaBackward *backward, int i);
/* Borrowed; available only if forward retained it. */
RensaVariable *rensa_backward_get_input (RensaBackward *backward, int i);
RensaVariable *rensa_backward_get_output (RensaBackward *backward, int i);
RensaArray *rensa_backward_get_kept (RensaBackward *backward, int slot);
/* Borrowed; NULL if there is no gradient for this output. A function of one output always has one. */
RensaVariable *rensa_backward_get_grad_output (RensaBackward *backward, int i);
/* Same, with zeros instead of NULL; borrowed. */
RensaVariable *rensa_backward_get_grad_output_or_zeros (RensaBackward *backward, int i, GError **error);
/* TRUE if this input's gradient is needed; take_grad_input () discards others. */
gboolean rensa_backward_needs_grad (RensaBackward *backward, int i);
/* TRUE if the result must be differentiable itself; FALSE allows a fused kernel on plain arrays. */
gboolean rensa_backward_is_recorded (RensaBackward *backward);
/* Takes ownership of a gradient; NULL marks failure (the error is set already). The gradient of an
 * input for which this is never called is zero. */
void rensa_backward_take_grad_input (RensaBackward *backward, int i, RensaVariable *grad);
/* The same for a plain array, when rensa_backward_is_recorded () is FALSE. */
void rensa_backward_take_grad_array (RensaBackward *backward, int i, RensaArray *grad);
/* For outputs without elements: sets the gradient of each input that needs one to zeros. */
gboolean rensa_backward_nothing (RensaBackward *backward, GError **error);
/* For the end of backward: FALSE if a NULL was passed. */
gboolean rensa_backward_succeeded (RensaBackward *backward);

/* Conversion of a loss's inputs to predictions. */
typedef enum
{
  RENSA_PREDICTION_IDENTITY,
  RENSA_PREDICTION_SOFTMAX,
  RENSA_PREDICTION_SIGMOID,
} RensaPrediction;

/**
 * RensaFunctionClass:
 * @label: label of its nodes in graphs, as in Chainer ("LinearFunction"); NULL to use the name
 * @inputs: names in call order, with optional suffixes: "b?" may be omitted, "xs*" is a list of any
 *   length at any position; "t:int" takes integers, "rois:const" numbers of any kind, and neither
 *   gets a gradient; for a list "xs*:sequence", one connection carries the whole list
 *   (rensa-wire-call.h); for "x:batch" only the number of examples counts; a gradient with respect
 *   to "x:leaf" is computed in the call, so that a Chain starts recording at it
 * @count_lists: if several inputs are lists, computes how many of the @n_arrays in all lists
 *   together belong to each, in the order of the lists; FALSE if they cannot be divided. NULL if at
 *   most one input is a list
 * @updates: inputs whose arrays forward overwrites, one bit each
 * @n_outputs: 0 if determined by infer
 * @outputs: (nullable): their names; the last ones may be lists, "ys*", of equal length, which
 *   connections carry as sequences
 * @samples: reference values computed by other software
 * @infer: checks the inputs and sets the outputs' types
 * @forward: computes the outputs
 * @backward: computes the gradients of the inputs with differentiable functions; NULL if there is
 *   none
 * @apply: replaces forward and backward for functions that need the variables themselves: fills
 *   @outputs, owned by the caller, through differentiable calls
 * @rule: parameters of this function if several share infer, forward or backward; the type is known
 *   only to them
 * @first_order_only: backward is written on arrays and cannot be differentiated again
 * @get_formula: (nullable): returns the formula of a function that is a typed formula, owned by the
 *   caller
 * @prediction: for a loss: how to convert its inputs to predictions
 *
 * Its forms are calls in Chainer and PyTorch: {x} is replaced by the input x, {beta} by the
 * attribute beta, {flag:tuple} by an attribute that makes the call return a tuple,
 * {formula:function} by a function of the program that computes the result of get_formula ().
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
  gboolean leaf;     /* a gradient with respect to it is computed */
  gboolean sequence; /* a list carried by one connection */
} RensaInputSpec;

#define RENSA_MAX_INPUT_SPECS 8

/* Parses the @inputs of a class; returns their number. */
int rensa_inputs_parse (const char *const *inputs, RensaInputSpec specs[RENSA_MAX_INPUT_SPECS]);
/* TRUE if one of the inputs is a list carried by one connection. */
gboolean rensa_inputs_take_sequences (const char *const *inputs);
/* Maps the declared inputs to positions among @n_inputs: the i-th begins at starts[i] and ends
 * before starts[i + 1], so that a list has starts[i + 1] - starts[i] arrays; inputs omitted at the
 * end begin at @n_inputs. FALSE if they cannot be divided. */
gboolean rensa_function_divide_inputs (const RensaFunctionClass *klass, gconstpointer attrs, int n_inputs,
                                       int starts[RENSA_MAX_INPUT_SPECS + 1]);

/* TRUE if a document can use it as a node: only its last input may be a list of connections. */
gboolean rensa_function_can_be_node (const RensaFunctionClass *klass);

/* Calling */

/**
 * rensa_function_apply:
 * @attrs: the attribute struct; copied. NULL if the function has none.
 * @inputs: @n_inputs variables; optional ones may be NULL
 * @outputs: receives the results, owned by the caller
 * @max_outputs: capacity of @outputs
 *
 * Checks the inputs, runs forward, and records a function node if the modes and the inputs require
 * it. Returns the number of outputs, or -1 if the call failed. If *@error is set already, or a
 * required input is NULL because an earlier call failed, returns -1 at once.
 */
int rensa_function_apply (const RensaFunctionClass *klass, gconstpointer attrs, RensaVariable *const *inputs,
                          int n_inputs, RensaVariable **outputs, int max_outputs, GError **error);

/* For functions with one output. */
RensaVariable *rensa_apply1 (const RensaFunctionClass *klass, gconstpointer attrs, RensaVariable *x, GError **error);
RensaVariable *rensa_apply2 (const RensaFunctionClass *klass, gconstpointer attrs, RensaVariable *a, RensaVariable *b,
                             GError **error);
RensaVariable *rensa_apply3 (const RensaFunctionClass *klass, gconstpointer attrs, RensaVariable *a, RensaVariable *b,
                             RensaVariable *c, GError **error);
/* Applies the function in an attribute, which has one input and one output; returns @x unchanged if
 * @function is NULL. */
RensaVariable *rensa_apply_attrs (RensaAttrs *function, RensaVariable *x, GError **error);
/* For functions of a list; a NULL in it indicates an earlier failure. */
RensaVariable *rensa_apply_list (const RensaFunctionClass *klass, gconstpointer attrs, RensaVariable *const *xs, int n,
                                 GError **error);

G_END_DECLS
