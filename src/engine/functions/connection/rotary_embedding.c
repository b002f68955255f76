/* rotary_embedding.c: rotary position embedding.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"
#include "rotary_embedding.py.inc"

typedef struct
{
  double base;
  gint64 offset;
  gboolean interleaved;
  gboolean inverse;
} RotaryEmbedding;

enum
{
  X,
  POSITIONS,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (RotaryEmbedding, base, .initial = 10000, .min = 1e-6, .max = 1e12, .title = N_ ("Base"),
                    .hint = N_ ("Approximate ratio of the fastest to the slowest rotation")),
  RENSA_ATTR_INT (RotaryEmbedding, offset, .initial = 0, .title = N_ ("Start Position"),
                  .hint = N_ ("Position of the first element if no positions are given")),
  RENSA_ATTR_BOOL (RotaryEmbedding, interleaved, .title = N_ ("Interleaved"),
                   .hint = N_ ("Pairs neighboring elements instead of one element from each half")),
  RENSA_ATTR_BOOL (RotaryEmbedding, inverse, .title = N_ ("Inverse"), .hint = N_ ("Rotates in the opposite direction")),
};

/* Computed independently with 30 digits. */
static const RensaSample samples[] = {
  { "base=100", "[[1, 2, 3, 4], [0.5, -1, 2, 0], [1, 1, -1, 2]]",
    "[[1.0, 2.0, 3.0, 4.0], [-1.4127908166817232, -0.99500416527802577, 1.5013401041402277, -0.099833416646828152], "
    "[0.49315059027853931, 0.5827279162511192, 1.3254442633728241, 2.1588024864775445]]" },
  { "base=100, offset=3, interleaved=True", "[[1, 2, 3, 4], [0.5, -1, 2, 0], [1, 1, -1, 2]]",
    "[[-1.2722325127201799, -1.8388649851410237, 1.6839286407314598, 4.7079065764864428], [-1.0836243057397342, "
    "0.27524237320964779, 1.8421219880057702, 0.77883668461730098], [1.2425864601263647, -0.6752620891999122, "
    "-1.8364336390987787, 1.2757395851765424]]" },
  { "inverse=True", "[[1, 2], [3, -1]]; [2, 7]",
    "[[1.402448017104221, -1.7415910999199665], [1.6047201643111248, -2.7248620504996719]]" },
};

/* Angle of pair at[0] between adjacent positions. */
/* index kernel: rotary_speed (; base, n) -> y */
KERNEL real
rotary_speed (const k_index *at, real base, real n)
{
  return k_pow (base, -2 * (real) at[0] / n);
}
/* end kernel */

/* Two kernels: with both in one, gcc generates calls of sincos (), which has no vector code. */
/* kernel: rotary_cosine (position, speed) -> y */
KERNEL real
rotary_cosine (real position, real speed)
{
  return k_cos (position * speed);
}
/* end kernel */

/* kernel: rotary_sine (position, speed; sign) -> y */
KERNEL real
rotary_sine (real position, real speed, real sign)
{
  return sign * k_sin (position * speed);
}
/* end kernel */

/* kernel: rotary_turn (a, b, cosine, sine) -> (ya, yb) */
KERNEL void
rotary_turn (real a, real b, real cosine, real sine, real *ya, real *yb)
{
  *ya = a * cosine - b * sine;
  *yb = a * sine + b * cosine;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, X);
  const RensaType *positions = rensa_inference_get_input (inference, POSITIONS);

  if (!rensa_expect_floating (inference, X, error) || !RENSA_EXPECT (inference, x->shape.ndim, >=, 2, error)
      || !RENSA_EXPECT (inference, x->shape.dims[x->shape.ndim - 1] % 2, ==, 0, error))
    return FALSE;
  if (positions != NULL
      && (!rensa_expect_integer (inference, POSITIONS, error)
          || !RENSA_EXPECT (inference, positions->shape.ndim, ==, 1, error)
          || !RENSA_EXPECT (inference, positions->shape.dims[0], ==, x->shape.dims[x->shape.ndim - 2], error)))
    return FALSE;

  rensa_inference_set_output (inference, 0, x);
  return TRUE;
}

