/* rensa-terms-simplify.c: simplification of operations.
 * SPDX-License-Identifier: MIT */

#include "rensa-terms-private.h"

#include <math.h>

/* Reciprocals of powers of two up to this exponent are exact, and far from overflow, in any dtype. */
#define MOST_EXPONENT 12

static gboolean
is_op (const RensaTerms *terms, int term, RensaOp op)
{
  return rensa_terms_get (terms, term)->kind == (int) op;
}

static gboolean
is_any_constant (const RensaTerms *terms, int term)
{
  return rensa_terms_get (terms, term)->kind == RENSA_TERM_CONSTANT;
}

static int
get_operand (const RensaTerms *terms, int term)
{
  return rensa_terms_get (terms, term)->from[0];
}

static gboolean
is_power_of_two (double value)
{
  int exponent;

  return isfinite (value) && value != 0 && fabs (frexp (value, &exponent)) == 0.5 && ABS (exponent) <= MOST_EXPONENT;
}

/* Returns TRUE if the term is never -0, so that adding 0 does not change it. */
static gboolean
is_never_minus_zero (const RensaTerms *terms, int term)
{
  const RensaTerm *self = rensa_terms_get (terms, term);

  switch (self->kind)
    {
    case RENSA_TERM_CONSTANT:
      return self->value != 0 || !signbit (self->value);
    case RENSA_OP_ABS:
    case RENSA_OP_EXP:
    case RENSA_OP_EXP2:
    case RENSA_OP_COSH:
    case RENSA_OP_SIGMOID:
    case RENSA_OP_NOT:
      return TRUE;
    case RENSA_OP_MUL:
      return self->from[0] == self->from[1];
    default:
      return self->kind < RENSA_N_OPS && rensa_op_get_info (self->kind)->level >= 2
             && rensa_op_get_info (self->kind)->level <= 5;
    }
}

static int
negate (RensaTerms *terms, int a)
{
  return rensa_terms_simplify (terms, RENSA_OP_NEG, a, 0, 0);
}

static int
multiply (RensaTerms *terms, int a, int b)
{
  return rensa_terms_simplify (terms, RENSA_OP_MUL, a, b, 0);
}

/* The following functions return -1 if no simplification is possible. */

static int
simplify_add (RensaTerms *terms, int a, int b)
{
  for (int i = 0; i < 2; i++)
    {
      const int x = i == 0 ? a : b;
      const int other = i == 0 ? b : a;

      if (rensa_terms_is_constant (terms, other, -0.0)
          || (rensa_terms_is_constant (terms, other, 0) && is_never_minus_zero (terms, x)))
        return x;
      if (is_op (terms, other, RENSA_OP_NEG))
        return rensa_terms_simplify (terms, RENSA_OP_SUB, x, get_operand (terms, other), 0);
    }

  return -1;
}

static int
simplify_subtract (RensaTerms *terms, int a, int b)
{
  if (rensa_terms_is_constant (terms, b, 0))
    return a;
  if (is_op (terms, b, RENSA_OP_NEG))
    return rensa_terms_simplify (terms, RENSA_OP_ADD, a, get_operand (terms, b), 0);

  return -1;
}

/* For products and quotients: moves the sign outside. */
static int
move_sign_out (RensaTerms *terms, RensaOp op, int a, int b)
{
  const gboolean a_is_negated = is_op (terms, a, RENSA_OP_NEG);
  const gboolean b_is_negated = is_op (terms, b, RENSA_OP_NEG);
  int result;

  if (!a_is_negated && !b_is_negated)
    return -1;

  result = rensa_terms_simplify (terms, op, a_is_negated ? get_operand (terms, a) : a,
                                 b_is_negated ? get_operand (terms, b) : b, 0);
  return a_is_negated && b_is_negated ? result : negate (terms, result);
}

