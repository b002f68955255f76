/* rensa-trigger.c: conditions on which something happens.
 * SPDX-License-Identifier: MIT */

#include "rensa-trigger.h"

struct _RensaTrigger
{
  const RensaTriggerClass *class;
  RensaAttrs *attrs;
  gpointer state;
};

RensaTrigger *
rensa_trigger_new (RensaAttrs *attrs, GError **error)
{
  RensaTrigger *trigger;

  if (!rensa_attrs_check_complete (attrs, error))
    return NULL;

  trigger = g_new0 (RensaTrigger, 1);
  trigger->class = (const RensaTriggerClass *) rensa_attrs_get_component (attrs);
  trigger->attrs = rensa_attrs_ref (attrs);
  trigger->state = g_malloc0 (MAX (trigger->class->state_size, 1));
  if (trigger->class->setup != NULL && !trigger->class->setup (trigger, error))
    g_clear_pointer (&trigger, rensa_trigger_free);
  return trigger;
}

RensaTrigger *
rensa_interval_trigger_new (double period, const char *unit, GError **error)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text =
      g_strdup_printf ("IntervalTrigger(period=%s, unit=%s)", g_ascii_dtostr (number, sizeof number, period), unit);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_TRIGGER, text, error);

  return attrs != NULL ? rensa_trigger_new (attrs, error) : NULL;
}

void
rensa_trigger_free (RensaTrigger *trigger)
{
  if (trigger->class->clear != NULL)
    trigger->class->clear (trigger);
  rensa_attrs_unref (trigger->attrs);
  g_free (trigger->state);
  g_free (trigger);
}

gpointer
rensa_trigger_get_state (RensaTrigger *trigger)
{
  return trigger->state;
}

gconstpointer
rensa_trigger_get_values (RensaTrigger *trigger)
{
  return rensa_attrs_get_values (trigger->attrs);
}

const char *
rensa_trigger_get_name (RensaTrigger *trigger)
{
  return trigger->class->name;
}

gboolean
rensa_trigger_fire (RensaTrigger *trigger, RensaTrainer *trainer, gboolean *fires, GError **error)
{
  *fires = FALSE;
  return trigger->class->fire (trigger, trainer, fires, error);
}

gboolean
rensa_trigger_is_finished (RensaTrigger *trigger)
{
  return trigger->class->is_finished != NULL && trigger->class->is_finished (trigger);
}

gboolean
rensa_trigger_get_training_length (RensaTrigger *trigger, double *length, const char **unit)
{
  return trigger->class->get_training_length != NULL && trigger->class->get_training_length (trigger, length, unit);
}

gboolean
rensa_trigger_serialize (gpointer trigger, RensaSerializer *serializer, GError **error)
{
  RensaTrigger *self = trigger;

  return self->class->serialize == NULL || self->class->serialize (self, serializer, error);
}
