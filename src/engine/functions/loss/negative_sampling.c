/* negative_sampling.c: the correct word against a few negative samples.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-composed-forward-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-labels-private.h"
#include "rensa-primitives.h"
#include "rensa-sampled-private.h"

typedef struct
{
  gint64 sample_size;
  double power;
  int reduce;
  gboolean return_samples;
  RensaArray *sampler;
} NegativeSampling;

enum
{
  X,
  T,
  WEIGHTS,
  SAMPLES,
};

enum
{
  REDUCE_SUM,
  REDUCE_NO,
};

static const char *const reductions[] = { "sum", "no", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_ARRAY (NegativeSampling, sampler, .allow_none = TRUE, .none = TRUE, .title = N_ ("Counts"),
                    .hint = N_ ("Number of occurrences of each word; required if no samples are given")),
  RENSA_ATTR_INT (NegativeSampling, sample_size, .required = TRUE, .min = 1, .max = 1000000, .title = N_ ("Samples"),
                  .hint = N_ ("Number of negative samples per correct word")),
  RENSA_ATTR_CHOICE (NegativeSampling, reduce, .initial = REDUCE_SUM, .choices = reductions, .title = N_ ("Reduction"),
                     .hint = N_ ("Sum, or loss of each example")),
  RENSA_ATTR_BOOL (NegativeSampling, return_samples, .title = N_ ("Return Samples"),
                   .hint = N_ ("Also returns the compared words, the correct one first")),
  RENSA_ATTR_FLOAT (NegativeSampling, power, .initial = 0.75, .min = 0, .max = 10, .title = N_ ("Exponent"),
                    .hint = N_ ("Exponent applied to the counts; below 1, rare words are drawn more often")),
};

/* Computed independently with 30 digits: the scores are 1 and 2, 4 and 3. */
static const RensaSample worked[] = {
  { "sample_size=1", "[[1, 2], [3, 4]]; [0, 1]; [[1, 0], [0, 1]]; [[0, 1], [1, 0]]", "5.50692697805274713" },
  { "sample_size=1, reduce='no', return_samples=true", "[[1, 2], [3, 4]]; [0, -1]; [[1, 0], [0, 1]]; [[0, 1], [1, 0]]",
    "[2.44018969856119533, 0]; [[0, 1], [1, 0]]" },
};

/* index kernel: sampled_parts (int t) -> (sign, weight) */
KERNEL void
sampled_parts (const k_index *at, k_int_view t, real *sign, real *weight)
{
  *sign = at[1] == 0 ? -1 : 1;
  *weight = t.data[at[0] * t.strides[0]] == -1 ? 0 : 1;
}
/* end kernel */

/* Checks the sampler, which draws the samples if none are given. */
static gboolean
infer_sampler (RensaInference *inference, GError **error)
{
  const NegativeSampling *self = rensa_inference_get_attrs (inference);
  const RensaType *w = rensa_inference_get_input (inference, WEIGHTS);
  gint64 n_counts;

  if (self->sampler == NULL)
    return rensa_inference_fail_text (inference, error, "samples, or a sampler that draws them", "neither is given");
  if (rensa_array_get_ndim (self->sampler) != 1)
    return rensa_inference_fail_text (inference, error, "sampler.ndim == 1", "%d != 1",
                                      rensa_array_get_ndim (self->sampler));

  n_counts = rensa_array_get_count (self->sampler);
  return RENSA_EXPECT (inference, n_counts, >, 0, error)
         && RENSA_EXPECT (inference, n_counts, <=, w->shape.dims[0], error);
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const NegativeSampling *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, X);
  const RensaType *t = rensa_inference_get_input (inference, T);
  RensaShape classes;

  if (!rensa_sampled_infer (inference, self->sample_size + 1, error)
      || (rensa_inference_get_input (inference, SAMPLES) == NULL && !infer_sampler (inference, error)))
    return FALSE;

  classes = RENSA_SHAPE (x->shape.dims[0], self->sample_size + 1);
  rensa_inference_set_output_shape (inference, 0, x->dtype,
                                    self->reduce == REDUCE_SUM ? &RENSA_SHAPE_SCALAR : &t->shape);
  if (self->return_samples)
    rensa_inference_set_output_shape (inference, 1, RENSA_INT32, &classes);
  return TRUE;
}

