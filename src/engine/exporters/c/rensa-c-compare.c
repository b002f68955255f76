/* rensa-c-compare.c: compares the results of each operation in the program with those of the
 * engine.
 * SPDX-License-Identifier: MIT */

#include <float.h>
#include <math.h>
#include <string.h>

#include "rensa-array-private.h"
#include "rensa-c-proof-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-primitives.h"

#define MAX_ARRAYS (RENSA_PROGRAM_MAX_INPUTS + RENSA_PROGRAM_MAX_OUTPUTS)

void
rensa_c_comparison_init (RensaCComparison *self, RensaCPlan *plan)
{
  *self = (RensaCComparison){ .plan = plan };
  self->memory = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);
  self->errors = g_new0 (double, plan->ops->len);
  self->distances = g_new0 (double, plan->ops->len);
  for (guint i = 0; i < plan->buffers->len; i++)
    {
      const RensaCBuffer *buffer = plan->buffers->pdata[i];
      const gsize size = (gsize) buffer->count * rensa_dtype_get_size (buffer->dtype);
      GByteArray *bytes = g_byte_array_new ();

      g_byte_array_append (bytes, buffer->array->buffer->data, (guint) size);
      g_ptr_array_add (self->memory, bytes);
    }
}

void
rensa_c_comparison_clear (RensaCComparison *self)
{
  g_clear_pointer (&self->memory, g_ptr_array_unref);
  g_clear_pointer (&self->errors, g_free);
  g_clear_pointer (&self->distances, g_free);
  g_clear_pointer (&self->difference, g_free);
}

static GByteArray *
find_memory (RensaCComparison *self, RensaArray *array)
{
  guint i;

  g_ptr_array_find (self->plan->buffers, rensa_c_plan_find (self->plan, array), &i);
  return self->memory->pdata[i];
}

void
rensa_c_comparison_begin (RensaCComparison *self, const guint8 *inputs)
{
  for (guint i = 0; i < self->plan->tape->inputs->len; i++)
    {
      GByteArray *memory = find_memory (self, self->plan->tape->inputs->pdata[i]);

      memcpy (memory->data, inputs, memory->len);
      inputs += memory->len;
    }
}

/* Used instead of a floating type: keeps that of each array. */
#define AS_IT_IS RENSA_BOOL

typedef double (*ChangeFunc) (double value);

static double
keep (double value)
{
  return value;
}

static double
move (double value)
{
  return value * (1 + (double) FLT_EPSILON);
}

static double
move_far (double value)
{
  return value * (1 + 3 * (double) FLT_EPSILON);
}

static double
move_back (double value)
{
  return value * (1 - 2 * (double) FLT_EPSILON);
}

/* Changes of the inputs for which the engine's own rounding errors are measured, because a single
 * point may be exact by chance. */
static const ChangeFunc neighbours[] = { keep, move, move_far, move_back };

/* Returns the array from the memory of the program, with floating numbers converted to @floating
 * and changed by @change. */
static RensaArray *
take (RensaCComparison *self, RensaArray *array, RensaDtype floating, ChangeFunc change, GError **error)
{
  const GByteArray *memory = find_memory (self, array);
  const gboolean is_floating = rensa_dtype_is_floating (array->dtype);
  const RensaDtype dtype = is_floating && floating != AS_IT_IS ? floating : array->dtype;
  const gint64 from = (gint64) rensa_dtype_get_size (array->dtype);
  const gint64 to = (gint64) rensa_dtype_get_size (dtype);
  g_autoptr (RensaArray) flat =
      rensa_array_new_on (rensa_device_get_host (), dtype, &RENSA_SHAPE (memory->len / from), error);
  gint64 strides[RENSA_MAX_NDIM];

  if (flat == NULL)
    return NULL;
  if (!is_floating || (dtype == array->dtype && change == keep))
    memcpy (flat->data, memory->data, memory->len);
  else
    for (gint64 i = 0; i < flat->count; i++)
      rensa_element_from_double (dtype, change (rensa_element_to_double (array->dtype, memory->data + i * from)),
                                 (char *) flat->data + i * to);
  for (int axis = 0; axis < array->shape.ndim; axis++)
    strides[axis] = rensa_c_get_stride (array, axis) * to;
  return rensa_array_view_strided (flat, &array->shape, strides, rensa_c_get_place (array) * to);
}

