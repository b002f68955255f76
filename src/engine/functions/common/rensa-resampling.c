/* rensa-resampling.c: images of another size.
 *
 * Along an axis, the result is a sparse matrix times the pixels: entries start[i] … start[i + 1] - 1 of the table
 * belong to place i of the result and say which pixel counts how much.  The gradient is the product with the transposed
 * matrix, whose table is made from the first by sorting.
 * SPDX-License-Identifier: MIT */

#include "rensa-resampling-private.h"

#include <math.h>

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-mean-private.h"
#include "rensa-primitives.h"

/* The parameter of Keys' cubic, as PyTorch and OpenCV have it. */
#define CUBIC_A (-0.75)

#define MAX_TAPS 4

/* index kernel: resample_axis (x, int start, int pixel, weight; int axis) -> y */
KERNEL real
resample_axis (const k_index *at, k_view x, k_int_view start, k_int_view pixel, k_view weight, k_index axis)
{
  const real *data = x.data;
  real sum = 0;

  for (k_index i = 0; i < 4; i++)
    data += i != axis ? at[i] * x.strides[i] : 0;
  for (k_index entry = start.data[at[axis]]; entry < start.data[at[axis] + 1]; entry++)
    sum += weight.data[entry] * data[pixel.data[entry] * x.strides[axis]];

  return sum;
}
/* end kernel */

/* A sparse matrix of @n_rows rows. */
typedef struct
{
  gint64 n_rows;
  gint64 n_columns;
  gint64 *start; /* n_rows + 1 */
  gint64 *pixel;
  double *weight;
} Table;

static void
table_clear (Table *table)
{
  g_clear_pointer (&table->start, g_free);
  g_clear_pointer (&table->pixel, g_free);
  g_clear_pointer (&table->weight, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Table, table_clear)

/* The weights of the pixels at distances 1 + t, t, 1 - t and 2 - t. */
static void
get_cubic_weights (double t, double weights[MAX_TAPS])
{
  const double distances[] = { 1 + t, t, 1 - t, 2 - t };

  for (int i = 0; i < MAX_TAPS; i++)
    {
      const double d = distances[i];

      weights[i] = d <= 1 ? ((CUBIC_A + 2) * d - (CUBIC_A + 3)) * d * d + 1
                          : ((CUBIC_A * d - 5 * CUBIC_A) * d + 8 * CUBIC_A) * d - 4 * CUBIC_A;
    }
}

/* Where place @i of the result stands among the pixels of axis @axis. */
static double
find_source (const RensaResampling *self, int axis, gint64 i)
{
  const gint64 from = self->from[axis];
  const gint64 to = self->to[axis];
  const double step = self->step[axis] > 0 ? self->step[axis] : (double) from / (double) to;

  if (self->mode == RENSA_RESAMPLE_NEAREST)
    return floor ((double) i * step);
  if (self->align_corners)
    return to > 1 ? (double) i * (double) (from - 1) / (double) (to - 1) : 0;

  const double source = ((double) i + 0.5) * step - 0.5;
  return self->mode == RENSA_RESAMPLE_LINEAR ? MAX (source, 0) : source;
}

/* The pixels that count at place @i, from *@first on, and their weights; returns how many. */
static int
find_taps (const RensaResampling *self, int axis, gint64 i, gint64 *first, double weights[MAX_TAPS])
{
  const double source = find_source (self, axis, i);
  const double below = floor (source);

  *first = (gint64) below;
  weights[0] = 1;
  switch (self->mode)
    {
    case RENSA_RESAMPLE_NEAREST:
      return 1;
    case RENSA_RESAMPLE_LINEAR:
      weights[0] = 1 - (source - below);
      weights[1] = source - below;
      return 2;
    case RENSA_RESAMPLE_CUBIC:
      *first -= 1;
      get_cubic_weights (source - below, weights);
      return 4;
    }
  g_return_val_if_reached (1);
}

/* What stands outside is the pixel at the edge.  Weights of zero are left out, so that infinity beside a pixel does not
 * reach it. */
static void
make_table (const RensaResampling *self, int axis, Table *table)
{
  gint64 n = 0;

  table->n_rows = self->to[axis];
  table->n_columns = self->from[axis];
  table->start = g_new (gint64, table->n_rows + 1);
  table->pixel = g_new (gint64, table->n_rows * MAX_TAPS);
  table->weight = g_new (double, table->n_rows *MAX_TAPS);
  for (gint64 i = 0; i < table->n_rows; i++)
    {
      double weights[MAX_TAPS];
      gint64 first;
      const int n_taps = find_taps (self, axis, i, &first, weights);

      table->start[i] = n;
      for (int tap = 0; tap < n_taps; tap++)
        {
          if (weights[tap] == 0)
            continue;
          table->pixel[n] = CLAMP (first + tap, 0, table->n_columns - 1);
          table->weight[n++] = weights[tap];
        }
    }
  table->start[table->n_rows] = n;
}

static void
transpose_table (const Table *table, Table *transposed)
{
  const gint64 n = table->start[table->n_rows];

  transposed->n_rows = table->n_columns;
  transposed->n_columns = table->n_rows;
  transposed->start = g_new0 (gint64, transposed->n_rows + 2);
  transposed->pixel = g_new (gint64, n);
  transposed->weight = g_new (double, n);

  /* Counted two places further on, the rows begin where start[i + 1] says, and end there once they are filled in. */
  for (gint64 entry = 0; entry < n; entry++)
    transposed->start[table->pixel[entry] + 2]++;
  for (gint64 i = 0; i < transposed->n_rows; i++)
    transposed->start[i + 2] += transposed->start[i + 1];
  for (gint64 i = 0; i < table->n_rows; i++)
    for (gint64 entry = table->start[i]; entry < table->start[i + 1]; entry++)
      {
        const gint64 place = transposed->start[table->pixel[entry] + 1]++;

        transposed->pixel[place] = i;
        transposed->weight[place] = table->weight[entry];
      }
}

/* The product of @table with axis @axis of x (N, C, H, W). */
static RensaArray *
apply_table (const Table *table, RensaArray *x, int axis, GError **error)
{
  const gint64 n = table->start[table->n_rows];
  const double param = axis;
  RensaShape shape = *rensa_array_get_shape (x);
  g_autoptr (RensaArray) start =
      rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (table->n_rows + 1), table->start, error);
  g_autoptr (RensaArray) pixel =
      start != NULL ? rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (n), table->pixel, error) : NULL;
  g_autoptr (RensaArray) weight =
      pixel != NULL ? rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (n), table->weight, error) : NULL;

  shape.dims[axis] = table->n_rows;
  return rensa_index_map1 (RENSA_KERNEL_RESAMPLE_AXIS, rensa_array_get_dtype (x), &shape,
                           (RensaArray *[]){ x, start, pixel, weight }, &param, error);
}

