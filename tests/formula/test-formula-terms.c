/* test-formula-terms.c: simplification, derivatives and their text, on formulas drawn at random.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "formula-fixture.h"
#include "rensa-error.h"

static double
draw_value (GRand *random)
{
  static const double special[] = { 0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 1e308, -5e-324 };

  return g_rand_int_range (random, 0, 4) == 0 ? special[g_rand_int_range (random, 0, G_N_ELEMENTS (special))]
                                              : g_rand_double_range (random, -3, 3);
}

/* The same number, or both NaN; 0 is not -0. */
static gboolean
is_same (double a, double b)
{
  return isnan (a) ? isnan (b) : a == b && signbit (a) == signbit (b);
}

static RensaFormula *
get (const char *formula)
{
  return rensa_formula_get (&(RensaFormulaText){ .inputs = "x, y, z", .formula = formula }, NULL);
}

/* A formula may be refused for a division by zero alone. */
static RensaFormula *
get_or_refuse (const char *text)
{
  g_autoptr (GError) error = NULL;
  RensaFormula *formula = rensa_formula_get (&(RensaFormulaText){ .inputs = "x, y, z", .formula = text }, &error);

  if (formula == NULL)
    g_assert_true (g_str_has_suffix (error->message, ": division by zero"));
  return formula;
}

/* No formula becomes another number by being simplified. */
static void
test_simplified_values (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  int n_taken = 0;

  for (int i = 0; i < 4000; i++)
    {
      const double values[] = { draw_value (random), draw_value (random), draw_value (random) };
      double want;
      double got;
      g_autofree char *text = make_expression (random, 1 + i % 4, values, &want);
      g_autoptr (RensaFormula) formula = get_or_refuse (text);

      if (formula == NULL)
        continue;
      n_taken++;
      run_formula (formula, values, &got);
      if (!is_same (got, want))
        {
          g_test_message ("%s is %g, not %g, of %g, %g, %g", text, want, got, values[0], values[1], values[2]);
          g_test_fail ();
        }
    }
  g_assert_cmpint (n_taken, >, 3000);
}

static int
count_operations (const char *text)
{
  g_autoptr (RensaFormula) formula = get (text);

  return rensa_formula_get_program (formula)->n_instructions;
}

static void
test_what_is_simplified (void)
{
  /* A result that is an input is one copy. */
  g_assert_cmpint (count_operations ("x * 1 - 0"), ==, 1);
  g_assert_cmpint (count_operations ("x / 1"), ==, 1);
  g_assert_cmpint (count_operations ("-(-x)"), ==, 1);
  g_assert_cmpint (count_operations ("x ** 1"), ==, 1);
  g_assert_cmpint (count_operations ("abs(x) + 0"), ==, 1);
  g_assert_cmpint (count_operations ("1 ? x : y"), ==, 1);
  g_assert_cmpint (count_operations ("y ? x : x"), ==, 1);
  g_assert_cmpint (count_operations ("sqrt(4) * exp(0) - 1 + 0 * 1"), ==, 1);
  g_assert_cmpint (count_operations ("exp(x * y) + exp(y * x)"), ==, 3);
  g_assert_cmpint (count_operations ("x ** 4"), ==, 2);
  g_assert_cmpint (count_operations ("x * y + z"), ==, 1);
  g_assert_cmpint (count_operations ("z - x * y"), ==, 1);
  /* These are NaN where x is NaN or infinite, or 0 where it is -0. */
  g_assert_cmpint (count_operations ("0 * x"), ==, 1);
  g_assert_cmpint (count_operations ("x - x"), ==, 1);
  g_assert_cmpint (count_operations ("x / x"), ==, 1);
  g_assert_cmpint (count_operations ("x + 0"), ==, 1);
  g_assert_cmpint (count_operations ("1 / (x + 0)"), ==, 2);
}

/* Takes a formula apart again from the text of its derivative: a blank more, so that it is really read. */
static RensaFormula *
read_again (RensaFormula *formula)
{
  const RensaFormulaText *text = rensa_formula_get_text (formula);
  g_autofree char *formula_text = g_strconcat (text->formula, " ", NULL);
  g_autoptr (GError) error = NULL;
  RensaFormula *again =
      rensa_formula_get (&(RensaFormulaText){ text->inputs, formula_text, text->params, text->outputs }, &error);

  g_assert_no_error (error);
  return again;
}

static void
assert_same_results (RensaFormula *a, RensaFormula *b, GRand *random)
{
  const int n_outputs = rensa_formula_get_n_outputs (a);

  g_assert_cmpint (rensa_formula_get_n_inputs (a), ==, rensa_formula_get_n_inputs (b));
  g_assert_cmpint (n_outputs, ==, rensa_formula_get_n_outputs (b));
  for (int i = 0; i < 8; i++)
    {
      double inputs[RENSA_PROGRAM_MAX_INPUTS];
      double a_outputs[RENSA_PROGRAM_MAX_OUTPUTS];
      double b_outputs[RENSA_PROGRAM_MAX_OUTPUTS];

      for (int k = 0; k < rensa_formula_get_n_inputs (a); k++)
        inputs[k] = draw_value (random);
      run_formula (a, inputs, a_outputs);
      run_formula (b, inputs, b_outputs);
      for (int k = 0; k < n_outputs; k++)
        g_assert_true (is_same (a_outputs[k], b_outputs[k]));
    }
}

