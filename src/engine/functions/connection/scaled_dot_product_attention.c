/* scaled_dot_product_attention.c: scaled dot-product attention.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-attention-private.h"
#include "rensa-composed-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-fused-attention.h"
#include "rensa-modes.h"

typedef struct
{
  gboolean causal;
  double scale;
  double dropout;
} ScaledDotProductAttention;

enum
{
  Q,
  K,
  V,
  MASK,
};

/* Values kept by forward: log Σ exp of the scores and, with dropout, the generator state before it. */
enum
{
  TOTALS,
  RANDOM,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_BOOL (ScaledDotProductAttention, causal, .title = N_ ("Causal"),
                   .hint = N_ ("Each element attends only to itself and earlier elements")),
  RENSA_ATTR_FLOAT (ScaledDotProductAttention, scale, .allow_none = TRUE, .none = TRUE, .title = N_ ("Scale"),
                    .hint = N_ ("Factor applied to the scores; None uses 1 / √E")),
  RENSA_ATTR_FLOAT (ScaledDotProductAttention, dropout, .min = 0, .max = 0.999, .title = N_ ("Dropout"),
                    .hint = N_ ("Fraction of weights set to 0 during training")),
};

/* Computed independently with 30 digits. */
static const RensaSample samples[] = {
  { "",
    "[[1, 0], [-1, 2], [0.5, 0.5]]; [[0, 1], [2, -1], [1, 1], [-1, 0]]; [[1, 2, 0], [-1, 0, 3], [0.5, 1, 1], [2, -2, "
    "0]]",
    "[[-0.14579410832719738, 0.39845489242644748, 1.8819818234673773], [1.108869979368218, 0.75327470711836051, "
    "0.26802079939080948], [0.43352451244954685, 0.62238059971477824, 1.1294120542646568]]" },
  { "scale=0.5",
    "[[[1, 0], [-1, 2], [0.5, 0.5]]]; [[[0, 1], [2, -1], [1, 1], [-1, 0]]]; [[[1, 2, 0], [-1, 0, 3], [0.5, 1, 1], "
    "[2, -2, 0]]]; [[0, 1, -1, 0.5], [0.5, 0, 0, -2], [1, 1, 0, 0]]",
    "[[[-0.40875947232825621, 0.060679845451609963, 2.2783753977035855], [0.86563141742243126, 1.5666564484841637, "
    "0.31665379160784797], [0.25317916115572624, 0.75166340317004703, 1.2882102716492659]]]" },
  { "causal=True", "[[1, 0], [-1, 2], [0.5, 0.5]]; [[1, 0], [-1, 2], [0.5, 0.5]]; [[1, 0], [-1, 2], [0.5, 0.5]]",
    "[[1.0, 0.0], [-0.97166792824662319, 1.9716679282466232], [0.16666666666666667, 0.83333333333333333]]" },
};

/* Checks that the leading axes of k and v are those of q. */
static gboolean
expect_leading (RensaInference *inference, const RensaType *q, int i, const char *name, GError **error)
{
  const RensaType *other = rensa_inference_get_input (inference, i);

  for (int axis = 0; axis < q->shape.ndim - 2; axis++)
    if (other->shape.dims[axis] != q->shape.dims[axis])
      {
        g_autofree char *expect = g_strdup_printf ("%s.shape[%d] == q.shape[%d]", name, axis, axis);

        return rensa_inference_fail_text (inference, error, expect, "%" G_GINT64_FORMAT " != %" G_GINT64_FORMAT,
                                          other->shape.dims[axis], q->shape.dims[axis]);
      }
  return TRUE;
}

