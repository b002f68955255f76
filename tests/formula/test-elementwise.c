/* test-elementwise.c: formulas over arrays, and functions that are forgotten.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <omp.h>
#include <string.h>

#include "arrays.h"
#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-gradient-check.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

static const RensaCheckTolerance tolerance = { .eps = 1e-4, .rtol = 1e-5, .atol = 1e-6 };

static RensaArray *
uniform (RensaDtype dtype, const RensaShape *shape, double low, double high)
{
  RensaArray *array = rensa_array_new (dtype, shape, NULL);

  g_assert_true (rensa_fill_uniform (array, rensa_random_get_default (), low, high, NULL));
  return array;
}

static RensaArray *
apply (const char *formula, RensaArray *const *arrays, int n)
{
  RensaVariable *xs[4] = { NULL };
  RensaVariable *y = NULL;
  RensaArray *result;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < n; i++)
    xs[i] = rensa_variable_new_constant (arrays[i]);
  rensa_elementwise (formula, NULL, NULL, NULL, xs, n, &y, 1, &error);
  g_assert_no_error (error);
  result = rensa_array_ref (rensa_variable_get_array (y));
  rensa_variable_unref (y);
  for (int i = 0; i < n; i++)
    rensa_variable_unref (xs[i]);
  return result;
}

/* NaN equals NaN. */
static void
assert_equal (RensaArray *a, RensaArray *b, double relative)
{
  const gint64 n = rensa_array_get_count (a);
  g_autofree double *a_values = get_values (a);
  g_autofree double *b_values = get_values (b);

  g_assert_true (rensa_shape_equal (rensa_array_get_shape (a), rensa_array_get_shape (b)));
  for (gint64 i = 0; i < n; i++)
    if (!(isnan (b_values[i])
              ? isnan (a_values[i])
              : a_values[i] == b_values[i] || fabs (a_values[i] - b_values[i]) <= relative * fabs (b_values[i])))
      g_error ("element %" G_GINT64_FORMAT " is %.17g, not %.17g", i, a_values[i], b_values[i]);
}

typedef struct
{
  const char *formula;
  double low;
  double high;
} Differentiable;

/* Each function within its domain, away from its jumps and kinks.  What stands for a value is multiplied with one that
 * depends on all inputs to any order. */
static const Differentiable differentiable[] = {
  { "exp(x * y) / (1 + z * z)", -1, 1 },
  { "x * y + z", -1, 1 },
  { "x ** 2 + y ** 3 * z ** 4 + x ** -2", 0.5, 1.5 },
  { "x ** y * z", 0.5, 1.5 },
  { "sin(x) * cos(y) + tan(z)", -1, 1 },
  { "asin(x) + acos(y) * atan(z)", 0.1, 0.6 },
  { "sinh(x) + cosh(y) * tanh(z)", -1, 1 },
  { "asinh(x) + acosh(y) * atanh(z / 4)", 1.2, 2 },
  { "log(x) + log2(y) * log10(z) + log1p(x)", 0.5, 1.5 },
  { "exp2(x) + expm1(y) * exp(z)", -1, 1 },
  { "sqrt(x) * cbrt(y) + erf(z) + erfc(x)", 0.5, 1.5 },
  { "sigmoid(x * y) * abs(z)", 0.1, 1 },
  { "hypot(x, y) + atan2(y, z)", 0.5, 1.5 },
  { "erfcx(x) * log_ndtr(y) + erfinv(z / 2)", 0.2, 1 },
  { "ndtri(x) * lgamma(y + 1) + digamma(z)", 0.2, 0.8 },
  { "zeta(3, x) * y + zeta(2.5, z)", 0.8, 1.5 },
  { "max(x, y + 2) * min(x * y, z + 3) + copysign(x, z)", 0.1, 1 },
  { "x > 0.05 ? y * y * z : x", 0.1, 1 },
  { "x < 0.05 ? y * y * z : x * x * x * y", 0.1, 1 },
  { "fmod(x + 7, y + 2) * z + floor(x) * ceil(y)", 0.1, 0.4 },
  { "t = x * y; u = t / z; v = t * u - x; w = v * v + u", 0.5, 1.5 },
};

static int
call_formula (gpointer data, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const char *text = ((const Differentiable *) data)->formula;
  g_autofree char *formula =
      strchr (text, '=') != NULL ? g_strdup (text) : g_strdup_printf ("(%s) * exp(0.1 * (x + y * z))", text);

  return rensa_elementwise (formula, "x, y, z", NULL, NULL, inputs, n_inputs, outputs, RENSA_CHECK_MAX, error);
}