/* Returns offset, offset + 1, … */
static RensaArray *
count_up (gint64 offset, gint64 n, GError **error)
{
  g_autofree gint64 *numbers = rensa_memory_try_new (gint64, (guint64) n, "rotary_embedding", error);

  if (numbers == NULL)
    return NULL;
  for (gint64 i = 0; i < n; i++)
    numbers[i] = offset + i;
  return rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (n), numbers, error);
}

/* Computes cosines and sines, each (L, E / 2), in float64, because positions may be large. */
static gboolean
make_tables (const RotaryEmbedding *self, RensaArray *positions, gint64 n_columns, RensaDtype dtype,
             RensaArray *tables[2], GError **error)
{
  const double params[] = { self->base, (double) n_columns };
  const double sign = self->inverse ? -1 : 1;
  const gint64 n_rows = rensa_array_get_dim (positions, 0);
  const RensaShape shape = RENSA_SHAPE (n_rows, n_columns / 2);
  g_autoptr (RensaArray) speeds =
      rensa_index_map1 (RENSA_KERNEL_ROTARY_SPEED, RENSA_FLOAT64, &RENSA_SHAPE (n_columns / 2), NULL, params, error);
  g_autoptr (RensaArray) column = rensa_array_reshape (positions, &RENSA_SHAPE (n_rows, 1), error);
  RensaArray *angles[] = { column, speeds };

  for (int i = 0; i < 2; i++)
    tables[i] = rensa_array_new (dtype, &shape, error);
  return tables[0] != NULL && tables[1] != NULL
         && rensa_map (RENSA_KERNEL_ROTARY_COSINE, angles, &tables[0], NULL, error)
         && rensa_map (RENSA_KERNEL_ROTARY_SINE, angles, &tables[1], &sign, error);
}

