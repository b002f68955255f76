/* rensa-project-infer.c: checks that model, loss, accuracy and labels fit together.
 * SPDX-License-Identifier: MIT */

#include "rensa-comparison.h"
#include "rensa-memory.h"
#include "rensa-network-faults.h"

gboolean
rensa_project_has_params (RensaProject *project)
{
  return rensa_project_count_needs (project).n_params > 0;
}

static void
check_output (RensaProject *project, const RensaType *t, gint64 n_classes)
{
  RensaModel *model = project->model;
  const RensaModelSource *source = rensa_model_get_output (model, 0);
  const RensaType *y = rensa_facts_get_type (project->facts, model, source);
  const RensaLabels labels = { *t, n_classes, rensa_project_get_settings (project)->dtype };

  if (y != NULL)
    rensa_project_check_comparisons (project, rensa_model_get_node (model, source->node), y, &labels,
                                     rensa_project_has_params (project));
}

void
rensa_project_infer (RensaProject *project, const RensaFacts *before, const RensaType *types, int n, gint64 n_classes)
{
  const guint n_outputs = project->model->outputs->len;

  g_clear_pointer (&project->facts, rensa_facts_unref);
  if (rensa_project_has_step (project))
    {
      project->facts = rensa_network_infer (project->network, before, n > 0 ? types : NULL, n, project->mistakes);
      rensa_project_check_losses (project);
      return;
    }
  project->facts = rensa_network_infer (project->network, before, n > 0 ? types : NULL, n - 1, project->mistakes);
  if (n_outputs > 1)
    rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_OUTPUTS, "model.outputs",
                        &(RensaFault){ .code = &rensa_fault_one_output, .n_found = { .n = n_outputs } });
  else if (n > 0 && n_outputs == 1)
    check_output (project, &types[n - 1], n_classes);
}

RensaNeeds
rensa_project_count_needs (RensaProject *project)
{
  const gint64 size = (gint64) rensa_dtype_get_size (rensa_project_get_settings (project)->dtype);
  RensaNeeds needs = { 0 };

  rensa_facts_sum_up (project->facts, &needs.n_params, &needs.n_value_bytes);
  needs.n_frozen = rensa_facts_count_frozen (project->facts, NULL);
  /* Each that is not frozen has a gradient of the same size. */
  if (__builtin_mul_overflow (needs.n_params, 2 * size, &needs.n_param_bytes))
    needs.n_param_bytes = G_MAXINT64;
  else
    needs.n_param_bytes -= needs.n_frozen * size;
  if (__builtin_add_overflow (needs.n_value_bytes, needs.n_param_bytes, &needs.n_bytes))
    needs.n_bytes = G_MAXINT64;
  return needs;
}

/* Blames the batch size if the model alone would fit. */
static void
check_memory (RensaProject *project, gint64 batch_size)
{
  const RensaNeeds needs = rensa_project_count_needs (project);
  const gint64 n_present = (gint64) rensa_memory_get_total ();
  g_autofree char *present = g_format_size_full (n_present, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *size = g_strdup_printf ("%" G_GINT64_FORMAT, batch_size);
  g_autofree char *params = g_format_size_full (needs.n_param_bytes, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *values = g_format_size_full (needs.n_value_bytes, G_FORMAT_SIZE_IEC_UNITS);

  if (needs.n_param_bytes > n_present)
    rensa_mistakes_take (project->mistakes, RENSA_MISTAKE_MEMORY, "model",
                         rensa_error_new_fault (
                             RENSA_ERROR_NO_MEMORY,
                             &(RensaFault){ .code = &rensa_fault_param_memory, .expected = params, .found = present }));
  else if (needs.n_bytes > n_present)
    rensa_mistakes_take (
        project->mistakes, RENSA_MISTAKE_MEMORY, "data.iterator",
        rensa_error_new_fault (
            RENSA_ERROR_NO_MEMORY,
            &(RensaFault){ .code = &rensa_fault_batch_memory, .value = size, .expected = values, .found = present }));
}

void
rensa_project_check_trainable (RensaProject *project, gint64 batch_size)
{
  RensaModel *model = project->model;
  const RensaModelSource *source = model->outputs->len == 1 || (model->is_step && model->outputs->len > 0)
                                       ? rensa_model_get_output (model, 0)
                                       : NULL;
  RensaNeeds needs;

  if (source == NULL || !rensa_facts_get (project->facts, rensa_model_get_node (model, source->node))->is_known)
    return;
  needs = rensa_project_count_needs (project);
  if (needs.n_params == 0)
    rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_NOTHING, "model",
                        &(RensaFault){ .code = &rensa_fault_nothing });
  else if (needs.n_params == needs.n_frozen)
    rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_FROZEN, model->is_step ? "models" : "model",
                        &(RensaFault){ .code = &rensa_fault_all_frozen });
  check_memory (project, batch_size);
}