/* Derivatives of derivatives can be written down and read, and mean the same. */
static void
test_text_of_derivatives (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  const double values[] = { 1, 2, 3 };

  for (int i = 0; i < 400; i++)
    {
      double value;
      g_autofree char *text = make_expression (random, 1 + i % 3, values, &value);
      g_autoptr (RensaFormula) formula = get_or_refuse (text);

      for (int order = 0; order < 2 && formula != NULL; order++)
        {
          const RensaDerivative *derivative = rensa_formula_derive (formula, 7, 3, NULL);
          g_autoptr (RensaFormula) again = NULL;
          RensaFormula *next;

          if (derivative == NULL || derivative->formula == NULL)
            break;
          again = read_again (derivative->formula);
          assert_same_results (derivative->formula, again, random);
          next = rensa_formula_ref (derivative->formula);
          rensa_formula_unref (formula);
          formula = next;
        }
    }
}

static void
test_shape_of_derivatives (void)
{
  g_autoptr (RensaFormula) formula = get ("w = x * y + z");
  const RensaDerivative *derivative = rensa_formula_derive (formula, 7, 1, NULL);

  g_assert_cmpstr (rensa_formula_get_text (derivative->formula)->inputs, ==, "x, y, gw");
  g_assert_cmpstr (rensa_formula_get_text (derivative->formula)->formula, ==, "gx = y * gw; gy = x * gw");
  g_assert_cmpstr (rensa_formula_get_text (derivative->formula)->outputs, ==, "gx, gy");
  g_assert_cmpint (derivative->gradients[2].kind, ==, RENSA_GRADIENT_PASSED);
  /* The same one again. */
  g_assert_true (rensa_formula_derive (formula, 7, 1, NULL) == derivative);

  derivative = rensa_formula_derive (formula, 4, 1, NULL);
  g_assert_null (derivative->formula);
  g_assert_cmpint (derivative->gradients[0].kind, ==, RENSA_GRADIENT_ZERO);
}

/* Names that the derivative would use are taken already. */
static void
test_names_of_derivatives (void)
{
  g_autoptr (RensaFormula) formula = rensa_formula_get (
      &(RensaFormulaText){ .inputs = "x, gx, gw, t1", .formula = "w = exp(exp(x) * gx) * gw * t1 ** 3" }, NULL);
  const RensaDerivative *derivative = rensa_formula_derive (formula, 15, 1, NULL);
  g_autoptr (RensaFormula) again = read_again (derivative->formula);
  g_autoptr (GRand) random = g_rand_new_with_seed (6);

  g_assert_cmpstr (rensa_formula_get_text (derivative->formula)->outputs, ==, "gx_, ggx, ggw, gt1");
  assert_same_results (derivative->formula, again, random);
}

/* Whatever stands there: a formula or a sentence with the column. */
static void
test_garbage (void)
{
  static const char *const words[] = { "x",    "y",    "1", "0.5e3", "(",   ")",   "+",    "-",     "*", "/",
                                       "%",    "**",   "=", ";",     "exp", "max", "pow",  "where", ",", "?",
                                       ":",    "<=",   "!", "&&",    "||",  "==",  "\n",   " ",     "e", "1e",
                                       "\xc3", "\xff", "×", "^",     ".",   "_",   "nan2", "inf",   "x=" };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (int i = 0; i < 30000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaFormula) formula = NULL;
      const int n = g_rand_int_range (random, 0, 24);

      for (int k = 0; k < n; k++)
        g_string_append (text, words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))]);
      formula = rensa_formula_get (&(RensaFormulaText){ .inputs = i % 2 == 0 ? "x, y" : NULL,
                                                        .formula = text->str,
                                                        .params = i % 5 == 0 ? text->str + text->len / 2 : NULL,
                                                        .outputs = i % 7 == 0 ? text->str + text->len / 3 : NULL },
                                   &error);
      if (formula != NULL && rensa_formula_get_n_inputs (formula) > 0)
        rensa_formula_derive (formula, ~G_GUINT64_CONSTANT (0), ~G_GUINT64_CONSTANT (0), NULL);
      else if (formula == NULL)
        {
          g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
          g_assert_true (g_utf8_validate (error->message, -1, NULL));
          g_assert_nonnull (strstr (error->message, "column "));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formula/simplified_values", test_simplified_values);
  g_test_add_func ("/formula/what_is_simplified", test_what_is_simplified);
  g_test_add_func ("/formula/text_of_derivatives", test_text_of_derivatives);
  g_test_add_func ("/formula/shape_of_derivatives", test_shape_of_derivatives);
  g_test_add_func ("/formula/names_of_derivatives", test_names_of_derivatives);
  g_test_add_func ("/formula/garbage", test_garbage);
  return g_test_run ();
}
