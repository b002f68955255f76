/* rensa-torch-extensions.c: what happens besides learning.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-python-private.h"
#include "rensa-torch-private.h"
#include "rensa-trainer.h"

#include <string.h>

const char *
rensa_torch_get_evaluated (const RensaTorchProgram *self)
{
  return self->parts->keeps_state ? "begin_anew(model)" : "model";
}

static const RensaExtensionClass *
get_class (const RensaExtensionPlan *plan)
{
  return (const RensaExtensionClass *) rensa_attrs_get_component (plan->attrs);
}

static const char *
get_form (RensaTorchProgram *self, const RensaExtensionPlan *plan, const char *suffix)
{
  return rensa_python_get_form (self->parts, rensa_attrs_get_component (plan->attrs), suffix);
}

/* The first extension with a form of that suffix; NULL where there is none. */
static const RensaExtensionPlan *
find_extension (RensaTorchProgram *self, const char *suffix)
{
  for (guint i = 0; i < self->project->extensions->len; i++)
    if (get_form (self, self->project->extensions->pdata[i], suffix) != NULL)
      return self->project->extensions->pdata[i];
  return NULL;
}

/* When the extension is called: a condition, or with @suffix "_count" how many times it has been. */
static char *
write_trigger (RensaTorchProgram *self, const RensaExtensionPlan *plan, const char *suffix, GError **error)
{
  const RensaExtensionClass *class = get_class (plan);
  RensaTemplateScope scope = { &self->parts->writer };
  const char *form = plan->trigger != NULL
                         ? rensa_python_get_form (self->parts, rensa_attrs_get_component (plan->trigger), suffix)
                         : NULL;

  if (plan->trigger == NULL)
    return g_strdup_printf ("progress.%s(%g, '%s')", suffix[0] != '\0' ? "count" : "has_passed", class->trigger_period,
                            class->trigger_unit);
  if (form == NULL)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s has no %s"), self->parts->writer.title,
                     rensa_attrs_get_component (plan->trigger)->name);
  return form != NULL ? rensa_template_fill (form, plan->trigger, &scope) : NULL;
}

/* Log */

gboolean
rensa_torch_write_log (RensaTorchProgram *self, GError **error)
{
  const RensaExtensionPlan *log = find_extension (self, "_log");
  const RensaExtensionPlan *print = find_extension (self, "_columns");
  g_autofree char *usual = rensa_python_list_columns (self->project, self->validates);
  const RensaBinding bindings[] = { { "columns", usual } };
  RensaTemplateScope scope = { &self->parts->writer, bindings, G_N_ELEMENTS (bindings), FALSE };
  g_autofree char *columns =
      print != NULL ? rensa_template_fill (get_form (self, print, "_columns"), print->attrs, &scope) : g_strdup (usual);
  const RensaBinding chosen[] = { { "columns", columns } };
  RensaTemplateScope inner = { &self->parts->writer, chosen, G_N_ELEMENTS (chosen), FALSE };
  g_autofree char *call = NULL;

  rensa_python_append (self->body, 4, "args.out.mkdir(parents=True, exist_ok=True)");
  if (log == NULL)
    return TRUE;
  call = rensa_template_fill (get_form (self, log, "_log"), log->attrs, &inner);
  rensa_python_append_printf (self->body, 4, "log = %s", call);
  return TRUE;
}

static void
write_entries (RensaTorchProgram *self)
{
  const RensaExtensionPlan *log = find_extension (self, "_log");
  RensaTemplateScope scope = { &self->parts->writer };
  g_autofree char *when = NULL;

  if (log == NULL)
    return;
  when = rensa_template_fill (get_form (self, log, "_when"), log->attrs, &scope);
  rensa_python_append (self->body, 8, "log.observe(observed)");
  rensa_python_append_printf (self->body, 8, "if %s:", when);
  rensa_python_append (self->body, 12, "log.write(progress)");
}

/* Settings of the optimizer */

/* What speaks of the optimizer, of which there are several where losses have their own. */
static gboolean
expect_one_optimizer (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error)
{
  if (!rensa_python_has_several_losses (self->project))
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s has no %s where losses have optimizers of their own"),
                   self->parts->writer.title, get_class (plan)->name);
  return FALSE;
}

