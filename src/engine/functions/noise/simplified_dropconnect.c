/* simplified_dropconnect.c: sets random weights to zero.
 * SPDX-License-Identifier: MIT */

#include "rensa-composed-forward-private.h"
#include "rensa-functions.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

typedef struct
{
  double ratio;
  gboolean train;
  gboolean use_batchwise_mask;
} DropConnect;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (DropConnect, ratio, .initial = 0.5, .min = 0, .max = 1, .title = N_ ("Ratio"),
                    .hint = N_ ("Probability that a weight is set to 0; below 1")),
  RENSA_ATTR_BOOL (DropConnect, train, .initial = TRUE, .title = N_ ("Train"),
                   .hint = N_ ("If off, keeps all weights, as in test mode")),
  RENSA_ATTR_BOOL (DropConnect, use_batchwise_mask, .initial = TRUE, .title = N_ ("Mask per Example"),
                   .hint = N_ ("If off, all examples of a batch share one mask")),
};

static const RensaSample samples[] = {
  { "ratio=0", "[[1, 2]]; [[3, 4], [5, 6]]; [0.5, -1]", "[[11.5, 16]]" },
  { "", "[[1, 2], [3, 4]]; [[1, -1]]; [10]; [[[1, 0]], [[1, 1]]]", "[[12], [8]]" },
  { "use_batchwise_mask=false", "[[1, 2], [3, 4]]; [[1, -1]]; ; [[0, 1]]", "[[-4], [-8]]" },
};

static gint64
count_features (const RensaShape *x)
{
  gint64 count = 1;

  for (int axis = 1; axis < x->ndim; axis++)
    count *= x->dims[axis];
  return count;
}

static RensaShape
get_mask_shape (gboolean for_each_example, const RensaShape *x, const RensaShape *W)
{
  return for_each_example ? RENSA_SHAPE (x->dims[0], W->dims[0], W->dims[1]) : RENSA_SHAPE (W->dims[0], W->dims[1]);
}

static gboolean
infer_mask (RensaInference *inference, const RensaShape *wanted, GError **error)
{
  const RensaType *mask = rensa_inference_get_input (inference, 3);

  if (!rensa_expect_same_dtype (inference, 3, 0, error)
      || !RENSA_EXPECT (inference, mask->shape.ndim, ==, wanted->ndim, error))
    return FALSE;
  for (int axis = 0; axis < wanted->ndim; axis++)
    if (!RENSA_EXPECT (inference, mask->shape.dims[axis], ==, wanted->dims[axis], error))
      return FALSE;
  return TRUE;
}

static gboolean
infer_bias (RensaInference *inference, const RensaType *W, GError **error)
{
  const RensaType *b = rensa_inference_get_input (inference, 2);

  return rensa_expect_same_dtype (inference, 2, 0, error) && RENSA_EXPECT (inference, b->shape.ndim, ==, 1, error)
         && RENSA_EXPECT (inference, b->shape.dims[0], ==, W->shape.dims[0], error);
}

static gboolean
has_input (RensaInference *inference, int i)
{
  return i < rensa_inference_get_n_inputs (inference) && rensa_inference_get_input (inference, i) != NULL;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const DropConnect *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *W = rensa_inference_get_input (inference, 1);
  RensaShape wanted;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_same_dtype (inference, 1, 0, error)
      || !RENSA_EXPECT (inference, x->shape.ndim, >=, 2, error)
      || !RENSA_EXPECT (inference, W->shape.ndim, ==, 2, error))
    return FALSE;
  if (count_features (&x->shape) != W->shape.dims[1])
    return rensa_inference_fail_text (inference, error, "prod(x.shape[1:]) == W.shape[1]",
                                      "%" G_GINT64_FORMAT " != %" G_GINT64_FORMAT, count_features (&x->shape),
                                      W->shape.dims[1]);
  if (!(self->ratio >= 0 && self->ratio < 1))
    return rensa_inference_fail_text (inference, error, "0.0 <= ratio < 1.0", "ratio = %g", self->ratio);

  wanted = get_mask_shape (self->use_batchwise_mask, &x->shape, &W->shape);
  if ((has_input (inference, 2) && !infer_bias (inference, W, error))
      || (has_input (inference, 3) && !infer_mask (inference, &wanted, error)))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &RENSA_SHAPE (x->shape.dims[0], W->shape.dims[0]));
  return TRUE;
}

/* The last array is the mask. */
static gboolean
compose (gconstpointer values, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const DropConnect *self = values;
  RensaVariable *b = n_inputs > 3 ? inputs[2] : NULL;
  const RensaShape x = rensa_variable_get_type (inputs[0]).shape;
  const RensaShape W = rensa_variable_get_type (inputs[1]).shape;
  const RensaShape columns = RENSA_SHAPE (x.dims[0], W.dims[1], 1);
  const RensaShape rows = RENSA_SHAPE (x.dims[0], W.dims[0]);
  g_autoptr (RensaVariable) kept = rensa_multiply (inputs[1], inputs[n_inputs - 1], error);
  g_autoptr (RensaVariable) weights = rensa_multiply_scalar (kept, 1 / (1 - self->ratio), error);
  g_autoptr (RensaVariable) flat = rensa_reshape (inputs[0], &columns, error);
  g_autoptr (RensaVariable) product = rensa_matmul (weights, flat, FALSE, FALSE, error);
  g_autoptr (RensaVariable) sums = rensa_reshape (product, &rows, error);

  outputs[0] = b != NULL ? rensa_add (sums, b, error) : g_steal_pointer (&sums);
  return outputs[0] != NULL;
}

