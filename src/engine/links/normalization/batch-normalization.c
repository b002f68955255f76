/* batch-normalization.c: normalizes channels over the batch, with a learned scale.
 * SPDX-License-Identifier: MIT */

#include "batch-normalization.py.inc"
#include "rensa-batch-link-private.h"
#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-modes.h"

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (RensaBatchLink, size, .none = TRUE, .allow_none = TRUE, .min = 1, .max = G_MAXDOUBLE,
                   .title = N_ ("Channels"),
                   .hint = N_ ("None infers it from the first batch; the axes must then be given")),
  RENSA_BATCH_DECAY (RensaBatchLink),
  RENSA_BATCH_EPS (RensaBatchLink),
  RENSA_BATCH_DTYPE (RensaBatchLink),
  RENSA_BATCH_COEFFICIENTS,
  RENSA_ATTR_INTS (RensaBatchLink, axis, .none = TRUE, .allow_none = TRUE, .title = N_ ("Axes"),
                   .hint = N_ ("Axes to average over; None uses all except the channels")),
  RENSA_BATCH_STATISTICS,
  RENSA_BATCH_FINETUNE (RensaBatchLink),
};

/* Computed by hand: mean 2 and variance 1 for the first column, 20 and 100 for the second. */
static const RensaSample samples[] = {
  { "size=1, eps=0.75", "[[1], [2]]", "[[-0.5], [0.5]]" },
  { "size=2, eps=0", "[[1, 10], [3, 30]]", "[[-1, -1], [1, 1]]" },
  { "axis=0, eps=0, initial_gamma=Constant(fill_value=2), initial_beta=Constant(fill_value=5)", "[[1, 10], [3, 30]]",
    "[[3, 3], [7, 7]]" },
};

static gboolean
settle (gpointer values, GError **error)
{
  const RensaBatchLink *self = values;

  if (self->size.n != RENSA_INTS_NONE || self->axis.n != RENSA_INTS_NONE)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("size or axis must be given, but both are None"));
  return FALSE;
}

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const RensaBatchLink *self = rensa_link_get_values (link);
  g_auto (RensaBatchParts) parts = { 0 };

  if (!rensa_batch_link_get_parts (link, &parts, error))
    return NULL;
  if (!rensa_modes_get ()->train)
    return rensa_fixed_batch_normalization (x, parts.gamma, parts.beta, parts.mean, parts.var, self->eps, &self->axis,
                                            error);
  return rensa_batch_normalization (x, parts.gamma, parts.beta, parts.mean, parts.var, self->eps,
                                    rensa_batch_link_get_decay (link, self->finetune, self->decay), &self->axis, error);
}

const RensaLinkClass rensa_batch_normalization_link_class = {
  .name = "BatchNormalization",
  .group = &rensa_normalization_group,
  .title = N_ ("Batch Normalization"),
  .summary = N_ ("Normalizes each channel to mean 0 and standard deviation 1, then applies a learned scale and shift"),
  .words = N_ ("batchnorm;batch norm;bn;normalise;normalize"),
  .stem = "bn",
  .formula = "y = γ (x - mean) / √(var + ε) + β",
  .reference = "Ioffe and Szegedy, \"Batch Normalization\", ICML 2015",
  RENSA_ATTRS (RensaBatchLink, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_PARAMS (rensa_batch_link_params),
  RENSA_SAMPLES (samples),
  .dtype = "dtype",
  .settle = settle,
  .setup = rensa_batch_link_setup,
  .learns = "size",
  .count = rensa_batch_link_count,
  .takes = { N_ ("{} channel"), N_ ("{} channels") },
  .forward1 = forward,
  RENSA_FORMS (
      { "chainer", "L.BatchNormalization(size={size}, decay={decay}, eps={eps}, dtype={dtype}, use_gamma={use_gamma}, "
                   "use_beta={use_beta}, initial_gamma={initial_gamma}, initial_beta={initial_beta}, axis={axis}, "
                   "initial_avg_mean={initial_avg_mean}, initial_avg_var={initial_avg_var})" },
      { "chainer_call", "finetune={finetune}" },
      { "torch",
        "BatchNormalization({size}, decay={decay}, eps={eps}, axis={axis}, use_gamma={use_gamma}, use_beta={use_beta})" },
      { "torch_initial",
        "gamma={initial_gamma}, beta={initial_beta}, avg_mean={initial_avg_mean}, avg_var={initial_avg_var}" },
      { "torch_class", torch_class }),
};

/**
 * rensa_batch_normalization_link_new:
 * @size: number of channels (axis 1 of the input)
 *
 * A BatchNormalization with decay 0.9 and ε 2e-5. Returns NULL with RENSA_ERROR_INVALID if the size
 * is less than one.
 */
RENSA_API RensaLink *
rensa_batch_normalization_link_new (gint64 size, GError **error)
{
  const RensaBatchLink self = {
    .size = { .n = RENSA_INTS_SCALAR, .values = { size } },
    .decay = 0.9,
    .eps = 2e-5,
    .use_gamma = TRUE,
    .use_beta = TRUE,
    .axis = { .n = RENSA_INTS_NONE },
  };

  return rensa_link_new_from_values (&rensa_batch_normalization_link_class, &self, error);
}
