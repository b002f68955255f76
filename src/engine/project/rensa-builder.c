/* rensa-builder.c: a document, its data, and whether they fit together.
 * SPDX-License-Identifier: MIT */

#include "rensa-builder-private.h"
#include "rensa-extensions.h"
#include "rensa-modes.h"

RensaBuilder *
rensa_builder_new (RensaDocument *document, const char *dataset_root, GError **error)
{
  RensaProject *project = rensa_project_new (document, error);
  RensaBuilder *builder;

  if (project == NULL)
    return NULL;

  builder = g_new0 (RensaBuilder, 1);
  builder->document = rensa_document_ref (document);
  builder->project = project;
  builder->root = dataset_root != NULL ? g_strdup (dataset_root) : rensa_dataset_root_new ();
  rensa_modes_get ()->dtype = rensa_project_get_settings (project)->dtype;
  return builder;
}

void
rensa_builder_free (RensaBuilder *builder)
{
  rensa_data_bundle_clear (&builder->bundle);
  rensa_project_free (builder->project);
  rensa_document_unref (builder->document);
  g_free (builder->root);
  g_free (builder);
}

gboolean
rensa_builder_fail (RensaBuilder *builder, GError **error)
{
  return rensa_prefix_place (error, rensa_document_get_place (builder->document));
}

RensaDataset *
rensa_builder_get_train (RensaBuilder *builder)
{
  return builder->bundle.train;
}

RensaDataset *
rensa_builder_get_test (RensaBuilder *builder)
{
  return builder->bundle.test;
}

gint64
rensa_builder_get_batch_size (RensaBuilder *builder)
{
  return builder->batch_size;
}

guint64
rensa_builder_get_seed (RensaBuilder *builder)
{
  return (guint64) rensa_project_get_settings (builder->project)->seed;
}

static gboolean
infer_comparison (const char *what, RensaAttrs *function, const RensaType *y, const RensaType *t, GError **error)
{
  const RensaFunctionClass *class = (const RensaFunctionClass *) rensa_attrs_get_component (function);
  const RensaType *const inputs[] = { y, t };
  RensaType outputs[2];
  g_autofree char *y_shape = rensa_shape_to_string (&y->shape);
  g_autofree char *t_shape = rensa_shape_to_string (&t->shape);

  if (rensa_function_infer (class, rensa_attrs_get_values (function), inputs, 2, outputs, 2, error) > 0)
    return TRUE;

  if (error != NULL && *error != NULL && g_str_has_suffix ((*error)->message, "."))
    (*error)->message[strlen ((*error)->message) - 1] = '\0';
  if (error != NULL && *error != NULL)
    {
      g_autofree char *message = g_steal_pointer (&(*error)->message);

      (*error)->message =
          g_strdup_printf ("%s: %s; the model gives %s %s and the labels of a batch are %s %s.", what, message,
                           rensa_dtype_get_name (y->dtype), y_shape, rensa_dtype_get_name (t->dtype), t_shape);
    }
  return FALSE;
}

/* Integers with one axis less than the output number the classes along its second axis. */
static gboolean
check_classes (RensaBuilder *builder, const RensaModelNode *last, const RensaType *y, const RensaType *t,
               GError **error)
{
  const gint64 n_classes = builder->bundle.n_classes;

  if (!rensa_dtype_is_integer (t->dtype) || t->shape.ndim != y->shape.ndim - 1 || n_classes <= y->shape.dims[1])
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
               "%s: %s gives %" G_GINT64_FORMAT " values per example, but the labels name %" G_GINT64_FORMAT
               " classes.",
               last->place, last->name, y->shape.dims[1], n_classes);
  return FALSE;
}

static gboolean
infer (RensaBuilder *builder, GError **error)
{
  RensaProject *project = builder->project;
  RensaModel *model = project->model;
  RensaType types[RENSA_MAX_FIELDS];
  const int n = rensa_builder_get_batch_types (builder, types, error);
  const RensaModelSource *source;
  RensaModelNode *last;
  const RensaType *y;

  if (n == 0 || !rensa_model_infer (model, types, n - 1, error))
    return FALSE;
  if (model->outputs->len != 1)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                   "model.outputs: the loss takes one output of the model, but there are %u.", model->outputs->len);
      return FALSE;
    }

  source = &g_array_index (model->outputs, RensaModelSource, 0);
  last = rensa_model_get_node (model, source->node);
  y = &last->outputs[source->output];
  return infer_comparison ("loss", project->loss, y, &types[n - 1], error)
         && (project->accuracy == NULL || infer_comparison ("accuracy", project->accuracy, y, &types[n - 1], error))
         && check_classes (builder, last, y, &types[n - 1], error);
}

static gboolean
prepare (RensaBuilder *builder, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaSerialIterator) iterator = NULL;

  rensa_modes_get ()->enable_backprop = FALSE;
  if (!rensa_builder_load_data (builder, error))
    return FALSE;

  iterator = rensa_builder_make_iterator (builder, error);
  if (iterator == NULL)
    return FALSE;
  builder->batch_size = rensa_serial_iterator_get_batch_size (iterator);
  return infer (builder, error);
}

gboolean
rensa_builder_prepare (RensaBuilder *builder, GError **error)
{
  if (!builder->is_prepared && !prepare (builder, error))
    {
      rensa_data_bundle_clear (&builder->bundle);
      return rensa_builder_fail (builder, error);
    }
  builder->is_prepared = TRUE;
  return TRUE;
}

gboolean
rensa_builder_evaluate (RensaBuilder *builder, RensaLink *model, RensaObservation *result, GError **error)
{
  if (!rensa_builder_prepare (builder, error))
    return FALSE;
  if (builder->bundle.test == NULL)
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID, "data: there is no test part.");
      return rensa_builder_fail (builder, error);
    }
  return rensa_evaluate (model, builder->bundle.test, builder->batch_size, NULL, result, error)
         || rensa_builder_fail (builder, error);
}