/* Computes @op in @floating from the program's memory, with its floating inputs changed: the
 * outputs, or FALSE with an error. */
static gboolean
compute (RensaCComparison *self, const RensaTapeOp *op, RensaDtype floating, ChangeFunc change, RensaArray **outputs,
         GError **error)
{
  RensaArray *inputs[MAX_ARRAYS] = { NULL };
  RensaTapeOp same = *op;
  gboolean ok = TRUE;

  same.dtype = floating != AS_IT_IS ? floating : op->dtype;
  for (guint i = 0; ok && i < op->inputs->len; i++)
    if (op->inputs->pdata[i] != NULL)
      ok = (inputs[i] = take (self, op->inputs->pdata[i], floating, change, error)) != NULL;
  for (guint i = 0; ok && i < op->outputs->len; i++)
    if (op->outputs->pdata[i] != NULL)
      ok = (outputs[i] = take (self, op->outputs->pdata[i], floating, change, error)) != NULL;
  ok = ok && rensa_tape_op_run (&same, inputs, outputs, error);
  rensa_arrays_clear (inputs, (int) op->inputs->len);
  return ok;
}

/* Returns the elements as numbers, in C order. */
static double *
list (RensaArray *array, GError **error)
{
  g_autoptr (RensaArray) wide = rensa_array_cast (array, RENSA_FLOAT64, error);
  double *values = wide != NULL ? g_new (double, MAX (array->count, 1)) : NULL;

  if (values != NULL && !rensa_array_to_host (wide, values, error))
    g_clear_pointer (&values, g_free);
  return values;
}

/* Computes output @i in the same way, as numbers. */
static double *
compute_list (RensaCComparison *self, const RensaTapeOp *op, guint i, RensaDtype floating, ChangeFunc change,
              GError **error)
{
  RensaArray *outputs[MAX_ARRAYS] = { NULL };
  double *values = compute (self, op, floating, change, outputs, error) ? list (outputs[i], error) : NULL;

  rensa_arrays_clear (outputs, (int) op->outputs->len);
  return values;
}

/* Bounds */

static double
get_eps (RensaArray *array)
{
  return array->dtype == RENSA_FLOAT64 ? DBL_EPSILON : FLT_EPSILON;
}

static double
get_largest (RensaCComparison *self, RensaArray *array)
{
  g_autoptr (RensaArray) values = take (self, array, RENSA_FLOAT64, fabs, NULL);
  g_autofree double *numbers = values != NULL ? list (values, NULL) : NULL;
  double largest = 0;

  for (gint64 i = 0; numbers != NULL && i < array->count; i++)
    largest = isnan (numbers[i]) ? largest : MAX (largest, numbers[i]);
  return largest;
}

/* Returns the scale of the error of each element: the sum of the absolute values of its terms. */
static double *
list_sizes (RensaCComparison *self, const RensaTapeOp *op, guint i, const double *y, GError **error)
{
  const gint64 n = ((RensaArray *) op->outputs->pdata[i])->count;
  double *sizes;
  double x, gamma;

  if (op->kind != RENSA_TAPE_SOFTMAX && op->kind != RENSA_TAPE_NORMALIZE_ROWS)
    return compute_list (self, op, i, RENSA_FLOAT64, fabs, error);

  sizes = g_new (double, MAX (n, 1));
  x = get_largest (self, op->inputs->pdata[0]);
  gamma = op->kind == RENSA_TAPE_NORMALIZE_ROWS ? get_largest (self, op->inputs->pdata[1]) : 0;
  for (gint64 j = 0; j < n; j++)
    if (op->kind == RENSA_TAPE_SOFTMAX)
      sizes[j] = op->is_log ? 1 + x : fabs (y[j]) * (1 + x);
    else
      sizes[j] = i == 0 ? gamma * x / sqrt (op->value) : fabs (y[j]) + x;
  return sizes;
}

