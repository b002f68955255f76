/* test-formula-text.c: what formulas say, and what is wrong with those that say nothing.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "formula-fixture.h"
#include "rensa-error.h"

static double
evaluate (const char *names, const char *text, const double *inputs)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaFormula) formula = rensa_formula_get (&(RensaFormulaText){ names, text, NULL, NULL }, &error);
  double output;

  g_assert_no_error (error);
  g_assert_cmpint (rensa_formula_get_n_outputs (formula), ==, 1);
  run_formula (formula, inputs, &output);
  return output;
}

static void
assert_close (double got, double want, double tolerance)
{
  if (isnan (want) || isinf (want))
    g_assert_true (isnan (want) ? isnan (got) : got == want);
  else
    g_assert_cmpfloat (fabs (got - want), <=, tolerance * (1 + fabs (want)));
}

/* Of x = 2, y = -3; worked out by hand, or with 17 digits by NumPy. */
static void
test_values (void)
{
  static const struct
  {
    const char *text;
    double value;
  } cases[] = {
    { "x + y * x", -4 },
    { "(x + y) * x", -2 },
    { "x - y - x", 3 },
    { "x / y / x", -1.0 / 3 },
    { "x - (y - x)", 7 },
    { "-x ** 2", -4 },
    { "x ** -1", 0.5 },
    { "x ** 3 ** 2", 512 },
    { "x ** 0 + y ** 0", 2 },
    { "x ** 4 + y ** 3", -11 },
    { "x < y", 0 },
    { "x > y == 1", 1 },
    { "x >= y && y >= x || x != x", 0 },
    { "!x + !(y - y)", 1 },
    { "x < y ? 10 : y < 0 ? 20 : 30", 20 },
    { "max(x, y) - min(x, y)", 5 },
    { "fmax(x, y) + fabs(y)", 5 },
    { "pow(x, y)", 0.125 },
    { "x % 1.5 + y % 2", -0.5 },
    { "fmod(x, 1.5)", 0.5 },
    { "hypot(x + 1, y + 7)", 5 },
    { "where(x > 0, y, x)", -3 },
    { "exp(x)", 7.38905609893065 },
    { "log(x) + expm1(0)", 0.69314718055994531 },
    { "atan2(y, x)", -0.98279372324732907 },
    { "sigmoid(x)", 0.88079707797788243 },
    { "sign(y) * copysign(x, y)", 2 },
    { "lgamma(x + 1.25) + digamma(x)", 1.3585862662071925 },
    { "zeta(x, 2.5) + erfcx(x)", 0.74575343241074061 },
    { "erfinv(x / 4) - ndtri(x / 8)", 1.1514260264005516 },
    { "log_ndtr(y)", -6.6077262215103503 },
    { "2.5e-1f + .5 + 1. + 1e1 ", 11.75 },
    { "t = x + y; u = t * t; u - x", -1 },
    { "t = x + y;\n t = t * t;\n w = t - x;", -1 },
    { "+x - -y", -1 },
    { "x\t*\ny", -6 },
    { "pi * x", 6.2831853071795862 },
    { "inf * x + y", INFINITY },
    { "max(x, nan) + y", NAN },
    { "round(x / 4) + trunc(y / 2) + ceil(y / 2) + floor(y / 2)", -4 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      assert_close (evaluate ("x, y", cases[i].text, (double[]){ 2, -3 }), cases[i].value, 1e-15);
    }
}

static void
assert_wrong (const RensaFormulaText *text, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaFormula) formula = rensa_formula_get (text, &error);

  g_assert_null (formula);
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_wrong_formulas (void)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "", "formula, column 1: the formula is empty" },
    { "  \n", "formula, column 1: the formula is empty" },
    { "w = x * * y", "formula, column 9: expected a value, found “*”" },
    { "w = x *", "formula, column 8: expected a value, found the end of the formula" },
    { "w = (x + y", "formula, column 11: expected “)”, found the end of the formula" },
    { "w = x + y)", "formula, column 10: expected an operator or “;”, found “)”" },
    { "w = x y", "formula, column 7: expected an operator or “;”, found “y”" },
    { "w = x;\nv = x +", "formula, line 2, column 8: expected a value, found the end of the formula" },
    { "w = foo(x)", "formula, column 5: unknown function foo; did you mean floor?" },
    { "w = sqr(x)", "formula, column 5: unknown function sqr; did you mean sqrt?" },
    { "w = exp", "formula, column 5: exp is a function; its arguments in brackets are missing" },
    { "w = exp(x, y)", "formula, column 5: exp takes 1 argument, not 2" },
    { "w = pow(x)", "formula, column 5: pow takes 2 arguments, not 1" },
    { "w = where()", "formula, column 5: where takes 3 arguments, not 0" },
    { "w = max(x, y, z, x)", "formula, column 5: max takes 2 arguments, not 4" },
    { "x = x + 1", "formula, column 1: x is an input and cannot be assigned" },
    { "w = x; x = 2", "formula, column 8: x is an input and cannot be assigned" },
    { "pi = x", "formula, column 1: pi is a constant and cannot be used as a name" },
    { "exp = x", "formula, column 1: exp is a function and cannot be used as a name" },
    { "w = x / 0", "formula, column 7: division by zero" },
    { "w = x % (1 - 1)", "formula, column 7: division by zero" },
    { "w = x ^ 2", "formula, column 7: unexpected “^”; use ** for powers" },
    { "w = x & y", "formula, column 7: unexpected “&”; use && for “and”" },
    { "w = x[1]", "formula, column 6: unexpected “[”; use round brackets" },
    { "w = x × y", "formula, column 7: unexpected “×”" },
    { "w = 'é' + ×", "formula, column 5: unexpected “'”" },
    { "w = é", "formula, column 5: unexpected “é”" },
    { "w = \xff", "formula, column 5: unexpected byte 0xff" },
    { "w = 2x", "formula, column 6: “x” cannot follow a number" },
    { "w = 1e+", "formula, column 8: expected the digits of an exponent" },
    { "w = 1e999", "formula, column 5: the number is too large" },
    { "w = 1.2.3", "formula, column 8: “.” cannot follow a number" },
    { "w = x ? 1", "formula, column 10: expected “:”, found the end of the formula" },
    { "x + 1; w = x", "formula, column 8: nothing can follow a value without a name" },
    { ";", "formula, column 1: expected a value, found “;”" },
    { "w = 1 = 2", "formula, column 7: expected an operator or “;”, found “=”" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_wrong (&(RensaFormulaText){ .formula = cases[i].text }, cases[i].message);
}

