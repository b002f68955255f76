/* rensa-sampled.c: losses that sample a few of very many classes.
 * SPDX-License-Identifier: MIT */

#include "rensa-sampled-private.h"

#include <math.h>
#include <stdlib.h>

#include "k.h"
#include "rensa-fault.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-labels-private.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"

enum
{
  X,
  T,
  W,
  SAMPLES,
};

gboolean
rensa_sampled_infer (RensaInference *inference, gint64 n_samples, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, X);
  const RensaType *t = rensa_inference_get_input (inference, T);
  const RensaType *w = rensa_inference_get_input (inference, W);
  const RensaType *samples = rensa_inference_get_input (inference, SAMPLES);

  if (!rensa_expect_floating (inference, X, error) || !RENSA_EXPECT (inference, x->shape.ndim, ==, 2, error)
      || !rensa_expect_integer (inference, T, error) || !RENSA_EXPECT (inference, t->shape.ndim, ==, 1, error)
      || !RENSA_EXPECT (inference, x->shape.dims[0], ==, t->shape.dims[0], error)
      || !rensa_expect_same_dtype (inference, W, X, error) || !RENSA_EXPECT (inference, w->shape.ndim, ==, 2, error)
      || !RENSA_EXPECT (inference, w->shape.dims[1], ==, x->shape.dims[1], error))
    return FALSE;

  return samples == NULL
         || (rensa_expect_integer (inference, SAMPLES, error)
             && RENSA_EXPECT (inference, samples->shape.ndim, ==, 2, error)
             && RENSA_EXPECT (inference, samples->shape.dims[0], ==, x->shape.dims[0], error)
             && RENSA_EXPECT (inference, samples->shape.dims[1], ==, n_samples, error));
}

/* index kernel: sampled_row () -> y */
KERNEL real
sampled_row (const k_index *at)
{
  return (real) at[0];
}
/* end kernel */

/* Returns the example number of each position, flattened. */
static RensaArray *
number_examples (const RensaShape *shape, GError **error)
{
  g_autoptr (RensaArray) rows = rensa_index_map1 (RENSA_KERNEL_SAMPLED_ROW, RENSA_FLOAT64, shape, NULL, NULL, error);
  g_autoptr (RensaArray) numbers = rows != NULL ? rensa_array_cast (rows, RENSA_INT64, error) : NULL;

  return numbers != NULL ? rensa_array_reshape (numbers, &RENSA_SHAPE (rensa_shape_count (shape)), error) : NULL;
}

RensaVariable *
rensa_sampled_scores (RensaVariable *x, RensaVariable *weights, RensaArray *classes, GError **error)
{
  const RensaDtype dtype = rensa_variable_get_type (x).dtype;
  const RensaShape *shape = rensa_array_get_shape (classes);
  const gint64 n_classes = rensa_variable_get_type (weights).shape.dims[0];
  g_autoptr (RensaArray) rows = number_examples (shape, error);
  /* The caller has already checked the classes and reports those that are out of range. */
  g_autoptr (RensaArray) inside = rows != NULL ? rensa_confine_labels ("sampled", classes, -1, n_classes, error) : NULL;
  g_autoptr (RensaArray) flat =
      inside != NULL ? rensa_array_reshape (inside, &RENSA_SHAPE (rensa_shape_count (shape)), error) : NULL;
  g_autoptr (RensaVariable) row = rensa_variable_new_constant (rows);
  g_autoptr (RensaVariable) col = rensa_variable_new_constant (flat);
  g_autoptr (RensaVariable) products = rensa_sparse_sample (x, weights, row, col, error);
  g_autoptr (RensaVariable) scores = products != NULL ? rensa_reshape (products, shape, error) : NULL;

  return rensa_cast (scores, rensa_dtype_promote (RENSA_FLOAT32, dtype), error);
}

/* Walker's alias method: n columns of height 1 hold the probabilities, times n, so that each column
 * has one class below its threshold and at most one other above. A number from 0 to n selects a
 * column and a height. */

/* index kernel: draw_class (int labels, u, threshold, above, below) -> y */
KERNEL real
draw_class (const k_index *at, k_int_view labels, k_view u, k_view threshold, k_view above, k_view below)
{
  const k_index last = threshold.shape[0] - 1;
  k_index column;
  real number;

  if (at[1] == 0)
    return (real) labels.data[at[0] * labels.strides[0]];

  number = u.data[at[0] * u.strides[0] + (at[1] - 1) * u.strides[1]];
  column = number < last ? (k_index) number : last;
  return number - column > threshold.data[column * threshold.strides[0]] ? above.data[column * above.strides[0]]
                                                                         : below.data[column * below.strides[0]];
}
/* end kernel */

