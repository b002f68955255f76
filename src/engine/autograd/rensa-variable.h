/* rensa-variable.h: array with its node in the computational graph.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* An array with a node of the computational graph, like Chainer's Variable. Reference-counted;
 * belongs to one thread. */
typedef struct _RensaVariable RensaVariable;

/* Creates a variable that collects a gradient if its dtype is floating-point. @array is referenced;
 * it may be NULL for a parameter whose shape is not yet known. */
RensaVariable *rensa_variable_new (RensaArray *array);
/* Creates a variable without gradient: for data, labels, masks. Returns NULL for NULL, so that
 * calls can be chained. */
RensaVariable *rensa_variable_new_constant (RensaArray *array);
/* Returns a variable at which the graph begins, so that gradients can be computed with respect to
 * it: @variable if it already requires a gradient, else a new one with the same array. Returns NULL
 * for NULL. */
RensaVariable *rensa_variable_as_leaf (RensaVariable *variable);
RensaVariable *rensa_variable_ref (RensaVariable *variable);
void rensa_variable_unref (RensaVariable *variable);
/* Releases the entries of @variables and sets them to NULL; NULL entries are allowed. */
void rensa_variables_clear (RensaVariable **variables, int n);

/* Borrowed; NULL before initialization. */
RensaArray *rensa_variable_get_array (RensaVariable *variable);
void rensa_variable_set_array (RensaVariable *variable, RensaArray *array);
RensaType rensa_variable_get_type (RensaVariable *variable);
gboolean rensa_variable_get_requires_grad (RensaVariable *variable);
/* Sets whether a leaf collects a gradient; if not, its current gradient is discarded. Calls that
 * are already recorded are not affected. */
void rensa_variable_set_requires_grad (RensaVariable *variable, gboolean requires_grad);
const char *rensa_variable_get_name (RensaVariable *variable);
/* The name is interned. */
void rensa_variable_set_name (RensaVariable *variable, const char *name);

/* The gradient, borrowed; NULL if there is none. As a variable it carries the graph of the backward
 * pass if enable_double_backprop was requested. */
RensaVariable *rensa_variable_get_grad_variable (RensaVariable *variable);
RensaArray *rensa_variable_get_grad (RensaVariable *variable);
void rensa_variable_set_grad_variable (RensaVariable *variable, RensaVariable *grad);
void rensa_variable_set_grad (RensaVariable *variable, RensaArray *grad);
void rensa_variable_clear_grad (RensaVariable *variable);
/* Adds @grad to the gradient, or sets it if there is none. */
gboolean rensa_variable_add_grad (RensaVariable *variable, RensaArray *grad, GError **error);

/**
 * RensaBackwardOptions:
 * @retain_grad: intermediate variables also keep their gradients
 * @enable_double_backprop: the backward pass is recorded, so that gradients can be differentiated
 * @loss_scale: factor of the first gradient, prevents underflow in float16; 0 means 1
 */
typedef struct
{
  gboolean retain_grad;
  gboolean enable_double_backprop;
  double loss_scale;
} RensaBackwardOptions;

/* Visits the graph behind @variable in order of descending rank and adds the gradients to the
 * leaves. The first gradient is the one that @variable has, or 1 if it has one element. @options
 * may be NULL. Fails with RENSA_ERROR_INVALID if the first gradient is missing or does not fit;
 * otherwise with the error of the function that failed. */
gboolean rensa_variable_backward (RensaVariable *variable, const RensaBackwardOptions *options, GError **error);

/**
 * rensa_grad:
 * @grad_outputs: (nullable): gradients of @outputs; NULL entries mean 1 for one-element outputs and
 *   no gradient otherwise
 * @grads: receives @n_inputs new variables; NULL if an input does not influence the outputs
 *
 * Computes Σ_j ∂outputs[j]/∂inputs[i] · grad_outputs[j] without modifying the gradients stored in
 * variables. Only functions between inputs and outputs are visited.
 */
gboolean rensa_grad (RensaVariable *const *outputs, int n_outputs, RensaVariable *const *inputs, int n_inputs,
                     RensaVariable *const *grad_outputs, gboolean enable_double_backprop, RensaVariable **grads,
                     GError **error);

/* Detaches this variable from the function that created it. */
void rensa_variable_unchain (RensaVariable *variable);
/* Detaches this variable from the whole graph behind it (truncated backpropagation through time). */
void rensa_variable_unchain_backward (RensaVariable *variable);

/* Returns the maximum number of functions between the leaves and this variable. */
int rensa_variable_get_rank (RensaVariable *variable);

/* Return the number of variables and of function nodes alive in the process, for leak checks. */
guint rensa_variable_count_alive (void);
guint rensa_function_node_count_alive (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaVariable, rensa_variable_unref)

G_END_DECLS
