/* linear.c: fully connected layer.
 * SPDX-License-Identifier: MIT */

#include "rensa-dense-link-private.h"
#include "rensa-functions.h"
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

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_IN_SIZE (Linear),
  RENSA_ATTR_SIZE (Linear, out_size, 0, .start = "10", .title = N_ ("Units"),
                   .hint = N_ ("If None, the number given for the inputs is used as the number of units")),
  RENSA_ATTR_NOBIAS (Linear),
  RENSA_DENSE_INITIAL (Linear),
  RENSA_ATTR_INT (Linear, n_batch_axes, .initial = 1, .min = 1, .max = RENSA_MAX_NDIM - 1, .title = N_ ("Batch Axes"),
                  .hint = N_ ("Number of leading batch axes; the remaining axes are flattened into one")),
};

static const RensaParamSpec params[] = RENSA_DENSE_PARAMS;

/* Computed by hand. */
static const RensaSample samples[] = {
  { "in_size=2, out_size=2, initialW=Identity(scale=3), initial_bias=Constant(fill_value=0.5)", "[[1, 2]]",
    "[[3.5, 6.5]]" },
  { "in_size=None, out_size=1, initialW=One, nobias=True, n_batch_axes=2", "[[[1, 2, 3], [4, 5, 6]]]",
    "[[[6], [15]]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const Linear *self = rensa_link_get_values (link);

  return rensa_linear (x, rensa_link_get_param (link, RENSA_DENSE_W), rensa_link_get_param (link, RENSA_DENSE_B),
                       self->n_batch_axes, error);
}

const RensaLinkClass rensa_linear_link_class = {
  .name = "Linear",
  RENSA_DENSE_LINK (Linear, "n_batch_axes:"),
  .title = N_ ("Linear"),
  .summary = N_ ("A fully connected layer"),
  .words = N_ ("dense;fully connected;fc;affine;perceptron;mlp;gemm"),
  .stem = "l",
  .formula = "y = x Wᵀ + b",
  .inputs = RENSA_INPUTS ("x"),
  .only_size = "out_size",
  .forward1 = forward,
  RENSA_FORMS ({ "chainer",
                 "L.Linear({in_size}, {out_size}, nobias={nobias}, initialW={initialW}, initial_bias={initial_bias})" },
               { "chainer_call", "n_batch_axes={n_batch_axes}" },
               { "torch", "nn.Linear({in_size:given}, {out_size}, bias={nobias:not})" },
               { "torch_more", "nn.LazyLinear({out_size}, bias={nobias:not})" },
               { "torch_input", "{x}.flatten({n_batch_axes})" },
               { "torch_initial", "weight={initialW}, bias={initial_bias}" }),
};

/**
 * rensa_linear_link_new:
 * @in_size: values per example; %RENSA_INT_NONE to infer it from the first batch
 * @out_size: units
 *
 * A Linear: y = x Wᵀ + b, with W of shape (@out_size, @in_size) and b of shape (@out_size). Returns
 * NULL with RENSA_ERROR_INVALID if a size is negative.
 */
RENSA_API RensaLink *
rensa_linear_link_new (gint64 in_size, gint64 out_size, gboolean nobias, GError **error)
{
  const Linear self = { in_size, out_size, nobias, .n_batch_axes = 1 };

  return rensa_link_new_from_values (&rensa_linear_link_class, &self, error);
}
