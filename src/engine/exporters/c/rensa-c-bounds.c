/* rensa-c-bounds.c: required accuracy of an operation.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-array-private.h"
#include "rensa-c-proof-private.h"

/* Functions that <math.h> and the vectorized loops of the engine round differently. */
static const char *const rounded[] = {
  "k_exp",   "k_exp2",  "k_expm1", "k_log",  "k_log2", "k_log10", "k_log1p", "k_cbrt", "k_sin",
  "k_cos",   "k_tan",   "k_asin",  "k_acos", "k_atan", "k_sinh",  "k_cosh",  "k_tanh", "k_asinh",
  "k_acosh", "k_atanh", "k_erf",   "k_erfc", "k_pow",  "k_atan2", "k_hypot",
};

static gboolean
is_rounded (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (rounded); i++)
    if (g_str_has_prefix (word, rounded[i]))
      return TRUE;
  return FALSE;
}

static const char *
skip_comment (const char *c)
{
  for (c += 2; *c != '\0'; c++)
    if (c[0] == '*' && c[1] == '/')
      return c + 2;
  return c;
}

/* A product and a sum may be rounded once or twice. The asterisk of a pointer is not followed by a space. */
static gboolean
is_text_exact (const char *text)
{
  gboolean has_product = FALSE;
  gboolean has_sum = FALSE;

  for (const char *c = text; *c != '\0';)
    {
      const gsize n = strspn (c, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
      const gboolean is_operator = c > text && c[-1] == ' ' && c[1] == ' ';

      if (n > 0 && is_rounded (c))
        return FALSE;
      has_product |= is_operator && *c == '*';
      has_sum |= is_operator && (*c == '+' || *c == '-');
      c = c[0] == '/' && c[1] == '*' ? skip_comment (c) : c + MAX (n, 1);
    }
  return !has_product || !has_sum;
}

static gboolean
is_program_exact (const RensaProgram *program)
{
  int n_products = 0;
  int n_sums = 0;

  for (int i = 0; i < program->n_instructions; i++)
    switch (program->instructions[i].op)
      {
      case RENSA_OP_COPY:
      case RENSA_OP_NEG:
      case RENSA_OP_ABS:
      case RENSA_OP_MAX:
      case RENSA_OP_MIN:
      case RENSA_OP_SELECT:
        break;
      case RENSA_OP_ADD:
      case RENSA_OP_SUB:
        n_sums++;
        break;
      case RENSA_OP_MUL:
        n_products++;
        break;
      default:
        return FALSE;
      }
  return n_products == 0 || n_sums == 0;
}

gboolean
rensa_c_is_exact (const RensaTapeOp *op)
{
  switch (op->kind)
    {
    case RENSA_TAPE_FILL:
    case RENSA_TAPE_ASSIGN:
    case RENSA_TAPE_ACCUMULATE:
    case RENSA_TAPE_POOL_MAX:
    case RENSA_TAPE_TAKE_ROWS:
      return TRUE;
    case RENSA_TAPE_MAP:
    case RENSA_TAPE_INDEX_MAP:
      return is_text_exact (op->kernel->source);
    case RENSA_TAPE_PROGRAM:
      return is_program_exact (op->program);
    case RENSA_TAPE_REDUCE:
      return op->reduction != RENSA_REDUCE_SUM && op->reduction != RENSA_REDUCE_SUM_SQUARE
             && op->reduction != RENSA_REDUCE_PROD;
    default:
      return FALSE;
    }
}

static gint64
count_places (const RensaWindow *window)
{
  gint64 n = 1;

  for (int i = 0; i < window->n; i++)
    n *= window->kernel[i];
  return n;
}

gint64
rensa_c_count_terms (const RensaTapeOp *op)
{
  RensaArray *x = op->inputs->len > 0 ? op->inputs->pdata[0] : NULL;
  RensaArray *y = op->outputs->pdata[0];
  RensaArray *W = op->inputs->len > 1 ? op->inputs->pdata[1] : NULL;

  switch (op->kind)
    {
    case RENSA_TAPE_MATMUL:
      return x->shape.dims[x->shape.ndim - (op->transa ? 2 : 1)] + 1;
    case RENSA_TAPE_CONVOLVE:
      return W->shape.dims[1] * count_places (&op->window) + 1;
    case RENSA_TAPE_CONVOLVE_BACKWARD_X:
      return W->shape.dims[0] * count_places (&op->window);
    case RENSA_TAPE_POOL_SUM:
      return count_places (&op->window);
    case RENSA_TAPE_REDUCE:
    case RENSA_TAPE_NORMALIZE_ROWS:
      return x->count / MAX (op->kind == RENSA_TAPE_REDUCE ? y->count : x->shape.dims[0] * x->shape.dims[1], 1);
    case RENSA_TAPE_SOFTMAX:
    case RENSA_TAPE_SCAN:
      return x->shape.dims[op->axis];
    default:
      return 1;
    }
}

/* Evaluates one step: its value, and its error, consisting of the propagated errors of the operands
 * and its own rounding. */
static void
take_step (const RensaInstruction *step, double *values, double *errors, double eps)
{
  double x[3];
  double value, error;

  for (int k = 0; k < 3; k++)
    x[k] = values[step->from[k]];
  value = rensa_op_evaluate (step->op, x[0], x[1], x[2]);
  error = eps * fabs (value);
  for (int k = 0; k < rensa_op_get_info (step->op)->n_operands; k++)
    {
      const double before = x[k];

      x[k] += errors[step->from[k]];
      error += fabs (rensa_op_evaluate (step->op, x[0], x[1], x[2]) - value);
      x[k] = before;
    }
  values[step->to] = value;
  errors[step->to] = isfinite (error) ? error : 0;
}

double
rensa_c_sum_roundings (const RensaProgram *program, const double *inputs, guint output, double eps)
{
  const int first_output = program->n_inputs + program->n_constants + program->n_registers;
  g_autofree double *values = g_new0 (double, first_output + program->n_outputs);
  g_autofree double *errors = g_new0 (double, first_output + program->n_outputs);

  memcpy (values, inputs, (gsize) program->n_inputs * sizeof *values);
  if (program->n_constants > 0)
    memcpy (values + program->n_inputs, program->constants, (gsize) program->n_constants * sizeof *values);
  for (int i = 0; i < program->n_instructions; i++)
    take_step (&program->instructions[i], values, errors, eps);
  return errors[first_output + (int) output];
}
