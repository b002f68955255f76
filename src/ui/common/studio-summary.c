/* studio-summary.c: a component of a document in two lines.
 * SPDX-License-Identifier: MIT */

#include "studio-summary.h"

#include <glib/gi18n.h>

#include "rensa-attrs.h"
#include "rensa-document-values.h"
#include "studio-format.h"
#include "studio-school.h"
#include "studio-setting.h"
#include "studio-step.h"

static char *
get_value_text (RensaAttrs *attrs, const char *name)
{
  const RensaAttrSpec *spec = rensa_component_find_attr (rensa_attrs_get_component (attrs), name);

  return spec != NULL ? rensa_attrs_get_text (attrs, spec) : NULL;
}

/* Returns "20 epochs" for a component that has a period and its unit; NULL for any other. */
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

/* Appends "Learning rate 0.001": the rate by its title, because Chainer's name for it does not
 * contain the words; all others by their names. */
static void
append_value (GString *text, RensaAttrs *attrs, const RensaAttrSpec *spec)
{
  const gboolean is_rate = spec == studio_find_learning_rate (rensa_attrs_get_component (attrs));
  g_autofree char *value = rensa_attrs_is_set (attrs, spec) ? rensa_attrs_get_text (attrs, spec) : g_strdup ("None");
  g_autofree char *shown = spec->type == RENSA_ATTR_TYPE_FLOAT ? studio_format_decimal (value) : g_strdup (value);

  g_string_append_printf (text, "%s%s %s", text->len > 0 ? " · " : "", is_rate ? _ (spec->title) : spec->name, shown);
}

/* Returns "Learning rate 0.001 · beta1 0.8": always the rate, and the other values that differ from
 * their defaults. */
static char *
describe_values (RensaAttrs *attrs)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  const RensaAttrSpec *rate = studio_find_learning_rate (component);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < component->n_attrs; i++)
    if (&component->attrs[i] == rate
        || (rensa_attrs_is_set (attrs, &component->attrs[i]) && !rensa_attrs_is_default (attrs, &component->attrs[i])))
      append_value (text, attrs, &component->attrs[i]);
  return g_string_free (text, FALSE);
}

/* Returns "every 5 epochs"; NULL if it has no trigger of its own. */
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
  g_autofree char *values = describe_values (attrs);
  g_autofree char *trigger = describe_trigger (document, path);

  if (trigger != NULL && values[0] != '\0')
    return g_strdup_printf ("%s · %s", trigger, values);
  if (trigger != NULL)
    return g_steal_pointer (&trigger);
  if (values[0] != '\0')
    return g_steal_pointer (&values);
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
      self->title = g_strdup (studio_school_name (rensa_attrs_get_component (attrs)));
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

static gboolean
is_equal (RensaAttrs *a, RensaAttrs *b, const RensaAttrSpec *spec)
{
  g_autofree char *x = rensa_attrs_is_set (a, spec) ? rensa_attrs_get_text (a, spec) : NULL;
  g_autofree char *y = rensa_attrs_is_set (b, spec) ? rensa_attrs_get_text (b, spec) : NULL;

  return g_strcmp0 (x, y) == 0;
}

/* Returns "Adam · Learning rate 0.01" or "20 epochs". */
static char *
describe_whole (RensaAttrs *attrs)
{
  g_autofree char *period = describe_period (attrs);
  g_autofree char *values = describe_values (attrs);
  const char *name = rensa_attrs_get_component (attrs)->name;

  if (period != NULL)
    return g_steal_pointer (&period);
  return values[0] != '\0' ? g_strdup_printf ("%s · %s", name, values) : g_strdup (name);
}

/* Returns "gen: Adam, dis: SGD": the result of @word for @member of each loss, if any; NULL if
 * there is none. */
static char *
describe_losses (RensaDocument *document, const char *member, char *(*word) (RensaDocument *, const char *) )
{
  const guint n = rensa_document_count_components (document, "losses");
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = studio_step_name_loss (document, i);
      g_autofree char *path = g_strdup_printf ("losses.%u.%s", i, member);
      g_autofree char *whole = word (document, path);

      if (whole != NULL && whole[0] != '\0')
        g_string_append_printf (text, "%s%s: %s", text->len > 0 ? ", " : "", name, whole);
    }
  return g_string_free (text, text->len == 0);
}

static char *
describe_component (RensaDocument *document, const char *path)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (document, path, NULL);

  return attrs != NULL ? describe_whole (attrs) : NULL;
}

char *
studio_summary_compare (RensaDocument *document, RensaDocument *other, const char *path)
{
  g_autofree char *place = studio_step_find_path (other, path);
  g_autoptr (RensaAttrs) here = rensa_document_get_attrs (document, path, NULL);
  g_autoptr (RensaAttrs) there = place != NULL ? rensa_document_get_attrs (other, place, NULL) : NULL;
  const RensaComponent *component = there != NULL ? rensa_attrs_get_component (there) : NULL;
  g_autofree char *period = there != NULL ? describe_period (there) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (place == NULL)
    return strchr (path, '.') == NULL ? describe_losses (other, path, describe_component) : NULL;
  if (component == NULL)
    return NULL;
  if (here == NULL || rensa_attrs_get_component (here) != component)
    return describe_whole (there);
  for (guint i = 0; i < component->n_attrs; i++)
    if (!is_equal (here, there, &component->attrs[i]))
      append_value (text, there, &component->attrs[i]);
  if (text->len == 0)
    return NULL;
  return period != NULL ? g_steal_pointer (&period) : g_strdup (text->str);
}

static char *
list_types (RensaDocument *document, const char *list)
{
  const guint n = rensa_document_count_components (document, list);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s.%u", list, i);
      g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (document, path, NULL);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                              attrs != NULL ? rensa_attrs_get_component (attrs)->name : path);
    }
  return g_string_free (text, FALSE);
}

char *
studio_summary_compare_lists (RensaDocument *document, RensaDocument *other, const char *list)
{
  g_autofree char *place = studio_step_find_path (other, list);
  g_autofree char *here = list_types (document, list);
  g_autofree char *there = place != NULL ? list_types (other, place) : describe_losses (other, list, list_types);

  if (g_strcmp0 (here, there != NULL ? there : "") == 0)
    return NULL;
  return there != NULL && there[0] != '\0' ? g_steal_pointer (&there) : g_strdup (_ ("none"));
}
