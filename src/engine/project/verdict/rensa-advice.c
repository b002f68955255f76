/* rensa-advice.c: applies the advice of a verdict to a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-advice.h"

#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-optimizer.h"
#include "rensa-transforms.h"

static gboolean
normalize (RensaDocument *document, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_component_start (RENSA_COMPONENT (&rensa_normalize_transform_class));

  return rensa_document_append_component (document, "data.preprocessing", attrs, error);
}

static gboolean
scale_rate (RensaDocument *document, double factor, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (document, "optimizer", error);
  const RensaComponent *optimizer = attrs != NULL ? rensa_attrs_get_component (attrs) : NULL;
  const char *name = optimizer != NULL ? rensa_optimizer_find_learning_rate (optimizer) : NULL;
  g_autofree char *text =
      name != NULL ? rensa_attrs_get_text (attrs, rensa_component_find_attr (optimizer, name)) : NULL;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *assignment = NULL;

  if (attrs == NULL)
    return FALSE;
  if (text == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("optimizer: %s has no learning rate"), optimizer->name);
      return FALSE;
    }
  g_ascii_formatd (number, sizeof number, "%.6g", factor * g_ascii_strtod (text, NULL));
  assignment = g_strdup_printf ("optimizer.%s=%s", name, number);
  return rensa_document_set (document, assignment, error);
}

gboolean
rensa_advice_apply (RensaAdvice advice, RensaDocument *document, GError **error)
{
  switch (advice)
    {
    case RENSA_ADVICE_NORMALIZE:
      return normalize (document, error);
    case RENSA_ADVICE_LOWER_RATE:
      return scale_rate (document, 0.1, error);
    case RENSA_ADVICE_RAISE_RATE:
      return scale_rate (document, 10, error);
    default:
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the advice “%s” does not change a project"),
                       rensa_advice_get_name (advice));
      return FALSE;
    }
}