static gboolean
expect_mask (RensaInference *inference, const RensaShape *scores, GError **error)
{
  const RensaType *mask = rensa_inference_get_input (inference, MASK);

  if (mask == NULL)
    return TRUE;
  if (mask->dtype != RENSA_BOOL && !rensa_expect_same_dtype (inference, MASK, Q, error))
    return FALSE;
  if (rensa_shape_broadcasts_to (&mask->shape, scores))
    return TRUE;

  g_autofree char *want = rensa_shape_to_string (scores);
  g_autofree char *got = rensa_shape_to_string (&mask->shape);
  g_autofree char *expect = g_strdup_printf ("mask.shape that broadcasts to %s", want);

  return rensa_inference_fail_text (inference, error, expect, "%s", got);
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *q = rensa_inference_get_input (inference, Q);
  const RensaType *k = rensa_inference_get_input (inference, K);
  const RensaType *v = rensa_inference_get_input (inference, V);
  const int last = q->shape.ndim - 1;
  RensaShape shape = q->shape;

  if (!rensa_expect_floating (inference, Q, error) || !rensa_expect_same_dtype (inference, K, Q, error)
      || !rensa_expect_same_dtype (inference, V, Q, error) || !RENSA_EXPECT (inference, q->shape.ndim, >=, 2, error)
      || !RENSA_EXPECT (inference, k->shape.ndim, ==, q->shape.ndim, error)
      || !RENSA_EXPECT (inference, v->shape.ndim, ==, q->shape.ndim, error)
      || !RENSA_EXPECT (inference, k->shape.dims[last], ==, q->shape.dims[last], error)
      || !RENSA_EXPECT (inference, v->shape.dims[last - 1], ==, k->shape.dims[last - 1], error)
      || !expect_leading (inference, q, K, "k", error) || !expect_leading (inference, q, V, "v", error))
    return FALSE;

  shape.dims[last] = k->shape.dims[last - 1];
  if (!expect_mask (inference, &shape, error))
    return FALSE;

  shape.dims[last] = v->shape.dims[last];
  rensa_inference_set_output_shape (inference, 0, q->dtype, &shape);
  return TRUE;
}

static double
get_scale (const ScaledDotProductAttention *self, const RensaShape *q)
{
  return isnan (self->scale) ? 1 / sqrt ((double) MAX (q->dims[q->ndim - 1], 1)) : self->scale;
}

/* (B, rows, columns) */
static RensaShape
get_matrices_shape (const RensaShape *shape)
{
  const int last = shape->ndim - 1;
  gint64 n = 1;

  for (int axis = 0; axis < last - 1; axis++)
    n *= shape->dims[axis];
  return RENSA_SHAPE (n, shape->dims[last - 1], shape->dims[last]);
}

static RensaArray *
take_matrices (RensaArray *array, RensaDtype dtype, GError **error)
{
  const RensaShape shape = get_matrices_shape (rensa_array_get_shape (array));
  g_autoptr (RensaArray) wide = rensa_array_cast (array, dtype, error);

  return wide != NULL ? rensa_array_reshape (wide, &shape, error) : NULL;
}

static void
attention_clear (RensaAttention *attention)
{
  g_clear_pointer (&attention->q, rensa_array_unref);
  g_clear_pointer (&attention->k, rensa_array_unref);
  g_clear_pointer (&attention->v, rensa_array_unref);
  g_clear_pointer (&attention->mask, rensa_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaAttention, attention_clear)

/* Returns the mask broadcast to the shape of all scores, without copying. */
static RensaArray *
spread_mask (RensaArray *const inputs[4], RensaDtype dtype, GError **error)
{
  const int last = rensa_array_get_ndim (inputs[Q]) - 1;
  RensaShape shape = *rensa_array_get_shape (inputs[Q]);
  g_autoptr (RensaArray) wide = rensa_dtype_is_floating (rensa_array_get_dtype (inputs[MASK]))
                                    ? rensa_array_cast (inputs[MASK], dtype, error)
                                    : rensa_array_ref (inputs[MASK]);

  shape.dims[last] = rensa_array_get_dim (inputs[K], last - 1);
  return wide != NULL ? rensa_array_view_broadcast (wide, &shape) : NULL;
}

static gboolean
attention_init (RensaAttention *attention, const ScaledDotProductAttention *self, RensaArray *const inputs[4],
                GError **error)
{
  const RensaDtype dtype = rensa_dtype_promote (RENSA_FLOAT32, rensa_array_get_dtype (inputs[Q]));
  const double scale = get_scale (self, rensa_array_get_shape (inputs[Q]));
  g_autoptr (RensaArray) q = take_matrices (inputs[Q], dtype, error);

  attention->causal = self->causal;
  attention->q = rensa_map1 (RENSA_KERNEL_OP_MUL_SCALAR, q, &scale, error);
  attention->k = attention->q != NULL ? take_matrices (inputs[K], dtype, error) : NULL;
  attention->v = attention->k != NULL ? take_matrices (inputs[V], dtype, error) : NULL;
  if (attention->v == NULL || inputs[MASK] == NULL)
    return attention->v != NULL;

  attention->mask = spread_mask (inputs, dtype, error);
  return attention->mask != NULL;
}

/* Enables dropout and saves the state of the generator. */
static gboolean
begin_dropout (RensaCall *call, RensaAttention *attention, GError **error)
{
  const ScaledDotProductAttention *self = rensa_call_get_attrs (call);
  RensaRandom *random = rensa_random_get_default ();
  const guint64 state[] = { random->seed, random->stream, random->counter };
  RensaArray *kept;

  if (!rensa_modes_get ()->train || self->dropout == 0)
    return TRUE;
  kept = rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (G_N_ELEMENTS (state)), state, error);
  if (kept == NULL)
    return FALSE;
  rensa_call_keep (call, RANDOM, kept);
  attention->dropout = self->dropout;
  attention->random = random;
  return TRUE;
}

