/* rensa-gradient-check.h: comparing backward with finite differences.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-variable.h"

G_BEGIN_DECLS

#define RENSA_CHECK_MAX 64

/* The function under check: fills @outputs (at most RENSA_CHECK_MAX, owned by the caller) and returns how many; -1 with an error. */
typedef int (*RensaCheckedFunc) (gpointer data, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                                 GError **error);

typedef struct
{
  double eps;
  double rtol;
  double atol;
} RensaCheckTolerance;

/* Central differences (f (x + ε) - f (x - ε)) / 2ε of Σ_j Σ outputs[j] · grad_outputs[j], element by element.  @inputs should be float64;
 * @grads gets @n_inputs new arrays (NULL for inputs of integers). */
gboolean rensa_numerical_grad (RensaCheckedFunc func, gpointer data, RensaArray *const *inputs, int n_inputs,
                               RensaArray *const *grad_outputs, double eps, RensaArray **grads, GError **error);

/* FALSE with RENSA_ERROR_INVALID, naming input and element and both values, where backward and differences disagree. */
gboolean rensa_check_backward (RensaCheckedFunc func, gpointer data, RensaArray *const *inputs, int n_inputs,
                               RensaArray *const *grad_outputs, const RensaCheckTolerance *tolerance, GError **error);

/* The same for the gradients of the gradients: (x, gy) -> gx is checked as a function of both.  NULL ends @grad_outputs,
 * and there are at most RENSA_CHECK_MAX inputs and gradients together. */
gboolean rensa_check_double_backward (RensaCheckedFunc func, gpointer data, RensaArray *const *inputs, int n_inputs,
                                      RensaArray *const *grad_outputs, const RensaCheckTolerance *tolerance,
                                      GError **error);

G_END_DECLS
