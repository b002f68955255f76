/* rensa-distribution-formula.c: members defined as formulas of the parameters.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-distribution-private.h"

/* A formula is composed of three parts, so that it is evaluated in one pass over the arrays:
 *
 *   binary_check = 0; scale = exp (log_scale); -log (scale) - …
 *   attributes        derived parameters       the member itself                                                      */

/* Inputs from one distribution, or from two, with a prefix letter before each parameter. */
typedef struct
{
  RensaDistribution *distributions[2];
  const char *prefixes[2];
  int n;
  RensaVariable *x;
} Terms;

#define MAX_INPUTS (2 * RENSA_DISTRIBUTION_MAX_PARAMS + 1)

static gboolean
is_given (RensaDistribution *self, int i)
{
  return self->params[i] != NULL;
}

/* Appends @formula with @prefix before each parameter name. */
static void
append_with_prefix (GString *text, const RensaDistributionClass *klass, const char *formula, const char *prefix)
{
  for (const char *c = formula; *c != '\0';)
    {
      const gsize length = strspn (c, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");

      if (length == 0 || g_ascii_isdigit (*c))
        {
          g_string_append_len (text, c, MAX (length, 1));
          c += MAX (length, 1);
          continue;
        }
      if (rensa_distribution_find_param (klass, c, length) >= 0)
        g_string_append (text, prefix);
      g_string_append_len (text, c, length);
      c += length;
    }
}

static void
append_attributes (GString *text, RensaDistribution *self)
{
  const RensaDistributionClass *klass = self->klass;

  for (guint i = 0; i < klass->n_attrs; i++)
    if (klass->attrs[i].type == RENSA_ATTR_TYPE_BOOL)
      g_string_append_printf (text, "%s = %d; ", klass->attrs[i].name,
                              G_STRUCT_MEMBER (gboolean, self->attrs, klass->attrs[i].offset) != FALSE);
}

static void
append_params (GString *text, RensaDistribution *self, const char *prefix)
{
  for (guint i = 0; i < self->klass->n_params; i++)
    {
      const RensaDistributionParam *param = &self->klass->params[i];

      if (is_given (self, (int) i) || param->formula == NULL)
        continue;
      g_string_append_printf (text, "%s%s = ", prefix, param->name);
      append_with_prefix (text, self->klass, param->formula, prefix);
      g_string_append (text, "; ");
    }
}

static int
collect_inputs (const Terms *terms, GString *names, RensaVariable **inputs)
{
  int n = 0;

  for (int k = 0; k < terms->n; k++)
    for (guint i = 0; i < terms->distributions[k]->klass->n_params; i++)
      if (is_given (terms->distributions[k], (int) i))
        {
          g_string_append_printf (names, "%s%s%s", n > 0 ? ", " : "", terms->prefixes[k],
                                  terms->distributions[k]->klass->params[i].name);
          inputs[n++] = terms->distributions[k]->params[i];
        }
  if (terms->x != NULL)
    {
      g_string_append (names, ", x");
      inputs[n++] = terms->x;
    }
  return n;
}

static RensaVariable *
evaluate (const Terms *terms, const char *formula, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) names = g_string_new (NULL);
  RensaVariable *inputs[MAX_INPUTS];
  const int n = collect_inputs (terms, names, inputs);

  append_attributes (text, terms->distributions[0]);
  for (int k = 0; k < terms->n; k++)
    append_params (text, terms->distributions[k], terms->prefixes[k]);
  g_string_append (text, formula);
  return rensa_evaluate_formula (text->str, names->str, inputs, n, error);
}

RensaVariable *
rensa_evaluate_formula (const char *formula, const char *names, RensaVariable *const *args, int n, GError **error)
{
  const char *last = strrchr (formula, ';');
  g_autofree char *text = g_strdup_printf ("%.*s%sresult = %s", last != NULL ? (int) (last - formula) : 0, formula,
                                           last != NULL ? "; " : "", last != NULL ? last + 1 : formula);
  RensaVariable *y = NULL;

  rensa_elementwise (text, names, NULL, "result", args, n, &y, 1, error);
  return y;
}

RensaVariable *
rensa_distribution_evaluate (RensaDistribution *self, const char *formula, RensaVariable *x, GError **error)
{
  const Terms terms = { .distributions = { self }, .prefixes = { "" }, .n = 1, .x = x };

  return evaluate (&terms, formula, error);
}

RensaVariable *
rensa_distribution_evaluate_pair (RensaDistribution *p, RensaDistribution *q, const char *formula, GError **error)
{
  const Terms terms = { .distributions = { p, q }, .prefixes = { "p_", "q_" }, .n = 2 };

  return evaluate (&terms, formula, error);
}
