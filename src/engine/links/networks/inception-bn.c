/* inception-bn.c: parallel filters of several sizes, with batch normalization.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-links.h"

typedef struct
{
  gint64 in_channels;
  gint64 out1;
  gint64 proj3;
  gint64 out3;
  gint64 proj33;
  gint64 out33;
  int pooltype;
  gint64 proj_pool;
  gint64 stride;
  RensaAttrs *conv_init;
  char *dtype;
} InceptionBN;

/* Each convolution is followed by its normalization. */
enum
{
  CONV1,
  PROJ3 = 2,
  CONV3 = 4,
  PROJ33 = 6,
  CONV33A = 8,
  CONV33B = 10,
  POOLP = 12,
};

enum
{
  POOL_MAX,
  POOL_AVERAGE,
};

static const char *const pooltypes[] = { "max", "avg", NULL };

#define FILTERS(field, ...) \
  RENSA_ATTR_INT (InceptionBN, field, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, __VA_ARGS__)

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_SIZE (InceptionBN, in_channels, 1, .title = N_ ("Input Channels"),
                   .hint = N_ ("None infers it from the first batch")),
  RENSA_ATTR_INT (InceptionBN, out1, .required = TRUE, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("1×1 Filters"),
                  .hint = N_ ("0 omits them")),
  FILTERS (proj3, .title = N_ ("Channels Before 3×3"),
           .hint = N_ ("Number of channels to which 1×1 filters reduce "
                       "the input")),
  FILTERS (out3, .title = N_ ("3×3 Filters")),
  FILTERS (proj33, .title = N_ ("Channels Before Double 3×3"),
           .hint = N_ ("Number of channels to which 1×1 "
                       "filters reduce the input")),
  FILTERS (out33, .title = N_ ("Double 3×3 Filters")),
  RENSA_ATTR_CHOICE (InceptionBN, pooltype, .required = TRUE, .choices = pooltypes, .title = N_ ("Pooling")),
  RENSA_ATTR_SIZE (InceptionBN, proj_pool, 1, .title = N_ ("Filters After Pooling"), .hint = N_ ("None omits them")),
  RENSA_ATTR_INT (InceptionBN, stride, .initial = 1, .min = 1, .max = G_MAXINT, .unit = "px", .title = N_ ("Stride")),
  RENSA_ATTR_INITIALIZER (InceptionBN, conv_init, "LeCunNormal", N_ ("Initial Weights")),
  RENSA_ATTR_STRING (InceptionBN, dtype, .none = TRUE, .allow_none = TRUE, .is_rare = TRUE, .title = N_ ("Data Type"),
                     .hint = N_ ("Data type of the normalizations; None uses that of the project")),
};

#define NORMALIZED(name, in, out, rest, ...)                                                                    \
  { name, &rensa_convolution_2d_link_class,                                                                     \
    "in_channels={" in "}, out_channels={" out "}, " rest ", nobias=True, initialW={conv_init}", __VA_ARGS__ }, \
  {                                                                                                             \
    name "n", &rensa_batch_normalization_link_class, "size={" out "}, dtype={dtype}", __VA_ARGS__               \
  }

static const RensaChildSpec children[] = {
  [CONV1] = NORMALIZED ("conv1", "in_channels", "out1", "ksize=1, stride={stride}", .only_if = "out1"),
  [PROJ3] = NORMALIZED ("proj3", "in_channels", "proj3", "ksize=1", .learns = TRUE),
  [CONV3] = NORMALIZED ("conv3", "proj3", "out3", "ksize=3, pad=1, stride={stride}"),
  [PROJ33] = NORMALIZED ("proj33", "in_channels", "proj33", "ksize=1"),
  [CONV33A] = NORMALIZED ("conv33a", "proj33", "out33", "ksize=3, pad=1"),
  [CONV33B] = NORMALIZED ("conv33b", "out33", "out33", "ksize=3, pad=1, stride={stride}"),
  [POOLP] = NORMALIZED ("poolp", "in_channels", "proj_pool", "ksize=1", .only_if = "proj_pool"),
};

static gboolean
settle (gpointer values, GError **error)
{
  const InceptionBN *self = values;
  const gboolean has_projection = self->proj_pool != RENSA_INT_NONE;

  if (self->stride != 1 && self->out1 > 0)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("1x1 filters require stride 1, but stride is %lld"),
                     (long long) self->stride);
  else if (self->stride != 1 && (has_projection || self->pooltype == POOL_AVERAGE))
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("filters after pooling and average pooling require stride 1, but stride is %lld"),
                     (long long) self->stride);
  else if (!has_projection && (self->out1 > 0 || self->pooltype == POOL_AVERAGE))
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("1x1 filters and average pooling require proj_pool, but it is "
                         "None"));
  else
    return TRUE;
  return FALSE;
}

/* A convolution, its normalization and relu. */
static RensaVariable *
call_normalized (RensaLink *link, int convolution, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) sums = rensa_link_call (rensa_link_get_child (link, convolution), x, error);
  g_autoptr (RensaVariable) even = rensa_link_call (rensa_link_get_child (link, convolution + 1), sums, error);

  return rensa_relu (even, error);
}

