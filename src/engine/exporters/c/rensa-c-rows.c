/* rensa-c-rows.c: sums, and operations along axes.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-array-private.h"
#include "rensa-c-private.h"

/* Indices along the axes of an array; NULL for omitted axes. */
typedef const char *Indices[RENSA_MAX_NDIM];

static const char *
get_function (RensaDtype dtype, const char *of_float, const char *of_double)
{
  return dtype == RENSA_FLOAT32 ? of_float : of_double;
}

/* Products of matrices */

/* Writes an element of an operand with axes (…, rows, columns), swapped if transposed: the leading
 * axes are those of the product. */
static char *
write_factor (RensaCWriter *self, RensaArray *a, int ndim, gboolean is_turned, const char *row, const char *column)
{
  Indices indices = { NULL };
  const int last = a->shape.ndim - 1;

  for (int axis = 0; axis < last - 1; axis++)
    indices[axis] = rensa_c_indices[axis + ndim - a->shape.ndim];
  indices[last - 1] = is_turned ? column : row;
  indices[last] = is_turned ? row : column;
  return rensa_c_write_element (self, a, indices);
}

static void
write_matmul (RensaCWriter *self, const RensaTapeOp *op)
{
  RensaArray *a = op->inputs->pdata[0];
  RensaArray *b = op->inputs->pdata[1];
  RensaArray *bias = op->inputs->pdata[2];
  RensaArray *y = op->outputs->pdata[0];
  const int ndim = y->shape.ndim;
  const char *row = rensa_c_indices[ndim - 2];
  const char *column = rensa_c_indices[ndim - 1];
  g_autofree char *first = write_factor (self, a, ndim, op->transa, row, "k");
  g_autofree char *second = write_factor (self, b, ndim, op->transb, "k", column);
  g_autofree char *to = rensa_c_write_element (self, y, rensa_c_indices);
  g_autofree char *start =
      bias != NULL ? rensa_c_write_element (self, bias, &column) : g_strdup (op->accumulates ? to : "0");

  rensa_c_loop_axes (self, &y->shape, ~0u);
  rensa_c_brace (self);
  rensa_c_line (self, "%s sum = %s;", rensa_c_get_type (y->dtype), start);
  rensa_c_gap (self);
  rensa_c_loop (self, "k", a->shape.dims[a->shape.ndim - (op->transa ? 2 : 1)]);
  rensa_c_line (self, "sum += %s * %s;", first, second);
  rensa_c_end_loops (self);
  rensa_c_line (self, "%s = sum;", to);
  rensa_c_end (self);
}

/* Reductions */

static const struct
{
  const char *first; /* NULL: the first element */
  const char *step;
} steps[] = {
  [RENSA_REDUCE_SUM] = { "0", "sum += x;" },
  [RENSA_REDUCE_SUM_SQUARE] = { "0", "sum += x * x;" },
  [RENSA_REDUCE_PROD] = { "1", "sum *= x;" },
  [RENSA_REDUCE_MAX] = { NULL, "sum = x > sum || (x != x && sum == sum) ? x : sum;" },
  [RENSA_REDUCE_MIN] = { NULL, "sum = x < sum || (x != x && sum == sum) ? x : sum;" },
  [RENSA_REDUCE_N_NOT_FINITE] = { "0", "sum += !(x - x == 0);" },
};

/* Writes the position of the current element, counted along the axes of @mask. */
static char *
write_number_of_place (const RensaShape *shape, guint mask)
{
  GString *text = g_string_new (NULL);
  gint64 stride = 1;

  for (int axis = shape->ndim - 1; axis >= 0; axis--)
    if ((mask >> axis & 1) && shape->dims[axis] != 1)
      {
        g_string_append_printf (text, "%s%s * %lld", text->len > 0 ? " + " : "", rensa_c_indices[axis],
                                (long long) stride);
        stride *= shape->dims[axis];
      }
  return g_string_free (g_string_append (text, text->len == 0 ? "0" : ""), FALSE);
}

/* y is indexed by the remaining axes; it also has the axes of @mask if they are kept. */
static char *
write_reduced (RensaCWriter *self, RensaArray *x, RensaArray *y, guint mask)
{
  const gboolean is_kept = y->shape.ndim == x->shape.ndim;
  Indices indices = { NULL };
  int n = 0;

  for (int axis = 0; axis < x->shape.ndim; axis++)
    if (is_kept || !(mask >> axis & 1))
      indices[n++] = mask >> axis & 1 ? NULL : rensa_c_indices[axis];
  return rensa_c_write_element (self, y, indices);
}