/* Returns the maximum allowed distance of each element from @y: for sums of k terms, 4 sqrt (k) eps
 * times the sum of absolute values; for formulas, some roundings of the value, plus the effect of
 * rounding the inputs once. */
static double *
list_bounds (RensaCComparison *self, const RensaTapeOp *op, guint i, const double *y, GError **error)
{
  RensaArray *array = op->outputs->pdata[i];
  const double eps = get_eps (array);
  const double least = array->dtype == RENSA_FLOAT64 ? DBL_MIN : FLT_MIN;
  const double terms = (double) rensa_c_count_terms (op);
  const gboolean is_formula = op->kind <= RENSA_TAPE_INDEX_MAP;
  double *bounds =
      is_formula ? compute_list (self, op, i, RENSA_FLOAT64, move, error) : list_sizes (self, op, i, y, error);

  for (gint64 j = 0; bounds != NULL && j < array->count; j++)
    bounds[j] =
        least * terms
        + (is_formula ? 64 * eps * fabs (y[j]) + 16 * fabs (bounds[j] - y[j]) : 4 * sqrt (terms) * eps * bounds[j]);
  return bounds;
}

/* Bounds of formulas whose terms almost cancel, or whose intermediate results exceed the range of
 * the dtype */

/* Adds 16 times the engine's own rounding error. */
static gboolean
add_roundings_of_engine (RensaCComparison *self, const RensaTapeOp *op, guint output, double *bounds, GError **error)
{
  const gint64 n = ((RensaArray *) op->outputs->pdata[output])->count;
  g_autofree double *largest = g_new0 (double, MAX (n, 1));

  for (guint i = 0; i < G_N_ELEMENTS (neighbours); i++)
    {
      g_autofree double *rounded = compute_list (self, op, output, AS_IT_IS, neighbours[i], error);
      g_autofree double *wide = compute_list (self, op, output, RENSA_FLOAT64, neighbours[i], error);

      if (rounded == NULL || wide == NULL)
        return FALSE;
      for (gint64 j = 0; j < n; j++)
        if (rounded[j] != wide[j] && !(isnan (rounded[j]) && isnan (wide[j])))
          largest[j] = isfinite (rounded[j]) ? MAX (largest[j], fabs (rounded[j] - wide[j])) : INFINITY;
    }
  for (gint64 j = 0; j < n; j++)
    bounds[j] += 16 * largest[j];
  return TRUE;
}

/* Lists the operands of a program for each element of @shape, input by input. */
static gboolean
list_operands (RensaCComparison *self, const RensaTapeOp *op, const RensaShape *shape, double *operands, GError **error)
{
  const gint64 n = rensa_shape_count (shape);
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < op->inputs->len; i++)
    {
      g_autoptr (RensaArray) x = take (self, op->inputs->pdata[i], RENSA_FLOAT64, keep, error);
      g_autoptr (RensaArray) all = rensa_array_new_on (rensa_device_get_host (), RENSA_FLOAT64, shape, error);

      ok = x != NULL && all != NULL && rensa_array_assign (all, x, error)
           && rensa_array_to_host (all, operands + i * n, error);
    }
  return ok;
}

/* Adds 4 times the effect of rounding each step. */
static gboolean
add_roundings_of_steps (RensaCComparison *self, const RensaTapeOp *op, guint output, double *bounds, GError **error)
{
  RensaArray *y = op->outputs->pdata[output];
  g_autofree double *operands = g_new (double, MAX (y->count, 1) * MAX (op->inputs->len, 1));
  double inputs[RENSA_PROGRAM_MAX_INPUTS];

  if (!list_operands (self, op, &y->shape, operands, error))
    return FALSE;
  for (gint64 j = 0; j < y->count; j++)
    {
      for (guint i = 0; i < op->inputs->len; i++)
        inputs[i] = operands[i * y->count + j];
      bounds[j] += 4 * rensa_c_sum_roundings (op->program, inputs, output, get_eps (y));
    }
  return TRUE;
}

