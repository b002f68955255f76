/* rensa-extension.c: tasks of a run in addition to updates.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-training-private.h"

RensaExtension *
rensa_extension_new (RensaAttrs *attrs, const char *name, RensaTrigger *trigger, GError **error)
{
  const RensaExtensionClass *class = (const RensaExtensionClass *) rensa_attrs_get_component (attrs);
  RensaExtension *extension = g_new0 (RensaExtension, 1);

  extension->class = class;
  extension->attrs = rensa_attrs_ref (attrs);
  extension->name = g_strdup (name != NULL ? name : class->default_name != NULL ? class->default_name : class->name);
  extension->trigger = trigger;
  extension->priority = class->priority;
  extension->iterators = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) rensa_iterator_free);
  extension->state = g_malloc0 (MAX (class->state_size, 1));
  if (trigger == NULL && class->trigger_period > 0)
    extension->trigger = rensa_interval_trigger_new (class->trigger_period, class->trigger_unit, error);
  if ((class->trigger_period > 0 && extension->trigger == NULL) || !rensa_attrs_check_complete (attrs, error))
    g_clear_pointer (&extension, rensa_extension_free);
  return extension;
}

void
rensa_extension_free (RensaExtension *extension)
{
  if (extension->class->clear != NULL)
    extension->class->clear (extension);
  rensa_attrs_unref (extension->attrs);
  g_clear_pointer (&extension->trigger, rensa_trigger_free);
  g_hash_table_unref (extension->iterators);
  g_strfreev (extension->label_names);
  g_strfreev (extension->tokens);
  g_free (extension->name);
  g_free (extension->state);
  g_free (extension);
}

void
rensa_extension_set_priority (RensaExtension *extension, int priority)
{
  extension->priority = priority;
}

void
rensa_extension_set_call_before_training (RensaExtension *extension, gboolean call_before_training)
{
  extension->before_training = call_before_training;
}

gboolean
rensa_extension_takes (RensaExtension *extension, const char *input)
{
  return extension->class->inputs != NULL && g_strv_contains (extension->class->inputs, input);
}

void
rensa_extension_take_iterator (RensaExtension *extension, const char *name, RensaIterator *iterator)
{
  g_hash_table_replace (extension->iterators, g_strdup (name), iterator);
}

RensaIterator *
rensa_extension_get_iterator (RensaExtension *extension, const char *name)
{
  return g_hash_table_lookup (extension->iterators, name);
}

void
rensa_extension_set_label_names (RensaExtension *extension, const char *const *names)
{
  g_strfreev (extension->label_names);
  extension->label_names = g_strdupv ((char **) names);
}

const char *const *
rensa_extension_get_label_names (RensaExtension *extension)
{
  return (const char *const *) extension->label_names;
}

void
rensa_extension_set_tokens (RensaExtension *extension, const char *const *tokens)
{
  g_strfreev (extension->tokens);
  extension->tokens = g_strdupv ((char **) tokens);
}

const char *const *
rensa_extension_get_tokens (RensaExtension *extension)
{
  return (const char *const *) extension->tokens;
}

void
rensa_extension_set_picture (RensaExtension *extension, const RensaPicture *picture)
{
  extension->picture = *picture;
}

const RensaPicture *
rensa_extension_get_picture (RensaExtension *extension)
{
  return &extension->picture;
}

RensaTrigger *
rensa_extension_get_trigger (RensaExtension *extension)
{
  return extension->trigger;
}

static gboolean
has_input (RensaExtension *extension, RensaUpdater *updater, const char *input)
{
  return rensa_updater_has_input (updater, input)
         || (g_str_has_prefix (input, "iterator:")
             && rensa_extension_get_iterator (extension, input + strlen ("iterator:")) != NULL);
}

gboolean
rensa_extension_check (RensaExtension *extension, RensaUpdater *updater, GError **error)
{
  for (const char *const *input = extension->class->inputs; input != NULL && *input != NULL; input++)
    if (!has_input (extension, updater, *input))
      {
        rensa_set_words (error, RENSA_ERROR_INVALID,
                         g_str_has_prefix (*input, "iterator:") ? N_ ("%s: “%s” needs examples (%s), but has none")
                                                                : N_ ("%s: “%s” needs a model (%s), but has none"),
                         extension->class->name, extension->name, *input);
        return FALSE;
      }
  return TRUE;
}

gpointer
rensa_extension_get_state (RensaExtension *extension)
{
  return extension->state;
}

gconstpointer
rensa_extension_get_values (RensaExtension *extension)
{
  return rensa_attrs_get_values (extension->attrs);
}

RensaAttrs *
rensa_extension_get_attrs (RensaExtension *extension)
{
  return extension->attrs;
}

const RensaExtensionClass *
rensa_extension_get_class (RensaExtension *extension)
{
  return extension->class;
}

const char *
rensa_extension_get_name (RensaExtension *extension)
{
  return extension->name;
}
