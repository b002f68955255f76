/* rensa-torch-extensions.c: extensions in PyTorch programs.
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

/* Names and objects */

/* Returns the name that the trainer uses: "_1" is appended to the second one of the same name. */
static char *
dup_name (const RensaTorchProgram *self, const RensaExtensionPlan *wanted)
{
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  char *name = NULL;

  for (guint i = 0; i < self->project->extensions->len; i++)
    {
      const RensaExtensionPlan *plan = self->project->extensions->pdata[i];
      const RensaExtensionClass *class = get_class (plan);
      const char *usual = class->default_name != NULL ? class->default_name : class->name;

      name = g_strdup (plan->name != NULL ? plan->name : usual);
      for (int j = 1; g_hash_table_contains (taken, name); j++)
        {
          g_free (name);
          name = g_strdup_printf ("%s_%d", plan->name != NULL ? plan->name : usual, j);
        }
      if (plan == wanted)
        break;
      g_hash_table_add (taken, g_steal_pointer (&name));
    }
  return name;
}

/* Finds the LogReport of that name. */
static const RensaExtensionPlan *
find_log (RensaTorchProgram *self, const char *name, GError **error)
{
  for (guint i = 0; i < self->project->extensions->len; i++)
    {
      const RensaExtensionPlan *plan = self->project->extensions->pdata[i];
      g_autofree char *own = dup_name (self, plan);

      if (get_form (self, plan, "_when") != NULL && g_str_equal (own, name))
        return plan;
    }
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: no LogReport “%s” to print"), "PrintReport", name);
  return NULL;
}

static const char *get_object (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error);

/* Returns the object of the log to which @plan refers; NULL without an error if it refers to none. */
static const char *
get_log (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error)
{
  const RensaAttrSpec *spec = rensa_component_find_attr (rensa_attrs_get_component (plan->attrs), "log_report");
  const char *values = rensa_attrs_get_values (plan->attrs);
  const RensaExtensionPlan *log =
      spec != NULL ? find_log (self, *(char *const *) (values + spec->offset), error) : NULL;

  return log != NULL ? get_object (self, log, error) : NULL;
}

/* Writes the trigger that the object itself evaluates, as a callable: a stateful one is created
 * before the loop, so that snapshots include it; NULL if there is none. */
static char *
write_own_trigger (RensaTorchProgram *self, const RensaExtensionPlan *plan)
{
  RensaTemplateScope scope = { &self->parts->writer };
  const char *form = get_form (self, plan, "_when");
  char *when = form != NULL ? rensa_template_fill (form, plan->attrs, &scope) : NULL;

  if (when == NULL || g_str_has_prefix (when, "lambda: "))
    return when;
  self->n_triggers++;
  rensa_python_append_printf (self->before_loop, 4, "trigger%u = %s", self->n_triggers, when);
  g_free (when);
  return g_strdup_printf ("trigger%u", self->n_triggers);
}

static char *
write_object (RensaTorchProgram *self, const RensaExtensionPlan *plan, const char *form, const char *log)
{
  g_autofree char *when = write_own_trigger (self, plan);
  const RensaBinding bindings[] = { { "when", when }, { "log", log } };
  RensaTemplateScope scope = { &self->parts->writer, bindings, G_N_ELEMENTS (bindings), FALSE };
  g_autofree char *call = rensa_template_fill (form, plan->attrs, &scope);
  g_autofree char *stem = g_ascii_strdown (form, (gssize) strcspn (form, "("));
  char *name = rensa_python_program_dup_name (self->parts, stem);

  rensa_python_write_class (self->parts, rensa_attrs_get_component (plan->attrs), call);
  rensa_python_append_printf (self->before_loop, 4, "%s = %s", name, call);
  if (when != NULL)
    g_string_append_printf (self->kept, ", %1$s=%1$s", name);
  return name;
}

/* Returns the object of a stateful extension, created before the loop at the first call; NULL if it
 * needs none, or with an error. */
static const char *
get_object (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error)
{
  const char *form = get_form (self, plan, "_object");
  const char *name = g_hash_table_lookup (self->objects, plan);
  GError *reason = NULL;
  const char *log = form != NULL && name == NULL ? get_log (self, plan, &reason) : NULL;

  if (reason != NULL)
    {
      g_propagate_error (error, reason);
      return NULL;
    }
  if (form == NULL || name != NULL)
    return name;
  g_hash_table_insert (self->objects, (gpointer) plan, write_object (self, plan, form, log));
  return g_hash_table_lookup (self->objects, plan);
}