static gboolean
widen_bounds (RensaCComparison *self, const RensaTapeOp *op, guint output, double *bounds, GError **error)
{
  return add_roundings_of_engine (self, op, output, bounds, error)
         && (op->kind != RENSA_TAPE_PROGRAM || add_roundings_of_steps (self, op, output, bounds, error));
}

/* Comparing */

/* Returns the distance of @found from @expected as a fraction of @bound. Beyond the range of float,
 * sums may overflow, and their correct values are unknown. */
static double
get_error (double found, double expected, double bound)
{
  if (isnan (expected))
    return isnan (found) ? 0 : INFINITY;
  if (found == expected || !(bound < FLT_MAX / 4) || fabs (expected) > FLT_MAX / 4)
    return 0;
  return isfinite (found) ? fabs (found - expected) / bound : INFINITY;
}

static void
tell_difference (RensaCComparison *self, guint number, gint64 element, double found, double expected)
{
  const RensaTapeOp *op = self->plan->ops->pdata[number];

  if (self->difference == NULL)
    self->difference =
        g_strdup_printf (_ ("Node “%s” (%s): element %lld is %.9g, but %.9g was expected"), op->node,
                         op->function != NULL ? op->function : "copy", (long long) element, found, expected);
}

static gboolean
are_within (const double *found, const double *expected, const double *bounds, gint64 n)
{
  for (gint64 j = 0; j < n; j++)
    if (get_error (found[j], expected[j], bounds[j]) > 1)
      return FALSE;
  return TRUE;
}

static gboolean
compare_output (RensaCComparison *self, guint number, guint i, RensaArray *made, GError **error)
{
  const RensaTapeOp *op = self->plan->ops->pdata[number];
  RensaArray *array = op->outputs->pdata[i];
  const gboolean is_exact = rensa_c_is_exact (op);
  g_autofree double *found = list (made, error);
  g_autofree double *expected = compute_list (self, op, i, is_exact ? AS_IT_IS : RENSA_FLOAT64, keep, error);
  g_autofree double *bounds = NULL;

  if (found == NULL || expected == NULL)
    return FALSE;
  if (!is_exact && (bounds = list_bounds (self, op, i, expected, error)) == NULL)
    return FALSE;
  if (!is_exact && op->kind <= RENSA_TAPE_INDEX_MAP && !are_within (found, expected, bounds, array->count)
      && !widen_bounds (self, op, i, bounds, error))
    return FALSE;
  for (gint64 j = 0; j < array->count; j++)
    {
      const double e = is_exact ? (found[j] == expected[j] || (isnan (found[j]) && isnan (expected[j])) ? 0 : INFINITY)
                                : get_error (found[j], expected[j], bounds[j]);

      if (e > 1)
        tell_difference (self, number, j, found[j], expected[j]);
      self->errors[number] = MAX (self->errors[number], e);
      if (isfinite (found[j]) && isfinite (expected[j]))
        self->distances[number] = MAX (self->distances[number], fabs (found[j] - expected[j]));
    }
  return TRUE;
}

/* Called while the operation's inputs are still in memory. */
gboolean
rensa_c_comparison_probe (guint number, guint output, gconstpointer bytes, gsize size, gpointer data, GError **error)
{
  RensaCComparison *self = data;
  const RensaTapeOp *op = number < self->plan->ops->len ? self->plan->ops->pdata[number] : NULL;
  RensaArray *array = op != NULL && output < op->outputs->len ? op->outputs->pdata[output] : NULL;
  GByteArray *memory = array != NULL ? find_memory (self, array) : NULL;
  g_autoptr (GByteArray) before = NULL;
  g_autoptr (RensaArray) made = NULL;

  if (memory == NULL || memory->len != size)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("The program does not match this document"));
      return FALSE;
    }
  before = g_byte_array_append (g_byte_array_new (), memory->data, memory->len);
  memcpy (memory->data, bytes, size);
  made = take (self, array, AS_IT_IS, keep, error);
  memcpy (memory->data, before->data, size);
  if (made == NULL || !compare_output (self, number, output, made, error))
    return FALSE;

  memcpy (memory->data, bytes, size);
  return TRUE;
}