static RensaArray *
resample_axis_of (RensaArray *x, const RensaResampling *resampling, int i, gboolean transposed, GError **error)
{
  g_auto (Table) table = { 0 };
  g_auto (Table) other = { 0 };

  if (x == NULL)
    return NULL;

  make_table (resampling, i, &table);
  if (transposed)
    transpose_table (&table, &other);
  return apply_table (transposed ? &other : &table, x, 2 + i, error);
}

RensaArray *
rensa_resample (RensaArray *x, const RensaResampling *resampling, gboolean transposed, GError **error)
{
  g_autoptr (RensaArray) wide = rensa_array_widen (x, error);
  g_autoptr (RensaArray) rows = resample_axis_of (wide, resampling, 0, transposed, error);
  g_autoptr (RensaArray) y = resample_axis_of (rows, resampling, 1, transposed, error);

  return rensa_array_cast (y, rensa_array_get_dtype (x), error);
}

/* The differentiable form */

typedef struct
{
  RensaResampling resampling;
  gboolean transposed;
} Resample;

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Resample *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const gint64 *to = self->transposed ? self->resampling.from : self->resampling.to;

  rensa_inference_set_output_shape (inference, 0, x->dtype,
                                    &RENSA_SHAPE (x->shape.dims[0], x->shape.dims[1], to[0], to[1]));
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Resample *self = rensa_call_get_attrs (call);

  rensa_call_take_output (call, 0,
                          rensa_resample (rensa_call_get_input (call, 0), &self->resampling, self->transposed, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Resample *self = rensa_backward_get_attrs (backward);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0,
                                  rensa_resample_variables (gy, &self->resampling, !self->transposed, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass resample_class = {
  .name = "resample",
  .label = "Resample",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  .attrs_size = sizeof (Resample),
  .infer = infer,
  .forward = forward,
  .backward = backward,
};

RensaVariable *
rensa_resample_variables (RensaVariable *x, const RensaResampling *resampling, gboolean transposed, GError **error)
{
  const Resample self = { .resampling = *resampling, .transposed = transposed };

  return rensa_apply1 (&resample_class, &self, x, error);
}

gboolean
rensa_resampling_infer (RensaInference *inference, GError **error)
{
  const RensaResamplingRule *rule = rensa_inference_get_rule (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaResampling resampling;

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, ==, 4, error)
      || !RENSA_EXPECT (inference, x->shape.dims[2], >=, 1, error)
      || !RENSA_EXPECT (inference, x->shape.dims[3], >=, 1, error)
      || !rule->get_resampling (rensa_inference_get_attrs (inference), &x->shape, &resampling, error))
    return FALSE;
  if (resampling.to[0] < 1 || resampling.to[1] < 1)
    return rensa_inference_fail_text (inference, error, "an output of at least 1 pixel",
                                      "%" G_GINT64_FORMAT " by %" G_GINT64_FORMAT, resampling.to[0], resampling.to[1]);

  rensa_inference_set_output_shape (
      inference, 0, x->dtype, &RENSA_SHAPE (x->shape.dims[0], x->shape.dims[1], resampling.to[0], resampling.to[1]));
  return TRUE;
}

gboolean
rensa_resampling_forward (RensaCall *call, GError **error)
{
  const RensaResamplingRule *rule = rensa_call_get_rule (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaResampling resampling;

  if (!rule->get_resampling (rensa_call_get_attrs (call), rensa_array_get_shape (x), &resampling, error))
    return FALSE;

  rensa_call_take_output (call, 0, rensa_resample (x, &resampling, FALSE, error));
  return rensa_call_succeeded (call);
}

gboolean
rensa_resampling_backward (RensaBackward *backward, GError **error)
{
  const RensaResamplingRule *rule = rensa_backward_get_rule (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaResampling resampling;

  if (!rule->get_resampling (rensa_backward_get_attrs (backward), &x.shape, &resampling, error))
    return FALSE;

  rensa_backward_take_grad_input (backward, 0, rensa_resample_variables (gy, &resampling, TRUE, error));
  return rensa_backward_succeeded (backward);
}
