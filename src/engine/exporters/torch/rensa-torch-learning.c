/* rensa-torch-learning.c: optimization of the losses in an iteration.
 * SPDX-License-Identifier: MIT */

#include "rensa-optimizer.h"
#include "rensa-python-private.h"
#include "rensa-torch-private.h"
#include "rensa-updater.h"

/* Returns "optimizer", or optimizers['gen'] if there are several losses. */
static char *
write_optimizer_name (RensaTorchProgram *self, const RensaLossPlan *loss)
{
  g_autofree char *name = loss != NULL ? rensa_python_quote (loss->name) : NULL;

  return rensa_python_has_several_losses (self->project) ? g_strdup_printf ("optimizers[%s]", name)
                                                         : g_strdup ("optimizer");
}

/* Writes the parameters of the models that are trained with the loss. */
static char *
write_parameters (RensaTorchProgram *self, const RensaLossPlan *loss)
{
  g_autoptr (GString) list = g_string_new (NULL);

  if (!rensa_python_has_several_losses (self->project))
    return g_strdup ("model.parameters()");
  for (guint i = 0; loss->models[i] != NULL; i++)
    g_string_append_printf (list, "%s*model.%s.parameters()", i > 0 ? ", " : "", loss->models[i]);
  return loss->models[1] == NULL ? g_strdup (list->str + 1) : g_strdup_printf ("[%s]", list->str);
}

/* Writes the hooks that configure the optimizer once, if @configures, or those that are called
 * before each step. */
static gboolean
write_hooks (RensaTorchProgram *self, GPtrArray *hooks, const char *optimizer, gboolean configures, int indent,
             GError **error)
{
  const RensaBinding bindings[] = { { "optimizer", optimizer } };
  RensaTemplateScope scope = { &self->parts->writer, bindings, G_N_ELEMENTS (bindings), FALSE };

  for (guint i = 0; i < hooks->len; i++)
    {
      const RensaComponent *component = rensa_attrs_get_component (hooks->pdata[i]);
      g_autofree char *call = NULL;

      if ((((const RensaOptimizerHookClass *) component)->configure != NULL) != configures)
        continue;
      call = rensa_template_write (hooks->pdata[i], &scope, error);
      if (call == NULL)
        {
          g_prefix_error (error, "hooks.%u: ", i);
          return FALSE;
        }
      rensa_python_write_class (self->parts, component, call);
      rensa_python_append (self->body, indent, call);
    }
  return TRUE;
}

static gboolean
write_optimizer (RensaTorchProgram *self, RensaAttrs *optimizer, GPtrArray *hooks, const RensaLossPlan *loss,
                 GError **error)
{
  g_autofree char *parameters = write_parameters (self, loss);
  g_autofree char *name = write_optimizer_name (self, loss);
  const RensaBinding bindings[] = { { "parameters", parameters } };
  RensaTemplateScope scope = { &self->parts->writer, bindings, G_N_ELEMENTS (bindings), FALSE };
  g_autofree char *call = rensa_template_write (optimizer, &scope, error);

  if (call == NULL)
    {
      g_prefix_error (error, "%s: ", loss != NULL ? loss->place : "optimizer");
      return FALSE;
    }
  rensa_python_write_class (self->parts, rensa_attrs_get_component (optimizer), call);
  rensa_python_append_printf (self->body, 4, "%s = %s", name, call);
  return write_hooks (self, hooks, name, TRUE, 4, error);
}

gboolean
rensa_torch_write_optimizers (RensaTorchProgram *self, GError **error)
{
  GPtrArray *losses = self->project->losses;

  if (!rensa_project_has_step (self->project))
    return write_optimizer (self, self->project->optimizer, self->project->hooks, NULL, error);
  if (rensa_python_has_several_losses (self->project))
    rensa_python_append (self->body, 4, "optimizers = {}");
  for (guint i = 0; i < losses->len; i++)
    {
      const RensaLossPlan *loss = losses->pdata[i];

      if (!write_optimizer (self, loss->optimizer, loss->hooks, loss, error))
        return FALSE;
    }
  return TRUE;
}

/* @loss: expression in the program; @keeps: the graph is also needed for another loss */
static gboolean
write_update (RensaTorchProgram *self, GPtrArray *hooks, const char *optimizer, const char *loss, gboolean keeps,
              int indent, GError **error)
{
  rensa_python_append_printf (self->body, indent, "%s.zero_grad()", optimizer);
  rensa_python_append_printf (self->body, indent, "%s.backward(%s)", loss, keeps ? "retain_graph=True" : "");
  if (!write_hooks (self, hooks, optimizer, FALSE, indent, error))
    return FALSE;
  rensa_python_append_printf (self->body, indent, "%s.step()", optimizer);
  return TRUE;
}