/* The gradients as functions of the inputs and of the gradient of the output. */
static int
call_gradient (gpointer data, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  g_autoptr (RensaVariable) y = NULL;
  gboolean ok;

  if (call_formula (data, inputs, 3, &y, error) < 0)
    return -1;
  ok = rensa_grad (&y, 1, inputs, 3, &inputs[3], TRUE, outputs, error);
  return ok ? 3 : -1;
}

/* The second gradients are checked by differences of first ones, and the third ones by those of second ones. */
static void
test_three_orders (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (differentiable); i++)
    {
      Differentiable *self = (Differentiable *) &differentiable[i];
      RensaArray *arrays[8] = { NULL };
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", self->formula);
      for (int k = 0; k < 7; k++)
        arrays[k] = uniform (RENSA_FLOAT64, &RENSA_SHAPE (k == 1 ? 1 : 2, k == 2 ? 1 : 3), self->low, self->high);
      g_clear_pointer (&arrays[5], rensa_array_unref);
      g_clear_pointer (&arrays[6], rensa_array_unref);
      arrays[5] = uniform (RENSA_FLOAT64, &RENSA_SHAPE (1, 3), 0.5, 1);
      arrays[6] = uniform (RENSA_FLOAT64, &RENSA_SHAPE (2, 1), 0.5, 1);

      rensa_check_backward (call_formula, self, arrays, 3, (RensaArray *[]){ arrays[3], NULL }, &tolerance, &error);
      g_assert_no_error (error);
      rensa_check_double_backward (call_formula, self, arrays, 3, (RensaArray *[]){ arrays[3], NULL }, &tolerance,
                                   &error);
      g_assert_no_error (error);
      rensa_check_double_backward (call_gradient, self, arrays, 4,
                                   (RensaArray *[]){ arrays[4], arrays[5], arrays[6], NULL }, &tolerance, &error);
      g_assert_no_error (error);
      for (int k = 0; k < 8; k++)
        g_clear_pointer (&arrays[k], rensa_array_unref);
    }
}

/* The slope of the branch that was not chosen is infinite at 0, which must not be seen. */
static void
test_choices_have_no_nan (void)
{
  g_autoptr (RensaArray) array = rensa_array_zeros (RENSA_FLOAT64, &RENSA_SHAPE (1), NULL);
  g_autoptr (RensaVariable) x = rensa_variable_new (array);
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (RensaVariable) gx = NULL;
  g_autoptr (RensaVariable) ggx = NULL;
  g_autoptr (GError) error = NULL;

  rensa_elementwise ("x > 0 ? x * log(sqrt(x)) : x * x", NULL, NULL, NULL, &x, 1, &y, 1, &error);
  g_assert_no_error (error);
  g_assert_true (rensa_grad (&y, 1, &x, 1, NULL, TRUE, &gx, &error));
  g_assert_cmpfloat (rensa_array_get_scalar (rensa_variable_get_array (gx)), ==, 0);
  g_assert_true (rensa_grad (&gx, 1, &x, 1, NULL, FALSE, &ggx, &error));
  g_assert_cmpfloat (rensa_array_get_scalar (rensa_variable_get_array (ggx)), ==, 2);
}

static RensaArray *
special_values (RensaDtype dtype)
{
  static const double values[] = { NAN, INFINITY, -INFINITY, 0, -0.0, 1, -1, 2.5, -2.5, 1e30, 1e-30 };
  const RensaShape shape = RENSA_SHAPE (G_N_ELEMENTS (values));
  g_autoptr (RensaArray) array = rensa_array_new_from_host (RENSA_FLOAT64, &shape, values, NULL);

  return rensa_array_cast (array, dtype, NULL);
}