static gboolean
is_training (const DropConnect *self)
{
  return self->train && rensa_modes_get ()->train;
}

/* A mask of equal values compensates for the scale of the composition if all weights are kept. */
static RensaArray *
make_mask (const DropConnect *self, RensaArray *x, RensaArray *W, GError **error)
{
  const gboolean draws = is_training (self);
  const RensaShape shape =
      get_mask_shape (draws && self->use_batchwise_mask, rensa_array_get_shape (x), rensa_array_get_shape (W));
  g_autoptr (RensaArray) mask = rensa_array_new (rensa_array_get_dtype (x), &shape, error);

  if (mask == NULL
      || !(draws ? rensa_fill_bernoulli (mask, rensa_random_get_default (), 1 - self->ratio, 1, error)
                 : rensa_array_fill (mask, 1 - self->ratio, error)))
    return NULL;
  return g_steal_pointer (&mask);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const DropConnect *self = rensa_call_get_attrs (call);
  const gboolean has_mask = rensa_call_get_n_inputs (call) > 3 && rensa_call_get_input (call, 3) != NULL;
  g_autoptr (RensaArray) mask = NULL;
  RensaComposition composition = { .compose = compose };
  gboolean done;

  if (has_mask && is_training (self))
    return rensa_forward_composed (call, &composition, error);

  mask = make_mask (self, rensa_call_get_input (call, 0), rensa_call_get_input (call, 1), error);
  if (mask == NULL)
    return FALSE;

  composition.further = &mask;
  composition.n_further = 1;
  done = rensa_forward_composed (call, &composition, error);
  rensa_call_keep (call, 0, g_steal_pointer (&mask));
  return done;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaArray *mask = rensa_backward_get_kept (backward, 0);
  const RensaComposition composition = {
    .compose = compose,
    .n_moving = MIN (3, rensa_backward_get_n_inputs (backward)),
    .further = &mask,
    .n_further = mask != NULL ? 1 : 0,
    .attrs = rensa_backward_get_attrs (backward),
    .attrs_size = sizeof (DropConnect),
  };

  return rensa_backward_composed (backward, &composition, error);
}

const RensaFunctionClass rensa_simplified_dropconnect_class = {
  .name = "simplified_dropconnect",
  .group = &rensa_noise_group,
  .title = N_ ("DropConnect"),
  .summary = N_ ("Linear transformation with randomly zeroed weights"),
  .formula = "y = (m W / (1 - ratio)) x + b, m ~ Bernoulli(1 - ratio)",
  .label = "SimplifiedDropconnect",
  .inputs = RENSA_INPUTS ("x", "W", "b?", "mask?"),
  .n_outputs = 1,
  RENSA_ATTRS (DropConnect, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.simplified_dropconnect({x}, {W}, {b}, ratio={ratio}, train={train}, mask={mask}, "
                            "use_batchwise_mask={use_batchwise_mask})" }),
};

/**
 * rensa_simplified_dropconnect:
 * @x: shape (N, …), where the axes after the first are joined into I
 * @W: shape (O, I)
 * @b: (nullable): shape (O)
 * @mask: (nullable): zeros and ones, of shape (N, O, I), or (O, I) for all examples; drawn if NULL
 * @ratio: the probability that a weight is set to zero; at least 0 and below 1
 * @use_batchwise_mask: TRUE to use a separate mask for each example
 *
 * In training, y = (m W / (1 - ratio)) x + b, of shape (N, O), where each element of the mask m is
 * 0 with probability @ratio, else 1, drawn by the generator of this thread; otherwise y = W x + b.
 * In test mode the paper samples the outputs; this simplification does not.
 *
 * Wan et al., "Regularization of Neural Networks using DropConnect", ICML 2013.
 */
RENSA_API RensaVariable *
rensa_simplified_dropconnect (RensaVariable *x, RensaVariable *W, RensaVariable *b, RensaVariable *mask, double ratio,
                              gboolean use_batchwise_mask, GError **error)
{
  RensaVariable *const inputs[] = { x, W, b, mask };
  RensaVariable *y = NULL;
  const DropConnect self = { .ratio = ratio, .train = TRUE, .use_batchwise_mask = use_batchwise_mask };

  if (x == NULL || W == NULL)
    return NULL;
  return rensa_function_apply (&rensa_simplified_dropconnect_class, &self, inputs, 4, &y, 1, error) == 1 ? y : NULL;
}
