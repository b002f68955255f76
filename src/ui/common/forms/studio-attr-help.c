/* studio-attr-help.c: help for an attribute, from its descriptor.
 * SPDX-License-Identifier: MIT */

#include "studio-attr-help.h"

#include <glib/gi18n.h>

#include "studio-format.h"

/* The first double beyond gint64. */
#define INT64_BOUND 9223372036854775808.0

/* The title "Batch Size" adds nothing to the name "batch_size". */
static gboolean
says_the_same (const char *title, const char *name)
{
  g_autofree char *words = g_strdelimit (g_strdup (name), "_", ' ');

  return g_ascii_strcasecmp (title, words) == 0;
}

char *
studio_attr_help_title (const RensaAttrSpec *spec)
{
  if (spec->title == NULL || (spec->unit == NULL && says_the_same (_ (spec->title), spec->name)))
    return g_strdup ("");
  if (spec->unit == NULL)
    return g_strdup (_ (spec->title));
  return g_strdup_printf ("%s (%s)", _ (spec->title), _ (spec->unit));
}

/* Returns "1", not "1.0"; with the unit. */
static char *
format_bound (const RensaAttrSpec *spec, double bound)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text = NULL;

  g_ascii_formatd (digits, sizeof digits, spec->type == RENSA_ATTR_TYPE_FLOAT ? "%.15g" : "%.0f", bound);
  text = studio_format_decimal (digits);
  return spec->unit != NULL ? g_strdup_printf ("%s %s", text, _ (spec->unit)) : g_steal_pointer (&text);
}

/* Returns NULL if the range is unlimited. */
static char *
describe_range (const RensaAttrSpec *spec)
{
  const double limit = spec->type == RENSA_ATTR_TYPE_FLOAT ? G_MAXDOUBLE : INT64_BOUND;
  const gboolean has_min = spec->min != spec->max && spec->min > -limit;
  const gboolean has_max = spec->min != spec->max && spec->max < limit;
  g_autofree char *min = format_bound (spec, spec->min);
  g_autofree char *max = format_bound (spec, spec->max);

  if (has_min && has_max)
    return g_strdup_printf (_ ("From %s to %s."), min, max);
  if (has_min)
    return g_strdup_printf (_ ("At least %s."), min);
  return has_max ? g_strdup_printf (_ ("At most %s."), max) : NULL;
}

static char *
describe_default (const RensaComponent *component, const RensaAttrSpec *spec)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (component);
  g_autofree char *text = rensa_attrs_get_text (attrs, spec);
  g_autofree char *shown = spec->type == RENSA_ATTR_TYPE_FLOAT ? studio_format_decimal (text) : g_strdup (text);

  return spec->required ? g_strdup (_ ("No default.")) : g_strdup_printf (_ ("Default: %s"), shown);
}

char *
studio_attr_help_text (const RensaComponent *component, const RensaAttrSpec *spec)
{
  g_autofree char *range = describe_range (spec);
  g_autofree char *initial = describe_default (component, spec);
  GString *text = g_string_new (NULL);

  if (spec->hint != NULL)
    {
      /* Translators: hints have no full stop of their own. */
      g_string_append_printf (text, _ ("%s."), _ (spec->hint));
      g_string_append_c (text, '\n');
    }
  if (spec->fallback != NULL)
    {
      g_string_append_printf (text, _ ("None means %s."), spec->fallback);
      g_string_append_c (text, '\n');
    }
  if (range != NULL)
    g_string_append_printf (text, "%s\n", range);
  g_string_append (text, initial);
  return g_string_free (text, FALSE);
}
