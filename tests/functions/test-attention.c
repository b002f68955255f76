/* test-attention.c: attention at sizes of several blocks, and with weights dropped.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <omp.h>
#include <string.h>

#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-gradient-check.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

/* More rows and columns than a block has. */
#define N_MATRICES 2
#define N_ROWS 300
#define N_COLUMNS 600
#define N_KEY 3
#define N_VALUE 2

/* A case: what scores are masked with, and how weights are dropped. */
typedef struct
{
  gboolean causal;
  int mask_axes; /* 0: none; 2: one for all matrices; 3: each its own */
  double dropout;
} Case;

static const Case cases[] = {
  { FALSE, 0, 0 },   { TRUE, 0, 0 },   { FALSE, 2, 0 },  { TRUE, 3, 0 },
  { FALSE, 0, 0.4 }, { TRUE, 2, 0.4 }, { TRUE, 3, 0.4 },
};

static void
seed (void)
{
  *rensa_random_get_default () = rensa_random_init (11, 0);
}

static RensaArray *
noise (const RensaShape *shape)
{
  RensaArray *array = rensa_array_new (RENSA_FLOAT64, shape, NULL);

  g_assert_true (rensa_fill_normal (array, rensa_random_get_default (), 0, 1, NULL));
  return array;
}

static double *
to_doubles (RensaArray *array)
{
  double *values = g_new (double, rensa_shape_count (rensa_array_get_shape (array)));

  g_assert_true (rensa_array_to_host (array, values, NULL));
  return values;
}

/* q, k, v and, for some cases, a mask of which a fifth is hidden. */
static void
make_inputs (const Case *test, RensaArray *inputs[4])
{
  const RensaShape masks[] = { RENSA_SHAPE (N_ROWS, N_COLUMNS), RENSA_SHAPE (N_MATRICES, N_ROWS, N_COLUMNS) };

  *rensa_random_get_default () = rensa_random_init (5, 0);
  inputs[0] = noise (&RENSA_SHAPE (N_MATRICES, N_ROWS, N_KEY));
  inputs[1] = noise (&RENSA_SHAPE (N_MATRICES, N_COLUMNS, N_KEY));
  inputs[2] = noise (&RENSA_SHAPE (N_MATRICES, N_COLUMNS, N_VALUE));
  inputs[3] = NULL;
  if (test->mask_axes == 0)
    return;
  inputs[3] = rensa_array_new (RENSA_FLOAT64, &masks[test->mask_axes - 2], NULL);
  g_assert_true (rensa_fill_bernoulli (inputs[3], rensa_random_get_default (), 0.2, -INFINITY, NULL));
}

static void
clear (RensaArray **arrays, int n)
{
  for (int i = 0; i < n; i++)
    g_clear_pointer (&arrays[i], rensa_array_unref);
}

static int
attend (gpointer data, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const Case *test = data;

  seed ();
  outputs[0] = rensa_scaled_dot_product_attention (inputs[0], inputs[1], inputs[2], n_inputs > 3 ? inputs[3] : NULL,
                                                   test->causal, NULL, test->dropout, error);
  return outputs[0] != NULL ? 1 : -1;
}

/* As the formula says it, a row at a time; @kept: what weights are multiplied by. */
static void
attend_plainly (const Case *test, RensaArray *const inputs[4], const double *kept, double *y)
{
  g_autofree double *q = to_doubles (inputs[0]);
  g_autofree double *k = to_doubles (inputs[1]);
  g_autofree double *v = to_doubles (inputs[2]);
  g_autofree double *mask = inputs[3] != NULL ? to_doubles (inputs[3]) : NULL;

  for (int row = 0; row < N_MATRICES * N_ROWS; row++)
    {
      const int b = row / N_ROWS;
      const double *m = mask != NULL ? mask + (test->mask_axes == 3 ? row : row % N_ROWS) * N_COLUMNS : NULL;
      double total = 0;

      memset (y + row * N_VALUE, 0, N_VALUE * sizeof *y);
      for (int column = 0; column < (test->causal ? row % N_ROWS + 1 : N_COLUMNS); column++)
        {
          const int other = b * N_COLUMNS + column;
          double score = m != NULL ? m[column] : 0;
          double weight;

          for (int i = 0; i < N_KEY; i++)
            score += q[row * N_KEY + i] * k[other * N_KEY + i] / sqrt (N_KEY);
          weight = exp (score);
          total += weight;
          for (int i = 0; i < N_VALUE; i++)
            y[row * N_VALUE + i] +=
                weight * (kept != NULL ? kept[row * N_COLUMNS + column] : 1) * v[other * N_VALUE + i];
        }
      for (int i = 0; i < N_VALUE; i++)
        y[row * N_VALUE + i] /= total > 0 ? total : 1;
    }
}