static int
simplify_multiply (RensaTerms *terms, int a, int b)
{
  for (int i = 0; i < 2; i++)
    {
      const int x = i == 0 ? a : b;
      const int other = i == 0 ? b : a;

      if (rensa_terms_is_constant (terms, other, 1))
        return x;
      if (rensa_terms_is_constant (terms, other, -1))
        return negate (terms, x);
    }

  return move_sign_out (terms, RENSA_OP_MUL, a, b);
}

static int
simplify_divide (RensaTerms *terms, int a, int b)
{
  const RensaTerm *divisor = rensa_terms_get (terms, b);

  if (divisor->kind == RENSA_TERM_CONSTANT && is_power_of_two (divisor->value))
    return multiply (terms, a, rensa_terms_constant (terms, 1 / divisor->value));

  return move_sign_out (terms, RENSA_OP_DIV, a, b);
}

/* A product overflows, underflows and is NaN in the same cases as the power. */
static int
simplify_power (RensaTerms *terms, int a, int b)
{
  const double exponent = is_any_constant (terms, b) ? rensa_terms_get (terms, b)->value : NAN;
  int square;

  if (exponent == 0)
    return rensa_terms_constant (terms, 1);
  if (exponent == 1)
    return a;
  if (exponent == -1)
    return rensa_terms_simplify (terms, RENSA_OP_DIV, rensa_terms_constant (terms, 1), a, 0);
  if (exponent != 2 && exponent != 3 && exponent != 4)
    return -1;

  square = multiply (terms, a, a);
  if (exponent == 2)
    return square;
  return exponent == 3 ? multiply (terms, square, a) : multiply (terms, square, square);
}

static int
simplify_select (RensaTerms *terms, int condition, int a, int b)
{
  if (a == b)
    return a;
  if (is_any_constant (terms, condition))
    return rensa_terms_get (terms, condition)->value != 0 ? a : b;

  return -1;
}

static int
simplify_by_rule (RensaTerms *terms, RensaOp op, int a, int b, int c)
{
  switch (op)
    {
    case RENSA_OP_COPY:
      return a;
    case RENSA_OP_NEG:
      return is_op (terms, a, RENSA_OP_NEG) ? get_operand (terms, a) : -1;
    case RENSA_OP_ABS:
      return is_op (terms, a, RENSA_OP_ABS) ? a : -1;
    case RENSA_OP_ADD:
      return simplify_add (terms, a, b);
    case RENSA_OP_SUB:
      return simplify_subtract (terms, a, b);
    case RENSA_OP_MUL:
      return simplify_multiply (terms, a, b);
    case RENSA_OP_DIV:
      return simplify_divide (terms, a, b);
    case RENSA_OP_POW:
      return simplify_power (terms, a, b);
    case RENSA_OP_MAX:
    case RENSA_OP_MIN:
      return a == b ? a : -1;
    case RENSA_OP_SELECT:
      return simplify_select (terms, a, b, c);
    default:
      return -1;
    }
}

static int
fold (RensaTerms *terms, RensaOp op, const int *from)
{
  const int n_operands = rensa_op_get_info (op)->n_operands;
  double values[3] = { 0 };

  for (int k = 0; k < n_operands; k++)
    {
      if (!is_any_constant (terms, from[k]))
        return -1;
      values[k] = rensa_terms_get (terms, from[k])->value;
    }

  return rensa_terms_constant (terms, rensa_op_evaluate (op, values[0], values[1], values[2]));
}

int
rensa_terms_simplify (RensaTerms *terms, RensaOp op, int a, int b, int c)
{
  const gboolean commutes = op == RENSA_OP_ADD || op == RENSA_OP_MUL || op == RENSA_OP_EQ || op == RENSA_OP_NE;
  int simple;

  if (terms->is_full)
    return 0;

  simple = fold (terms, op, (int[]){ a, b, c });
  if (simple < 0)
    simple = simplify_by_rule (terms, op, a, b, c);
  if (simple >= 0)
    return simple;

  return commutes && a > b ? rensa_terms_add (terms, op, b, a, 0) : rensa_terms_add (terms, op, a, b, c);
}