/* Repeats the same dropout with a separate generator. */
static gboolean
repeat_dropout (RensaBackward *backward, RensaAttention *attention, RensaRandom *random, GError **error)
{
  const ScaledDotProductAttention *self = rensa_backward_get_attrs (backward);
  RensaArray *kept = rensa_backward_get_kept (backward, RANDOM);
  guint64 state[3];

  if (kept == NULL)
    return TRUE;
  if (!rensa_array_to_host (kept, state, error))
    return FALSE;
  *random = (RensaRandom){ .seed = state[0], .stream = state[1], .counter = state[2] };
  attention->dropout = self->dropout;
  attention->random = random;
  return TRUE;
}

/* Returns (B, H, rows, columns), where one or all of the leading axes may be 1. */
static RensaArray *
take_heads (RensaArray *array, GError **error)
{
  const RensaShape shape = get_matrices_shape (rensa_array_get_shape (array));

  return rensa_array_get_ndim (array) == 4
             ? rensa_array_ref (array)
             : rensa_array_reshape (array, &RENSA_SHAPE (shape.dims[0], 1, shape.dims[1], shape.dims[2]), error);
}

static void
fused_clear (RensaFusedAttention *fused)
{
  g_clear_pointer (&fused->q, rensa_array_unref);
  g_clear_pointer (&fused->k, rensa_array_unref);
  g_clear_pointer (&fused->v, rensa_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaFusedAttention, fused_clear)

static gboolean
fused_init (RensaFusedAttention *fused, const ScaledDotProductAttention *self, RensaArray *const inputs[4],
            GError **error)
{
  fused->scale = get_scale (self, rensa_array_get_shape (inputs[Q]));
  fused->causal = self->causal;
  fused->q = take_heads (inputs[Q], error);
  fused->k = fused->q != NULL ? take_heads (inputs[K], error) : NULL;
  fused->v = fused->k != NULL ? take_heads (inputs[V], error) : NULL;
  return fused->v != NULL;
}

/* Computes attention in one call if the device supports it; else *@y stays NULL. */
static gboolean
attend_at_once (const ScaledDotProductAttention *self, RensaArray *const inputs[4], RensaArray **y, RensaArray **totals,
                GError **error)
{
  const gboolean drops = rensa_modes_get ()->train && self->dropout > 0;
  g_auto (RensaFusedAttention) fused = { NULL };

  return drops || inputs[MASK] != NULL || !rensa_has_fused_attention (rensa_array_get_device (inputs[Q]))
         || (fused_init (&fused, self, inputs, error) && rensa_fused_attention_forward (&fused, y, totals, error));
}

/* Computes attention block by block. */
static gboolean
attend_by_blocks (RensaCall *call, RensaArray *const inputs[4], RensaArray **y, RensaArray **totals, GError **error)
{
  g_auto (RensaAttention) attention = { NULL };

  if (!attention_init (&attention, rensa_call_get_attrs (call), inputs, error)
      || !begin_dropout (call, &attention, error))
    return FALSE;

  *y = rensa_attention_forward (&attention, totals, error);
  return *y != NULL;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaType *type = rensa_call_get_output_type (call, 0);
  RensaArray *inputs[4] = { NULL };
  RensaArray *totals = NULL;
  g_autoptr (RensaArray) y = NULL;

  for (int i = 0; i < rensa_call_get_n_inputs (call); i++)
    {
      inputs[i] = rensa_call_get_input (call, i);
      rensa_call_retain_input (call, i);
    }
  if (!attend_at_once (rensa_call_get_attrs (call), inputs, &y, &totals, error)
      || (y == NULL && !attend_by_blocks (call, inputs, &y, &totals, error)))
    return FALSE;

  g_autoptr (RensaArray) narrow = rensa_array_cast (y, type->dtype, error);

  rensa_call_keep (call, TOTALS, totals);
  rensa_call_retain_output (call, 0);
  rensa_call_take_output (call, 0, narrow != NULL ? rensa_array_reshape (narrow, &type->shape, error) : NULL);
  return rensa_call_succeeded (call);
}

/* Takes ownership of a gradient (B, …) for input @i. */
static void
take_grad (RensaBackward *backward, int i, RensaArray *grad, double factor, GError **error)
{
  const RensaType type = rensa_backward_get_input_type (backward, i);
  g_autoptr (RensaArray) scaled =
      factor != 1 ? rensa_map1 (RENSA_KERNEL_OP_MUL_SCALAR, grad, &factor, error) : rensa_array_ref (grad);
  g_autoptr (RensaArray) narrow = scaled != NULL ? rensa_array_cast (scaled, type.dtype, error) : NULL;

  rensa_backward_take_grad_array (backward, i,
                                  narrow != NULL ? rensa_array_reshape (narrow, &type.shape, error) : NULL);
}

static void
get_inputs (RensaBackward *backward, RensaArray *inputs[4])
{
  for (int i = 0; i < rensa_backward_get_n_inputs (backward); i++)
    {
      RensaVariable *input = rensa_backward_get_input (backward, i);

      inputs[i] = input != NULL ? rensa_variable_get_array (input) : NULL;
    }
}

/* Restores the arguments of forward. */
static gboolean
attention_restore (RensaAttention *attention, RensaBackward *backward, RensaRandom *random, GError **error)
{
  RensaArray *inputs[4] = { NULL };

  get_inputs (backward, inputs);
  return attention_init (attention, rensa_backward_get_attrs (backward), inputs, error)
         && repeat_dropout (backward, attention, random, error);
}

/* Computes all gradients except that of a mask in one call if the device supports it; else @grads
 * stay NULL. */
static gboolean
undo_at_once (RensaBackward *backward, RensaArray *y, RensaArray *gy, RensaArray *grads[3], GError **error)
{
  RensaArray *inputs[4] = { NULL };
  g_auto (RensaFusedAttention) fused = { NULL };

  get_inputs (backward, inputs);
  if (rensa_backward_get_kept (backward, RANDOM) != NULL || inputs[MASK] != NULL
      || !rensa_has_fused_attention (rensa_array_get_device (gy)))
    return TRUE;

  g_autoptr (RensaArray) near_y = take_heads (y, error);
  g_autoptr (RensaArray) near_gy = near_y != NULL ? take_heads (gy, error) : NULL;
  g_autoptr (RensaArray) totals =
      near_gy != NULL ? take_heads (rensa_backward_get_kept (backward, TOTALS), error) : NULL;

  return totals != NULL && fused_init (&fused, rensa_backward_get_attrs (backward), inputs, error)
         && rensa_fused_attention_backward (&fused, near_y, totals, near_gy, grads, error);
}

/* grads[0] is the gradient of the scaled queries. */
static gboolean
undo_by_blocks (RensaBackward *backward, RensaArray *y, RensaArray *gy, RensaArray *grads[3], GError **error)
{
  const RensaDtype dtype = rensa_dtype_promote (RENSA_FLOAT32, rensa_array_get_dtype (y));
  RensaRandom random;
  g_auto (RensaAttention) attention = { NULL };
  g_autoptr (RensaArray) near_y = take_matrices (y, dtype, error);
  g_autoptr (RensaArray) near_gy = near_y != NULL ? take_matrices (gy, dtype, error) : NULL;
  g_autoptr (RensaArray) totals =
      near_gy != NULL ? take_matrices (rensa_backward_get_kept (backward, TOTALS), dtype, error) : NULL;

  return totals != NULL && attention_restore (&attention, backward, &random, error)
         && rensa_attention_backward (&attention, near_y, totals, near_gy, grads, error);
}

static gboolean
backward_arrays (RensaBackward *backward, GError **error)
{
  const RensaType q = rensa_backward_get_input_type (backward, Q);
  RensaArray *y = rensa_variable_get_array (rensa_backward_get_output (backward, 0));
  RensaArray *gy = rensa_variable_get_array (rensa_backward_get_grad_output (backward, 0));
  RensaArray *grads[3] = { NULL };
  double scale = 1;
  gboolean ok = undo_at_once (backward, y, gy, grads, error);

  if (ok && grads[0] == NULL)
    {
      scale = get_scale (rensa_backward_get_attrs (backward), &q.shape);
      ok = undo_by_blocks (backward, y, gy, grads, error);
    }
  for (int i = 0; i < 3; i++)
    {
      if (ok)
        take_grad (backward, i, grads[i], i == Q ? scale : 1, error);
      g_clear_pointer (&grads[i], rensa_array_unref);
    }
  return ok && rensa_backward_succeeded (backward);
}

static gboolean
compose (gconstpointer values, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const ScaledDotProductAttention *self = values;
  const RensaType q = rensa_variable_get_type (inputs[Q]);
  RensaVariable *kept = self->dropout > 0 ? inputs[--n_inputs] : NULL;
  RensaVariable *mask = n_inputs > MASK ? inputs[MASK] : NULL;
  g_autoptr (RensaVariable) scaled = rensa_multiply_scalar (inputs[Q], get_scale (self, &q.shape), error);
  g_autoptr (RensaVariable) scores = rensa_matmul (scaled, inputs[K], FALSE, TRUE, error);

  outputs[0] = scores != NULL ? rensa_attention_compose (scores, mask, inputs[V], kept, self->causal, error) : NULL;
  return outputs[0] != NULL;
}

/* Returns the dropout factors (…, L, S); NULL if there was no dropout. */
static gboolean
draw_kept (RensaBackward *backward, RensaArray **kept, GError **error)
{
  const RensaType q = rensa_backward_get_input_type (backward, Q);
  const RensaType k = rensa_backward_get_input_type (backward, K);
  RensaShape shape = q.shape;
  RensaRandom random;
  g_auto (RensaAttention) attention = { NULL };

  if (!attention_restore (&attention, backward, &random, error))
    return FALSE;
  if (attention.dropout == 0)
    return TRUE;

  g_autoptr (RensaArray) matrices = rensa_attention_draw_kept (&attention, error);
  g_autoptr (RensaArray) narrow = matrices != NULL ? rensa_array_cast (matrices, q.dtype, error) : NULL;

  shape.dims[shape.ndim - 1] = k.shape.dims[shape.ndim - 2];
  *kept = narrow != NULL ? rensa_array_reshape (narrow, &shape, error) : NULL;
  return *kept != NULL;
}

static gboolean
backward_composed (RensaBackward *backward, GError **error)
{
  ScaledDotProductAttention self = *(const ScaledDotProductAttention *) rensa_backward_get_attrs (backward);
  g_autoptr (RensaArray) kept = NULL;
  RensaComposition composition = {
    .compose = compose,
    .n_moving = V + 1,
    .attrs = &self,
    .attrs_size = sizeof self,
    .further = &kept,
  };

  if (!draw_kept (backward, &kept, error))
    return FALSE;
  composition.n_further = kept != NULL ? 1 : 0;
  if (kept == NULL)
    self.dropout = 0;
  return rensa_backward_composed (backward, &composition, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType q = rensa_backward_get_input_type (backward, Q);
  const RensaType v = rensa_backward_get_input_type (backward, V);

  if (rensa_shape_count (&q.shape) == 0 || rensa_shape_count (&v.shape) == 0)
    return rensa_backward_nothing (backward, error);

  return rensa_backward_is_recorded (backward) ? backward_composed (backward, error)
                                               : backward_arrays (backward, error);
}

const RensaFunctionClass rensa_scaled_dot_product_attention_class = {
  .name = "scaled_dot_product_attention",
  .group = &rensa_connection_group,
  .title = N_ ("Scaled Dot-Product Attention"),
  .summary = N_ ("Averages values, weighted by how well their keys match the queries"),
  .formula = "y = dropout(softmax(scale q kᵀ + mask)) v",
  .reference = "Vaswani et al., \"Attention Is All You Need\", NIPS 2017",
  .inputs = RENSA_INPUTS ("q", "k", "v", "mask?"),
  .n_outputs = 1,
  RENSA_ATTRS (ScaledDotProductAttention, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS (
      { "torch",
        "F.scaled_dot_product_attention({q}, {k}, {v}, attn_mask={mask}, dropout_p={dropout:always} if self.training else 0.0, is_causal={causal}, scale={scale})" },
      { "onnx", "n = ndim (q); "
                "s = MatMul (q, Transpose (k, perm=each (i, range (0, n), i == n - 1 ? n - 2 : i == n - 2 "
                "? n - 1 : i))) * (given (scale) ? scale : 1 / sqrt (dim (q, -1))); "
                "m = given (mask) ? s + mask : s; "
                "c = causal ? Where (Cast (Trilu (Expand (numbers (1, dtype (q)), [dim (q, -2), dim (k, "
                "-2)]), int64 (1)), to=9), -3e38, m) : m; MatMul (Softmax (c, axis=-1), v)" }),
};

/**
 * rensa_scaled_dot_product_attention:
 * @q: queries, of shape (…, L, E)
 * @k: keys, of shape (…, S, E)
 * @v: values, of shape (…, S, D)
 * @mask: (nullable): broadcasts to (…, L, S); bool, false for keys to ignore, or added to the
 *   scores. It has no gradient
 * @causal: query i attends only to keys 0 … i, in addition to @mask
 * @scale: (nullable): factor of the scores; NULL for 1 / √E
 * @dropout: probability that a weight is set to zero in training, at least 0 and below 1; the
 *   others are multiplied by 1 / (1 - @dropout)
 *
 * y = dropout (softmax (scale q kᵀ + mask)) v, of shape (…, L, D); a query with no unmasked keys
 * gives 0. Scores are computed in blocks, and recomputed for the gradient, so that memory does not
 * grow with L S; only a gradient that is itself differentiated needs all of them, as does the
 * half-precision gradient by cuDNN, up to a gigabyte. Not in Chainer. RENSA_ERROR_TYPE_CHECK if
 * shapes or dtypes do not fit.
 *
 * Vaswani et al., "Attention Is All You Need", NIPS 2017. The blocks: Dao et al., "FlashAttention:
 * Fast and Memory-Efficient Exact Attention with IO-Awareness", NeurIPS 2022.
 */
RENSA_API RensaVariable *
rensa_scaled_dot_product_attention (RensaVariable *q, RensaVariable *k, RensaVariable *v, RensaVariable *mask,
                                    gboolean causal, const double *scale, double dropout, GError **error)
{
  const ScaledDotProductAttention self = { causal, scale != NULL ? *scale : NAN, dropout };
  RensaVariable *const inputs[] = { q, k, v, mask };
  RensaVariable *y = NULL;

  if (q == NULL || k == NULL || v == NULL)
    return NULL;

  rensa_function_apply (&rensa_scaled_dot_product_attention_class, &self, inputs, G_N_ELEMENTS (inputs), &y, 1, error);
  return y;
}
