/* rensa-composed-private.h: gradients of gradients for functions whose backward is a fused kernel.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/**
 * RensaComposition:
 * @compose: computes the outputs once more, from inputs and further arrays, in differentiable functions; entered into
 *   @outputs, owned by the caller.  FALSE with an error.  It must not draw random numbers
 * @n_moving: so many of the first inputs have gradients, the others count as constants; 0 for all of them
 * @further, @n_further: arrays that stand behind the inputs for @compose, as constants: masks and the like
 * @attrs, @attrs_size: what @compose gets, without pointers in it; the function's own attributes where @attrs is
 *   NULL
 *
 * What a function computes, in other functions.
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

/* For a backward that is recorded: the gradients of the inputs that move, as differentiable functions of the inputs,
 * all of which forward must have retained, and of the gradients of the outputs.  They are worked out, like those of
 * any higher order, by composing the function anew and differentiating that. */
gboolean rensa_backward_composed (RensaBackward *backward, const RensaComposition *composition, GError **error);

/* Where an input has no influence its gradient is NULL, in the place of which zeros are put. */
gboolean rensa_fill_missing_grads (RensaVariable **grads, RensaVariable *const *inputs, int n, GError **error);

G_END_DECLS
