/* rensa-torch-snapshots.c: snapshots from which runs can be resumed.
 * SPDX-License-Identifier: MIT */

#include "rensa-python-private.h"
#include "rensa-torch-private.h"

gboolean
rensa_torch_has_snapshots (RensaTorchProgram *self)
{
  for (guint i = 0; i < self->project->extensions->len; i++)
    {
      const RensaExtensionPlan *plan = self->project->extensions->pdata[i];

      if (rensa_python_component_uses (self->parts, rensa_attrs_get_component (plan->attrs), "save_snapshot"))
        return TRUE;
    }
  return FALSE;
}

/* Writes "optimizer=optimizer", or one optimizer for each of several losses. */
static void
list_optimizers (RensaTorchProgram *self, GString *parts)
{
  if (!rensa_python_has_several_losses (self->project))
    {
      g_string_append (parts, ", optimizer=optimizer");
      return;
    }
  for (guint i = 0; i < self->project->losses->len; i++)
    {
      g_autofree char *name = rensa_python_quote (((const RensaLossPlan *) self->project->losses->pdata[i])->name);

      g_string_append_printf (parts, ", optimizer%u=optimizers[%s]", i + 1, name);
    }
}

void
rensa_torch_write_parts (RensaTorchProgram *self)
{
  g_autoptr (GString) parts = g_string_new ("parts = dict(model=model");

  list_optimizers (self, parts);
  g_string_append (parts, ", batches=batches, progress=progress, chance=Chance()");
  g_string_append_len (parts, self->kept->str, (gssize) self->kept->len);
  if (self->parts->keeps_state)
    g_string_append (parts, ", carried=Carried(model)");
  for (guint i = 1; i <= self->n_triggers; i++)
    g_string_append_printf (parts, ", trigger%u=trigger%u", i, i);
  g_string_append_c (parts, ')');
  rensa_python_append (self->before_loop, 4, parts->str);
  rensa_python_append (self->before_loop, 4, "if args.resume is not None:");
  rensa_python_append (self->before_loop, 8, "load_snapshot(args.resume, parts)");
}
