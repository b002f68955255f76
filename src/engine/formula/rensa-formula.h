/* rensa-formula.h: formulas as people type them, their programs and their derivatives.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-program.h"

G_BEGIN_DECLS

/**
 * RensaFormulaText:
 * @inputs: the names of the inputs in their order, "x, y, z"; NULL or "" for all names that are read before anything
 *   is assigned to them, in the order in which they appear
 * @formula: statements "name = value", separated by semicolons; the last may be a value alone
 * @params: numbers with names, "a=0.5, b=2"; NULL or "" for none
 * @outputs: the assigned names that are results, "z, w"; NULL or "" for those that are not read after they were
 *   assigned for the last time, in the order of assignment
 *
 * A value is written as in C: numbers, names, pi, inf and nan, + - * / %, comparisons, && || !, c ? a : b; a power
 * as in Python, x ** y. Comparisons and logical operations give 1 or 0; whatever is not 0 counts as true.  Functions
 * are those of rensa-program-ops.h.
 */
typedef struct
{
  const char *inputs;
  const char *formula;
  const char *params;
  const char *outputs;
} RensaFormulaText;

/* A formula made into a program.  Reference-counted; belongs to one thread. */
typedef struct _RensaFormula RensaFormula;

/**
 * rensa_formula_get:
 *
 * The formula of @text, owned by the caller: one that this thread has met before is not read again, as long as it is
 * among those used last.  NULL with RENSA_ERROR_INVALID where something is wrong with it: "formula, column 9: …".
 */
RensaFormula *rensa_formula_get (const RensaFormulaText *text, GError **error);
RensaFormula *rensa_formula_ref (RensaFormula *formula);
void rensa_formula_unref (RensaFormula *formula);

const RensaProgram *rensa_formula_get_program (RensaFormula *formula);
/* From which rensa_formula_get () gives the same formula again. */
const RensaFormulaText *rensa_formula_get_text (RensaFormula *formula);
int rensa_formula_get_n_inputs (RensaFormula *formula);
int rensa_formula_get_n_outputs (RensaFormula *formula);
const char *rensa_formula_get_input_name (RensaFormula *formula, int i);
const char *rensa_formula_get_output_name (RensaFormula *formula, int i);

/**
 * RensaFormulaWords:
 * @forms: of each operation, with places: a value %a or %b, the same as an array %A, %B or %C, as truth %t or %u, as plain numbers %p and %q
 * @module: that has nan and inf, with its point
 * @constant: the number %v as an array of the shape and type of the value %x
 * @truth: %v, 0 or 1, as an array of true or false of the shape of %x
 * @plain: %v as plain numbers
 * @number: of what is true or false, %v, numbers of the type of %x
 * @variable: %v, an array, as a value
 * @broadcast: the function that gives its arguments one shape
 *
 * How a library for Python says what a formula says.
 */
typedef struct
{
  const char *const *forms;
  const char *module;
  const char *constant;
  const char *truth;
  const char *plain;
  const char *number;
  const char *variable;
  const char *broadcast;
} RensaFormulaWords;

/* Those of Chainer, which the program knows as chainer, F and np, and of PyTorch, as torch and math. */
extern const RensaFormulaWords rensa_formula_chainer;
extern const RensaFormulaWords rensa_formula_torch;

/**
 * rensa_formula_to_python:
 * @is_reserved: whether a name means something else in the program
 *
 * The formula as the parts of a function of Python, made from what was read and not from its text: first the list of
 * parameters, "x, y", then one line for each statement. It takes and gives values of the library.
 */
GStrv rensa_formula_to_python (RensaFormula *formula, const RensaFormulaWords *words,
                               gboolean (*is_reserved) (const char *name, gpointer data), gpointer data);

/* Where the gradient of an input comes from. */
typedef enum
{
  RENSA_GRADIENT_ZERO,
  RENSA_GRADIENT_PASSED,   /* it is the gradient of output @number */
  RENSA_GRADIENT_COMPUTED, /* it is output @number of the formula of gradients */
} RensaGradientKind;

typedef struct
{
  RensaGradientKind kind;
  int number;
} RensaGradient;

/**
 * RensaDerivative:
 * @formula: NULL where nothing is to be computed
 * @args: for each input of @formula an input of the formula that was derived, or, from its number of inputs on, the
 *   gradient of an output
 * @gradients: one for each input of the formula that was derived
 *
 * The gradients of inputs from those of outputs.
 */
typedef struct
{
  RensaFormula *formula;
  int args[RENSA_PROGRAM_MAX_INPUTS];
  RensaGradient gradients[RENSA_PROGRAM_MAX_INPUTS];
} RensaDerivative;

/* The derivative with respect to the inputs of the mask @wanted where the outputs of the mask @given have gradients;
 * borrowed until the formula is asked for another one.  NULL with RENSA_ERROR_INVALID where it is too large. */
const RensaDerivative *rensa_formula_derive (RensaFormula *formula, guint64 wanted, guint64 given, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaFormula, rensa_formula_unref)

G_END_DECLS