/* Settings of the optimizer */

/* Rejects extensions that refer to the optimizer if losses have their own optimizers. */
static gboolean
expect_one_optimizer (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error)
{
  if (!rensa_python_has_several_losses (self->project))
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s does not support %s when losses have their own optimizers"),
                   self->parts->writer.title, get_class (plan)->name);
  return FALSE;
}

/* @t: number of calls so far */
static char *
write_setting (RensaTorchProgram *self, const RensaExtensionPlan *plan, const char *t)
{
  const RensaAttrSpec *spec = rensa_component_find_attr (rensa_attrs_get_component (plan->attrs), "attr");
  g_autofree char *setting = rensa_attrs_get_text (plan->attrs, spec);
  g_autofree char *own = g_strdup_printf ("optimizer.first_settings[%s]", setting);
  const RensaBinding bindings[] = { { "t", t }, { "own", own } };
  RensaTemplateScope scope = { &self->parts->writer, bindings, G_N_ELEMENTS (bindings), FALSE };
  g_autofree char *call = rensa_template_fill (get_form (self, plan, "_setting"), plan->attrs, &scope);

  rensa_python_write_class (self->parts, rensa_attrs_get_component (plan->attrs), call);
  return g_strdup_printf ("optimizer.settings[%s] = %s", setting, call);
}

/* Writes the change of a setting before each iteration; and its first value, before the extensions
 * that are called before the first iteration. */
static gboolean
write_settings (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error)
{
  g_autofree char *t = expect_one_optimizer (self, plan, error) ? rensa_torch_write_count (self, plan, error) : NULL;
  g_autofree char *first = t != NULL ? write_setting (self, plan, "0") : NULL;
  g_autofree char *next = t != NULL ? write_setting (self, plan, t) : NULL;

  if (t == NULL)
    return FALSE;
  rensa_python_append (self->first_settings, 8, first);
  rensa_python_append (self->body, 8, next);
  return TRUE;
}

gboolean
rensa_torch_write_settings (RensaTorchProgram *self, GError **error)
{
  for (guint i = 0; i < self->project->extensions->len; i++)
    {
      const RensaExtensionPlan *plan = self->project->extensions->pdata[i];

      if (get_form (self, plan, "_setting") == NULL || write_settings (self, plan, error))
        continue;
      g_prefix_error (error, "extensions.%u: ", i);
      return FALSE;
    }
  return TRUE;
}

/* Observations */

/* Returns TRUE if the extension does not affect training and can be omitted. */
static gboolean
may_be_left_out (RensaTorchProgram *self, const RensaExtensionPlan *plan)
{
  const char *form = get_form (self, plan, "");

  return form != NULL ? form[0] == '\0' : get_class (plan)->preview != NULL;
}

static char *
write_observation (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error)
{
  g_autofree char *name = dup_name (self, plan);
  g_autofree char *prefix = g_strconcat (name, "/", NULL);
  g_autofree char *quoted = rensa_python_quote (prefix);
  const RensaBinding bindings[] = { { "model", rensa_torch_get_evaluated (self) },
                                    { "batches", "read_test()" },
                                    { "prefix", quoted },
                                    { "optimizer", "optimizer" } };
  RensaTemplateScope scope = { &self->parts->writer, bindings, G_N_ELEMENTS (bindings), FALSE };
  const char *form = get_form (self, plan, "");
  const gboolean is_sound =
      !rensa_template_has_place (form, "optimizer", NULL) || expect_one_optimizer (self, plan, error);
  g_autofree char *call = is_sound ? rensa_template_write (plan->attrs, &scope, error) : NULL;

  return call != NULL ? g_strdup_printf ("observed.update(%s)", call) : NULL;
}

static char *
write_statement (RensaTorchProgram *self, const RensaExtensionPlan *plan, const char *form, GError **error)
{
  GError *reason = NULL;
  const char *object =
      rensa_torch_check_said (self->parts, plan->attrs, form, &reason) ? get_object (self, plan, &reason) : NULL;
  const RensaBinding bindings[] = { { "object", object } };
  RensaTemplateScope scope = { &self->parts->writer, bindings, G_N_ELEMENTS (bindings), FALSE };
  g_autofree char *statement = reason == NULL ? rensa_template_fill (form, plan->attrs, &scope) : NULL;

  if (reason == NULL && self->parts->error != NULL)
    reason = g_steal_pointer (&self->parts->error);
  if (reason != NULL)
    {
      g_propagate_error (error, reason);
      return NULL;
    }
  rensa_python_write_class (self->parts, rensa_attrs_get_component (plan->attrs), statement);
  return g_steal_pointer (&statement);
}