static void
write_extreme_place (RensaCWriter *self, const RensaTapeOp *op, RensaArray *x, const char *to, const char *first,
                     const char *element)
{
  const char *type = rensa_c_get_type (x->dtype);
  g_autofree char *place = write_number_of_place (&x->shape, op->mask);

  rensa_c_line (self, "%s best = %s;", type, first);
  rensa_c_line (self, "int place = 0;");
  rensa_c_gap (self);
  rensa_c_loop_axes (self, &x->shape, op->mask);
  rensa_c_brace (self);
  rensa_c_line (self, "const %s x = %s;", type, element);
  rensa_c_gap (self);
  rensa_c_if (self, op->reduction == RENSA_REDUCE_ARGMAX ? "x > best || (x != x && best == best)"
                                                         : "x < best || (x != x && best == best)");
  rensa_c_brace (self);
  rensa_c_line (self, "best = x;");
  rensa_c_line (self, "place = %s;", place);
  rensa_c_end (self);
  rensa_c_end (self);
  rensa_c_line (self, "%s = place;", to);
}

static void
write_reduction (RensaCWriter *self, const RensaTapeOp *op)
{
  RensaArray *x = op->inputs->pdata[0];
  RensaArray *y = op->outputs->pdata[0];
  Indices outer = { NULL };
  g_autofree char *element = rensa_c_write_element (self, x, rensa_c_indices);
  g_autofree char *to = write_reduced (self, x, y, op->mask);
  g_autofree char *first = NULL;

  for (int axis = 0; axis < x->shape.ndim; axis++)
    outer[axis] = op->mask >> axis & 1 ? NULL : rensa_c_indices[axis];
  first = rensa_c_write_element (self, x, outer);
  rensa_c_loop_axes (self, &x->shape, ~op->mask);
  rensa_c_brace (self);
  if (op->reduction == RENSA_REDUCE_ARGMAX || op->reduction == RENSA_REDUCE_ARGMIN)
    write_extreme_place (self, op, x, to, first, element);
  else
    {
      rensa_c_line (self, "%s sum = %s;", rensa_c_get_type (y->dtype),
                    steps[op->reduction].first != NULL ? steps[op->reduction].first : first);
      rensa_c_gap (self);
      rensa_c_loop_axes (self, &x->shape, op->mask);
      rensa_c_brace (self);
      rensa_c_line (self, "const %s x = %s;", rensa_c_get_type (x->dtype), element);
      rensa_c_gap (self);
      rensa_c_line (self, "%s", steps[op->reduction].step);
      rensa_c_end (self);
      rensa_c_line (self, "%s = sum;", to);
    }
  rensa_c_end (self);
}

/* Along one axis */

static void
write_softmax (RensaCWriter *self, const RensaTapeOp *op)
{
  RensaArray *x = op->inputs->pdata[0];
  const char *type = rensa_c_get_type (x->dtype);
  const char *axis = rensa_c_indices[op->axis];
  const gint64 n = x->shape.dims[op->axis];
  const char *exponential = get_function (x->dtype, "expf", "exp");
  Indices first = { NULL };
  g_autofree char *element = rensa_c_write_element (self, x, rensa_c_indices);
  g_autofree char *to = rensa_c_write_element (self, op->outputs->pdata[0], rensa_c_indices);
  g_autofree char *start = NULL;

  memcpy (first, rensa_c_indices, sizeof first);
  first[op->axis] = NULL;
  start = rensa_c_write_element (self, x, first);
  rensa_c_loop_axes (self, &x->shape, ~(1u << op->axis));
  rensa_c_brace (self);
  rensa_c_line (self, "%s most = %s;", type, start);
  rensa_c_line (self, "%s sum = 0;", type);
  rensa_c_gap (self);
  rensa_c_loop (self, axis, n);
  rensa_c_line (self, "most = %s > most ? %s : most;", element, element);
  rensa_c_end_loops (self);
  rensa_c_loop (self, axis, n);
  if (op->is_log)
    rensa_c_line (self, "sum += %s (%s - most);", exponential, element);
  else
    {
      rensa_c_brace (self);
      rensa_c_line (self, "%s = %s (%s - most);", to, exponential, element);
      rensa_c_line (self, "sum += %s;", to);
      rensa_c_end (self);
    }
  rensa_c_end_loops (self);
  rensa_c_loop (self, axis, n);
  if (op->is_log)
    rensa_c_line (self, "%s = %s - most - %s (sum);", to, element, get_function (x->dtype, "logf", "log"));
  else
    rensa_c_line (self, "%s /= sum;", to);
  rensa_c_end (self);
}

static void
write_scan (RensaCWriter *self, const RensaTapeOp *op)
{
  RensaArray *x = op->inputs->pdata[0];
  RensaArray *factor = op->inputs->pdata[1];
  const char *axis = rensa_c_indices[op->axis];
  g_autofree char *element = rensa_c_write_element (self, x, rensa_c_indices);
  g_autofree char *by = factor != NULL ? rensa_c_write_element (self, factor, rensa_c_indices) : NULL;
  g_autofree char *to = rensa_c_write_element (self, op->outputs->pdata[0], rensa_c_indices);

  rensa_c_loop_axes (self, &x->shape, ~(1u << op->axis));
  rensa_c_brace (self);
  rensa_c_line (self, "%s total = %s;", rensa_c_get_type (x->dtype), op->scan == RENSA_SCAN_PROD ? "1" : "0");
  rensa_c_gap (self);
  rensa_c_loop (self, axis, x->shape.dims[op->axis]);
  rensa_c_brace (self);
  if (op->scan == RENSA_SCAN_LINEAR && x->shape.dims[op->axis] != 1)
    rensa_c_line (self, "total = %s == 0 ? %s : %s * total + %s;", axis, element, by, element);
  else
    rensa_c_line (self, "total %s %s;", op->scan == RENSA_SCAN_PROD ? "*=" : "+=", element);
  rensa_c_line (self, "%s = total;", to);
  rensa_c_end (self);
  rensa_c_end (self);
}

