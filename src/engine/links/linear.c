/* linear.c: weighted sums of all inputs; all that the project knows about Linear.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-initializer.h"
#include "rensa-links.h"

typedef struct
{
  gint64 in_size;
  gint64 out_size;
  gboolean nobias;
  RensaAttrs *initialW;
  RensaAttrs *initial_bias;
  gint64 n_batch_axes;
} Linear;

enum
{
  W,
  B,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Linear, in_size, .none = TRUE, .allow_none = TRUE, .min = 0, .max = G_MAXDOUBLE,
                  .title = N_ ("Inputs"), .hint = N_ ("Values per example; None learns it from the first batch")),
  RENSA_ATTR_INT (Linear, out_size, .none = TRUE, .allow_none = TRUE, .min = 0, .max = G_MAXDOUBLE,
                  .title = N_ ("Units"), .hint = N_ ("With None, the number of inputs is taken as this one")),
  RENSA_ATTR_BOOL (Linear, nobias, .title = N_ ("No bias")),
  RENSA_ATTR_COMPONENT (Linear, initialW, .component_kind = RENSA_COMPONENT_INITIALIZER, .none = TRUE,
                        .allow_none = TRUE, .title = N_ ("First weights"), .hint = N_ ("None means LeCunNormal")),
  RENSA_ATTR_COMPONENT (Linear, initial_bias, .component_kind = RENSA_COMPONENT_INITIALIZER, .none = TRUE,
                        .allow_none = TRUE, .title = N_ ("First bias"), .hint = N_ ("None means Zero")),
  RENSA_ATTR_INT (Linear, n_batch_axes, .initial = 1, .min = 1, .max = RENSA_MAX_NDIM - 1, .title = N_ ("Batch axes"),
                  .hint = N_ ("The axes after these are joined into one")),
};

/* Linear (10) means ten units, in Chainer too. */
static gint64
get_out_size (const Linear *self)
{
  return self->out_size != RENSA_INT_NONE ? self->out_size : self->in_size;
}

static gboolean
setup (RensaLink *link, GError **error)
{
  const Linear *self = rensa_link_get_values (link);
  const gboolean is_lazy = self->in_size == RENSA_INT_NONE || self->out_size == RENSA_INT_NONE;
  const RensaShape weights = RENSA_SHAPE (get_out_size (self), self->in_size);
  const RensaShape biases = RENSA_SHAPE (get_out_size (self));
  g_autoptr (RensaAttrs) initial_bias = rensa_initializer_or (self->initial_bias, "Zero", error);

  if (get_out_size (self) == RENSA_INT_NONE)
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID, "out_size takes an integer, but None was given");
      return FALSE;
    }
  if (initial_bias == NULL || !rensa_link_add_param (link, "W", is_lazy ? NULL : &weights, self->initialW, error))
    return FALSE;
  return self->nobias || rensa_link_add_param (link, "b", &biases, initial_bias, error);
}

static gint64
count_values (const RensaShape *x, gint64 n_batch_axes)
{
  gint64 n = 1;

  for (int axis = (int) n_batch_axes; axis < x->ndim; axis++)
    n *= x->dims[axis];
  return n;
}

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  const Linear *self = rensa_link_get_values (link);
  const RensaType x = rensa_variable_get_type (inputs[0]);
  const gint64 given = count_values (&x.shape, self->n_batch_axes);
  RensaVariable *weights = rensa_link_get_param (link, W);
  const gboolean is_first = rensa_variable_get_array (weights) == NULL;
  gint64 taken;

  if (is_first && !rensa_link_init_param (link, W, &RENSA_SHAPE (get_out_size (self), given), error))
    return -1;

  outputs[0] = rensa_linear (inputs[0], weights, self->nobias ? NULL : rensa_link_get_param (link, B),
                             self->n_batch_axes, error);
  if (outputs[0] != NULL)
    return 1;

  taken = rensa_array_get_dim (rensa_variable_get_array (weights), 1);
  if (is_first)
    rensa_variable_set_array (weights, NULL);
  else if (taken != given && x.shape.ndim > self->n_batch_axes)
    rensa_link_explain (link, error,
                        "takes %" G_GINT64_FORMAT " value%s per example, but %" G_GINT64_FORMAT " %s given", taken,
                        taken == 1 ? "" : "s", given, given == 1 ? "was" : "were");
  return -1;
}

const RensaLinkClass rensa_linear_link_class = {
  .name = "Linear",
  .group = "connection",
  .title = N_ ("Linear"),
  .summary = N_ ("A fully connected layer"),
  .formula = "y = x Wᵀ + b",
  RENSA_ATTRS (Linear, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  .setup = setup,
  .forward = forward,
  .chainer = "L.Linear({in_size}, {out_size}, nobias={nobias}, initialW={initialW}, initial_bias={initial_bias})",
  .chainer_call = "n_batch_axes={n_batch_axes}",
  .torch = "nn.Linear({in_size}, {out_size}, bias=not {nobias})",
};
