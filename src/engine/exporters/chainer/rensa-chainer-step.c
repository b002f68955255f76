/* rensa-python-step.c: optimizers for the losses of a training step.
 * SPDX-License-Identifier: MIT */

#include "rensa-chainer-private.h"
#include "rensa-chainer-step.py.inc"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-optimizer-hooks.h"
#include "rensa-optimizer.h"
#include "rensa-python-private.h"

void
rensa_chainer_write_step_classes (RensaPythonProgram *program, const RensaProject *project)
{
  g_string_append (program->functions, updater_head);
  g_string_append (program->functions, rensa_export_has_passes (project) ? updater_passes : updater_core);
  g_string_append (program->functions, updater_tail);
}

/* Returns "model", "model.gen", or a Chain of several. */
static char *
write_learner (const RensaProject *project, const RensaLossPlan *loss)
{
  g_autoptr (GString) text = g_string_new ("chainer.Chain(");

  if (rensa_project_learns_whole (project))
    return g_strdup ("model");
  if (loss->models[1] == NULL)
    return g_strconcat ("model.", loss->models[0], NULL);
  for (guint i = 0; loss->models[i] != NULL; i++)
    g_string_append_printf (text, "%s%s=model.%s", i > 0 ? ", " : "", loss->models[i], loss->models[i]);
  return g_strdup_printf ("%s)", text->str);
}

static gboolean
is_zero_as_half (double value)
{
  return value != 0 && (rensa_double_to_half (value) & 0x7fff) == 0;
}

static gboolean
loses_settings (RensaAttrs *optimizer)
{
  const RensaComponent *component = rensa_attrs_get_component (optimizer);
  gboolean is_lost = FALSE;

  for (guint i = 0; i < component->n_attrs && !is_lost; i++)
    {
      struct json_object *value = rensa_attrs_get_json (optimizer, &component->attrs[i]);

      is_lost = json_object_is_type (value, json_type_double) && is_zero_as_half (json_object_get_double (value));
      json_object_put (value);
    }
  return is_lost;
}

/* Apart from a velocity, the states of a rule are means of squares, which underflow to 0 for
 * gradients below 0.0002. */
static gboolean
keeps_squares (RensaAttrs *optimizer)
{
  const RensaOptimizerClass *class = (const RensaOptimizerClass *) rensa_attrs_get_component (optimizer);

  return class->states != NULL && class->states[0] != NULL && class->states[1] != NULL;
}

/* Chainer computes updates in the type of the parameters, unless use_fp32_update () has been
 * called: then an epsilon of 1e-8 becomes 0, and so may the value to which it is added. */
static gboolean
check_halves (RensaProject *project, RensaAttrs *optimizer, GPtrArray *hooks, GError **error)
{
  if (rensa_project_get_settings (project)->dtype != RENSA_FLOAT16
      || (!loses_settings (optimizer) && !keeps_squares (optimizer)))
    return TRUE;
  for (guint i = 0; i < hooks->len; i++)
    if (rensa_attrs_get_component (hooks->pdata[i]) == RENSA_COMPONENT (&rensa_fp32_update_hook_class))
      return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("Chainer computes the updates of %s in float16, where small values become 0; add the hook "
                       "%s to compute them in float32"),
                   rensa_attrs_get_component (optimizer)->name, rensa_fp32_update_hook_class.name);
  return FALSE;
}

gboolean
rensa_chainer_write_optimizer (RensaPythonProgram *program, RensaProject *project, RensaAttrs *attrs, GPtrArray *hooks,
                               const char *learner, GString *body, GError **error)
{
  RensaTemplateScope scope = { &program->writer };
  g_autofree char *optimizer =
      check_halves (project, attrs, hooks, error) ? rensa_template_write (attrs, &scope, error) : NULL;

  if (optimizer == NULL)
    return FALSE;
  rensa_python_append_printf (body, 4, "optimizer = %s", optimizer);
  rensa_python_append_printf (body, 4, "optimizer.setup(%s)", learner);
  for (guint i = 0; i < hooks->len; i++)
    {
      const RensaOptimizerHookClass *klass =
          (const RensaOptimizerHookClass *) rensa_attrs_get_component (hooks->pdata[i]);
      g_autofree char *hook = rensa_template_write (hooks->pdata[i], &scope, error);

      if (hook == NULL)
        return FALSE;
      rensa_python_append_printf (body, 4, klass->configure != NULL ? "%s" : "optimizer.add_hook(%s)", hook);
    }
  return TRUE;
}

gboolean
rensa_chainer_write_losses (RensaPythonProgram *program, RensaProject *project, GString *body, GError **error)
{
  const gboolean is_whole = rensa_project_learns_whole (project);

  if (!is_whole)
    rensa_python_append_printf (body, 4, "learners = {}");
  for (guint i = 0; i < project->losses->len; i++)
    {
      const RensaLossPlan *loss = project->losses->pdata[i];
      g_autofree char *name = rensa_python_quote (loss->name);
      g_autofree char *learner = write_learner (project, loss);

      if (!rensa_chainer_write_optimizer (program, project, loss->optimizer, loss->hooks, learner, body, error))
        {
          g_prefix_error (error, "%s: ", loss->place);
          return FALSE;
        }
      if (!is_whole)
        rensa_python_append_printf (body, 4, "learners[%s] = optimizer", name);
    }
  return TRUE;
}

char *
rensa_chainer_write_step_updater (RensaPythonProgram *program, const RensaProject *project)
{
  GPtrArray *models = rensa_network_get_models (project->network);
  g_autoptr (GString) every = g_string_new (NULL);
  g_autoptr (GString) others = g_string_new (NULL);

  for (guint i = 0; i < project->losses->len; i++)
    g_string_append_printf (every, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "",
                            ((const RensaLossPlan *) project->losses->pdata[i])->every);
  for (guint i = 0; i < models->len; i++)
    {
      const char *name = ((const RensaModelNode *) models->pdata[i])->name;
      g_autofree char *quoted = rensa_python_quote (name);

      if (!rensa_project_is_learnt (project, name))
        g_string_append_printf (others, "%s%s", others->len > 0 ? ", " : "", quoted);
    }
  return g_strdup_printf ("StepUpdater(train_iter, model, learners, [%s], [%s])", every->str, others->str);
}
