/* rensa-extension.c: what happens besides updating.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"
#include "rensa-training-private.h"

RensaExtension *
rensa_extension_new (RensaAttrs *attrs, const char *name, RensaTrigger *trigger, GError **error)
{
  const RensaExtensionClass *class = (const RensaExtensionClass *) rensa_attrs_get_component (attrs);
  RensaExtension *extension = g_new0 (RensaExtension, 1);

  extension->class = class;
  extension->attrs = rensa_attrs_ref (attrs);
  extension->name = g_strdup (name);
  extension->trigger = trigger;
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
  g_free (extension->name);
  g_free (extension->state);
  g_free (extension);
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
