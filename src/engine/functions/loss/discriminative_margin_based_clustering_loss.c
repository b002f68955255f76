/* discriminative_margin_based_clustering_loss.c: discriminative loss for instance segmentation.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-composed-forward-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

typedef struct
{
  double delta_v;
  double delta_d;
  gint64 max_embedding_dim;
  gint64 norm;
  double alpha;
  double beta;
  double gamma;
} DiscriminativeMargin;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (DiscriminativeMargin, delta_v, .required = TRUE, .min = 0, .max = 1e12,
                    .title = N_ ("Object Radius"),
                    .hint = N_ ("Pixels closer than this to the mean of their object are not pulled toward it")),
  RENSA_ATTR_FLOAT (DiscriminativeMargin, delta_d, .required = TRUE, .min = 0, .max = 1e12,
                    .title = N_ ("Object Distance"),
                    .hint = N_ ("Object means more than twice this distance apart are not pushed apart")),
  RENSA_ATTR_INT (DiscriminativeMargin, max_embedding_dim, .required = TRUE, .min = 1, .max = 65536,
                  .title = N_ ("Embedding Size"),
                  .hint = N_ ("Embedding dimensions per pixel, and maximum number of objects")),
  RENSA_ATTR_INT (DiscriminativeMargin, norm, .initial = 1, .min = 1, .max = 2, .title = N_ ("Norm"),
                  .hint = N_ ("1: sum of absolute values; 2: Euclidean norm")),
  RENSA_ATTR_FLOAT (DiscriminativeMargin, alpha, .initial = 1, .title = N_ ("Weight of Variance")),
  RENSA_ATTR_FLOAT (DiscriminativeMargin, beta, .initial = 1, .title = N_ ("Weight of Distance")),
  RENSA_ATTR_FLOAT (DiscriminativeMargin, gamma, .initial = 0.001, .title = N_ ("Weight of Size")),
};

/* Computed by hand: the means are (1, 1) and (4, 2). Distances from them are 1, 1 and 3, 3, or 1, 1
 * and √5, √5 for norm 2; pixel five belongs to no instance. */
static const RensaSample samples[] = {
  { "delta_v=0.5, delta_d=3, max_embedding_dim=2, gamma=1",
    "[[[[0, 2, 2, 6, 9]], [[1, 1, 1, 3, 9]]]]; [[[1, 1, 2, 2, 0]]]", "3.25; 4; 4" },
  { "delta_v=0.5, delta_d=2, max_embedding_dim=2, norm=2, alpha=0.5, beta=2, gamma=0.1",
    "[[[[0, 2, 2, 6, 9]], [[1, 1, 1, 3, 9]]]]; [[[1, 1, 2, 2, 0]]]",
    "0.815983005625052576; 1.40355743730593069; 0.294317475868633722" },
};

/* index kernel: cluster_member (int labels) -> y */
KERNEL real
cluster_member (const k_index *at, k_int_view labels)
{
  return labels.data[at[0] * labels.strides[0] + at[2] * labels.strides[1]] == at[1] + 1 ? 1 : 0;
}
/* end kernel */

/* kernel: at_least_one_share (count; share) -> y */
KERNEL real
at_least_one_share (real count, real share)
{
  return share / k_max (count, 1);
}
/* end kernel */

/* index kernel: upper_triangle (; share) -> y */
KERNEL real
upper_triangle (const k_index *at, real share)
{
  return at[1] < at[2] ? share : 0;
}
/* end kernel */

/* kernel: is_zero (x) -> y */
KERNEL real
is_zero (real x)
{
  return x == 0 ? 1 : 0;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const DiscriminativeMargin *self = rensa_inference_get_attrs (inference);
  const RensaType *embeddings = rensa_inference_get_input (inference, 0);
  const RensaType *labels = rensa_inference_get_input (inference, 1);

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, embeddings->shape.ndim, ==, 4, error)
      || !RENSA_EXPECT (inference, embeddings->shape.dims[1], ==, self->max_embedding_dim, error)
      || !rensa_expect_integer (inference, 1, error) || !RENSA_EXPECT (inference, labels->shape.ndim, ==, 3, error)
      || !RENSA_EXPECT (inference, labels->shape.dims[0], ==, embeddings->shape.dims[0], error)
      || !RENSA_EXPECT (inference, labels->shape.dims[1], ==, embeddings->shape.dims[2], error)
      || !RENSA_EXPECT (inference, labels->shape.dims[2], ==, embeddings->shape.dims[3], error))
    return FALSE;

  for (int i = 0; i < 3; i++)
    rensa_inference_set_output_shape (inference, i, embeddings->dtype, &RENSA_SHAPE_SCALAR);
  return TRUE;
}