/* In y, the axis is replaced by the axes of the index. */
static void
write_take (RensaCWriter *self, const RensaTapeOp *op)
{
  RensaArray *x = op->inputs->pdata[0];
  RensaArray *index = op->inputs->pdata[1];
  RensaArray *y = op->outputs->pdata[0];
  Indices from = { NULL };
  g_autofree char *number = rensa_c_write_element (self, index, rensa_c_indices + op->axis);
  g_autofree char *to = rensa_c_write_element (self, y, rensa_c_indices);
  g_autofree char *element = NULL;

  for (int axis = 0; axis < x->shape.ndim; axis++)
    from[axis] = axis == op->axis ? "row" : rensa_c_indices[axis + (axis > op->axis ? index->shape.ndim - 1 : 0)];
  element = rensa_c_write_element (self, x, from);
  rensa_c_loop_axes (self, &y->shape, ~0u);
  rensa_c_brace (self);
  rensa_c_line (self, "const long long number = %s;", number);
  if (op->wraps)
    rensa_c_line (self, "const long long row = number < 0 ? number + %lld : number;",
                  (long long) x->shape.dims[op->axis]);
  else
    rensa_c_line (self, "const long long row = number;");
  rensa_c_gap (self);
  if (op->ignore != G_MININT64)
    rensa_c_line (self, "%s = number == %lld ? 0 : %s;", to, (long long) op->ignore, element);
  else
    rensa_c_line (self, "%s = %s;", to, element);
  rensa_c_end (self);
}

/* Normalization of rows (N, G, K, S) over K and S, with gamma and beta (G, K) */

static void
write_moment (RensaCWriter *self, const RensaShape *shape, const char *name, const char *term)
{
  rensa_c_line (self, "double %s = 0;", name);
  rensa_c_gap (self);
  rensa_c_loop_axes (self, shape, 4 | 8);
  rensa_c_line (self, "%s += %s;", name, term);
  rensa_c_end_loops (self);
  rensa_c_line (self, "%s /= %lld;", name, (long long) (shape->dims[2] * shape->dims[3]));
}

static void
write_normalization (RensaCWriter *self, const RensaTapeOp *op)
{
  RensaArray *x = op->inputs->pdata[0];
  RensaArray *y = op->outputs->pdata[0];
  const char *type = rensa_c_get_type (x->dtype);
  g_autofree char *element = rensa_c_write_element (self, x, rensa_c_indices);
  g_autofree char *gamma = rensa_c_write_element (self, op->inputs->pdata[1], rensa_c_indices + 1);
  g_autofree char *beta = rensa_c_write_element (self, op->inputs->pdata[2], rensa_c_indices + 1);
  g_autofree char *to = rensa_c_write_element (self, y, rensa_c_indices);
  g_autofree char *mean = rensa_c_write_element (self, op->outputs->pdata[1], rensa_c_indices);
  g_autofree char *inv_std = rensa_c_write_element (self, op->outputs->pdata[2], rensa_c_indices);
  g_autofree char *square = g_strdup_printf ("(%s - mean) * (%s - mean)", element, element);
  g_autofree char *eps = rensa_c_write_number (RENSA_FLOAT64, op->value);

  rensa_c_loop_axes (self, &x->shape, 1 | 2);
  rensa_c_brace (self);
  if (op->is_centred)
    write_moment (self, &x->shape, "mean", element);
  else
    rensa_c_line (self, "const double mean = 0;");
  write_moment (self, &x->shape, "var", square);
  rensa_c_line (self, "%s = mean;", mean);
  rensa_c_line (self, "%s = 1 / sqrt (var + %s);", inv_std, eps);
  rensa_c_loop_axes (self, &x->shape, 4 | 8);
  rensa_c_line (self, "%s = (%s - (%s) mean) * (%s) %s * %s + %s;", to, element, type, type, inv_std, gamma, beta);
  rensa_c_end (self);
}

void
rensa_c_write_rows (RensaCWriter *self, const RensaTapeOp *op)
{
  switch (op->kind)
    {
    case RENSA_TAPE_MATMUL:
      write_matmul (self, op);
      break;
    case RENSA_TAPE_REDUCE:
      write_reduction (self, op);
      break;
    case RENSA_TAPE_SCAN:
      write_scan (self, op);
      break;
    case RENSA_TAPE_TAKE_ROWS:
      write_take (self, op);
      break;
    case RENSA_TAPE_SOFTMAX:
      write_softmax (self, op);
      break;
    default:
      write_normalization (self, op);
    }
}
