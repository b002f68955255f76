/* rensa-whitening.c: groups of channels as vectors.
 * SPDX-License-Identifier: MIT */

#include "rensa-whitening-private.h"

#include "rensa-functions.h"

static gboolean
expect_shape (RensaInference *inference, int i, const char *name, const RensaShape *wanted, GError **error)
{
  const RensaType *type = rensa_inference_get_input (inference, i);

  if (type == NULL)
    return TRUE;
  if (!rensa_expect_same_dtype (inference, i, 0, error))
    return FALSE;
  if (rensa_shape_equal (&type->shape, wanted))
    return TRUE;

  g_autofree char *want = rensa_shape_to_string (wanted);
  g_autofree char *got = rensa_shape_to_string (&type->shape);
  g_autofree char *expect = g_strdup_printf ("%s.shape == %s", name, want);

  return rensa_inference_fail_text (inference, error, expect, "%s", got);
}

gboolean
rensa_expect_whitening (RensaInference *inference, gint64 groups, int mean, int projection, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, >=, 2, error)
      || !RENSA_EXPECT (inference, groups, >=, 1, error)
      || !RENSA_EXPECT (inference, x->shape.dims[1] % groups, ==, 0, error))
    return FALSE;

  const gint64 n = x->shape.dims[1] / groups;

  return expect_shape (inference, mean, "mean", &RENSA_SHAPE (groups, n), error)
         && expect_shape (inference, projection, "projection", &RENSA_SHAPE (groups, n, n), error);
}

static gint64
count_rest (const RensaShape *shape)
{
  gint64 rest = 1;

  for (int axis = 2; axis < shape->ndim; axis++)
    rest *= shape->dims[axis];
  return rest;
}

/* (N, groups, K, S) */
static RensaShape
get_split_shape (const RensaShape *x, gint64 groups)
{
  return RENSA_SHAPE (x->dims[0], groups, x->dims[1] / groups, count_rest (x));
}

static RensaShape
get_vectors_shape (const RensaShape *x, gint64 groups)
{
  return RENSA_SHAPE (groups, x->dims[1] / groups, x->dims[0] * count_rest (x));
}

/* (groups, K, N, S) */
static RensaShape
get_turned_shape (const RensaShape *x, gint64 groups)
{
  return RENSA_SHAPE (groups, x->dims[1] / groups, x->dims[0], count_rest (x));
}

static const int to_vectors[] = { 1, 2, 0, 3 };
static const int from_vectors[] = { 2, 0, 1, 3 };

RensaArray *
rensa_whitening_arrange (RensaArray *x, gint64 groups, GError **error)
{
  const RensaShape split = get_split_shape (rensa_array_get_shape (x), groups);
  const RensaShape shape = get_vectors_shape (rensa_array_get_shape (x), groups);
  g_autoptr (RensaArray) parts = rensa_array_reshape (x, &split, error);
  g_autoptr (RensaArray) turned = parts != NULL ? rensa_array_view_transpose (parts, to_vectors) : NULL;

  return turned != NULL ? rensa_array_reshape (turned, &shape, error) : NULL;
}

RensaArray *
rensa_whitening_restore (RensaArray *vectors, const RensaShape *shape, GError **error)
{
  const RensaShape split = get_turned_shape (shape, rensa_array_get_dim (vectors, 0));
  g_autoptr (RensaArray) parts = rensa_array_reshape (vectors, &split, error);
  g_autoptr (RensaArray) turned = parts != NULL ? rensa_array_view_transpose (parts, from_vectors) : NULL;

  return turned != NULL ? rensa_array_reshape (turned, shape, error) : NULL;
}

static RensaInts
get_axes (const int axes[4])
{
  return (RensaInts){ .n = 4, .values = { axes[0], axes[1], axes[2], axes[3] } };
}

RensaVariable *
rensa_whitening_arrange_variable (RensaVariable *x, gint64 groups, GError **error)
{
  const RensaType type = rensa_variable_get_type (x);
  const RensaShape split = get_split_shape (&type.shape, groups);
  const RensaShape shape = get_vectors_shape (&type.shape, groups);
  const RensaInts axes = get_axes (to_vectors);
  g_autoptr (RensaVariable) parts = rensa_reshape (x, &split, error);
  g_autoptr (RensaVariable) turned = rensa_transpose (parts, &axes, error);

  return rensa_reshape (turned, &shape, error);
}

RensaVariable *
rensa_whitening_restore_variable (RensaVariable *vectors, const RensaShape *shape, GError **error)
{
  const RensaInts axes = get_axes (from_vectors);

  if (vectors == NULL)
    return NULL;

  const RensaShape split = get_turned_shape (shape, rensa_variable_get_type (vectors).shape.dims[0]);
  g_autoptr (RensaVariable) parts = rensa_reshape (vectors, &split, error);
  g_autoptr (RensaVariable) turned = rensa_transpose (parts, &axes, error);

  return rensa_reshape (turned, shape, error);
}