/* Returns the norm over axes. */
static RensaVariable *
get_norm (const DiscriminativeMargin *self, RensaVariable *x, const RensaInts *axes, GError **error)
{
  g_autoptr (RensaVariable) terms = self->norm == 1 ? rensa_absolute (x, error) : rensa_multiply (x, x, error);
  g_autoptr (RensaVariable) sum = rensa_sum (terms, axes, TRUE, error);
  g_autoptr (RensaArray) zero_array = NULL;

  if (self->norm == 1 || sum == NULL)
    return g_steal_pointer (&sum);

  /* √0 is not differentiable; √(0 + 1) - 1 has the same value and slope 0 with respect to x. */
  zero_array = rensa_map1 (RENSA_KERNEL_IS_ZERO, rensa_variable_get_array (sum), NULL, error);
  g_autoptr (RensaVariable) zero = rensa_variable_new_constant (zero_array);
  g_autoptr (RensaVariable) guarded = rensa_add (sum, zero, error);
  g_autoptr (RensaVariable) root = rensa_sqrt (guarded, error);

  return rensa_subtract (root, zero, error);
}

/* factor Σ weight max (x, 0)² */
static RensaVariable *
sum_hinges (RensaVariable *x, RensaVariable *weight, double factor, GError **error)
{
  g_autoptr (RensaVariable) hinge = rensa_relu (x, error);
  g_autoptr (RensaVariable) square = rensa_multiply (hinge, hinge, error);
  g_autoptr (RensaVariable) weighted = rensa_multiply (square, weight, error);
  g_autoptr (RensaVariable) sum = rensa_sum (weighted, NULL, FALSE, error);

  return rensa_multiply_scalar (sum, factor, error);
}

/* Membership of the P pixels of B images in K instances. */
typedef struct
{
  RensaVariable *member;   /* (B, K, P): 1 or 0 */
  RensaVariable *share;    /* (B, K, 1): 1 / number of pixels of the instance in the image */
  RensaVariable *any;      /* (B, 1, P): 1 if the pixel belongs to an instance */
  RensaVariable *of_pixel; /* (B, 1, P): 1 / (K pixels of the instance in all images) */
} Clusters;

