/* decorrelated-batch-normalization.c: batch normalization that also decorrelates channels.
 * SPDX-License-Identifier: MIT */

#include "rensa-batch-link-private.h"
#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

typedef struct
{
  gint64 size;
  gint64 groups;
  double decay;
  double eps;
  char *dtype;
  gboolean finetune;
} DecorrelatedBatchNormalization;

/* Indices of the persistent values. */
enum
{
  N,
  AVG_PROJECTION,
  AVG_MEAN,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (DecorrelatedBatchNormalization, size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE,
                  .title = N_ ("Channels")),
  RENSA_ATTR_INT (DecorrelatedBatchNormalization, groups, .initial = 16, .min = 1, .max = G_MAXINT,
                  .title = N_ ("Groups"), .hint = N_ ("Number of groups; channels are decorrelated within each group")),
  RENSA_BATCH_DECAY (DecorrelatedBatchNormalization),
  RENSA_BATCH_EPS (DecorrelatedBatchNormalization),
  RENSA_BATCH_DTYPE (DecorrelatedBatchNormalization),
  RENSA_BATCH_FINETUNE (DecorrelatedBatchNormalization),
};

static const RensaParamSpec params[] = {
  { "avg_mean", { "groups", "size/groups" }, .first = "Zero", .is_persistent = TRUE },
};

/* Computed by hand: for groups of one channel, with mean 2 and variance 1, this equals batch
 * normalization. */
static const RensaSample samples[] = {
  { "size=1, groups=1, eps=0", "[[1], [3]]", "[[-1], [1]]" },
  { "size=2, groups=2, eps=0", "[[1, 10], [3, 30]]", "[[-1, -1], [1, 1]]" },
};

static gboolean
settle (gpointer values, GError **error)
{
  const DecorrelatedBatchNormalization *self = values;

  return rensa_link_expect_multiple ("size", self->size, "groups", self->groups, error);
}

/* The initial projection of each group is the identity. */
static RensaArray *
make_projection (RensaLink *link, GError **error)
{
  const DecorrelatedBatchNormalization *self = rensa_link_get_values (link);
  const gint64 n = self->size / self->groups;
  g_autoptr (RensaArray) projection =
      rensa_array_zeros (rensa_link_get_dtype (link), &RENSA_SHAPE (self->groups, n, n), error);

  for (gint64 i = 0; projection != NULL && i < n; i++)
    {
      const RensaSlice diagonal[] = { { RENSA_SLICE_RANGE, RENSA_SLICE_NONE, RENSA_SLICE_NONE, 1 },
                                      { .kind = RENSA_SLICE_INDEX, .start = i },
                                      { .kind = RENSA_SLICE_INDEX, .start = i } };
      g_autoptr (RensaArray) ones = rensa_array_view_slice (projection, diagonal, 3, error);

      if (ones == NULL || !rensa_array_fill (ones, 1, error))
        return NULL;
    }
  return g_steal_pointer (&projection);
}

static gboolean
setup (RensaLink *link, GError **error)
{
  RensaArray *projection = make_projection (link, error);

  rensa_batch_link_setup (link, error);
  rensa_link_take_persistent (link, "avg_projection", projection);
  return projection != NULL;
}

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const DecorrelatedBatchNormalization *self = rensa_link_get_values (link);
  g_autoptr (RensaVariable) mean = rensa_variable_new_constant (rensa_link_get_persistent (link, AVG_MEAN));
  g_autoptr (RensaVariable) projection = rensa_variable_new_constant (rensa_link_get_persistent (link, AVG_PROJECTION));

  if (!rensa_modes_get ()->train)
    return rensa_fixed_decorrelated_batch_normalization (x, mean, projection, self->groups, error);
  return rensa_decorrelated_batch_normalization (x, mean, projection, self->groups, self->eps,
                                                 rensa_batch_link_get_decay (link, self->finetune, self->decay), error);
}

const RensaLinkClass rensa_decorrelated_batch_normalization_link_class = {
  .name = "DecorrelatedBatchNormalization",
  .group = &rensa_normalization_group,
  .title = N_ ("Decorrelated Batch Normalization"),
  .summary = N_ ("Normalizes channels to mean 0 and standard deviation 1 and decorrelates them within groups"),
  .words = N_ ("whitening;zca;dbn;batch norm;normalise;normalize"),
  .stem = "bn",
  .formula = "y = Σ^(-1/2) (x - mean), Σ the covariance of a group",
  .reference = "Huang et al., \"Decorrelated Batch Normalization\", CVPR 2018",
  RENSA_ATTRS (DecorrelatedBatchNormalization, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_PARAMS (params),
  RENSA_SAMPLES (samples),
  .dtype = "dtype",
  .settle = settle,
  .setup = setup,
  .forward1 = forward,
  RENSA_FORMS ({ "chainer", "L.DecorrelatedBatchNormalization({size}, groups={groups}, decay={decay}, eps={eps}, "
                            "dtype={dtype})" },
               { "chainer_call", "finetune={finetune}" }),
};

/**
 * rensa_decorrelated_batch_normalization_link_new:
 * @size: number of channels (axis 1 of the input)
 * @groups: number of channel groups; a divisor of @size
 *
 * A DecorrelatedBatchNormalization with decay 0.9 and ε 2e-5. Returns NULL with RENSA_ERROR_INVALID
 * if a size is less than one or @groups does not divide @size.
 */
RENSA_API RensaLink *
rensa_decorrelated_batch_normalization_link_new (gint64 size, gint64 groups, GError **error)
{
  const DecorrelatedBatchNormalization self = { size, groups, .decay = 0.9, .eps = 2e-5 };

  return rensa_link_new_from_values (&rensa_decorrelated_batch_normalization_link_class, &self, error);
}
