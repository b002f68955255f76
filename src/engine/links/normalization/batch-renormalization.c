/* batch-renormalization.c: batch normalization that agrees in training and inference.
 * SPDX-License-Identifier: MIT */

#include "rensa-batch-link-private.h"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-modes.h"

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (RensaBatchLink, size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Channels")),
  RENSA_ATTR_FLOAT (RensaBatchLink, rmax, .initial = 1, .min = 1, .max = G_MAXDOUBLE,
                    .title = N_ ("Maximum Scale Correction"),
                    .hint = N_ ("Limits the correction of a batch's standard deviation toward the running one; 1 "
                                "allows none")),
  RENSA_ATTR_FLOAT (RensaBatchLink, dmax, .initial = 0, .min = 0, .max = G_MAXDOUBLE,
                    .title = N_ ("Maximum Shift Correction"),
                    .hint = N_ ("Limits the correction of a batch's mean toward the running one, in standard "
                                "deviations")),
  RENSA_BATCH_DECAY (RensaBatchLink),
  RENSA_BATCH_EPS (RensaBatchLink),
  RENSA_BATCH_DTYPE (RensaBatchLink),
  RENSA_BATCH_COEFFICIENTS,
  RENSA_BATCH_STATISTICS,
  RENSA_BATCH_FINETUNE (RensaBatchLink),
};

/* Computed by hand: the column has mean 2 and variance 1; the running values are 0 and 1, so up to
 * 2 may be added. */
static const RensaSample samples[] = {
  { "size=1, eps=0", "[[1], [3]]", "[[-1], [1]]" },
  { "size=1, dmax=0.5, eps=0, initial_gamma=2, initial_beta=5", "[[1], [3]]", "[[4], [8]]" },
};

/* The functions expect None for all axes but the channels. */
static gboolean
settle (gpointer values, GError **error)
{
  ((RensaBatchLink *) values)->axis.n = RENSA_INTS_NONE;
  return TRUE;
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
  return rensa_batch_renormalization (x, parts.gamma, parts.beta, parts.mean, parts.var, self->rmax, self->dmax,
                                      self->eps, rensa_batch_link_get_decay (link, self->finetune, self->decay), TRUE,
                                      error);
}

/* Chainer's constructor passes the last two to the wrong arguments, so its form omits the initial
 * statistics. */
const RensaLinkClass rensa_batch_renormalization_link_class = {
  .name = "BatchRenormalization",
  .group = &rensa_normalization_group,
  .title = N_ ("Batch Renormalization"),
  .summary = N_ ("Batch normalization that also uses the running statistics, for small batches"),
  .words = N_ ("batchrenorm;batch norm;small batches;normalise;normalize"),
  .stem = "bn",
  .formula = "y = γ (r (x - mean) / √(var + ε) + d) + β",
  .reference = "Ioffe, \"Batch Renormalization\", NIPS 2017",
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
  RENSA_FORMS ({ "chainer",
                 "L.BatchRenormalization({size}, rmax={rmax}, dmax={dmax}, decay={decay}, eps={eps}, dtype={dtype}, "
                 "use_gamma={use_gamma}, use_beta={use_beta}, initial_gamma={initial_gamma}, "
                 "initial_beta={initial_beta})" },
               { "chainer_call", "finetune={finetune}" }),
};

/**
 * rensa_batch_renormalization_link_new:
 * @size: number of channels (axis 1 of the input)
 * @rmax: maximum correction of a batch's standard deviation toward the running one; 1 for none
 * @dmax: maximum correction of a batch's mean toward the running one, in standard deviations; 0 for
 *   none
 *
 * A BatchRenormalization with decay 0.9 and ε 2e-5. Returns NULL with RENSA_ERROR_INVALID if the
 * size is less than one.
 */
RENSA_API RensaLink *
rensa_batch_renormalization_link_new (gint64 size, double rmax, double dmax, GError **error)
{
  const RensaBatchLink self = {
    .size = { .n = RENSA_INTS_SCALAR, .values = { size } },
    .rmax = rmax,
    .dmax = dmax,
    .decay = 0.9,
    .eps = 2e-5,
    .use_gamma = TRUE,
    .use_beta = TRUE,
  };

  return rensa_link_new_from_values (&rensa_batch_renormalization_link_class, &self, error);
}
