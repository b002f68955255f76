/* rensa-attr.c: code common to attributes of all types.
 * SPDX-License-Identifier: MIT */

#include "rensa-attrs-private.h"

gboolean
rensa_attr_allows_none (const RensaAttrSpec *spec)
{
  return (spec->allow_none || spec->none) && rensa_attr_get_ops (spec)->set_none != NULL;
}

gboolean
rensa_attr_is_none (const RensaAttrSpec *spec, gconstpointer value)
{
  const RensaAttrOps *ops = rensa_attr_get_ops (spec);

  return ops->is_none != NULL && ops->is_none (value);
}

void
rensa_attr_set_default (const RensaAttrSpec *spec, gpointer value)
{
  const RensaAttrOps *ops = rensa_attr_get_ops (spec);
  g_autoptr (GError) error = NULL;

  if (spec->none && ops->set_none != NULL)
    ops->set_none (value);
  else if (spec->initial_text != NULL)
    {
      if (!ops->from_text (spec, spec->initial_text, value, &error))
        g_critical ("The default of an attribute is wrong: %s%s", spec->name, error->message);
    }
  else if (ops->set_initial != NULL)
    ops->set_initial (spec, value);
}

static gboolean
check_range (const RensaAttrSpec *spec, struct json_object *json, gconstpointer value, GError **error)
{
  const RensaAttrOps *ops = rensa_attr_get_ops (spec);

  return ops->in_range == NULL || ops->in_range (spec, value) || rensa_attr_reject (spec, json, error);
}

gboolean
rensa_attr_from_json (const RensaAttrSpec *spec, struct json_object *json, gpointer value, GError **error)
{
  const RensaAttrOps *ops = rensa_attr_get_ops (spec);

  if (json == NULL && ops->set_none != NULL)
    {
      if (!rensa_attr_allows_none (spec))
        return rensa_attr_reject (spec, NULL, error);

      ops->set_none (value);
      return TRUE;
    }

  return ops->from_json (spec, json, value, error) && check_range (spec, json, value, error);
}

gboolean
rensa_attr_from_text (const RensaAttrSpec *spec, const char *text, gpointer value, GError **error)
{
  const RensaAttrOps *ops = rensa_attr_get_ops (spec);
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autoptr (RensaJson) json = NULL;

  if (ops->set_none != NULL && rensa_text_is_none (stripped))
    return rensa_attr_from_json (spec, NULL, value, error);
  if (!ops->from_text (spec, stripped, value, error))
    return FALSE;

  json = rensa_attr_to_json (spec, value);
  return check_range (spec, json, value, error);
}

struct json_object *
rensa_attr_to_json (const RensaAttrSpec *spec, gconstpointer value)
{
  return rensa_attr_is_none (spec, value) ? NULL : rensa_attr_get_ops (spec)->to_json (value, spec);
}

void
rensa_attr_to_text (const RensaAttrSpec *spec, gconstpointer value, GString *text)
{
  if (rensa_attr_is_none (spec, value))
    g_string_append (text, "None");
  else
    rensa_attr_get_ops (spec)->to_text (value, spec, text);
}

char *
rensa_attr_value_get_text (const RensaAttrSpec *spec, gconstpointer value)
{
  GString *text = g_string_new (NULL);

  rensa_attr_to_text (spec, value, text);
  return g_string_free (text, FALSE);
}

gboolean
rensa_attr_value_is_on (const RensaAttrSpec *spec, gconstpointer value)
{
  if (spec->type == RENSA_ATTR_TYPE_BOOL)
    return *(const gboolean *) value;
  if (rensa_attr_is_none (spec, value))
    return FALSE;
  return (spec->type != RENSA_ATTR_TYPE_INT || *(const gint64 *) value != 0)
         && (spec->type != RENSA_ATTR_TYPE_FLOAT || *(const double *) value != 0);
}

gint64
rensa_attr_value_count (const RensaAttrSpec *spec, gconstpointer value)
{
  const RensaInts *ints = value;

  if (rensa_attr_is_none (spec, value))
    return 0;
  if (spec->type == RENSA_ATTR_TYPE_INT)
    return *(const gint64 *) value;
  g_return_val_if_fail (spec->type == RENSA_ATTR_TYPE_INTS, 0);
  return ints->n == RENSA_INTS_SCALAR ? 1 : ints->n;
}

void
rensa_attr_own (const RensaAttrSpec *spec, gpointer value)
{
  const RensaAttrOps *ops = rensa_attr_get_ops (spec);

  if (ops->own != NULL)
    ops->own (value);
}

void
rensa_attr_clear (const RensaAttrSpec *spec, gpointer value)
{
  const RensaAttrOps *ops = rensa_attr_get_ops (spec);

  if (ops->clear != NULL)
    ops->clear (value);
}