static void
clusters_clear (Clusters *self)
{
  g_clear_pointer (&self->member, rensa_variable_unref);
  g_clear_pointer (&self->share, rensa_variable_unref);
  g_clear_pointer (&self->any, rensa_variable_unref);
  g_clear_pointer (&self->of_pixel, rensa_variable_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Clusters, clusters_clear)

static RensaArray *
get_shares (RensaArray *member, guint mask, double total, GError **error)
{
  g_autoptr (RensaArray) count = rensa_reduce (RENSA_REDUCE_SUM, member, mask, TRUE, error);

  return rensa_map1 (RENSA_KERNEL_AT_LEAST_ONE_SHARE, count, &total, error);
}

static gboolean
clusters_init (Clusters *self, RensaArray *labels, RensaDtype dtype, gint64 n_things, GError **error)
{
  const RensaShape shape = RENSA_SHAPE (rensa_array_get_dim (labels, 0), n_things,
                                        rensa_array_get_dim (labels, 1) * rensa_array_get_dim (labels, 2));
  g_autoptr (RensaArray) flat = rensa_array_reshape (labels, &RENSA_SHAPE (shape.dims[0], shape.dims[2]), error);
  g_autoptr (RensaArray) member = rensa_index_map1 (RENSA_KERNEL_CLUSTER_MEMBER, dtype, &shape, &flat, NULL, error);

  if (member == NULL)
    return FALSE;

  g_autoptr (RensaArray) share = get_shares (member, 1u << 2, 1, error);
  g_autoptr (RensaArray) of_thing = get_shares (member, 1u << 0 | 1u << 2, 1 / (double) n_things, error);
  g_autoptr (RensaArray) any = rensa_reduce (RENSA_REDUCE_MAX, member, 1u << 1, TRUE, error);
  g_autoptr (RensaArray) row =
      of_thing != NULL ? rensa_array_reshape (of_thing, &RENSA_SHAPE (1, 1, n_things), error) : NULL;
  g_autoptr (RensaArray) of_pixel = row != NULL ? rensa_matmul_arrays (row, member, FALSE, FALSE, error) : NULL;

  self->member = rensa_variable_new_constant (member);
  self->share = rensa_variable_new_constant (share);
  self->any = rensa_variable_new_constant (any);
  self->of_pixel = rensa_variable_new_constant (of_pixel);
  return share != NULL && any != NULL && of_pixel != NULL;
}

/* Loss of the distances between pixels and the mean of their instance; x (B, D, P), means (B, K, D). */
static RensaVariable *
get_variance_loss (const DiscriminativeMargin *self, const Clusters *clusters, RensaVariable *x, RensaVariable *means,
                   GError **error)
{
  const RensaInts features = { .n = 1, .values = { 1 } };
  g_autoptr (RensaVariable) own = rensa_matmul (means, clusters->member, TRUE, FALSE, error);
  g_autoptr (RensaVariable) difference = rensa_subtract (own, x, error);
  g_autoptr (RensaVariable) inside = rensa_multiply (difference, clusters->any, error);
  g_autoptr (RensaVariable) distance = inside != NULL ? get_norm (self, inside, &features, error) : NULL;
  g_autoptr (RensaVariable) excess = rensa_subtract_scalar (distance, self->delta_v, error);

  return sum_hinges (excess, clusters->of_pixel, self->alpha, error);
}

/* Loss of the proximity of the means of two instances; every pair counts once. */
static RensaVariable *
get_distance_loss (const DiscriminativeMargin *self, RensaVariable *means, GError **error)
{
  const RensaType type = rensa_variable_get_type (means);
  const gint64 n = type.shape.dims[0];
  const gint64 k = type.shape.dims[1];
  const gint64 d = type.shape.dims[2];
  const double share = 1 / (double) MAX (k * (k - 1) / 2 * n, 1);
  const RensaInts features = { .n = 1, .values = { 3 } };
  g_autoptr (RensaArray) pairs =
      rensa_index_map1 (RENSA_KERNEL_UPPER_TRIANGLE, type.dtype, &RENSA_SHAPE (1, k, k, 1), NULL, &share, error);
  g_autoptr (RensaVariable) weight = rensa_variable_new_constant (pairs);
  g_autoptr (RensaVariable) one = rensa_reshape (means, &RENSA_SHAPE (n, k, 1, d), error);
  g_autoptr (RensaVariable) other = rensa_reshape (means, &RENSA_SHAPE (n, 1, k, d), error);
  g_autoptr (RensaVariable) difference = rensa_subtract (one, other, error);
  g_autoptr (RensaVariable) distance = difference != NULL ? get_norm (self, difference, &features, error) : NULL;
  g_autoptr (RensaVariable) lack = rensa_subtract_from_scalar (distance, 2 * self->delta_d, error);

  return sum_hinges (lack, weight, self->beta, error);
}

/* Loss of the size of the means: the norm of each instance over all images. */
static RensaVariable *
get_size_loss (const DiscriminativeMargin *self, RensaVariable *means, GError **error)
{
  const RensaType type = rensa_variable_get_type (means);
  const RensaInts axes = { .n = 2, .values = { 0, 2 } };
  const double share = self->gamma / (double) (type.shape.dims[0] * type.shape.dims[1]);
  g_autoptr (RensaVariable) sizes = get_norm (self, means, &axes, error);
  g_autoptr (RensaVariable) sum = rensa_sum (sizes, NULL, FALSE, error);

  return rensa_multiply_scalar (sum, share, error);
}

static gboolean
compose (gconstpointer attrs_of_call, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
         GError **error)
{
  const DiscriminativeMargin *self = attrs_of_call;
  const RensaType type = rensa_variable_get_type (inputs[0]);
  const RensaDtype dtype = rensa_dtype_promote (RENSA_FLOAT32, type.dtype);
  const gint64 *dims = type.shape.dims;
  g_auto (Clusters) clusters = { NULL };

  if (!clusters_init (&clusters, rensa_variable_get_array (inputs[1]), dtype, self->max_embedding_dim, error))
    return FALSE;

  g_autoptr (RensaVariable) wide = rensa_cast (inputs[0], dtype, error);
  g_autoptr (RensaVariable) x = rensa_reshape (wide, &RENSA_SHAPE (dims[0], dims[1], dims[2] * dims[3]), error);
  g_autoptr (RensaVariable) sums = rensa_matmul (clusters.member, x, FALSE, TRUE, error);
  g_autoptr (RensaVariable) means = rensa_multiply (sums, clusters.share, error);

  if (means == NULL)
    return FALSE;

  g_autoptr (RensaVariable) variance = get_variance_loss (self, &clusters, x, means, error);
  g_autoptr (RensaVariable) distance = get_distance_loss (self, means, error);
  g_autoptr (RensaVariable) size = get_size_loss (self, means, error);

  outputs[0] = rensa_cast (variance, type.dtype, error);
  outputs[1] = rensa_cast (distance, type.dtype, error);
  outputs[2] = rensa_cast (size, type.dtype, error);
  return outputs[0] != NULL && outputs[1] != NULL && outputs[2] != NULL;
}

static const RensaComposition composition = { .compose = compose, .attrs_size = sizeof (DiscriminativeMargin) };

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_forward_composed (call, &composition, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  return rensa_backward_composed (backward, &composition, error);
}

const RensaFunctionClass rensa_discriminative_margin_based_clustering_loss_class = {
  .name = "discriminative_margin_based_clustering_loss",
  .group = &rensa_loss_group,
  .title = N_ ("Discriminative Clustering"),
  .summary = N_ ("Embeds pixels of the same object close together and different objects far apart"),
  .formula = "α Σ max(|μ(c) - x| - δᵥ, 0)², β Σ max(2δ_d - |μ(a) - μ(b)|, 0)², γ Σ |μ(c)|, as means",
  .reference = "De Brabandere et al., \"Semantic Instance Segmentation with a Discriminative Loss Function\", "
               "arXiv:1708.02551, 2017",
  .inputs = RENSA_INPUTS ("embeddings", "labels:int"),
  .n_outputs = 3,
  RENSA_ATTRS (DiscriminativeMargin, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer",
                 "F.discriminative_margin_based_clustering_loss({embeddings}, {labels}, {delta_v}, {delta_d}, "
                 "{max_embedding_dim}, norm={norm}, alpha={alpha}, beta={beta}, gamma={gamma})" }),
};