typedef struct
{
  double share; /* probability, times n */
  gint64 class;
} Portion;

static int
compare_portions (gconstpointer a, gconstpointer b)
{
  const Portion *x = a;
  const Portion *y = b;

  if (x->share != y->share)
    return x->share < y->share ? -1 : 1;
  return x->class < y->class ? -1 : x->class > y->class;
}

/* Columns are filled from the bottom by ascending share; the excess of a class goes to earlier columns. */
static void
fill_columns (const Portion *portions, gint64 n, double *threshold, double *above, double *below)
{
  gint64 open = 0;

  for (gint64 column = 0; column < n; column++)
    {
      double rest = portions[column].share;

      for (; rest > 1 && open < column; open++)
        {
          above[open] = (double) portions[column].class;
          rest -= 1 - threshold[open];
        }
      threshold[column] = rest;
      below[column] = (double) portions[column].class;
      above[column] = 0;
    }
}

/* Raises the weights to the power and scales them to a mean of 1. The tables are built on the host,
 * because columns are filled one after the other; the weights are an attribute, so this does not
 * wait for a device. */
static gboolean
get_portions (RensaArray *weights, double power, Portion *portions, GError **error)
{
  const gint64 n = rensa_array_get_count (weights);
  g_autoptr (RensaArray) wide = rensa_array_cast (weights, RENSA_FLOAT64, error);
  g_autofree double *values = rensa_memory_try_new (double, (guint64) n, "sampler", error);
  double sum = 0;

  if (values == NULL || wide == NULL || !rensa_array_to_host (wide, values, error))
    return FALSE;

  for (gint64 i = 0; i < n; i++)
    {
      portions[i] = (Portion){ .share = pow (values[i], power), .class = i };
      sum += values[i] >= 0 ? portions[i].share : NAN;
    }
  if (!(sum > 0) || !isfinite (sum))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("the weights of a sampler must be finite, at least 0, and not all 0"));
      return FALSE;
    }
  for (gint64 i = 0; i < n; i++)
    portions[i].share *= (double) n / sum;
  return TRUE;
}

/**
 * rensa_draw_classes:
 * @labels: integers of shape (N,)
 * @weights: relative frequency of each class; finite, at least 0, and not all 0
 * @power: exponent of the weights; below 1, rare classes are drawn more often
 *
 * Returns int32 of shape (N, 1 + @n_samples): each label, followed by classes drawn from this
 * thread's generator with probabilities proportional to weights^power, by Walker's alias method.
 * RENSA_ERROR_INVALID if the weights are invalid.
 */
RENSA_API RensaArray *
rensa_draw_classes (RensaArray *labels, RensaArray *weights, double power, gint64 n_samples, GError **error)
{
  const gint64 n = rensa_array_get_count (weights);
  const gint64 n_rows = rensa_array_get_count (labels);
  g_autofree Portion *portions = rensa_memory_try_new (Portion, (guint64) n, "sampler", error);
  g_autofree double *columns =
      portions != NULL ? rensa_memory_try_new (double, (guint64) (3 * n), "sampler", error) : NULL;

  if (columns == NULL || !get_portions (weights, power, portions, error))
    return NULL;
  qsort (portions, (gsize) n, sizeof *portions, compare_portions);
  fill_columns (portions, n, columns, columns + n, columns + 2 * n);

  g_autoptr (RensaArray) threshold = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (n), columns, error);
  g_autoptr (RensaArray) above = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (n), columns + n, error);
  g_autoptr (RensaArray) below = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (n), columns + 2 * n, error);
  g_autoptr (RensaArray) u = rensa_array_new (RENSA_FLOAT64, &RENSA_SHAPE (n_rows, n_samples), error);
  g_autoptr (RensaArray) classes = NULL;

  if (u == NULL || !rensa_fill_uniform (u, rensa_random_get_default (), 0, (double) n, error))
    return NULL;

  classes = rensa_index_map1 (RENSA_KERNEL_DRAW_CLASS, RENSA_FLOAT64, &RENSA_SHAPE (n_rows, 1 + n_samples),
                              (RensaArray *[]){ labels, u, threshold, above, below }, NULL, error);
  return classes != NULL ? rensa_array_cast (classes, RENSA_INT32, error) : NULL;
}
