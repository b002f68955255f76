/* rensa-extract.c: one model of a training step as a separate project.
 * SPDX-License-Identifier: MIT */

#include "rensa-extract.h"

#include <errno.h>
#include <glib/gstdio.h>

#include "rensa-builder-parts.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-modes.h"
#include "rensa-npz.h"
#include "rensa-preview-maker.h"
#include "rensa-primitives.h"
#include "rensa-weights.h"

#define MOST_IN_BATCH 32

/**
 * Extract:
 * @call: the first call of the model
 * @batch: the inputs of the step
 * @made: (element-type GPtrArray of RensaVariable): the outputs of each node of the step, by its
 *   name
 * @arrays: the inputs of the call, followed by its first output; on the host
 */
typedef struct
{
  RensaBuilder *builder;
  RensaLink *step;
  const RensaModel *model;
  const RensaModelNode *call;
  RensaVariable *batch[RENSA_MAX_FIELDS];
  GHashTable *made;
  RensaArray *arrays[RENSA_MAX_FIELDS + 1];
  int n_inputs;
} Extract;

static void
extract_clear (Extract *self)
{
  rensa_arrays_clear (self->arrays, RENSA_MAX_FIELDS + 1);
  g_clear_pointer (&self->made, g_hash_table_unref);
  rensa_variables_clear (self->batch, RENSA_MAX_FIELDS);
  g_clear_pointer (&self->step, rensa_link_unref);
  g_clear_pointer (&self->builder, rensa_builder_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Extract, extract_clear)

static void
unref_variable (gpointer variable)
{
  rensa_variable_unref (variable);
}

/* Calls */

static gboolean
find_call (Extract *self, const char *name, GError **error)
{
  for (guint i = 0; i < self->model->order->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (self->model, g_array_index (self->model->order, int, i));

      if (node->kind == RENSA_MODEL_NODE_CALL && g_strcmp0 (node->called->name, name) == 0)
        {
          self->call = node;
          return TRUE;
        }
    }
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("step: it does not call a model “%s”"), name);
  return FALSE;
}

static gboolean
load (Extract *self, RensaDocument *document, const char *dataset_root, const char *weights, const char *name,
      GError **error)
{
  self->builder = rensa_builder_new (document, dataset_root, error);
  if (self->builder == NULL)
    return FALSE;
  if (!rensa_project_has_step (self->builder->project))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("The document has a single model and no step to extract a model from"));
      return FALSE;
    }
  self->model = rensa_network_get_model (rensa_document_get_network (self->builder->document));
  if (!find_call (self, name, error))
    return FALSE;
  self->step = rensa_builder_make_model (self->builder, error);
  return self->step != NULL && rensa_weights_load (self->step, weights, NULL, error);
}

/* Extraction of one batch */

static void
keep (const char *step_name, RensaVariable *const *outputs, int n_outputs, gpointer data)
{
  Extract *self = data;
  GPtrArray *values = g_ptr_array_new_with_free_func (unref_variable);

  for (int i = 0; i < n_outputs; i++)
    g_ptr_array_add (values, outputs[i] != NULL ? rensa_variable_ref (outputs[i]) : NULL);
  g_hash_table_insert (self->made, g_strdup (step_name), values);
}

/* Uses test mode, as later predictions do. */
static gboolean
call_step (Extract *self, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  const RensaDataBundle *bundle = &self->builder->bundle;
  g_autoptr (RensaIterator) iterator = rensa_iterator_new_once (
      self->builder->project->iterator, bundle->test != NULL ? bundle->test : bundle->train, error);
  const int n =
      iterator != NULL ? rensa_batch_next (iterator, NULL, rensa_link_get_device (self->step), self->batch, error) : -1;
  gboolean ok;

  if (n <= 0)
    return FALSE;
  rensa_modes_get ()->train = FALSE;
  self->made = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  rensa_chain_observe (self->step, keep, self);
  ok = rensa_preview_call_target (self->step, self->batch, n, error);
  rensa_chain_observe (self->step, NULL, NULL);
  return ok;
}

static RensaVariable *
find_value (const Extract *self, const RensaModelSource *source)
{
  GPtrArray *values;

  if (source->node < 0)
    return NULL;
  for (guint i = 0; i < self->model->inputs->len; i++)
    if (rensa_model_get_input (self->model, i) == source->node)
      return self->batch[rensa_step_get_field (self->model, i)];
  values = g_hash_table_lookup (self->made, rensa_model_get_node (self->model, source->node)->name);
  return values != NULL && source->output < (int) values->len ? values->pdata[source->output] : NULL;
}

