/* tensordot.c: product of two arrays summed over some axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-equation-private.h"
#include "rensa-fault.h"
#include "rensa-functions.h"

typedef struct
{
  RensaArray *axes;
} Tensordot;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_ARRAY (Tensordot, axes, .initial_text = "2", .title = N_ ("Axes"),
                    .hint = N_ ("Number of last axes of a to sum over with the first axes of b, or two lists of axes")),
};

static const RensaSample samples[] = {
  { "", "[[1, 2], [3, 4]]; [[5, 6], [7, 8]]", "70" },
  { "axes=1", "[[1, 2], [3, 4], [0, 1]]; [[5, 6], [7, 8]]", "[[19, 22], [43, 50], [7, 8]]" },
  { "axes=0", "[1, 2]; [3, 4, 5]", "[[3, 4, 5], [6, 8, 10]]" },
  { "axes=((0, -1), (1, 0))", "[[1, 2, 3], [4, 5, 6]]; [[1, 0], [0, 1], [1, 1]]", "15" },
  { "axes=(1, 1)", "[[1, 2, 3], [4, 5, 6]]; [[1, 0, 1], [0, 1, 1]]", "[[4, 5], [10, 11]]" },
};

/* The axes to contract: the i-th of a with the i-th of b, not yet counted from the start. */
typedef struct
{
  int n;
  gint64 a[RENSA_MAX_NDIM];
  gint64 b[RENSA_MAX_NDIM];
} Pairs;

static gboolean
fail_axes (RensaArray *axes, GError **error)
{
  g_autofree char *found = rensa_array_to_string (axes, 32);

  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s: axes must be a number from 0 to %d or two lists of axes of the same length, but is %s"),
                   "tensordot", RENSA_MAX_NDIM, found);
  return FALSE;
}

static gboolean
read_axes (RensaArray *axes, int ndim_a, Pairs *pairs, GError **error)
{
  const RensaShape *shape = rensa_array_get_shape (axes);
  const gboolean is_pair = shape->ndim >= 1 && shape->ndim <= 2 && shape->dims[0] == 2;
  gint64 values[2 * RENSA_MAX_NDIM];

  if ((shape->ndim != 0 && !is_pair) || rensa_array_get_count (axes) > 2 * RENSA_MAX_NDIM
      || (rensa_array_get_count (axes) > 0 && rensa_array_get_dtype (axes) != RENSA_INT64))
    return fail_axes (axes, error);
  if (!rensa_array_to_host (axes, values, error))
    return FALSE;

  if (shape->ndim == 0)
    {
      if (values[0] < 0 || values[0] > RENSA_MAX_NDIM)
        return fail_axes (axes, error);
      pairs->n = (int) values[0];
      for (int i = 0; i < pairs->n; i++)
        {
          pairs->a[i] = ndim_a - pairs->n + i;
          pairs->b[i] = i;
        }
      return TRUE;
    }

  pairs->n = (int) rensa_array_get_count (axes) / 2;
  for (int i = 0; i < pairs->n; i++)
    {
      pairs->a[i] = values[i];
      pairs->b[i] = values[pairs->n + i];
    }
  return TRUE;
}

/* Converts @axes to axes counted from the start. */
static gboolean
expect_axes (RensaInference *inference, const char *name, const RensaShape *shape, gint64 *axes, int n, GError **error)
{
  for (int i = 0; i < n; i++)
    {
      g_autofree char *expect = NULL;

      if (axes[i] < -shape->ndim || axes[i] >= shape->ndim)
        {
          expect = g_strdup_printf ("axes of %s that it has", name);
          return rensa_inference_fail_text (inference, error, expect, "axis %" G_GINT64_FORMAT " of %d", axes[i],
                                            shape->ndim);
        }
      axes[i] += axes[i] < 0 ? shape->ndim : 0;
      for (int k = 0; k < i; k++)
        if (axes[k] == axes[i])
          {
            expect = g_strdup_printf ("axes of %s that differ", name);
            return rensa_inference_fail_text (inference, error, expect, "axis %" G_GINT64_FORMAT " twice", axes[i]);
          }
    }

  return TRUE;
}

/* Writes einsum notation, with capitals for the axes of a and small letters for those that only b
 * has. The axes are known to exist. */
static char *
write_subscripts (const Pairs *pairs, int ndim_a, int ndim_b)
{
  GString *text = g_string_new (NULL);
  char a[RENSA_MAX_NDIM];
  char b[RENSA_MAX_NDIM];
  gboolean meets[RENSA_MAX_NDIM] = { FALSE };

  for (int i = 0; i < ndim_a; i++)
    a[i] = (char) ('A' + i);
  for (int i = 0; i < ndim_b; i++)
    b[i] = (char) ('a' + i);
  for (int i = 0; i < pairs->n; i++)
    {
      const gint64 axis = rensa_axis_from_start (pairs->a[i], ndim_a);

      meets[axis] = TRUE;
      b[rensa_axis_from_start (pairs->b[i], ndim_b)] = a[axis];
    }

  g_string_append_len (text, a, ndim_a);
  g_string_append_c (text, ',');
  g_string_append_len (text, b, ndim_b);
  g_string_append (text, "->");
  for (int i = 0; i < ndim_a; i++)
    if (!meets[i])
      g_string_append_c (text, a[i]);
  for (int i = 0; i < ndim_b; i++)
    if (g_ascii_islower (b[i]))
      g_string_append_c (text, b[i]);

  return g_string_free (text, FALSE);
}