/* Stores views of the first and the second elements of all pairs. */
static gboolean
take_pairs (const RotaryEmbedding *self, RensaArray *array, RensaArray *pairs[2], GError **error)
{
  const int last = rensa_array_get_ndim (array) - 1;
  const gint64 half = rensa_array_get_dim (array, last) / 2;
  RensaSlice slices[] = { { .kind = RENSA_SLICE_ELLIPSIS }, { RENSA_SLICE_RANGE, 0, RENSA_SLICE_NONE, 2 } };

  for (int i = 0; i < 2; i++)
    {
      slices[1].start = i;
      pairs[i] = self->interleaved ? rensa_array_view_slice (array, slices, 2, error)
                                   : rensa_array_view_range (array, last, i * half, half);
      if (pairs[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

static RensaArray *
turn (const RotaryEmbedding *self, RensaArray *x, RensaArray *positions, GError **error)
{
  const RensaDtype dtype = rensa_dtype_promote (RENSA_FLOAT32, rensa_array_get_dtype (x));
  const gint64 n_columns = rensa_array_get_dim (x, rensa_array_get_ndim (x) - 1);
  RensaArray *inputs[4] = { NULL };
  RensaArray *outputs[2] = { NULL };
  g_autoptr (RensaArray) wide = rensa_array_cast (x, dtype, error);
  g_autoptr (RensaArray) y = wide != NULL ? rensa_array_new (dtype, rensa_array_get_shape (x), error) : NULL;
  gboolean ok = y != NULL && take_pairs (self, wide, inputs, error) && take_pairs (self, y, outputs, error);

  ok = ok && make_tables (self, positions, n_columns, dtype, inputs + 2, error)
       && rensa_map (RENSA_KERNEL_ROTARY_TURN, inputs, outputs, NULL, error);
  for (int i = 0; i < 4; i++)
    g_clear_pointer (&inputs[i], rensa_array_unref);
  for (int i = 0; i < 2; i++)
    g_clear_pointer (&outputs[i], rensa_array_unref);
  return ok ? rensa_array_cast (y, rensa_array_get_dtype (x), error) : NULL;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RotaryEmbedding *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, X);
  RensaArray *given = rensa_call_get_input (call, POSITIONS);
  g_autoptr (RensaArray) positions =
      given != NULL ? rensa_array_ref (given)
                    : count_up (self->offset, rensa_array_get_dim (x, rensa_array_get_ndim (x) - 2), error);

  if (positions == NULL)
    return FALSE;
  if (given != NULL)
    rensa_call_retain_input (call, POSITIONS);
  rensa_call_take_output (call, 0, turn (self, x, positions, error));
  return rensa_call_succeeded (call);
}

/* The gradient is rotated back. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  RotaryEmbedding back = *(const RotaryEmbedding *) rensa_backward_get_attrs (backward);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaVariable *positions = rensa_backward_get_input (backward, POSITIONS);

  back.inverse = !back.inverse;
  rensa_backward_take_grad_input (backward, X,
                                  rensa_apply2 (&rensa_rotary_embedding_class, &back, gy, positions, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_rotary_embedding_class = {
  .name = "rotary_embedding",
  .group = &rensa_connection_group,
  .title = N_ ("Rotary Embedding"),
  .summary = N_ ("Rotates pairs of elements by angles that grow with the position in a sequence"),
  .formula = "(yₐ, y_b) = (xₐ cos pθᵢ - x_b sin pθᵢ, xₐ sin pθᵢ + x_b cos pθᵢ), θᵢ = base^(-2i/E)",
  .reference = "Su et al., \"RoFormer: Enhanced Transformer with Rotary Position Embedding\", arXiv:2104.09864, 2021",
  .inputs = RENSA_INPUTS ("x", "positions?:int"),
  .n_outputs = 1,
  RENSA_ATTRS (RotaryEmbedding, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS (
      { "torch",
        "rotary_embedding({x}, positions={positions}, base={base}, offset={offset}, interleaved={interleaved}, inverse={inverse})" },
      { "torch_class", torch_class },
      { "onnx", "n = ndim (x); c = floor (dim (x, -1) / 2); "
                "p = given (positions) ? Cast (positions, to=dtype (x)) : numbers (range (offset, offset + "
                "dim (x, -2)), dtype (x)); "
                "t = Reshape (p, [-1, 1]) * numbers (each (k, range (0, c), pow (base, -1.0 * k / c)), "
                "dtype (x)); u = Cos (t); v = inverse ? -Sin (t) : Sin (t); "
                "a, b = interleaved ? each (s, Split (Reshape (x, [slice (shape (x), 0, n - 1), c, 2]), "
                "axis=-1, outputs=2), Squeeze (s, [-1])) : Split (x, axis=-1, outputs=2); "
                "y = a * u - b * v; z = a * v + b * u; "
                "interleaved ? Reshape (Concat (Unsqueeze (y, [-1]), Unsqueeze (z, [-1]), axis=-1), shape "
                "(out)) : Concat (y, z, axis=-1)" }),
};

/**
 * rensa_rotary_embedding:
 * @x: shape (…, L, E), E even: L elements of sequences
 * @positions: (nullable): integers of shape (L,); NULL for @offset, @offset + 1, …
 * @base: base of the angles (typically 10000)
 * @offset: the position of the first element if @positions is NULL
 * @interleaved: pairs are elements 2 i and 2 i + 1, otherwise i and i + E / 2
 * @inverse: rotate in the opposite direction
 *
 * Rotates pair i at position p by the angle p base^(-2 i / E), so that the product of two vectors
 * depends on the distance of their positions; the result has the shape and dtype of @x. Not in
 * Chainer. RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Su et al., "RoFormer: Enhanced Transformer with Rotary Position Embedding", arXiv:2104.09864,
 * 2021.
 */
RENSA_API RensaVariable *
rensa_rotary_embedding (RensaVariable *x, RensaVariable *positions, double base, gint64 offset, gboolean interleaved,
                        gboolean inverse, GError **error)
{
  const RotaryEmbedding self = { .base = base, .offset = offset, .interleaved = interleaved, .inverse = inverse };

  return rensa_apply2 (&rensa_rotary_embedding_class, &self, x, positions, error);
}