static gboolean
take (Extract *self, int i, RensaVariable *value, GError **error)
{
  RensaArray *array = value != NULL ? rensa_variable_get_array (value) : NULL;
  const gint64 n = array != NULL && rensa_array_get_ndim (array) > 0 ? rensa_array_get_dim (array, 0) : -1;

  if (n < 0 || (i > 0 && n != rensa_array_get_dim (self->arrays[0], 0)))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("step.nodes.%s: expected arrays with the same number of examples along the first axis"),
                       self->call->name);
      return FALSE;
    }
  self->arrays[i] = rensa_array_to_device (array, rensa_device_get_host (), error);
  return self->arrays[i] != NULL;
}

static gboolean
take_values (Extract *self, GError **error)
{
  const GPtrArray *answers = g_hash_table_lookup (self->made, self->call->name);

  self->n_inputs = MIN ((int) self->call->sources->len, RENSA_MAX_FIELDS - 1);
  for (int i = 0; i < self->n_inputs; i++)
    if (!take (self, i, find_value (self, &g_array_index (self->call->sources, RensaModelSource, i)), error))
      return FALSE;
  return take (self, self->n_inputs, answers != NULL && answers->len > 0 ? answers->pdata[0] : NULL, error);
}

/* The files */

static char *
make_key (int i)
{
  return g_strdup_printf ("x%d", i);
}

static gboolean
serialize (gpointer data, RensaSerializer *serializer, GError **error)
{
  Extract *self = data;

  for (int i = 0; i < self->n_inputs; i++)
    {
      g_autofree char *key = make_key (i);

      if (!rensa_serializer_array (serializer, key, &self->arrays[i], error))
        return FALSE;
    }
  return rensa_serializer_array (serializer, "t", &self->arrays[self->n_inputs], error);
}

/* { "type": …, "attrs": … } */
static RensaJson *
write_component (const char *type, RensaJson *attrs)
{
  RensaJson *json = json_object_new_object ();

  json_object_object_add (json, "type", json_object_new_string (type));
  json_object_object_add (json, "attrs", attrs);
  return json;
}

/* Chooses a batch size small enough for the training set. */
static RensaJson *
write_iterator (const Extract *self)
{
  const gint64 n = rensa_array_get_dim (self->arrays[0], 0);
  RensaJson *attrs = json_object_new_object ();

  json_object_object_add (attrs, "batch_size", json_object_new_int64 (CLAMP (n / 4, 1, MOST_IN_BATCH)));
  return write_component ("SerialIterator", attrs);
}

static RensaJson *
write_data (const Extract *self, const char *file)
{
  g_autoptr (GString) keys = g_string_new (NULL);
  RensaJson *attrs = json_object_new_object ();
  RensaJson *data = json_object_new_object ();

  for (int i = 0; i < self->n_inputs; i++)
    {
      g_autofree char *key = make_key (i);

      g_string_append_printf (keys, "%s%s", i > 0 ? ", " : "", key);
    }
  json_object_object_add (attrs, "path", json_object_new_string (file));
  json_object_object_add (attrs, "x", json_object_new_string (keys->str));
  json_object_object_add (attrs, "t", json_object_new_string ("t"));
  json_object_object_add (data, "dataset", write_component ("npz", attrs));
  json_object_object_add (data, "iterator", write_iterator (self));
  return data;
}

/* Copies the model, reduced to its first output. */
static RensaJson *
write_model (const Extract *self, const char *name)
{
  RensaJson *models = rensa_document_get (self->builder->document, "models");
  RensaJson *outputs = NULL;
  RensaJson *model = NULL;

  json_object_deep_copy (json_object_object_get (models, name), &model, NULL);
  if (json_object_object_get_ex (model, "outputs", &outputs) && json_object_array_length (outputs) > 1)
    json_object_array_del_idx (outputs, 1, json_object_array_length (outputs) - 1);
  return model;
}

/* Visits consumers before their sources. */
static void
mark_needed (const RensaModel *model, gboolean *are_needed)
{
  for (guint i = model->order->len; i-- > 0;)
    {
      const int number = g_array_index (model->order, int, i);
      const RensaModelNode *node = rensa_model_get_node (model, number);

      for (guint k = 0; are_needed[number] && k < node->sources->len; k++)
        {
          const int source = g_array_index (node->sources, RensaModelSource, k).node;

          if (source >= 0)
            are_needed[source] = TRUE;
        }
    }
}