/* L = Σ softplus (sign score) over the correct word, with sign -1, and the samples, with sign 1.
 * The last input contains all of their classes. */
static gboolean
compose (gconstpointer attrs_of_call, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
         GError **error)
{
  const NegativeSampling *self = attrs_of_call;
  const RensaInts columns = { .n = 1, .values = { 1 } };
  const RensaDtype dtype = rensa_variable_get_type (inputs[X]).dtype;
  RensaArray *t = rensa_variable_get_array (inputs[T]);
  RensaArray *classes = rensa_variable_get_array (inputs[n_inputs - 1]);
  RensaArray *parts[2] = { NULL, NULL };

  if (!rensa_index_map (RENSA_KERNEL_SAMPLED_PARTS, rensa_dtype_promote (RENSA_FLOAT32, dtype),
                        rensa_array_get_shape (classes), &t, parts, NULL, error))
    return FALSE;

  g_autoptr (RensaArray) sign_array = parts[0];
  g_autoptr (RensaArray) weight_array = parts[1];
  g_autoptr (RensaVariable) sign = rensa_variable_new_constant (sign_array);
  g_autoptr (RensaVariable) weight = rensa_variable_new_constant (weight_array);
  g_autoptr (RensaVariable) scores = rensa_sampled_scores (inputs[X], inputs[WEIGHTS], classes, error);
  g_autoptr (RensaVariable) signed_scores = rensa_multiply (scores, sign, error);
  g_autoptr (RensaVariable) terms = rensa_softplus (signed_scores, 1, error);
  g_autoptr (RensaVariable) weighted = rensa_multiply (terms, weight, error);
  g_autoptr (RensaVariable) loss = rensa_sum (weighted, self->reduce == REDUCE_SUM ? NULL : &columns, FALSE, error);

  outputs[0] = rensa_cast (loss, dtype, error);
  if (self->return_samples)
    outputs[1] = rensa_variable_new_constant (classes);
  return outputs[0] != NULL;
}

/* The sampler, which is a pointer, is the last field and not needed to compose the loss. */
static RensaComposition
get_composition (RensaArray *const *classes)
{
  return (RensaComposition){
    .compose = compose,
    .n_moving = WEIGHTS + 1,
    .further = classes,
    .n_further = 1,
    .attrs_size = G_STRUCT_OFFSET (NegativeSampling, sampler),
  };
}

static RensaArray *
get_classes (RensaCall *call, GError **error)
{
  const NegativeSampling *self = rensa_call_get_attrs (call);
  RensaArray *given = rensa_call_get_input (call, SAMPLES);
  RensaArray *classes;

  if (given != NULL)
    return rensa_array_cast (given, RENSA_INT32, error);

  classes = rensa_draw_classes (rensa_call_get_input (call, T), self->sampler, self->power, self->sample_size, error);
  if (classes == NULL)
    g_prefix_error (error, "negative_sampling: ");
  return classes;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const gint64 n_classes = rensa_array_get_dim (rensa_call_get_input (call, WEIGHTS), 0);
  g_autoptr (RensaArray) classes = NULL;
  RensaComposition composition;

  if (!rensa_check_labels ("negative_sampling", rensa_call_get_input (call, T), -1, n_classes, error))
    return FALSE;
  classes = get_classes (call, error);
  if (classes == NULL || !rensa_check_labels ("negative_sampling", classes, -1, n_classes, error))
    return FALSE;

  composition = get_composition (&classes);
  if (!rensa_forward_composed (call, &composition, error))
    return FALSE;

  rensa_call_keep (call, 0, g_steal_pointer (&classes));
  return TRUE;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaArray *classes = rensa_backward_get_kept (backward, 0);
  const RensaComposition composition = get_composition (&classes);

  return rensa_backward_composed (backward, &composition, error);
}