/* What the weights are multiplied by: without scores all of them are equal, and each value is a column of its own. */
static double *
see_kept (const Case *test)
{
  const RensaShape shape = RENSA_SHAPE (N_COLUMNS, N_COLUMNS);
  double *kept = NULL;
  RensaArray *inputs[4];

  make_inputs (test, inputs);
  g_assert_true (rensa_array_fill (inputs[0], 0, NULL));

  g_autoptr (RensaArray) identity = rensa_array_zeros (RENSA_FLOAT64, &shape, NULL);
  g_autofree double *ones = to_doubles (identity);
  RensaVariable *variables[4] = { NULL };
  RensaVariable *y;

  for (int i = 0; i < N_COLUMNS; i++)
    ones[i * (N_COLUMNS + 1)] = N_COLUMNS;
  g_assert_true (rensa_array_from_host (identity, ones, NULL));
  rensa_array_unref (inputs[2]);
  inputs[2] = rensa_array_view_broadcast (identity, &RENSA_SHAPE (N_MATRICES, N_COLUMNS, N_COLUMNS));
  /* Blocks are those of the mask, which hides nothing here. */
  if (inputs[3] != NULL)
    g_assert_true (rensa_array_fill (inputs[3], 0, NULL));
  for (int i = 0; i < 4 && inputs[i] != NULL; i++)
    variables[i] = rensa_variable_new_constant (inputs[i]);
  g_assert_cmpint (attend ((gpointer) test, variables, variables[3] != NULL ? 4 : 3, &y, NULL), ==, 1);
  kept = to_doubles (rensa_variable_get_array (y));
  if (test->causal)
    for (int row = 0; row < N_MATRICES * N_ROWS; row++)
      for (int column = 0; column < N_COLUMNS; column++)
        kept[row * N_COLUMNS + column] *= (row % N_ROWS + 1.) / N_COLUMNS;
  rensa_variable_unref (y);
  rensa_variables_clear (variables, 4);
  clear (inputs, 4);
  return kept;
}

/* Six standard deviations around what is expected, and nothing but zeros and the others grown. */
static void
assert_kept (const Case *test, const double *kept)
{
  const double grown = 1 / (1 - test->dropout);
  double n = 0, n_zeros = 0;

  for (int row = 0; row < N_MATRICES * N_ROWS; row++)
    for (int column = 0; column < (test->causal ? row % N_ROWS + 1 : N_COLUMNS); column++, n++)
      {
        const double value = kept[row * N_COLUMNS + column];

        g_assert_true (value == 0 || fabs (value - grown) < 1e-9);
        n_zeros += value == 0;
      }
  g_assert_cmpfloat (fabs (n_zeros - n * test->dropout), <, 6 * sqrt (n * test->dropout * (1 - test->dropout)));
}

static RensaVariable *
new_output (const Case *test, RensaArray *const inputs[4], RensaVariable *variables[4])
{
  g_autoptr (GError) error = NULL;
  RensaVariable *y = NULL;

  for (int i = 0; i < 4; i++)
    variables[i] = inputs[i] == NULL ? NULL
                   : i < 3           ? rensa_variable_new (inputs[i])
                                     : rensa_variable_new_constant (inputs[i]);
  attend ((gpointer) test, variables, inputs[3] != NULL ? 4 : 3, &y, &error);
  g_assert_no_error (error);
  return y;
}

static void
test_formula (gconstpointer data)
{
  const Case *test = data;
  g_autofree double *kept = test->dropout > 0 ? see_kept (test) : NULL;
  double want[N_MATRICES * N_ROWS * N_VALUE];
  RensaArray *inputs[4];
  RensaVariable *variables[4];

  if (kept != NULL)
    assert_kept (test, kept);
  make_inputs (test, inputs);
  attend_plainly (test, inputs, kept, want);

  g_autoptr (RensaVariable) y = new_output (test, inputs, variables);
  g_autofree double *got = to_doubles (rensa_variable_get_array (y));

  for (int i = 0; i < (int) G_N_ELEMENTS (want); i++)
    g_assert_cmpfloat_with_epsilon (got[i], want[i], 1e-9);
  rensa_variables_clear (variables, 4);
  clear (inputs, 4);
}

