/* rensa-torch-triggers.c: triggers in PyTorch programs.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-format.h"
#include "rensa-language.h"
#include "rensa-python-private.h"
#include "rensa-torch-private.h"
#include "rensa-trainer.h"

static gboolean
is_object (RensaPythonProgram *program, RensaAttrs *trigger)
{
  return rensa_python_get_form (program, rensa_attrs_get_component (trigger), "_class") != NULL;
}

static char *
write_trigger (RensaPythonProgram *program, RensaAttrs *trigger, GError **error)
{
  RensaTemplateScope scope = { &program->writer };
  char *text = rensa_template_write (trigger, &scope, error);

  if (text != NULL)
    rensa_python_write_class (program, rensa_attrs_get_component (trigger), text);
  return text;
}

char *
rensa_torch_write_callable (RensaPythonProgram *program, RensaAttrs *trigger)
{
  g_autofree char *text = write_trigger (program, trigger, NULL);

  if (text == NULL || is_object (program, trigger))
    return g_steal_pointer (&text);
  return g_strconcat ("lambda: ", text, NULL);
}

char *
rensa_torch_write_condition (RensaTorchProgram *self, RensaAttrs *trigger, GError **error)
{
  g_autofree char *text = write_trigger (self->parts, trigger, error);

  if (text == NULL || !is_object (self->parts, trigger))
    return g_steal_pointer (&text);
  self->n_triggers++;
  rensa_python_append_printf (self->before_loop, 4, "trigger%u = %s", self->n_triggers, text);
  return g_strdup_printf ("trigger%u()", self->n_triggers);
}

/* The question of @method about the default trigger of the extension. */
static char *
write_period (const char *method, const RensaExtensionClass *class)
{
  g_autofree char *period = rensa_format_digits (class->trigger_period, 6);

  return g_strdup_printf ("progress.%s(%s, '%s')", method, period, class->trigger_unit);
}

char *
rensa_torch_write_when (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error)
{
  const RensaExtensionClass *class = (const RensaExtensionClass *) rensa_attrs_get_component (plan->attrs);

  return plan->trigger != NULL ? rensa_torch_write_condition (self, plan->trigger, error)
                               : write_period ("has_passed", class);
}

static char *
count_calls (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error)
{
  const RensaExtensionClass *class = (const RensaExtensionClass *) rensa_attrs_get_component (plan->attrs);
  RensaTemplateScope scope = { &self->parts->writer };
  const RensaComponent *trigger = plan->trigger != NULL ? rensa_attrs_get_component (plan->trigger) : NULL;
  const char *form = trigger != NULL ? rensa_python_get_form (self->parts, trigger, "_count") : NULL;

  if (trigger == NULL)
    return write_period ("count", class);
  if (form != NULL)
    return rensa_template_fill (form, plan->trigger, &scope);
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s does not support %s for counting calls of %s"),
                   self->parts->writer.title, trigger->name, class->name);
  return NULL;
}

/* Adds 1 for an extension that is called before training. */
char *
rensa_torch_write_count (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error)
{
  g_autofree char *count = count_calls (self, plan, error);

  if (count == NULL || !plan->before_training)
    return g_steal_pointer (&count);
  return g_strdup_printf ("(1 + %s)", count);
}