/* Returns the subscripts for operands that are known to fit. */
static char *
get_subscripts (const Tensordot *self, int ndim_a, int ndim_b)
{
  Pairs pairs;

  read_axes (self->axes, ndim_a, &pairs, NULL);
  return write_subscripts (&pairs, ndim_a, ndim_b);
}

static gboolean
expect_axes_meet (RensaInference *inference, const Pairs *pairs, const RensaType *a, const RensaType *b, GError **error)
{
  const int n_free = a->shape.ndim + b->shape.ndim - 2 * pairs->n;

  for (int i = 0; i < pairs->n; i++)
    {
      const gint64 a_extent = a->shape.dims[pairs->a[i]];
      const gint64 b_extent = b->shape.dims[pairs->b[i]];

      if (a_extent != b_extent)
        return rensa_inference_fail_words (inference, error, N_ ("equal extents of the summed axes"),
                                           "%" G_GINT64_FORMAT " (a.shape[%d]) != %" G_GINT64_FORMAT " (b.shape[%d])",
                                           a_extent, (int) pairs->a[i], b_extent, (int) pairs->b[i]);
    }
  if (n_free > RENSA_MAX_NDIM)
    return rensa_inference_fail_text (inference, error, "y.ndim <= " G_STRINGIFY (RENSA_MAX_NDIM), "%d", n_free);

  return TRUE;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Tensordot *self = rensa_inference_get_attrs (inference);
  const RensaType *a = rensa_inference_get_input (inference, 0);
  const RensaType *b = rensa_inference_get_input (inference, 1);
  Pairs pairs;

  if (!read_axes (self->axes, a->shape.ndim, &pairs, error)
      || !expect_axes (inference, "a", &a->shape, pairs.a, pairs.n, error)
      || !expect_axes (inference, "b", &b->shape, pairs.b, pairs.n, error)
      || !expect_axes_meet (inference, &pairs, a, b, error))
    return FALSE;

  g_autofree char *subscripts = write_subscripts (&pairs, a->shape.ndim, b->shape.ndim);
  return rensa_equation_infer (inference, subscripts, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  g_autofree char *subscripts =
      get_subscripts (rensa_call_get_attrs (call), rensa_array_get_ndim (rensa_call_get_input (call, 0)),
                      rensa_array_get_ndim (rensa_call_get_input (call, 1)));

  return rensa_equation_forward (call, subscripts, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  g_autofree char *subscripts =
      get_subscripts (rensa_backward_get_attrs (backward), rensa_backward_get_input_type (backward, 0).shape.ndim,
                      rensa_backward_get_input_type (backward, 1).shape.ndim);

  return rensa_equation_backward (backward, subscripts, error);
}

const RensaFunctionClass rensa_tensordot_class = {
  .name = "tensordot",
  .group = &rensa_math_group,
  .title = N_ ("Tensor Contraction"),
  .summary = N_ ("Product of two arrays, summed over the given axes"),
  .formula = "y[i…, j…] = Σ a[i…, k…] b[k…, j…]",
  .label = "TensorDot",
  .inputs = RENSA_INPUTS ("a", "b"),
  .n_outputs = 1,
  RENSA_ATTRS (Tensordot, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.tensordot({a}, {b}, axes={axes})" },
               { "torch", "torch.tensordot({a}, {b}, dims={axes})" },
               { "onnx", "n = ndim (a); k = count (axes) / 2; "
                         "p = each (i, count (axes) == 1 ? range (n - at (axes, 0), n) : slice (axes, 0, k), axis "
                         "(i, n)); "
                         "q = each (i, count (axes) == 1 ? range (0, at (axes, 0)) : slice (axes, k, 2 * k), axis "
                         "(i, ndim (b))); m = prod (each (i, p, dim (a, i))); "
                         "Reshape (MatMul (Reshape (Transpose (a, perm=[others (p, n), p]), [-1, m]), Reshape "
                         "(Transpose (b, perm=[q, others (q, ndim (b))]), [m, -1])), shape (out))" }),
};

/**
 * rensa_tensordot:
 * @axes: int64: 0-d, the number of last axes of @a contracted with the first axes of @b; or the
 *   axes of @a and of @b to contract, shape (2,) or (2, n)
 *
 * Multiplies each element of @a by each of @b and sums along the contracted axes: y has the other
 * axes of @a, then those of @b. RENSA_ERROR_INVALID if @axes has another form,
 * RENSA_ERROR_TYPE_CHECK if an axis does not exist, occurs twice or its extents differ.
 */
RENSA_API RensaVariable *
rensa_tensordot (RensaVariable *a, RensaVariable *b, RensaArray *axes, GError **error)
{
  const Tensordot self = { .axes = axes };

  return rensa_apply2 (&rensa_tensordot_class, &self, a, b, error);
}