/**
 * rensa_discriminative_margin_based_clustering_loss:
 * @embeddings: shape (N, D, H, W)
 * @labels: integers of shape (N, H, W): instance number of each pixel, from 1 to D; others are
 *   ignored
 * @delta_v: distance below which pixels are not pulled to the mean of their instance
 * @delta_d: half the distance above which means are not pushed apart
 * @losses: receives three scalars, owned by the caller
 *
 * With means μ of every instance in every image and absolute values as the norm: max (|μ - x| -
 * δ_v, 0)², averaged over the pixels of each instance and then over instances; max (2 δ_d - |μ_a -
 * μ_b|, 0)², averaged over pairs and images; and
 * |μ|, averaged over instances and images and multiplied by 0.001. The registered function also
 * supports norm 2, where the last norm is one over all images. Unlike in Chainer, any number of
 * images is accepted, and norm 2 has a gradient if there is no instance. RENSA_ERROR_TYPE_CHECK if
 * shapes or dtypes do not fit. Returns TRUE on success.
 *
 * De Brabandere et al., "Semantic Instance Segmentation with a Discriminative Loss Function",
 * arXiv:1708.02551, 2017.
 */
RENSA_API gboolean
rensa_discriminative_margin_based_clustering_loss (RensaVariable *embeddings, RensaVariable *labels, double delta_v,
                                                   double delta_d, RensaVariable *losses[3], GError **error)
{
  RensaVariable *const inputs[] = { embeddings, labels };
  DiscriminativeMargin self = {
    .delta_v = delta_v, .delta_d = delta_d, .norm = 1, .alpha = 1, .beta = 1, .gamma = 0.001
  };

  if (embeddings == NULL || labels == NULL)
    return FALSE;

  /* If the embeddings have no axis 1, the type check reports it. */
  self.max_embedding_dim = rensa_variable_get_type (embeddings).shape.dims[1];
  return rensa_function_apply (&rensa_discriminative_margin_based_clustering_loss_class, &self, inputs, 2, losses, 3,
                               error)
         == 3;
}
