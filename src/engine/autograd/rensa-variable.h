/* rensa-variable.h: an array and its place in the graph.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* An array together with a node of the computational graph, as Chainer's Variable.  Reference-counted; belongs to one thread. */
typedef struct _RensaVariable RensaVariable;

/* A variable that collects a gradient where its dtype is floating.  @array is referenced; it may be NULL for a parameter whose shape
 * is not known yet. */
RensaVariable *rensa_variable_new (RensaArray *array);
/* A variable that takes no gradient: data, labels, masks.  NULL gives NULL, so that calls can be chained. */
RensaVariable *rensa_variable_new_constant (RensaArray *array);
/* With which the graph begins where nothing that learns is behind @variable, so that gradients can be taken with respect to it: @variable
 * where it needs a gradient already, else a new one of the same array.  NULL gives NULL. */
RensaVariable *rensa_variable_as_leaf (RensaVariable *variable);
RensaVariable *rensa_variable_ref (RensaVariable *variable);
void rensa_variable_unref (RensaVariable *variable);
/* Those of @variables that are not NULL, which then are. */
void rensa_variables_clear (RensaVariable **variables, int n);

/* Borrowed; NULL before initialization. */
RensaArray *rensa_variable_get_array (RensaVariable *variable);
void rensa_variable_set_array (RensaVariable *variable, RensaArray *array);
RensaType rensa_variable_get_type (RensaVariable *variable);
gboolean rensa_variable_get_requires_grad (RensaVariable *variable);
/* Whether a leaf collects a gradient; without one, the gradient that it has is dropped. Calls that are recorded already are left alone. */
void rensa_variable_set_requires_grad (RensaVariable *variable, gboolean requires_grad);
const char *rensa_variable_get_name (RensaVariable *variable);
/* The name is interned. */
void rensa_variable_set_name (RensaVariable *variable, const char *name);

/* The gradient, borrowed; NULL while there is none.  As a variable it carries the graph of the backward pass where
 * enable_double_backprop was asked for. */
RensaVariable *rensa_variable_get_grad_variable (RensaVariable *variable);
RensaArray *rensa_variable_get_grad (RensaVariable *variable);
void rensa_variable_set_grad_variable (RensaVariable *variable, RensaVariable *grad);
void rensa_variable_set_grad (RensaVariable *variable, RensaArray *grad);
void rensa_variable_clear_grad (RensaVariable *variable);
/* grad += @grad, or = where there is none. */
gboolean rensa_variable_add_grad (RensaVariable *variable, RensaArray *grad, GError **error);

/**
 * RensaBackwardOptions:
 * @retain_grad: variables between also keep their gradients
 * @enable_double_backprop: the backward pass is recorded, so that gradients can be differentiated
 * @loss_scale: factor of the first gradient, against underflow in float16; 0 means 1
 */
typedef struct
{
  gboolean retain_grad;
  gboolean enable_double_backprop;
  double loss_scale;
} RensaBackwardOptions;

/* Walks the graph behind @variable by falling rank and adds the gradients to the leaves.  The first gradient is the one that @variable
 * has, or 1 where it has one element.  @options may be NULL.  RENSA_ERROR_INVALID where the first gradient is missing or does not
 * fit; else the error of the function that failed. */
gboolean rensa_variable_backward (RensaVariable *variable, const RensaBackwardOptions *options, GError **error);

/**
 * rensa_grad:
 * @grad_outputs: (nullable): gradients of @outputs; NULL entries mean 1 for one-element outputs and no gradient otherwise
 * @grads: gets @n_inputs new variables; NULL where an input does not influence the outputs
 *
 * Σ_j ∂outputs[j]/∂inputs[i] · grad_outputs[j] without touching the gradients that variables hold.  Only functions between inputs and
 * outputs are visited.
 */
gboolean rensa_grad (RensaVariable *const *outputs, int n_outputs, RensaVariable *const *inputs, int n_inputs,
                     RensaVariable *const *grad_outputs, gboolean enable_double_backprop, RensaVariable **grads,
                     GError **error);

/* Forgets what made this variable. */
void rensa_variable_unchain (RensaVariable *variable);
/* Forgets the whole graph behind this variable (truncated backpropagation through time). */
void rensa_variable_unchain_backward (RensaVariable *variable);

/* How many functions lie between the leaves and this variable, at most. */
int rensa_variable_get_rank (RensaVariable *variable);

/* The number of variables and of function nodes alive in the process, for leak checks. */
guint rensa_variable_count_alive (void);
guint rensa_function_node_count_alive (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaVariable, rensa_variable_unref)

G_END_DECLS
