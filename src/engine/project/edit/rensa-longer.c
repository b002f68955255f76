/* rensa-longer.c: trains longer than the document specifies.
 * SPDX-License-Identifier: MIT */

#include "rensa-longer.h"

#include <math.h>

#include "rensa-document-values.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-trigger.h"

/* Attributes of stop triggers: their length, the inner trigger, and their patience. */
#define LENGTH "period"
#define INNER "max_trigger"
#define PATIENCE "patience"

static const RensaAttrSpec *
find_spec (RensaAttrs *attrs, const char *name)
{
  return rensa_component_find_attr (rensa_attrs_get_component (attrs), name);
}

static double
get_number (RensaAttrs *attrs, const RensaAttrSpec *spec)
{
  g_autofree char *text = rensa_attrs_get_text (attrs, spec);

  return text != NULL ? g_ascii_strtod (text, NULL) : NAN;
}

static double
round_down (double length)
{
  const double decade = pow (10, floor (log10 (length)));
  const double leading = length / decade;

  return MAX (1, decade * (leading >= 5 ? 5 : leading >= 2 ? 2 : 1));
}

gboolean
rensa_document_suggest_longer (RensaDocument *document, double *amount, const char **unit)
{
  g_autoptr (RensaAttrs) stop = rensa_document_get_attrs (document, "stop", NULL);
  g_autoptr (RensaTrigger) trigger = stop != NULL ? rensa_trigger_new (stop, NULL) : NULL;
  double length;

  if (trigger == NULL || !rensa_trigger_get_training_length (trigger, &length, unit) || !(length > 0)
      || (find_spec (stop, LENGTH) == NULL && find_spec (stop, INNER) == NULL))
    return FALSE;
  *amount = round_down (length);
  return TRUE;
}

static gboolean
set_number (RensaDocument *document, const char *path, const char *name, double value, GError **error)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *assignment =
      g_strdup_printf ("%s.%s=%s", path, name, g_ascii_formatd (number, sizeof number, "%.15g", value));

  return rensa_document_set (document, assignment, error);
}

static gboolean
raise_length (RensaDocument *document, const char *path, double amount, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (document, path, error);
  const RensaAttrSpec *length = attrs != NULL ? find_spec (attrs, LENGTH) : NULL;
  const RensaAttrSpec *patience = attrs != NULL ? find_spec (attrs, PATIENCE) : NULL;
  g_autofree char *inner = g_strconcat (path, ".", INNER, NULL);

  if (attrs == NULL)
    return FALSE;
  if (length != NULL)
    return set_number (document, path, LENGTH, get_number (attrs, length) + amount, error);
  return (patience == NULL || set_number (document, path, PATIENCE, 2 * get_number (attrs, patience), error))
         && raise_length (document, inner, amount, error);
}

gboolean
rensa_document_train_longer (RensaDocument *document, GError **error)
{
  double amount;
  const char *unit;

  if (rensa_document_suggest_longer (document, &amount, &unit))
    return raise_length (document, "stop", amount, error);
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("stop: this trigger has no period that can be extended"));
  return FALSE;
}
