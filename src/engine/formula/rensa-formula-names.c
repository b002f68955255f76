/* rensa-formula-names.c: names of functions and constants in formulas.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-formula-private.h"
#include "rensa-wording.h"

/* Alternative names of functions, and functions that are also operators. */
static const struct
{
  const char *name;
  RensaOp op;
} more_names[] = {
  { "fabs", RENSA_OP_ABS },     { "fmin", RENSA_OP_MIN },     { "fmax", RENSA_OP_MAX }, { "minimum", RENSA_OP_MIN },
  { "maximum", RENSA_OP_MAX },  { "round", RENSA_OP_RINT },   { "pow", RENSA_OP_POW },  { "fmod", RENSA_OP_FMOD },
  { "where", RENSA_OP_SELECT }, { "absolute", RENSA_OP_ABS },
};

static const struct
{
  const char *name;
  double value;
} constants[] = { { "pi", G_PI }, { "inf", INFINITY }, { "nan", NAN } };

RensaOp
rensa_formula_find_function (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (more_names); i++)
    if (g_str_equal (more_names[i].name, name))
      return more_names[i].op;
  for (int op = 0; op < RENSA_N_OPS; op++)
    if (g_ascii_isalpha (rensa_op_get_info (op)->text[0]) && g_str_equal (rensa_op_get_info (op)->text, name))
      return op;

  return RENSA_N_OPS;
}

const double *
rensa_formula_find_constant (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (constants); i++)
    if (g_str_equal (constants[i].name, name))
      return &constants[i].value;

  return NULL;
}

gboolean
rensa_formula_name_is_taken (const char *name)
{
  return rensa_formula_find_function (name) != RENSA_N_OPS || rensa_formula_find_constant (name) != NULL;
}

static const char *
get_name_at (gconstpointer names, guint i)
{
  return ((const char *const *) names)[i];
}

char *
rensa_formula_suggest_function (const char *name)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();

  for (int op = 0; op < RENSA_N_OPS; op++)
    if (g_ascii_isalpha (rensa_op_get_info (op)->text[0]))
      g_ptr_array_add (known, (gpointer) rensa_op_get_info (op)->text);
  for (guint i = 0; i < G_N_ELEMENTS (more_names); i++)
    g_ptr_array_add (known, (gpointer) more_names[i].name);
  return rensa_suggest (name, get_name_at, known->pdata, known->len);
}
