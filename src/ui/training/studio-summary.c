/* studio-summary.c: a component of a document in two lines.
 * SPDX-License-Identifier: MIT */

#include "studio-summary.h"

#include <glib/gi18n.h>

#include "rensa-attrs.h"
#include "rensa-edit.h"
#include "studio-format.h"

static char *
get_value_text (RensaAttrs *attrs, const char *name)
{
  const RensaAttrSpec *spec = rensa_component_find_attr (rensa_attrs_get_component (attrs), name);

  return spec != NULL ? rensa_attrs_get_text (attrs, spec) : NULL;
}

/* "20 epochs" for a component that has a period and its unit; NULL for any other. */
static char *
describe_period (RensaAttrs *attrs)
{
  g_autofree char *period = get_value_text (attrs, "period");
  g_autofree char *unit = get_value_text (attrs, "unit");
  double value;

  if (period == NULL || unit == NULL)
    return NULL;

  value = g_ascii_strtod (period, NULL);
  if (value != (gint64) value)
    return g_strdup_printf (strstr (unit, "epoch") != NULL ? _ ("%s epochs") : _ ("%s iterations"), period);
  return strstr (unit, "epoch") != NULL ? studio_format_epochs ((gint64) value)
                                        : studio_format_iterations ((gint64) value);
}

/* "alpha 0.01, beta1 0.8" */
static char *
describe_differences (RensaAttrs *attrs)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < component->n_attrs; i++)
    {
      g_autofree char *value = NULL;

      if (!rensa_attrs_is_set (attrs, &component->attrs[i]) || rensa_attrs_is_default (attrs, &component->attrs[i]))
        continue;
      value = rensa_attrs_get_text (attrs, &component->attrs[i]);
      g_string_append_printf (text, "%s%s %s", text->len > 0 ? ", " : "", component->attrs[i].name, value);
    }
  return g_string_free (text, FALSE);
}

/* "every 5 epochs"; NULL where there is no trigger of its own. */
static char *
describe_trigger (RensaDocument *document, const char *path)
{
  g_autofree char *trigger_path = g_strconcat (path, ".trigger", NULL);
  g_autoptr (RensaAttrs) trigger = NULL;
  g_autofree char *period = NULL;

  if (rensa_document_get (document, trigger_path) == NULL)
    return NULL;
  trigger = rensa_document_get_attrs (document, trigger_path, NULL);
  period = trigger != NULL ? describe_period (trigger) : NULL;
  return period != NULL ? g_strdup_printf (_ ("every %s"), period) : NULL;
}

static char *
describe (RensaDocument *document, const char *path, RensaAttrs *attrs)
{
  g_autofree char *differences = describe_differences (attrs);
  g_autofree char *trigger = describe_trigger (document, path);

  if (trigger != NULL && differences[0] != '\0')
    return g_strdup_printf ("%s · %s", trigger, differences);
  if (trigger != NULL)
    return g_steal_pointer (&trigger);
  if (differences[0] != '\0')
    return g_steal_pointer (&differences);
  return g_strdup (_ (rensa_attrs_get_component (attrs)->summary));
}

StudioSummary *
studio_summary_new (RensaDocument *document, const char *path)
{
  StudioSummary *self = g_new0 (StudioSummary, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (document, path, &error);

  if (attrs == NULL)
    {
      self->title = g_strdup (path);
      self->details = g_strdup (error->message);
      return self;
    }

  self->title = describe_period (attrs);
  if (self->title != NULL)
    self->details = g_strdup (rensa_attrs_get_component (attrs)->name);
  else
    {
      self->title = g_strdup (rensa_attrs_get_component (attrs)->name);
      self->details = describe (document, path, attrs);
    }
  return self;
}

void
studio_summary_free (StudioSummary *self)
{
  g_free (self->title);
  g_free (self->details);
  g_free (self);
}
