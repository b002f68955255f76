/* rensa-composed-private.h: higher-order gradients for functions whose backward is a fused kernel.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/**
 * RensaComposition:
 * @compose: recomputes the outputs from inputs and further arrays by differentiable functions;
 *   stored in
 * @outputs, owned by the caller. FALSE with an error. It must not draw random numbers
 * @n_moving: number of leading inputs that have gradients, the others are constants; 0 for all of
 *   them
 * @further, @n_further: arrays appended to the inputs for @compose, as constants: masks and the
 *   like
 * @attrs, @attrs_size: attributes for @compose, without pointers; the function's own attributes if
 *   @attrs is NULL
 *
 * Composition of a function from other functions.
 */
typedef struct
{
  gboolean (*compose) (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                       GError **error);
  int n_moving;
  RensaArray *const *further;
  int n_further;
  gconstpointer attrs;
  gsize attrs_size;
} RensaComposition;

/* For a recorded backward: computes the gradients of the differentiated inputs as differentiable
 * functions of the inputs, all of which forward must have retained, and of the gradients of the
 * outputs. Like gradients of any higher order, they are computed by composing the function again
 * and differentiating the composition. */
gboolean rensa_backward_composed (RensaBackward *backward, const RensaComposition *composition, GError **error);

/* The gradient of an input without influence is NULL; it is replaced by zeros. */
gboolean rensa_fill_missing_grads (RensaVariable **grads, RensaVariable *const *inputs, int n, GError **error);

G_END_DECLS