/* The gradients of blocks are those of the formula in other functions, which can be differentiated once more. */
static void
test_gradients (gconstpointer data)
{
  const Case *test = data;
  RensaArray *inputs[4];
  RensaVariable *variables[4];

  make_inputs (test, inputs);

  g_autoptr (RensaArray) gy = noise (&RENSA_SHAPE (N_MATRICES, N_ROWS, N_VALUE));
  g_autoptr (RensaVariable) grad_output = rensa_variable_new_constant (gy);
  g_autoptr (RensaVariable) y = new_output (test, inputs, variables);
  RensaVariable *grads[2][3] = { { NULL } };
  g_autoptr (GError) error = NULL;

  for (int twice = 0; twice < 2; twice++)
    {
      rensa_grad (&y, 1, variables, 3, &grad_output, twice, grads[twice], &error);
      g_assert_no_error (error);
    }
  for (int i = 0; i < 3; i++)
    {
      g_autofree double *once = to_doubles (rensa_variable_get_array (grads[0][i]));
      g_autofree double *again = to_doubles (rensa_variable_get_array (grads[1][i]));

      for (gint64 k = 0; k < rensa_shape_count (rensa_array_get_shape (inputs[i])); k++)
        g_assert_cmpfloat_with_epsilon (once[k], again[k], 1e-9);
    }
  rensa_variables_clear (grads[0], 3);
  rensa_variables_clear (grads[1], 3);
  rensa_variables_clear (variables, 4);
  clear (inputs, 4);
}

/* Against differences; the same weights are dropped each time. */
static void
test_dropped_gradients (void)
{
  static const RensaCheckTolerance tolerance = { .eps = 1e-3, .rtol = 1e-6, .atol = 1e-7 };
  Case test = { .causal = TRUE, .dropout = 0.3 };
  RensaArray *inputs[] = { noise (&RENSA_SHAPE (2, 2, 4, 3)), noise (&RENSA_SHAPE (2, 2, 5, 3)),
                           noise (&RENSA_SHAPE (2, 2, 5, 2)) };
  RensaArray *grads[] = { noise (&RENSA_SHAPE (2, 2, 4, 2)), NULL };
  g_autoptr (GError) error = NULL;

  rensa_check_backward (attend, &test, inputs, 3, grads, &tolerance, &error);
  g_assert_no_error (error);
  rensa_check_double_backward (attend, &test, inputs, 3, grads, &tolerance, &error);
  g_assert_no_error (error);
  clear (inputs, 3);
  clear (grads, 1);
}

/* Nothing is dropped, and no number is drawn. */
static void
test_for_inference (void)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  const Case dropping = { .dropout = 0.5 };
  RensaArray *inputs[4];
  RensaVariable *variables[4];
  double want[N_MATRICES * N_ROWS * N_VALUE];

  rensa_modes_get ()->train = FALSE;
  make_inputs (&dropping, inputs);
  attend_plainly (&dropping, inputs, NULL, want);

  g_autoptr (RensaVariable) y = new_output (&dropping, inputs, variables);
  g_autofree double *got = to_doubles (rensa_variable_get_array (y));
  RensaVariable *grads[3] = { NULL };
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < (int) G_N_ELEMENTS (want); i++)
    g_assert_cmpfloat_with_epsilon (got[i], want[i], 1e-9);
  g_assert_cmpuint (rensa_random_get_default ()->counter, ==, rensa_random_init (11, 0).counter);

  /* Gradients of both kinds know it, too. */
  rensa_grad (&y, 1, variables, 3, &y, TRUE, grads, &error);
  g_assert_no_error (error);
  rensa_variables_clear (grads, 3);
  rensa_variables_clear (variables, 4);
  clear (inputs, 4);
}

/* Bit for bit. */
static void
test_threads (gconstpointer data)
{
  const Case *test = data;
  const int n_threads = omp_get_max_threads ();
  g_autofree double *first = NULL;
  RensaArray *inputs[4];

  make_inputs (test, inputs);
  for (int n = 1; n <= 3; n++)
    {
      RensaVariable *variables[4];

      omp_set_num_threads (n);

      g_autoptr (RensaVariable) y = new_output (test, inputs, variables);
      g_autofree double *got = to_doubles (rensa_variable_get_array (y));

      if (first == NULL)
        first = g_steal_pointer (&got);
      else
        g_assert_cmpmem (first, N_MATRICES * N_ROWS * N_VALUE * sizeof *first, got,
                         N_MATRICES * N_ROWS * N_VALUE * sizeof *got);
      rensa_variables_clear (variables, 4);
    }
  omp_set_num_threads (n_threads);
  clear (inputs, 4);
}

static void
add_cases (const char *name, GTestDataFunc test)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/functions/attention/%s/%u", name, i);

      g_test_add_data_func (path, &cases[i], test);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_cases ("formula", test_formula);
  add_cases ("gradients", test_gradients);
  add_cases ("threads", test_threads);
  g_test_add_func ("/functions/attention/dropped-gradients", test_dropped_gradients);
  g_test_add_func ("/functions/attention/for-inference", test_for_inference);
  return g_test_run ();
}
