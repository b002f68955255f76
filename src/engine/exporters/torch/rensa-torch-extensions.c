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

gboolean
rensa_torch_has_log (RensaTorchProgram *self)
{
  return find_extension (self, "_log") != NULL;
}

/* "lambda: …" is worked out where it stands; what else can be called is made before. */
static void
write_entries (RensaTorchProgram *self, const RensaExtensionPlan *log)
{
  RensaTemplateScope scope = { &self->parts->writer };
  g_autofree char *when = rensa_template_fill (get_form (self, log, "_when"), log->attrs, &scope);

  rensa_python_append (self->body, 8, "log.observe(observed)");
  if (g_str_has_prefix (when, "lambda: "))
    rensa_python_append_printf (self->body, 8, "if %s:", when + strlen ("lambda: "));
  else
    {
      self->n_triggers++;
      rensa_python_append_printf (self->before_loop, 4, "trigger%u = %s", self->n_triggers, when);
      rensa_python_append_printf (self->body, 8, "if trigger%u():", self->n_triggers);
    }
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
  g_autofree char *t = expect_one_optimizer (self, plan, error) ? rensa_torch_write_count (self, plan, error) : NULL;
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
  return get_form (self, plan, "_setting") != NULL || get_form (self, plan, "_columns") != NULL;
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
  g_autofree char *when = call != NULL ? rensa_torch_write_when (self, plan, error) : NULL;

  if (when == NULL)
    return FALSE;
  rensa_python_append_printf (self->body, 8, "if %s:", when);
  rensa_python_append_printf (self->body, 12, "observed.update(%s)", call);
  return TRUE;
}

static gboolean
write_statement (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error)
{
  RensaTemplateScope scope = { &self->parts->writer };
  g_autofree char *statement = rensa_template_fill (get_form (self, plan, "_statement"), plan->attrs, &scope);
  g_autofree char *when = rensa_torch_write_when (self, plan, error);

  if (when == NULL)
    return FALSE;
  if (self->parts->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->parts->error));
      return FALSE;
    }
  rensa_python_write_class (self->parts, rensa_attrs_get_component (plan->attrs), statement);
  rensa_python_append_printf (self->body, 8, "if %s:", when);
  rensa_python_append (self->body, 12, statement);
  return TRUE;
}

static gboolean
write_extension (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error)
{
  if (is_written_elsewhere (self, plan))
    return TRUE;
  if (get_form (self, plan, "_statement") != NULL)
    return write_statement (self, plan, error);
  if (plan == find_extension (self, "_log"))
    write_entries (self, plan);
  else if (may_be_left_out (self, plan))
    rensa_python_append_printf (self->body, 8, "# %s is left out.", get_class (plan)->name);
  else if (get_form (self, plan, "_log") == NULL)
    return write_observation (self, plan, error);
  return TRUE;
}

static gint64
get_priority (const RensaExtensionPlan *plan)
{
  return plan->priority != RENSA_INT_NONE ? plan->priority : get_class (plan)->priority;
}

static int
compare_priorities (gconstpointer a, gconstpointer b)
{
  const gint64 first = get_priority (*(RensaExtensionPlan *const *) a);
  const gint64 second = get_priority (*(RensaExtensionPlan *const *) b);

  return (first < second) - (first > second);
}

/* Higher priorities first; the sort leaves equal ones in their order. */
gboolean
rensa_torch_write_observations (RensaTorchProgram *self, GError **error)
{
  const gssize place = (gssize) self->body->len;
  g_autoptr (GPtrArray) plans = g_ptr_array_copy (self->project->extensions, NULL, NULL);

  g_ptr_array_set_free_func (plans, NULL);
  g_ptr_array_sort (plans, compare_priorities);
  for (guint i = 0; i < plans->len; i++)
    if (!write_extension (self, plans->pdata[i], error))
      {
        guint number = 0;

        g_ptr_array_find (self->project->extensions, plans->pdata[i], &number);
        g_prefix_error (error, "extensions.%u: ", number);
        return FALSE;
      }
  if (self->n_triggers > 0)
    g_string_insert (self->body, place, "        progress.observed = observed\n");
  return TRUE;
}