static gboolean
write_setting (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error)
{
  const RensaAttrSpec *spec = rensa_component_find_attr (rensa_attrs_get_component (plan->attrs), "attr");
  g_autofree char *setting = rensa_attrs_get_text (plan->attrs, spec);
  g_autofree char *own = g_strdup_printf ("optimizer.first_settings[%s]", setting);
  g_autofree char *t = expect_one_optimizer (self, plan, error) ? write_trigger (self, plan, "_count", error) : NULL;
  const RensaBinding bindings[] = { { "t", t }, { "own", own } };
  RensaTemplateScope scope = { &self->parts->writer, bindings, G_N_ELEMENTS (bindings), FALSE };
  g_autofree char *call =
      t != NULL ? rensa_template_fill (get_form (self, plan, "_setting"), plan->attrs, &scope) : NULL;

  if (call == NULL)
    return FALSE;
  rensa_python_write_class (self->parts, rensa_attrs_get_component (plan->attrs), call);
  rensa_python_append_printf (self->body, 8, "optimizer.settings[%s] = %s", setting, call);
  return TRUE;
}

gboolean
rensa_torch_write_settings (RensaTorchProgram *self, GError **error)
{
  for (guint i = 0; i < self->project->extensions->len; i++)
    {
      const RensaExtensionPlan *plan = self->project->extensions->pdata[i];

      if (get_form (self, plan, "_setting") == NULL || write_setting (self, plan, error))
        continue;
      g_prefix_error (error, "extensions.%u: ", i);
      return FALSE;
    }
  return TRUE;
}

/* Observations */

/* Whether training goes on alike without it. */
static gboolean
may_be_left_out (RensaTorchProgram *self, const RensaExtensionPlan *plan)
{
  const char *form = get_form (self, plan, "");

  return form != NULL ? form[0] == '\0' : get_class (plan)->preview != NULL;
}

static gboolean
is_written_elsewhere (RensaTorchProgram *self, const RensaExtensionPlan *plan)
{
  return get_form (self, plan, "_setting") != NULL || get_form (self, plan, "_log") != NULL
         || get_form (self, plan, "_columns") != NULL;
}

static gboolean
write_observation (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error)
{
  const RensaExtensionClass *class = get_class (plan);
  g_autofree char *prefix = g_strconcat (plan->name != NULL ? plan->name : class->default_name, "/", NULL);
  g_autofree char *quoted = rensa_python_quote (prefix);
  const RensaBinding bindings[] = { { "model", rensa_torch_get_evaluated (self) },
                                    { "batches", "read_test()" },
                                    { "prefix", quoted },
                                    { "optimizer", "optimizer" } };
  RensaTemplateScope scope = { &self->parts->writer, bindings, G_N_ELEMENTS (bindings), FALSE };
  const char *form = get_form (self, plan, "");
  const gboolean is_sound =
      form == NULL || strstr (form, "{optimizer}") == NULL || expect_one_optimizer (self, plan, error);
  g_autofree char *call = is_sound ? rensa_template_write (plan->attrs, &scope, error) : NULL;
  g_autofree char *when = call != NULL ? write_trigger (self, plan, "", error) : NULL;

  if (when == NULL)
    return FALSE;
  rensa_python_append_printf (self->body, 8, "if %s:", when);
  rensa_python_append_printf (self->body, 12, "observed.update(%s)", call);
  return TRUE;
}

gboolean
rensa_torch_write_observations (RensaTorchProgram *self, GError **error)
{
  for (guint i = 0; i < self->project->extensions->len; i++)
    {
      const RensaExtensionPlan *plan = self->project->extensions->pdata[i];

      if (is_written_elsewhere (self, plan))
        continue;
      if (may_be_left_out (self, plan))
        rensa_python_append_printf (self->body, 8, "# %s is left out.", get_class (plan)->name);
      else if (!write_observation (self, plan, error))
        {
          g_prefix_error (error, "extensions.%u: ", i);
          return FALSE;
        }
    }
  write_entries (self);
  return TRUE;
}