/* Figures by NumPy 2. */
static void
test_special_values (void)
{
  static const struct
  {
    const char *formula;
    double values[11];
  } cases[] = {
    { "0 * x", { NAN, NAN, NAN, 0, -0.0, 0, -0.0, 0, -0.0, 0, 0 } },
    { "x - x", { NAN, NAN, NAN, 0, 0, 0, 0, 0, 0, 0, 0 } },
    { "1 / x", { NAN, 0, -0.0, INFINITY, -INFINITY, 1, -1, 0.4, -0.4, 1e-30, 1e30 } },
    { "max(x, 0)", { NAN, INFINITY, 0, 0, 0, 1, 0, 2.5, 0, 1e30, 1e-30 } },
    { "x > 0", { 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 1 } },
    { "x == x", { 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 } },
    { "x ? 1 : 0", { 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1 } },
    { "sqrt(x)", { NAN, INFINITY, NAN, 0, -0.0, 1, NAN, 1.5811388300841898, NAN, 1e15, 1e-15 } },
    { "exp(x)",
      { NAN, INFINITY, 0, 1, 1, G_E, 0.36787944117144233, 12.182493960703473, 0.0820849986238988, INFINITY, 1 } },
    { "tanh(x)",
      { NAN, 1, -1, 0, -0.0, 0.76159415595576485, -0.76159415595576485, 0.98661429815143031, -0.98661429815143031, 1,
        1e-30 } },
    { "sigmoid(x)",
      { NAN, 1, 0, 0.5, 0.5, 0.73105857863000488, 0.2689414213699951, 0.92414181997875655, 0.07585818002124355, 1,
        0.5 } },
    { "x ** 0", { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 } },
    { "rint(x)", { NAN, INFINITY, -INFINITY, 0, -0.0, 1, -1, 2, -2, 1e30, 0 } },
    { "sign(x)", { NAN, 1, -1, 0, 0, 1, -1, 1, -1, 1, 1 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (RensaDtype dtype = RENSA_FLOAT32; dtype <= RENSA_FLOAT64; dtype++)
      {
        g_autoptr (RensaArray) x = special_values (dtype);
        g_autoptr (RensaArray) y = apply (cases[i].formula, &x, 1);
        g_autoptr (RensaArray) want =
            rensa_array_new_from_host (RENSA_FLOAT64, rensa_array_get_shape (x), cases[i].values, NULL);

        g_test_message ("%s", cases[i].formula);
        assert_equal (y, want, dtype == RENSA_FLOAT32 ? 1e-6 : 1e-14);
      }
}

/* A view of shape @shape, made from an array of another layout. */
static RensaArray *
make_layout (int which, const RensaShape *shape)
{
  const RensaShape column = RENSA_SHAPE (shape->dims[0], 1);
  const RensaShape turned = RENSA_SHAPE (shape->dims[1], shape->dims[0]);
  const RensaShape wide = RENSA_SHAPE (shape->dims[0], 2 * shape->dims[1]);
  const RensaSlice backwards[] = { { RENSA_SLICE_RANGE, RENSA_SLICE_NONE, RENSA_SLICE_NONE, -1 },
                                   { RENSA_SLICE_RANGE, RENSA_SLICE_NONE, RENSA_SLICE_NONE, -2 } };
  g_autoptr (RensaArray) array = NULL;

  switch (which)
    {
    case 0:
      return uniform (RENSA_FLOAT32, shape, -1, 1);
    case 1:
      return uniform (RENSA_FLOAT32, &column, -1, 1);
    case 2:
      return uniform (RENSA_FLOAT32, &RENSA_SHAPE (shape->dims[1]), -1, 1);
    case 3:
      return uniform (RENSA_FLOAT32, &RENSA_SHAPE_SCALAR, -1, 1);
    case 4:
      array = uniform (RENSA_FLOAT32, &turned, -1, 1);
      return rensa_array_view_transpose (array, (int[]){ 1, 0 });
    default:
      array = uniform (RENSA_FLOAT32, &wide, -1, 1);
      return rensa_array_view_slice (array, backwards, 2, NULL);
    }
}

static RensaArray *
spread_out (RensaArray *array, const RensaShape *shape)
{
  g_autoptr (RensaArray) view = rensa_array_view_broadcast (array, shape);

  return rensa_array_contiguous (view, NULL);
}

/* Whatever the layout, the bits are those of dense arrays, and one thread gives those of two. */
static void
test_layouts (void)
{
  static const char formula[] = "t = a * b + c; u = a > b ? exp(t) : t * c; v = u - 0.25 * a + tanh(b)";
  const RensaShape shapes[] = { RENSA_SHAPE (3, 5),     RENSA_SHAPE (301, 1003), RENSA_SHAPE (70000, 7),
                                RENSA_SHAPE (7, 70001), RENSA_SHAPE (1, 1),      RENSA_SHAPE (1, 33),
                                RENSA_SHAPE (33, 1) };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (int layout = 0; layout < 6 * 6; layout++)
      {
        RensaArray *arrays[3] = { make_layout (0, &shapes[i]), make_layout (layout % 6, &shapes[i]),
                                  make_layout (layout / 6, &shapes[i]) };
        RensaArray *dense[3];
        const int n_threads = omp_get_max_threads ();

        for (int k = 0; k < 3; k++)
          dense[k] = spread_out (arrays[k], &shapes[i]);
        {
          g_autoptr (RensaArray) want = apply (formula, dense, 3);
          g_autoptr (RensaArray) got = apply (formula, arrays, 3);

          assert_equal (got, want, 0);
          omp_set_num_threads (1);
          g_autoptr (RensaArray) alone = apply (formula, arrays, 3);
          omp_set_num_threads (n_threads);
          assert_equal (alone, want, 0);
        }
        for (int k = 0; k < 3; k++)
          {
            rensa_array_unref (arrays[k]);
            rensa_array_unref (dense[k]);
          }
      }
}

/* Outputs that are inputs, constants, or the same value twice. */
static void
test_odd_outputs (void)
{
  g_autoptr (RensaArray) x_array = uniform (RENSA_FLOAT32, &RENSA_SHAPE (2, 300), -1, 1);
  g_autoptr (RensaArray) a_array = uniform (RENSA_FLOAT32, &RENSA_SHAPE (1, 1), -1, 1);
  g_autoptr (RensaVariable) x = rensa_variable_new (x_array);
  g_autoptr (RensaVariable) a = rensa_variable_new (a_array);
  RensaVariable *ys[6];
  RensaVariable *grads[2];
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) spread = spread_out (a_array, rensa_array_get_shape (x_array));
  g_autoptr (RensaArray) three = rensa_array_full (RENSA_FLOAT32, rensa_array_get_shape (x_array), 3, NULL);

  g_assert_cmpint (rensa_elementwise ("p = x; q = a; r = 3; s = x * a; t = s + 0 * x; u = a * a", "x, a", NULL,
                                      "p, q, r, s, t, u", (RensaVariable *[]){ x, a }, 2, ys, 6, &error),
                   ==, 6);
  g_assert_no_error (error);
  assert_equal (rensa_variable_get_array (ys[0]), x_array, 0);
  assert_equal (rensa_variable_get_array (ys[1]), spread, 0);
  assert_equal (rensa_variable_get_array (ys[2]), three, 0);
  assert_equal (rensa_variable_get_array (ys[4]), rensa_variable_get_array (ys[3]), 0);

  /* Gradients where only some outputs have one. */
  g_assert_true (
      rensa_grad (&ys[1], 1, (RensaVariable *[]){ x, a }, 2, (RensaVariable *[]){ ys[2] }, FALSE, grads, &error));
  g_assert_null (grads[0]);
  g_assert_cmpfloat (rensa_array_get_scalar (rensa_variable_get_array (grads[1])), ==, 1800);
  rensa_variable_unref (grads[1]);
  for (int i = 0; i < 6; i++)
    rensa_variable_unref (ys[i]);
}

static void
test_errors (void)
{
  g_autoptr (RensaArray) array = uniform (RENSA_FLOAT32, &RENSA_SHAPE (3), -1, 1);
  g_autoptr (RensaArray) other = uniform (RENSA_FLOAT32, &RENSA_SHAPE (2), -1, 1);
  g_autoptr (RensaVariable) x = rensa_variable_new (array);
  g_autoptr (RensaVariable) y = rensa_variable_new (other);
  RensaVariable *const xs[] = { x, y };
  const struct
  {
    const char *formula;
    int n;
    const char *message;
  } cases[] = {
    { "w = x * * y", 2, "elementwise: formula, column 9: expected a value, found “*”" },
    { "w = x * y", 2, "elementwise: Expect: shapes that can be broadcast together, Actual: (3,) and (2,)" },
    { "w = x * y", 1, "elementwise: Expect: these inputs: x, y, Actual: 1 given" },
    { "w = 3", 1, "elementwise: Expect: a formula with at least one input, Actual: it has none" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      RensaVariable *w;

      g_assert_cmpint (rensa_elementwise (cases[i].formula, NULL, NULL, NULL, xs, cases[i].n, &w, 1, &error), ==, -1);
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

/* Dropout, a product and an input that is an index. */
static int
forgetful (gpointer data, RensaVariable *const *xs, int n, RensaVariable **ys, int max_ys, GError **error)
{
  g_autoptr (RensaVariable) h = rensa_multiply (xs[0], xs[1], error);
  g_autoptr (RensaVariable) dropped = rensa_dropout (h, 0.5, error);

  (*(int *) data)++;
  ys[0] = rensa_exp (dropped, error);
  ys[1] = rensa_tanh (h, error);
  return ys[0] != NULL && ys[1] != NULL ? 2 : -1;
}

typedef struct
{
  gboolean forget;
  int n_calls;
} Forgetful;

static int
call_forgetful (gpointer data, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  Forgetful *self = data;

  /* The same mask each time. */
  *rensa_random_get_default () = rensa_random_init (11, 3);
  return self->forget ? rensa_forget (forgetful, &self->n_calls, inputs, n_inputs, outputs, RENSA_CHECK_MAX, error)
                      : forgetful (&self->n_calls, inputs, n_inputs, outputs, RENSA_CHECK_MAX, error);
}

static int
call_forgetful_gradient (gpointer data, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                         GError **error)
{
  RensaVariable *ys[2] = { NULL };
  gboolean ok;

  if (call_forgetful (data, inputs, 2, ys, error) < 0)
    return -1;
  ok = rensa_grad (ys, 2, inputs, 2, &inputs[2], TRUE, outputs, error);
  rensa_variable_unref (ys[0]);
  rensa_variable_unref (ys[1]);
  return ok ? 2 : -1;
}

static void
test_forget (void)
{
  RensaArray *arrays[9] = { NULL };
  Forgetful remembered = { .forget = FALSE };
  Forgetful forgotten = { .forget = TRUE };
  RensaVariable *xs[2];
  RensaVariable *results[2][2];
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 8; i++)
    arrays[i] = uniform (RENSA_FLOAT64, &RENSA_SHAPE (2, 5), 0.2, 1);
  for (int i = 0; i < 2; i++)
    xs[i] = rensa_variable_new (arrays[i]);
  g_assert_cmpint (call_forgetful (&remembered, xs, 2, results[0], &error), ==, 2);
  g_assert_cmpint (call_forgetful (&forgotten, xs, 2, results[1], &error), ==, 2);
  for (int i = 0; i < 2; i++)
    {
      assert_equal (rensa_variable_get_array (results[1][i]), rensa_variable_get_array (results[0][i]), 0);
      rensa_variable_unref (results[0][i]);
      rensa_variable_unref (results[1][i]);
      rensa_variable_unref (xs[i]);
    }

  rensa_check_backward (call_forgetful, &forgotten, arrays, 2, (RensaArray *[]){ arrays[2], arrays[3], NULL },
                        &tolerance, &error);
  g_assert_no_error (error);
  rensa_check_double_backward (call_forgetful, &forgotten, arrays, 2, (RensaArray *[]){ arrays[2], arrays[3], NULL },
                               &tolerance, &error);
  g_assert_no_error (error);
  rensa_check_double_backward (call_forgetful_gradient, &forgotten, arrays, 4,
                               (RensaArray *[]){ arrays[4], arrays[5], NULL }, &tolerance, &error);
  g_assert_no_error (error);
  for (int i = 0; i < 8; i++)
    rensa_array_unref (arrays[i]);
}

static int
fail (gpointer data, RensaVariable *const *xs, int n, RensaVariable **ys, int max_ys, GError **error)
{
  if (--*(int *) data >= 0)
    {
      ys[0] = rensa_exp (xs[0], error);
      return 1;
    }
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "not again");
  return -1;
}

/* At once, and when it is called again. */
static void
test_forget_fails (void)
{
  for (int n_good = 0; n_good < 2; n_good++)
    {
      g_autoptr (RensaArray) array = uniform (RENSA_FLOAT64, &RENSA_SHAPE (1), 0, 1);
      g_autoptr (RensaVariable) x = rensa_variable_new (array);
      g_autoptr (RensaVariable) y = NULL;
      g_autoptr (RensaVariable) gx = NULL;
      g_autoptr (GError) error = NULL;
      int left = n_good;

      if (rensa_forget (fail, &left, &x, 1, &y, 1, &error) > 0)
        rensa_grad (&y, 1, &x, 1, NULL, FALSE, &gx, &error);
      g_assert_null (gx);
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
      g_assert_cmpstr (error->message, ==, "not again");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  *rensa_random_get_default () = rensa_random_init (1, 2);
  g_test_add_func ("/formula/elementwise/three-orders", test_three_orders);
  g_test_add_func ("/formula/elementwise/choices-have-no-nan", test_choices_have_no_nan);
  g_test_add_func ("/formula/elementwise/special-values", test_special_values);
  g_test_add_func ("/formula/elementwise/layouts", test_layouts);
  g_test_add_func ("/formula/elementwise/odd-outputs", test_odd_outputs);
  g_test_add_func ("/formula/elementwise/errors", test_errors);
  g_test_add_func ("/formula/forget/function", test_forget);
  g_test_add_func ("/formula/forget/fails", test_forget_fails);
  return g_test_run ();
}