static void
test_wrong_lists (void)
{
  static const struct
  {
    RensaFormulaText text;
    const char *message;
  } cases[] = {
    { { .inputs = "x,", .formula = "x" }, "inputs, column 3: expected a name, found the end of the formula" },
    { { .inputs = "x y", .formula = "x" }, "inputs, column 3: expected “,”, found “y”" },
    { { .inputs = "x, x", .formula = "x" }, "inputs, column 4: x appears here for the second time" },
    { { .inputs = "x, 1", .formula = "x" }, "inputs, column 4: expected an input, found “1”" },
    { { .inputs = "x, tanh", .formula = "x" }, "inputs, column 4: tanh is a function and cannot be used as a name" },
    { { .inputs = "x", .formula = "x + y" },
      "formula, column 5: y is neither an input nor a parameter, and has not been assigned" },
    { { .inputs = "x", .formula = "w = x; w", .outputs = "v" }, "outputs, column 1: the formula does not assign v" },
    { { .formula = "w = x", .outputs = "w, w" }, "outputs, column 4: w appears here for the second time" },
    { { .formula = "w = x", .outputs = "x" }, "outputs, column 1: the formula does not assign x" },
    { { .formula = "a * x", .params = "a" }, "params, column 2: expected “=”, found the end of the formula" },
    { { .formula = "a * x", .params = "a=b" },
      "params, column 3: b is neither an input nor a parameter, and has not been assigned" },
    { { .formula = "a * x", .params = "a=1, a=2" }, "params, column 6: a appears here for the second time" },
    { { .formula = "a = x", .params = "a=1" }, "formula, column 1: a is a parameter and cannot be assigned" },
    { { .formula = "x / a", .params = "a=0" }, "formula, column 3: division by zero" },
    { { .inputs = "a", .formula = "a", .params = "a=0" }, "inputs, column 1: a appears here for the second time" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_wrong (&cases[i].text, cases[i].message);
}

/* @n times @before, @middle, @n times @after. */
static char *
nest (int n, const char *before, const char *middle, const char *after)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < n; i++)
    g_string_append (text, before);
  g_string_append (text, middle);
  for (int i = 0; i < n; i++)
    g_string_append (text, after);
  return g_string_free (text, FALSE);
}

static void
test_large_formulas (void)
{
  g_autofree char *deep = nest (100000, "(", "x", ")");
  g_autofree char *signs = nest (100000, "-", "x", "");
  g_autofree char *powers = nest (100000, "x**", "x", "");
  g_autofree char *choices = nest (100000, "x?x:", "x", "");
  g_autofree char *calls = nest (300, "exp(", "x", ")");
  g_autofree char *fitting = nest (150, "exp(", "x", ")");
  g_autofree char *sum = nest (15000, "", "x", " + exp(x)*x");
  g_autoptr (GString) distinct = g_string_new ("x");
  g_autoptr (GString) names = g_string_new ("x0");

  assert_wrong (&(RensaFormulaText){ .formula = deep },
                "formula, column 201: values are nested more than 200 levels deep");
  assert_wrong (&(RensaFormulaText){ .formula = signs },
                "formula, column 201: values are nested more than 200 levels deep");
  assert_wrong (&(RensaFormulaText){ .formula = powers },
                "formula, column 601: values are nested more than 200 levels deep");
  assert_wrong (&(RensaFormulaText){ .formula = choices },
                "formula, column 799: values are nested more than 200 levels deep");
  assert_wrong (&(RensaFormulaText){ .formula = calls },
                "formula, column 801: values are nested more than 200 levels deep");
  g_assert_cmpfloat (evaluate ("x", fitting, (double[]){ -1e300 }), ==, INFINITY);
  assert_close (evaluate ("x", sum, (double[]){ 1 }), 1 + 15000 * G_E, 1e-12);

  for (int i = 1; i < 30000; i++)
    g_string_append_printf (distinct, " + x / %d.5", i);
  g_autoptr (GError) error = NULL;
  g_assert_null (rensa_formula_get (&(RensaFormulaText){ .formula = distinct->str }, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_true (g_str_has_suffix (error->message, ": more than 20000 operations up to here"));

  for (int i = 1; i < 60; i++)
    g_string_append_printf (names, " + x%d", i);
  assert_wrong (&(RensaFormulaText){ .formula = names->str }, "formula, column 279: more than 48 inputs");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formula/values", test_values);
  g_test_add_func ("/formula/wrong_formulas", test_wrong_formulas);
  g_test_add_func ("/formula/wrong_lists", test_wrong_lists);
  g_test_add_func ("/formula/large_formulas", test_large_formulas);
  return g_test_run ();
}
