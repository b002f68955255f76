/* rensa-project-infer.c: whether model, loss, accuracy and labels fit together.
 * SPDX-License-Identifier: MIT */

#include "rensa-project-private.h"

static void
infer_comparison (RensaProject *project, const char *what, RensaAttrs *function, const RensaType *y, const RensaType *t)
{
  const RensaFunctionClass *class = (const RensaFunctionClass *) rensa_attrs_get_component (function);
  const RensaType *const inputs[] = { y, t };
  RensaType outputs[2];
  g_autofree char *y_shape = rensa_shape_to_string (&y->shape);
  g_autofree char *t_shape = rensa_shape_to_string (&t->shape);
  g_autoptr (GError) error = NULL;

  if (rensa_function_infer (class, rensa_attrs_get_values (function), inputs, 2, outputs, 2, &error) > 0)
    return;

  if (g_str_has_suffix (error->message, "."))
    error->message[strlen (error->message) - 1] = '\0';
  rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_SHAPES, what, error->code,
                      "%s; the model gives %s %s and the labels of a batch are %s %s.", error->message,
                      rensa_dtype_get_name (y->dtype), y_shape, rensa_dtype_get_name (t->dtype), t_shape);
}

/* Integers with one axis less than the output number the classes along its second axis. */
static void
check_classes (RensaProject *project, RensaModelNode *last, const RensaType *y, const RensaType *t, gint64 n_classes)
{
  RensaMistake *mistake;

  if (!rensa_dtype_is_integer (t->dtype) || t->shape.ndim != y->shape.ndim - 1 || n_classes <= y->shape.dims[1])
    return;

  mistake = rensa_model_add_mistake (project->model, last, RENSA_MISTAKE_CLASSES, RENSA_ERROR_INVALID,
                                     "%s gives %" G_GINT64_FORMAT " value%s per example, but the labels name "
                                     "%" G_GINT64_FORMAT " classes.",
                                     last->name, y->shape.dims[1], y->shape.dims[1] == 1 ? "" : "s", n_classes);
  mistake->detail = g_strdup_printf ("%" G_GINT64_FORMAT, n_classes);
}

static void
check_loss (RensaProject *project, const RensaType *t, gint64 n_classes)
{
  RensaModel *model = project->model;
  const RensaModelSource *source = &g_array_index (model->outputs, RensaModelSource, 0);
  RensaModelNode *last = rensa_model_get_node (model, source->node);
  const RensaType *y = &last->outputs[source->output];

  if (!last->is_known || source->output >= last->n_outputs)
    return;

  if (project->loss != NULL)
    infer_comparison (project, "loss", project->loss, y, t);
  if (project->accuracy != NULL)
    infer_comparison (project, "accuracy", project->accuracy, y, t);
  check_classes (project, last, y, t, n_classes);
}

void
rensa_project_infer (RensaProject *project, const RensaType *types, int n, gint64 n_classes)
{
  const guint n_outputs = project->model->outputs->len;

  rensa_model_infer (project->model, n > 0 ? types : NULL, n - 1);
  if (n_outputs > 1)
    rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_OUTPUTS, "model.outputs", RENSA_ERROR_INVALID,
                        "the loss takes one output of the model, but there are %u.", n_outputs);
  else if (n > 0 && n_outputs == 1)
    check_loss (project, &types[n - 1], n_classes);
}
