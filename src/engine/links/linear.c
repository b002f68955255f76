/* linear.c: weighted sums of all inputs.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-recurrent-link-private.h"

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
  RENSA_ATTR_SIZE (Linear, in_size, 0, .title = N_ ("Inputs"),
                   .hint = N_ ("Values per example; None learns it from the first batch")),
  RENSA_ATTR_SIZE (Linear, out_size, 0, .title = N_ ("Units"),
                   .hint = N_ ("With None, the number of inputs is taken as this one")),
  RENSA_ATTR_NOBIAS (Linear),
  RENSA_ATTR_INITIALIZER (Linear, initialW, "LeCunNormal", N_ ("First Weights")),
  RENSA_ATTR_INITIALIZER (Linear, initial_bias, "Zero", N_ ("First Bias")),
  RENSA_ATTR_INT (Linear, n_batch_axes, .initial = 1, .min = 1, .max = RENSA_MAX_NDIM - 1, .title = N_ ("Batch Axes"),
                  .hint = N_ ("The axes after these are joined into one")),
};

static const RensaParamSpec params[] = {
  [W] = { "W", { "out_size", "in_size" }, .initializer = "initialW" },
  [B] = { "b", { "out_size" }, .initializer = "initial_bias", .unless = "nobias" },
};

/* Worked out by hand. */
static const RensaSample samples[] = {
  { "in_size=2, out_size=2, initialW=Identity(scale=3), initial_bias=Constant(fill_value=0.5)", "[[1, 2]]",
    "[[3.5, 6.5]]" },
  { "in_size=None, out_size=1, initialW=One, nobias=True, n_batch_axes=2", "[[[1, 2, 3], [4, 5, 6]]]",
    "[[[6], [15]]]" },
};

/* Linear (10) means ten units, in Chainer too. */
static gboolean
settle (gpointer values, GError **error)
{
  Linear *self = values;

  return rensa_settle_sizes (&self->in_size, &self->out_size, error);
}

static gint64
count (gconstpointer values, const RensaShape *inputs)
{
  const Linear *self = values;
  gint64 n = 1;

  for (int axis = (int) self->n_batch_axes; axis < inputs->ndim; axis++)
    n *= inputs->dims[axis];
  return inputs->ndim > self->n_batch_axes ? n : RENSA_INT_NONE;
}

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const Linear *self = rensa_link_get_values (link);

  return rensa_linear (x, rensa_link_get_param (link, W), rensa_link_get_param (link, B), self->n_batch_axes, error);
}

const RensaLinkClass rensa_linear_link_class = {
  .name = "Linear",
  .group = &rensa_linear_group,
  .title = N_ ("Linear"),
  .summary = N_ ("A fully connected layer"),
  .words = N_ ("dense;fully connected;fc;affine;perceptron;mlp;gemm"),
  .stem = "l",
  .formula = "y = x Wᵀ + b",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Linear, attrs),
  RENSA_PARAMS (params),
  RENSA_SAMPLES (samples),
  .settle = settle,
  .learns = "in_size",
  .count = count,
  .takes = { N_ ("{} value per example"), N_ ("{} values per example") },
  .forward1 = forward,
  RENSA_FORMS ({ "chainer",
                 "L.Linear({in_size}, {out_size}, nobias={nobias}, initialW={initialW}, initial_bias={initial_bias})" },
               { "chainer_call", "n_batch_axes={n_batch_axes}" }),
};

/**
 * rensa_linear_link_new:
 * @in_size: values per example; %RENSA_INT_NONE learns it from the first batch
 * @out_size: units
 *
 * A Linear: y = x Wᵀ + b, with W of shape (@out_size, @in_size) and b of shape (@out_size).  NULL with RENSA_ERROR_INVALID for sizes
 * below zero.
 */
RENSA_API RensaLink *
rensa_linear_link_new (gint64 in_size, gint64 out_size, gboolean nobias, GError **error)
{
  const Linear self = { in_size, out_size, nobias, .n_batch_axes = 1 };

  return rensa_link_new_from_values (&rensa_linear_link_class, &self, error);
}