const RensaFunctionClass rensa_negative_sampling_class = {
  .name = "negative_sampling",
  .group = &rensa_loss_group,
  .title = N_ ("Negative Sampling"),
  .summary = N_ ("Distinguishes the correct word from a few randomly drawn ones; label -1 is ignored"),
  .formula = "L = -Σ ln σ(x·W[t]) + Σₖ ln σ(-x·W[sₖ])",
  .reference =
      "Mikolov et al., \"Distributed Representations of Words and Phrases and their Compositionality\", NIPS 2013",
  .label = "NegativeSamplingFunction",
  .inputs = RENSA_INPUTS ("x", "t:int", "W", "samples?:int"),
  .n_outputs = 0,
  RENSA_ATTRS (NegativeSampling, attrs),
  RENSA_SAMPLES (worked),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer",
                 "F.negative_sampling({x}, {t}, {W}, chainer.utils.WalkerAlias(np.array({sampler}) ** {power}).sample, "
                 "{sample_size}, reduce={reduce}, return_samples={return_samples:tuple})" }),
};

/**
 * rensa_negative_sampling:
 * @x: shape (N, D)
 * @t: integers of shape (N,), each a row index of @W, or -1 to ignore the example
 * @W: shape (V, D)
 * @samples: integers of shape (N, 1 + k), each a row index of @W: each label followed by k samples
 *
 * L = -Σ ln σ (x·W[t]) - Σ ln σ (-x·W[s]) over the k samples s of each example, where σ is the
 * sigmoid; a scalar. The registered function can also draw the samples by counts, with Walker's
 * alias method. RENSA_ERROR_INVALID if a label or sample is outside 0 … V-1; RENSA_ERROR_TYPE_CHECK
 * if shapes or dtypes do not fit.
 *
 * Mikolov et al., "Distributed Representations of Words and Phrases and their Compositionality",
 * NIPS 2013.
 */
RENSA_API RensaVariable *
rensa_negative_sampling (RensaVariable *x, RensaVariable *t, RensaVariable *W, RensaVariable *samples, GError **error)
{
  RensaVariable *output = NULL;
  gint64 n_samples;

  if (samples == NULL)
    return NULL;

  /* If the samples are not a matrix, the type check reports it. */
  n_samples = rensa_variable_get_type (samples).shape.dims[1] - 1;
  return rensa_negative_sampling_of (x, t, W, samples, NULL, 0.75, n_samples, FALSE, &output, 1, error) == 1 ? output
                                                                                                             : NULL;
}

/**
 * rensa_negative_sampling_of:
 * @x: shape (N, D)
 * @t: integers of shape (N,), each a row index of @W, or -1 to ignore the example
 * @W: shape (V, D)
 * @samples: (nullable): as for rensa_negative_sampling (); NULL draws them
 * @counts: (nullable): number of occurrences of each word, shape (V,), if samples are drawn
 * @power: exponent of the counts
 * @n_samples: number of negative samples per correct word
 * @each: return the loss of every example, of shape (N,), instead of their sum
 * @outputs: receives the loss, and the samples if there is room for two; owned by the caller
 *
 * Same as rensa_negative_sampling () with all options. Returns the number of outputs; -1 with an
 * error.
 */
RENSA_API int
rensa_negative_sampling_of (RensaVariable *x, RensaVariable *t, RensaVariable *W, RensaVariable *samples,
                            RensaArray *counts, double power, gint64 n_samples, gboolean each, RensaVariable **outputs,
                            int max_outputs, GError **error)
{
  RensaVariable *const inputs[] = { x, t, W, samples };
  const NegativeSampling self = {
    .sample_size = n_samples,
    .power = power,
    .reduce = each ? REDUCE_NO : REDUCE_SUM,
    .return_samples = max_outputs > 1,
    .sampler = counts,
  };

  if (x == NULL || t == NULL || W == NULL)
    return -1;

  return rensa_function_apply (&rensa_negative_sampling_class, &self, inputs, samples != NULL ? 4 : 3, outputs,
                               max_outputs, error);
}