static RensaVariable *
call_pooled (RensaLink *link, RensaVariable *x, GError **error)
{
  const InceptionBN *self = rensa_link_get_values (link);
  const RensaInts three = { .n = RENSA_INTS_SCALAR, .values = { 3 } };
  const RensaInts stride = { .n = RENSA_INTS_SCALAR, .values = { self->stride } };
  const RensaInts one = { .n = RENSA_INTS_SCALAR, .values = { 1 } };
  g_autoptr (RensaVariable) pooled = self->pooltype == POOL_MAX
                                         ? rensa_max_pooling_2d (x, &three, &stride, &one, FALSE, error)
                                         : rensa_average_pooling_2d (x, &three, &stride, &one, error);

  if (pooled == NULL || self->proj_pool == RENSA_INT_NONE)
    return g_steal_pointer (&pooled);
  return call_normalized (link, POOLP, pooled, error);
}

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const gboolean has_first = rensa_link_get_child (link, CONV1) != NULL;
  g_autoptr (RensaVariable) y1 = has_first ? call_normalized (link, CONV1, x, error) : NULL;
  g_autoptr (RensaVariable) fewer3 = call_normalized (link, PROJ3, x, error);
  g_autoptr (RensaVariable) y3 = call_normalized (link, CONV3, fewer3, error);
  g_autoptr (RensaVariable) fewer33 = call_normalized (link, PROJ33, x, error);
  g_autoptr (RensaVariable) between = call_normalized (link, CONV33A, fewer33, error);
  g_autoptr (RensaVariable) y33 = call_normalized (link, CONV33B, between, error);
  g_autoptr (RensaVariable) pooled = call_pooled (link, x, error);
  RensaVariable *const parts[] = { y1, y3, y33, pooled };
  const int first = has_first ? 0 : 1;

  return rensa_concat (parts + first, (int) G_N_ELEMENTS (parts) - first, 1, error);
}

/* Computed by hand: in a batch of one pixel, normalization gives zero, and values that are only
 * pooled are unchanged. */
static const RensaSample samples[] = {
  { "in_channels=1, out1=0, proj3=1, out3=1, proj33=1, out33=1, pooltype=max, stride=2", "[[[[5]]]]",
    "[[[[0]], [[0]], [[5]]]]" },
  { "in_channels=None, out1=1, proj3=1, out3=1, proj33=1, out33=2, pooltype=avg, proj_pool=1", "[[[[5]]]]",
    "[[[[0]], [[0]], [[0]], [[0]], [[0]]]]" },
};

const RensaLinkClass rensa_inception_bn_link_class = {
  .name = "InceptionBN",
  .group = &rensa_convolution_group,
  .title = N_ ("Inception With Normalization"),
  .summary = N_ ("Parallel filters of several sizes, each with batch normalization"),
  .words = N_ ("googlenet;batch norm;multi-scale;parallel convolutions;module"),
  .stem = "inception",
  .formula = "y = [c1(x), c3(p3(x)), c33b(c33a(p33(x))), pp(pool(x))], each relu(bn(conv(·)))",
  .reference = "Ioffe and Szegedy, \"Batch Normalization\", ICML 2015",
  RENSA_ATTRS (InceptionBN, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_CHILDREN (children),
  RENSA_SAMPLES (samples),
  .settle = settle,
  .learns = "in_channels",
  .forward1 = forward,
  RENSA_FORMS ({ "chainer", "L.InceptionBN({in_channels}, {out1}, {proj3}, {out3}, {proj33}, {out33}, {pooltype}, "
                            "proj_pool={proj_pool}, stride={stride}, conv_init={conv_init}, dtype={dtype})" }),
};

/**
 * rensa_inception_bn_link_new:
 * @in_channels: %RENSA_INT_NONE to infer it from the first batch
 * @out1: 1x1 filters; 0 for none, required if @stride is above 1
 * @proj3: channels to which 1x1 filters reduce the input before the @out3 3x3 filters
 * @proj33: the same before two layers of @out33 3x3 filters
 * @is_average: TRUE for average pooling, FALSE for 3x3 max pooling
 * @proj_pool: 1x1 filters after pooling; %RENSA_INT_NONE for none
 *
 * An InceptionBN: all branches in parallel, each with batch normalization and relu. Returns Returns
 * NULL with RENSA_ERROR_INVALID if a size is less than one or @stride is incompatible with the
 * other arguments.
 */
RENSA_API RensaLink *
rensa_inception_bn_link_new (gint64 in_channels, gint64 out1, gint64 proj3, gint64 out3, gint64 proj33, gint64 out33,
                             gboolean is_average, gint64 proj_pool, gint64 stride, GError **error)
{
  const InceptionBN self = { in_channels, out1,  proj3, out3, proj33, out33, is_average ? POOL_AVERAGE : POOL_MAX,
                             proj_pool,   stride };

  return rensa_link_new_from_values (&rensa_inception_bn_link_class, &self, error);
}