/* Removes the nodes that only the other outputs needed. */
static gboolean
prune (RensaDocument *document, GError **error)
{
  const RensaModel *model = rensa_network_get_model (rensa_document_get_network (document));
  g_autofree gboolean *are_needed = g_new0 (gboolean, model->nodes->len);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;

  if (model->outputs->len > 0)
    are_needed[g_array_index (model->outputs, RensaModelSource, 0).node] = TRUE;
  mark_needed (model, are_needed);
  for (guint i = 0; i < model->nodes->len; i++)
    {
      const RensaModelNode *node = model->nodes->pdata[i];

      if (!are_needed[i] && node->kind != RENSA_MODEL_NODE_INPUT)
        g_strv_builder_add (builder, node->name);
    }
  names = g_strv_builder_end (builder);
  return names[0] == NULL || rensa_document_remove_nodes (document, "", (const char *const *) names, error);
}

static RensaDocument *
write_document (const Extract *self, const char *name, const char *place, const char *data_name,
                const char *weights_name, GError **error)
{
  const RensaSettings *settings = rensa_project_get_settings (self->builder->project);
  g_autofree char *title = settings->name != NULL ? g_strdup_printf ("%s: %s", settings->name, name) : g_strdup (name);
  g_autoptr (RensaDocument) document = rensa_document_new_empty (title);
  RensaJson *json = rensa_document_change (document);
  g_autoptr (RensaDocument) placed = NULL;
  g_autofree char *text = NULL;

  json_object_object_add (json, "dtype", json_object_new_string (rensa_dtype_get_name (settings->dtype)));
  json_object_object_add (json, "data", write_data (self, data_name));
  json_object_object_add (json, "model", write_model (self, name));
  json_object_object_add (json, "loss", json_object_new_string ("mean_squared_error"));
  json_object_object_add (json, "accuracy", NULL);
  json_object_object_add (json, "weights", json_object_new_string (weights_name));
  text = rensa_document_to_text (document);
  placed = rensa_document_parse (text, -1, place, error);
  return placed != NULL && prune (placed, error) ? g_steal_pointer (&placed) : NULL;
}

/* Reduces the weights in the file @path, which contains all those of the original model, to those
 * that the model of @document needs. */
static gboolean
keep_needed (RensaDocument *document, const char *path, GError **error)
{
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, error);
  g_autoptr (RensaLink) model = builder != NULL ? rensa_builder_make_model (builder, error) : NULL;
  g_autoptr (GPtrArray) entries = model != NULL ? rensa_weights_load_what_fits (model, path, NULL, error) : NULL;

  return entries != NULL && rensa_save_npz (path, rensa_link_serialize, model, FALSE, error);
}

static gboolean
make_folder (const char *folder, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  if (dir != NULL && g_dir_read_name (dir) == NULL)
    return TRUE;
  if (dir == NULL && g_mkdir (folder, 0777) == 0)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” could not be written: %s"), folder,
                   dir != NULL ? g_strerror (EEXIST) : g_strerror (errno));
  return FALSE;
}

static char *
save (Extract *self, const char *name, const char *folder, GError **error)
{
  g_autofree char *data_name = g_strconcat (name, "_data.npz", NULL);
  g_autofree char *weights_name = g_strconcat (name, "_model.npz", NULL);
  g_autofree char *document_name = g_strconcat (name, ".rensa", NULL);
  g_autofree char *data_path = g_build_filename (folder, data_name, NULL);
  g_autofree char *weights_path = g_build_filename (folder, weights_name, NULL);
  g_autofree char *path = g_build_filename (folder, document_name, NULL);
  g_autoptr (RensaDocument) document = write_document (self, name, path, data_name, weights_name, error);

  if (document == NULL || !make_folder (folder, error) || !rensa_save_npz (data_path, serialize, self, TRUE, error)
      || !rensa_save_npz (weights_path, rensa_link_serialize, rensa_link_find (self->step, name), FALSE, error)
      || !rensa_document_save (document, path, error) || !keep_needed (document, weights_path, error))
    return NULL;
  return g_steal_pointer (&path);
}

char *
rensa_extract_model (RensaDocument *document, const char *dataset_root, const char *weights, const char *name,
                     const char *folder, GError **error)
{
  g_auto (Extract) self = { 0 };

  if (!load (&self, document, dataset_root, weights, name, error) || !rensa_builder_prepare (self.builder, error)
      || !call_step (&self, error) || !take_values (&self, error))
    return NULL;
  return save (&self, name, folder, error);
}