/* Returns TRUE if a loss after loss @i is computed by the same call. */
static gboolean
is_followed (const RensaProject *project, guint i)
{
  for (guint j = i + 1; j < project->losses->len; j++)
    if (!((const RensaLossPlan *) project->losses->pdata[j])->is_fresh)
      return TRUE;
  return FALSE;
}

static gboolean
write_loss (RensaTorchProgram *self, guint i, GError **error)
{
  const RensaLossPlan *loss = self->project->losses->pdata[i];
  g_autofree char *optimizer = write_optimizer_name (self, loss);
  g_autofree char *key = g_strconcat (loss->name, "/loss", NULL);
  g_autofree char *quoted = rensa_python_quote (key);
  g_autofree char *value = g_strdup_printf ("observed[%s]", quoted);
  const gboolean keeps = !loss->is_fresh && is_followed (self->project, i);
  const int indent = loss->every > 1 ? 12 : 8;

  if (loss->every > 1)
    rensa_python_append_printf (self->body, 8, "if progress.iteration %% %" G_GINT64_FORMAT " == 0:", loss->every);
  if (loss->is_fresh)
    rensa_python_append_printf (self->body, indent, "observed.update(model._work_out_%u(*batch))", i);
  return write_update (self, loss->hooks, optimizer, value, keeps, indent, error);
}

/* A batch that is split among devices is processed in one call. */
static gboolean
write_parallel (RensaTorchProgram *self, const char *batch, GPtrArray *hooks, GError **error)
{
  const RensaBinding bindings[] = { { "batch", batch } };
  RensaTemplateScope scope = { &self->parts->writer, bindings, G_N_ELEMENTS (bindings), FALSE };
  g_autofree char *call = rensa_template_write (self->project->updater, &scope, error);

  if (call == NULL)
    {
      g_prefix_error (error, "updater: ");
      return FALSE;
    }
  rensa_python_write_class (self->parts, rensa_attrs_get_component (self->project->updater), call);
  rensa_python_append (self->body, 8, "optimizer.zero_grad()");
  rensa_python_append_printf (self->body, 8, "observed = %s", call);
  if (!write_hooks (self, hooks, "optimizer", FALSE, 8, error))
    return FALSE;
  rensa_python_append (self->body, 8, "optimizer.step()");
  return TRUE;
}

/* Writes the batches of an iteration, and their total loss: one batch, or several of continued sequences. */
static gboolean
write_batches (RensaTorchProgram *self, const char *batch, GError **error)
{
  RensaTemplateScope scope = { &self->parts->writer };
  g_autofree char *n = rensa_template_write (self->project->updater, &scope, error);

  if (n == NULL)
    {
      g_prefix_error (error, "updater: ");
      return FALSE;
    }
  if (!self->parts->keeps_state)
    {
      rensa_python_append_printf (self->body, 8, "observed = model(*%s)", batch);
      rensa_python_append (self->body, 8, "loss = observed['main/loss']");
      return TRUE;
    }
  rensa_python_append (self->body, 8, "loss = 0");
  rensa_python_append_printf (self->body, 8, "for _ in range(%s):", n);
  rensa_python_append_printf (self->body, 12, "observed = model(*%s)", batch);
  rensa_python_append (self->body, 12, "loss = loss + observed['main/loss']");
  return TRUE;
}

static gboolean
write_several (RensaTorchProgram *self, const char *batch, GError **error)
{
  rensa_python_append_printf (self->body, 8, "batch = %s", batch);
  rensa_python_append_printf (self->body, 8, "observed = model%s(*batch)",
                              rensa_export_has_passes (self->project) ? "._begin" : "");
  for (guint i = 0; i < self->project->losses->len; i++)
    if (!write_loss (self, i, error))
      return FALSE;
  return TRUE;
}

gboolean
rensa_torch_write_learning (RensaTorchProgram *self, GError **error)
{
  const char *batch = self->parts->has_sequences ? "convert(next(batches), train.fields)" : "convert(next(batches))";
  const RensaProject *project = self->project;
  GPtrArray *hooks = rensa_project_has_step (project) && project->losses->len > 0
                         ? ((const RensaLossPlan *) project->losses->pdata[0])->hooks
                         : project->hooks;

  if (rensa_python_has_several_losses (project))
    return write_several (self, batch, error);
  if (((const RensaUpdaterClass *) rensa_attrs_get_component (project->updater))->is_parallel)
    return write_parallel (self, batch, hooks, error);
  if (!write_batches (self, batch, error) || !write_update (self, hooks, "optimizer", "loss", FALSE, 8, error))
    return FALSE;
  if (self->parts->keeps_state)
    rensa_python_append (self->body, 8, "cut_states(model)");
  return TRUE;
}
