/* rensa-gradient-check.h: comparison of backward with finite differences.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-variable.h"

G_BEGIN_DECLS

#define RENSA_CHECK_MAX 64

/* Function under test: fills @outputs (at most RENSA_CHECK_MAX, owned by the caller) and returns
 * their number; -1 with an error. */
typedef int (*RensaCheckedFunc) (gpointer data, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                                 GError **error);

typedef struct
{
  double eps;
  double rtol;
  double atol;
} RensaCheckTolerance;

/* Computes central differences (f (x + ε) - f (x - ε)) / 2ε of Σ_j Σ outputs[j] · grad_outputs[j],
 * element by element. @inputs should be float64; @grads receives @n_inputs new arrays (NULL for
 * integer inputs). */
gboolean rensa_numerical_grad (RensaCheckedFunc func, gpointer data, RensaArray *const *inputs, int n_inputs,
                               RensaArray *const *grad_outputs, double eps, RensaArray **grads, GError **error);

/* FALSE with RENSA_ERROR_INVALID, giving the input, the element and both values, if backward and
 * the differences disagree. */
gboolean rensa_check_backward (RensaCheckedFunc func, gpointer data, RensaArray *const *inputs, int n_inputs,
                               RensaArray *const *grad_outputs, const RensaCheckTolerance *tolerance, GError **error);

/* The same for second-order gradients: (x, gy) -> gx is checked as a function of both.
 * @grad_outputs is NULL-terminated; there are at most RENSA_CHECK_MAX inputs and gradients in
 * total. */
gboolean rensa_check_double_backward (RensaCheckedFunc func, gpointer data, RensaArray *const *inputs, int n_inputs,
                                      RensaArray *const *grad_outputs, const RensaCheckTolerance *tolerance,
                                      GError **error);

G_END_DECLS
