/* orthogonal.c: orthogonal rows or columns.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-fault.h"
#include "rensa-initializers.h"
#include "rensa-primitives.h"

typedef struct
{
  double scale;
  int mode;
} Orthogonal;

enum
{
  AUTO,
  PROJECTION,
  EMBEDDING,
  BASIS,
};

static const char *const modes[] = { "auto", "projection", "embedding", "basis", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Orthogonal, scale, .initial = 1.1, .min = -G_MAXDOUBLE, .max = G_MAXDOUBLE, .title = N_ ("Scale")),
  RENSA_ATTR_CHOICE (Orthogonal, mode, .initial = AUTO, .choices = modes, .title = N_ ("Mode"),
                     .hint = N_ ("Required shape: projection needs at least as many inputs as outputs, embedding at "
                                 "most as many, basis equally many")),
};

/* Number of rows processed together; projections on previous rows are subtracted by matrix products. */
#define BLOCK 64

static gboolean
check_shape (const Orthogonal *self, const RensaShape *shape, gint64 n_in, gint64 n_out, GError **error)
{
  g_autofree char *given = rensa_shape_to_string (shape);

  if (n_in > n_out && (self->mode == EMBEDDING || self->mode == BASIS))
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("%s requires at most as many inputs as outputs, but the shape %s has %lld and %lld"),
                     modes[self->mode], given, (long long) n_in, (long long) n_out);
  else if (n_in < n_out && (self->mode == PROJECTION || self->mode == BASIS))
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("%s requires at least as many inputs as outputs, but the shape %s has %lld and %lld"),
                     modes[self->mode], given, (long long) n_in, (long long) n_out);
  else
    return TRUE;
  return FALSE;
}

/* Rows @from to @to (exclusive). */
static RensaArray *
view_rows (RensaArray *rows, gint64 from, gint64 to, GError **error)
{
  const RensaSlice range = { RENSA_SLICE_RANGE, from, to, 1 };

  return rensa_array_view_slice (rows, &range, 1, error);
}

/* Subtracts (@block @beforeᵀ) @before from @values, the values of @block. */
static gboolean
subtract_projection (RensaArray *block, RensaArray *before, double *values, GError **error)
{
  const gint64 count = rensa_array_get_count (block);
  g_autofree double *taken = g_new (double, count);
  g_autoptr (RensaArray) products = rensa_matmul_arrays (block, before, FALSE, TRUE, error);
  g_autoptr (RensaArray) projection = rensa_matmul_arrays (products, before, FALSE, FALSE, error);

  if (projection == NULL || !rensa_array_to_host (projection, taken, error))
    return FALSE;
  for (gint64 i = 0; i < count; i++)
    values[i] -= taken[i];
  return rensa_initializer_write (block, values, error);
}

static double
multiply_rows (const double *a, const double *b, gint64 n)
{
  double sum = 0;

  for (gint64 i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Gram-Schmidt, twice, which is enough for orthogonality to machine precision. */
static void
orthogonalize_block (double *rows, gint64 n_rows, gint64 n)
{
  for (gint64 i = 0; i < n_rows; i++)
    {
      double *row = rows + i * n;
      double length;

      for (gint64 j = 0; j < 2 * i; j++)
        {
          const double *before = rows + j % i * n;
          const double share = multiply_rows (row, before, n);

          for (gint64 k = 0; k < n; k++)
            row[k] -= share * before[k];
        }
      length = sqrt (multiply_rows (row, row, n));
      for (gint64 k = 0; k < n; k++)
        row[k] /= length;
    }
}

static gboolean
orthogonalize (RensaArray *rows, GError **error)
{
  const gint64 n_rows = rensa_array_get_dim (rows, 0);
  const gint64 n = rensa_array_get_dim (rows, 1);
  g_autofree double *values = g_new (double, BLOCK *n);

  for (gint64 start = 0; start < n_rows; start += BLOCK)
    {
      const gint64 end = MIN (start + BLOCK, n_rows);
      g_autoptr (RensaArray) block = view_rows (rows, start, end, error);
      g_autoptr (RensaArray) before = view_rows (rows, 0, start, error);

      if (block == NULL || before == NULL || !rensa_array_to_host (block, values, error))
        return FALSE;
      for (int times = 0; start > 0 && times < 2; times++)
        if (!subtract_projection (block, before, values, error))
          return FALSE;
      orthogonalize_block (values, end - start, n);
      if (!rensa_initializer_write (block, values, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
scale_by (RensaArray *array, double scale, GError **error)
{
  g_autofree double *values = g_new (double, rensa_array_get_count (array));

  if (!rensa_array_to_host (array, values, error))
    return FALSE;
  for (gint64 i = 0; i < rensa_array_get_count (array); i++)
    values[i] *= scale;
  return rensa_initializer_write (array, values, error);
}

/* Draws rows along the shorter side. */
static RensaArray *
draw (RensaRandom *random, gint64 n_in, gint64 n_out, double scale, GError **error)
{
  const RensaShape shape = RENSA_SHAPE (MIN (n_in, n_out), MAX (n_in, n_out));
  g_autoptr (RensaArray) rows = rensa_array_new (RENSA_FLOAT64, &shape, error);

  if (rows == NULL || !rensa_fill_normal (rows, random, 0, 1, error) || !orthogonalize (rows, error)
      || !scale_by (rows, scale, error))
    return NULL;
  return n_in >= n_out ? g_steal_pointer (&rows) : rensa_array_view_transpose (rows, (int[]){ 1, 0 });
}

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  const Orthogonal *self = values;
  const RensaShape *shape = rensa_array_get_shape (array);
  const gint64 n_out = shape->ndim > 0 ? shape->dims[0] : 1;
  g_autoptr (RensaArray) drawn = NULL;
  g_autoptr (RensaArray) shaped = NULL;
  gint64 n_in = 1;

  for (int axis = 1; axis < shape->ndim; axis++)
    n_in *= shape->dims[axis];
  if (!check_shape (self, shape, n_in, n_out, error))
    return FALSE;
  if (rensa_array_get_device (array)->klass->is_virtual || n_in == 0 || n_out == 0)
    return TRUE;

  drawn = draw (random, n_in, n_out, self->scale, error);
  shaped = rensa_array_reshape (drawn, shape, error);
  return shaped != NULL && rensa_array_assign (array, shaped, error);
}

const RensaInitializerClass rensa_orthogonal_class = {
  .name = "Orthogonal",
  .title = N_ ("Orthogonal"),
  .summary = N_ ("Orthogonal rows or columns of equal length, whichever are fewer"),
  .words = N_ ("orthonormal;qr;rotation;recurrent"),
  .formula = "A Aᵀ = scale² I",
  .reference = "Saxe, McClelland and Ganguli, \"Exact Solutions to the Nonlinear Dynamics of Learning\", ICLR 2014",
  RENSA_ATTRS (Orthogonal, attrs),
  .fill = fill,
  RENSA_FORMS ({ "chainer", "initializers.Orthogonal(scale={scale}, mode={mode})" },
               { "torch", "lambda w: nn.init.orthogonal_(w, gain={scale})" }),
};
