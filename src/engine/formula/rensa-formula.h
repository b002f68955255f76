/* rensa-formula.h: formulas as text, their programs and their derivatives.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-program.h"

G_BEGIN_DECLS

/**
 * RensaFormulaText:
 * @inputs: names of the inputs in order, "x, y, z"; NULL or "" for all names that are read before
 *   they are assigned, in order of appearance
 * @formula: statements "name = value", separated by semicolons; the last may be a value alone
 * @params: named numbers, "a=0.5, b=2"; NULL or "" for none
 * @outputs: names of the assigned values that are results, "z, w"; NULL or "" for those that are
 *   not read after their last assignment, in order of assignment
 *
 * A value is written as in C: numbers, names, pi, inf and nan, + - * / %, comparisons, && || !, c ?
 * a : b; a power as in Python, x ** y. Comparisons and logical operations give 1 or 0; any value
 * other than 0 is true. Functions are those of rensa-program-ops.h.
 */
typedef struct
{
  const char *inputs;
  const char *formula;
  const char *params;
  const char *outputs;
} RensaFormulaText;

/* A formula compiled to a program. Reference-counted; must be used by one thread only. */
typedef struct _RensaFormula RensaFormula;

/**
 * rensa_formula_get:
 *
 * Returns the formula of @text, owned by the caller; a recently used one comes from the cache of
 * this thread without parsing it again. NULL with RENSA_ERROR_INVALID if it is invalid: "formula,
 * column 9: …".
 */
RensaFormula *rensa_formula_get (const RensaFormulaText *text, GError **error);
RensaFormula *rensa_formula_ref (RensaFormula *formula);
void rensa_formula_unref (RensaFormula *formula);

const RensaProgram *rensa_formula_get_program (RensaFormula *formula);
/* Returns the text from which rensa_formula_get () creates the same formula. */
const RensaFormulaText *rensa_formula_get_text (RensaFormula *formula);
int rensa_formula_get_n_inputs (RensaFormula *formula);
int rensa_formula_get_n_outputs (RensaFormula *formula);
const char *rensa_formula_get_input_name (RensaFormula *formula, int i);
const char *rensa_formula_get_output_name (RensaFormula *formula, int i);

/**
 * RensaFormulaWords:
 * @forms: for each operation, with placeholders: a value %a or %b, the same as an array %A, %B or
 *   %C, as truth values %t or %u, as plain numbers %p and %q
 * @module: prefix of nan and inf, including the point
 * @constant: the number %v as an array of the shape and type of the value %x
 * @truth: %v, 0 or 1, as a Boolean array of the shape of %x
 * @plain: %v as plain numbers
 * @number: the Boolean array %v as numbers of the type of %x
 * @variable: the array %v as a value
 * @broadcast: function that broadcasts its arguments to one shape
 *
 * Expressions for the operations of formulas in a Python library.
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

/* Names of Chainer, imported as chainer, F and np, and of PyTorch, imported as torch and math. */
extern const RensaFormulaWords rensa_formula_chainer;
extern const RensaFormulaWords rensa_formula_torch;

/**
 * rensa_formula_to_python:
 * @is_reserved: returns TRUE if a name has another meaning in the program
 *
 * Returns the formula as the parts of a Python function, generated from its terms instead of its
 * text: first the parameter list, "x, y", then one line for each statement. It takes and returns
 * values of the library.
 */
GStrv rensa_formula_to_python (RensaFormula *formula, const RensaFormulaWords *words,
                               gboolean (*is_reserved) (const char *name, gpointer data), gpointer data);

/* Source of an input's gradient. */
typedef enum
{
  RENSA_GRADIENT_ZERO,
  RENSA_GRADIENT_PASSED,   /* the gradient of output @number */
  RENSA_GRADIENT_COMPUTED, /* output @number of the gradient formula */
} RensaGradientKind;

typedef struct
{
  RensaGradientKind kind;
  int number;
} RensaGradient;

/**
 * RensaDerivative:
 * @formula: NULL if nothing needs to be computed
 * @args: for each input of @formula, an input of the original formula or, from its number of inputs
 *   on, the gradient of an output
 * @gradients: one for each input of the original formula
 *
 * Gradients of the inputs, computed from those of the outputs.
 */
typedef struct
{
  RensaFormula *formula;
  int args[RENSA_PROGRAM_MAX_INPUTS];
  RensaGradient gradients[RENSA_PROGRAM_MAX_INPUTS];
} RensaDerivative;

/* Returns the derivative with respect to the inputs in the mask @wanted, if the outputs in the mask
 * @given have gradients; borrowed until the next call for the formula. NULL with
 * RENSA_ERROR_INVALID if it is too large. */
const RensaDerivative *rensa_formula_derive (RensaFormula *formula, guint64 wanted, guint64 given, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaFormula, rensa_formula_unref)

G_END_DECLS