/* An extension without its own trigger whose default is every iteration needs no condition. */
static gboolean
write_call (RensaTorchProgram *self, const RensaExtensionPlan *plan, const char *statement, GError **error)
{
  const RensaExtensionClass *class = get_class (plan);
  const gboolean is_constant =
      plan->trigger == NULL && class->trigger_period == 1 && g_str_equal (class->trigger_unit, "iteration");
  g_autofree char *when = is_constant ? NULL : rensa_torch_write_when (self, plan, error);

  if (when == NULL && !is_constant)
    return FALSE;
  if (when != NULL)
    rensa_python_append_printf (self->body, 8, "if %s:", when);
  rensa_python_append (self->body, when != NULL ? 12 : 8, statement);
  if (plan->before_training)
    rensa_python_append (self->first_calls, 8, statement);
  return TRUE;
}

static gboolean
write_extension (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error)
{
  const char *form = get_form (self, plan, "_statement");
  g_autofree char *statement = NULL;

  if (get_form (self, plan, "_setting") != NULL)
    return TRUE;
  if (form == NULL && may_be_left_out (self, plan))
    {
      rensa_python_append_printf (self->body, 8, "# %s is left out.", get_class (plan)->name);
      return TRUE;
    }
  statement = form != NULL ? write_statement (self, plan, form, error) : write_observation (self, plan, error);
  return statement != NULL && write_call (self, plan, statement, error);
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

/* Reports progress as `rensa train` does: documents do not normally specify the display. */
static gboolean
needs_print (RensaTorchProgram *self, const RensaExtensionPlan *print)
{
  for (guint i = 0; i < self->project->extensions->len; i++)
    if (get_class (self->project->extensions->pdata[i]) == get_class (print))
      return FALSE;
  return get_log (self, print, NULL) != NULL;
}

static gboolean
write_sorted (RensaTorchProgram *self, GPtrArray *plans, GError **error)
{
  /* Extensions of equal priority keep their order. */
  g_ptr_array_sort (plans, compare_priorities);
  for (guint i = 0; i < plans->len; i++)
    if (!write_extension (self, plans->pdata[i], error))
      {
        guint number = 0;

        g_ptr_array_find (self->project->extensions, plans->pdata[i], &number);
        g_prefix_error (error, "extensions.%u: ", number);
        return FALSE;
      }
  return TRUE;
}

static gboolean
write_extensions (RensaTorchProgram *self, GError **error)
{
  g_autoptr (GPtrArray) plans = g_ptr_array_copy (self->project->extensions, NULL, NULL);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, "PrintReport", error);
  RensaExtensionPlan print = { .attrs = attrs, .priority = RENSA_INT_NONE };

  g_ptr_array_set_free_func (plans, NULL);
  if (attrs == NULL)
    return FALSE;
  if (needs_print (self, &print))
    g_ptr_array_add (plans, &print);
  return write_sorted (self, plans, error);
}

/* Inserts calls of the extensions that are also called before the first iteration, at @place;
 * nothing if there are none. */
static void
insert_first_calls (RensaTorchProgram *self, gssize place)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->first_calls->len == 0)
    return;
  rensa_python_append (text, 4, "if progress.iteration == 0:");
  rensa_python_append (text, 8, "observed = {}");
  if (self->n_triggers > 0)
    rensa_python_append (text, 8, "progress.observed = observed");
  g_string_append (text, self->first_settings->str);
  g_string_append (text, self->first_calls->str);
  g_string_insert (self->body, place, text->str);
}

gboolean
rensa_torch_write_observations (RensaTorchProgram *self, gssize before, GError **error)
{
  const gssize place = (gssize) self->body->len;

  if (!write_extensions (self, error))
    return FALSE;
  if (self->n_triggers > 0)
    g_string_insert (self->body, place, "        progress.observed = observed\n");
  insert_first_calls (self, before);
  return TRUE;
}
