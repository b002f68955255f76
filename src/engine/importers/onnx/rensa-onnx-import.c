/* rensa-onnx-import.c: converts the graph of an ONNX file to a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-format.h"
#include "rensa-language.h"

/* Supported versions of the operator set. */
#define FIRST_OPSET 6
#define LAST_OPSET 28
#define MOST_INPUTS 7
/* Maximum length in characters. */
#define LONGEST_MESSAGE 1000

/* Lengths substituted for those that the file leaves open, one per probe: batch sizes, and other
 * lengths, which must be large enough for any windows. */
static const gint64 batch_sizes[RENSA_SKETCH_PROBES] = { 2, 3 };
static const gint64 other_sizes[RENSA_SKETCH_PROBES] = { 64, 96 };

static const RensaOnnxOperator *const tables[] = {
  rensa_onnx_activation_operators,   rensa_onnx_array_operators,         rensa_onnx_branch_operators,
  rensa_onnx_quantization_operators, rensa_onnx_connection_operators,    rensa_onnx_constant_operators,
  rensa_onnx_convolution_operators,  rensa_onnx_index_operators,         rensa_onnx_logic_operators,
  rensa_onnx_math_operators,         rensa_onnx_normalization_operators, rensa_onnx_pooling_operators,
  rensa_onnx_reduction_operators,    rensa_onnx_resize_operators,        rensa_onnx_rnn_operators,
  rensa_onnx_scatter_operators,
};

const RensaOnnxOperator *
rensa_onnx_find_operator (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const RensaOnnxOperator *one = tables[i]; one->name != NULL; one++)
      if (g_str_equal (one->name, name))
        return one;
  return NULL;
}

/* Required parts */

static gint64
find_opset (const Onnx__ModelProto *model)
{
  gint64 opset = 0;

  for (gsize i = 0; i < model->n_opset_import; i++)
    {
      const Onnx__OperatorSetIdProto *set = model->opset_import[i];

      if (set->domain == NULL || *set->domain == '\0' || g_str_equal (set->domain, "ai.onnx"))
        opset = set->version;
    }
  return opset;
}

/* Describes what is missing, as a string marked for translation; NULL if every object is named. */
static const char *
find_nameless (const Onnx__GraphProto *graph)
{
  for (gsize i = 0; i < graph->n_node; i++)
    if (graph->node[i]->op_type == NULL || graph->node[i]->n_output == 0)
      return N_ ("a node must have an operator and an output");
  for (gsize i = 0; i < graph->n_initializer; i++)
    if (graph->initializer[i]->name == NULL)
      return N_ ("an array must have a name");
  for (gsize i = 0; i < graph->n_input; i++)
    if (graph->input[i]->name == NULL)
      return N_ ("an input must have a name");
  for (gsize i = 0; i < graph->n_output; i++)
    if (graph->output[i]->name == NULL)
      return N_ ("an output must have a name");
  if (graph->n_sparse_initializer > 0)
    return N_ ("sparse arrays are not supported");
  return NULL;
}

static gboolean
check (const Onnx__ModelProto *model, GError **error)
{
  const gint64 opset = find_opset (model);
  const char *problem = find_nameless (model->graph);

  if (problem != NULL)
    rensa_set_words (error, RENSA_ERROR_FORMAT, "%s", _ (problem));
  else if (opset < FIRST_OPSET || opset > LAST_OPSET)
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("expected operator versions %d to %d, but the file has %lld"),
                     FIRST_OPSET, LAST_OPSET, (long long) opset);
  else
    return TRUE;
  return FALSE;
}

/* Graphs nested in a node may use any outer value; such a value counts as having several users. */
static void
follow_inner (RensaOnnxImport *self, const Onnx__NodeProto *node)
{
  for (gsize i = 0; i < node->n_attribute; i++)
    {
      const Onnx__GraphProto *graph = node->attribute[i]->g;

      for (gsize j = 0; graph != NULL && j < graph->n_node; j++)
        {
          for (gsize k = 0; k < graph->node[j]->n_input; k++)
            {
              g_hash_table_insert (self->users, graph->node[j]->input[k], NULL);
              g_hash_table_add (self->needed, graph->node[j]->input[k]);
            }
          follow_inner (self, graph->node[j]);
        }
      for (gsize j = 0; graph != NULL && j < graph->n_output; j++)
        if (graph->output[j]->name != NULL)
          {
            g_hash_table_insert (self->users, graph->output[j]->name, NULL);
            g_hash_table_add (self->needed, graph->output[j]->name);
          }
    }
}

/* Determines which values the outputs depend on, and their users. */
static void
follow (RensaOnnxImport *self, const Onnx__GraphProto *graph)
{
  for (gsize i = 0; i < graph->n_output; i++)
    {
      g_hash_table_add (self->needed, graph->output[i]->name);
      g_hash_table_insert (self->users, graph->output[i]->name, NULL);
    }
  for (gsize i = graph->n_node; i-- > 0;)
    {
      Onnx__NodeProto *node = graph->node[i];
      gboolean is_needed = FALSE;

      for (gsize j = 0; j < node->n_output; j++)
        is_needed = is_needed || g_hash_table_contains (self->needed, node->output[j]);
      if (!is_needed)
        g_hash_table_add (self->done, node);
      for (gsize j = 0; is_needed && j < node->n_input; j++)
        {
          g_hash_table_insert (self->users, node->input[j],
                               g_hash_table_contains (self->users, node->input[j]) ? NULL : node);
          g_hash_table_add (self->needed, node->input[j]);
        }
      if (is_needed)
        follow_inner (self, node);
    }
}

/* Inputs */

/* (element-type Onnx__ValueInfoProto): inputs without a default. */
static GPtrArray *
list_inputs (const Onnx__GraphProto *graph)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *inputs = g_ptr_array_new ();

  for (gsize i = 0; i < graph->n_initializer; i++)
    g_hash_table_add (names, graph->initializer[i]->name);
  for (gsize i = 0; i < graph->n_input; i++)
    if (!g_hash_table_contains (names, graph->input[i]->name))
      g_ptr_array_add (inputs, graph->input[i]);
  return inputs;
}

static const Onnx__TypeProto__Tensor *
get_tensor_type (const Onnx__ValueInfoProto *info)
{
  const Onnx__TypeProto *type = info->type;

  return type != NULL && type->value_case == ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE ? type->tensor_type : NULL;
}

/* Returns the length of axis @axis in the file, or -1 if it is left open. */
static gint64
get_length (const Onnx__TypeProto__Tensor *tensor, gsize axis)
{
  const Onnx__TensorShapeProto__Dimension *dim = tensor->shape->dim[axis];

  return dim->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE ? dim->dim_value : -1;
}

/* Returns the length of the first axis if all inputs have the same one, otherwise 0. */
static gint64
find_batch_size (GPtrArray *inputs)
{
  gint64 size = -1;

  for (guint i = 0; i < inputs->len; i++)
    {
      const Onnx__TypeProto__Tensor *tensor = get_tensor_type (inputs->pdata[i]);
      const gint64 own =
          tensor != NULL && tensor->shape != NULL && tensor->shape->n_dim > 0 ? get_length (tensor, 0) : 0;

      if (own <= 0 || (size >= 0 && own != size))
        return 0;
      size = own;
    }
  return size;
}

static gint64
choose_length (const Onnx__TypeProto__Tensor *tensor, gsize axis, int probe, RensaOnnxFreedom freedom, gint64 batch)
{
  const gint64 length = get_length (tensor, axis);

  if (axis == 0 && batch > 0 && freedom == RENSA_ONNX_FREE_FIRST)
    return batch + probe;
  if (length >= 0)
    return length;
  if (freedom == RENSA_ONNX_FREE_NOTHING)
    probe = 0;
  return axis == 0 ? batch_sizes[probe] : other_sizes[probe];
}

static gboolean
add_input (RensaOnnxImport *self, const Onnx__ValueInfoProto *info, RensaOnnxFreedom freedom, gint64 batch,
           GError **error)
{
  const Onnx__TypeProto__Tensor *tensor = get_tensor_type (info);
  RensaType types[RENSA_SKETCH_PROBES] = { 0 };
  RensaSketchValue *value;

  if (tensor == NULL || tensor->shape == NULL || tensor->shape->n_dim > RENSA_MAX_NDIM)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("input “%s” must be an array with at most %d axes"), info->name,
                       RENSA_MAX_NDIM);
      return FALSE;
    }
  for (int probe = 0; probe < RENSA_SKETCH_PROBES; probe++)
    {
      if (!rensa_onnx_dtype (tensor->elem_type, info->name, &types[probe].dtype, error))
        return FALSE;
      types[probe].shape.ndim = (int) tensor->shape->n_dim;
      for (gsize i = 0; i < tensor->shape->n_dim; i++)
        types[probe].shape.dims[i] = choose_length (tensor, i, probe, freedom, batch);
    }
  value = rensa_sketch_add_input (self->sketch, info->name, types, error);
  if (value == NULL)
    return FALSE;
  if (g_hash_table_insert (self->values, info->name, value))
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("“%s” is defined more than once"), info->name);
  return FALSE;
}

/* Data type of the inputs, or else of the arrays. */
static RensaDtype
choose_dtype (const Onnx__GraphProto *graph, GPtrArray *inputs)
{
  RensaDtype dtype;

  for (guint i = 0; i < inputs->len; i++)
    {
      const Onnx__TypeProto__Tensor *tensor = get_tensor_type (inputs->pdata[i]);

      if (tensor != NULL && rensa_onnx_dtype (tensor->elem_type, "", &dtype, NULL) && rensa_dtype_is_floating (dtype))
        return dtype;
    }
  for (gsize i = 0; i < graph->n_initializer; i++)
    if (rensa_onnx_dtype (graph->initializer[i]->data_type, "", &dtype, NULL) && rensa_dtype_is_floating (dtype))
      return dtype;
  return RENSA_FLOAT32;
}

/* Only floating-point arrays with more than one element become parameters. */
static gboolean
add_initializers (RensaOnnxImport *self, const Onnx__GraphProto *graph, GError **error)
{
  for (gsize i = 0; i < graph->n_initializer; i++)
    {
      const Onnx__TensorProto *tensor = graph->initializer[i];
      g_autoptr (RensaArray) array = NULL;
      gboolean is_weight;

      if (!g_hash_table_contains (self->needed, tensor->name))
        continue;
      if (g_hash_table_contains (self->values, tensor->name))
        {
          rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("“%s” is defined more than once"), tensor->name);
          return FALSE;
        }
      array = rensa_onnx_read_tensor (tensor, self->folder, error);
      if (array == NULL)
        return FALSE;
      is_weight = rensa_dtype_is_floating (rensa_array_get_dtype (array)) && rensa_array_get_count (array) > 1;
      g_hash_table_insert (self->values, tensor->name,
                           rensa_sketch_add_constant (self->sketch, tensor->name,
                                                      is_weight ? RENSA_SKETCH_WEIGHT : RENSA_SKETCH_CONSTANT, array));
    }
  return TRUE;
}

/* The whole */

gboolean
rensa_onnx_run_graph (RensaOnnxImport *self, const Onnx__GraphProto *graph, GError **error)
{
  const char *problem = find_nameless (graph);

  if (problem != NULL)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, "%s", _ (problem));
      return FALSE;
    }
  follow (self, graph);
  if (!add_initializers (self, graph, error))
    return FALSE;
  for (gsize i = 0; i < graph->n_node; i++)
    if (!g_hash_table_contains (self->done, graph->node[i]) && !rensa_onnx_run_node (self, graph->node[i], error))
      return FALSE;
  return TRUE;
}

static RensaImported *
finish (RensaOnnxImport *self, GError **error)
{
  const Onnx__GraphProto *graph = self->model->graph;
  RensaSketchValue *outputs[RENSA_ONNX_MAX_OUTPUTS];
  const char *names[RENSA_ONNX_MAX_OUTPUTS];

  if (graph->n_output > RENSA_ONNX_MAX_OUTPUTS)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("expected at most %d outputs, found %zu"), RENSA_ONNX_MAX_OUTPUTS,
                       graph->n_output);
      return NULL;
    }
  for (gsize i = 0; i < graph->n_output; i++)
    {
      names[i] = graph->output[i]->name;
      outputs[i] = g_hash_table_lookup (self->values, names[i]);
      if (outputs[i] == NULL)
        {
          rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("no node produces the output “%s”"), names[i]);
          return NULL;
        }
    }
  return rensa_sketch_finish (self->sketch, self->path, outputs, names, (guint) graph->n_output, error);
}

static void
import_clear (RensaOnnxImport *self)
{
  g_clear_pointer (&self->sketch, rensa_sketch_free);
  g_hash_table_unref (self->values);
  g_hash_table_unref (self->users);
  g_hash_table_unref (self->needed);
  g_hash_table_unref (self->done);
  g_free (self->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaOnnxImport, import_clear)

/* Per input, the axes that the file leaves open, or that are those of the batch, but that have one
 * length here. */
static guint32 *
list_fixed (RensaOnnxImport *self, GPtrArray *inputs, gint64 batch)
{
  guint32 *fixed = g_new0 (guint32, inputs->len + 1);

  for (guint i = 0; i < inputs->len; i++)
    {
      const Onnx__ValueInfoProto *info = inputs->pdata[i];
      const RensaSketchValue *value = g_hash_table_lookup (self->values, info->name);
      const RensaShape shape = rensa_variable_get_type (value->probes[0]).shape;
      const RensaShape other = rensa_variable_get_type (value->probes[1]).shape;

      for (int axis = 0; axis < shape.ndim; axis++)
        if (shape.dims[axis] == other.dims[axis]
            && (get_length (get_tensor_type (info), (gsize) axis) < 0 || (axis == 0 && batch > 0)))
          fixed[i] |= 1u << axis;
    }
  return fixed;
}

static RensaImported *
import_with (const Onnx__ModelProto *model, const char *path, GPtrArray *inputs, RensaOnnxFreedom freedom, gint64 batch,
             GError **error)
{
  g_auto (RensaOnnxImport) self = {
    .model = model,
    .path = path,
    .opset = find_opset (model),
    .batch = { batch, batch > 0 ? batch + 1 : 0 },
    .folder = g_path_get_dirname (path),
    .values = g_hash_table_new (g_str_hash, g_str_equal),
    .users = g_hash_table_new (g_str_hash, g_str_equal),
    .needed = g_hash_table_new (g_str_hash, g_str_equal),
    .done = g_hash_table_new (NULL, NULL),
  };
  RensaImported *imported;

  self.sketch = rensa_sketch_new (choose_dtype (model->graph, inputs), inputs->len);
  for (guint i = 0; i < inputs->len; i++)
    if (!add_input (&self, inputs->pdata[i], freedom, batch, error))
      return NULL;
  if (!rensa_onnx_run_graph (&self, model->graph, error))
    return NULL;
  imported = finish (&self, error);
  if (imported != NULL)
    imported->fixed = list_fixed (&self, inputs, batch);
  return imported;
}

/* Names in the file may be arbitrarily long and contain line breaks. */
static char *
dup_shown (const char *message)
{
  g_autofree char *shown = rensa_make_harmless (message, -1);
  const glong n = g_utf8_strlen (shown, -1);
  g_autofree char *head = NULL;

  if (n <= LONGEST_MESSAGE)
    return g_steal_pointer (&shown);
  head = g_utf8_substring (shown, 0, LONGEST_MESSAGE / 2);
  return g_strconcat (head, "…", g_utf8_offset_to_pointer (shown, n - LONGEST_MESSAGE / 2 + 1), NULL);
}

/* Lists the lengths that were fixed, for the user. */
static void
add_note (RensaImported *imported, RensaOnnxFreedom freedom, gint64 batch, const GError *reason)
{
  g_autofree char *message = reason != NULL ? dup_shown (reason->message) : NULL;

  if (reason == NULL)
    return;
  if (freedom == RENSA_ONNX_FREE_NAMED)
    g_ptr_array_add (imported->notes, g_strdup_printf (_ ("A batch must have %lld examples, as in the file: %s"),
                                                       (long long) batch, message));
  else
    g_ptr_array_add (
        imported->notes,
        g_strdup_printf (_ ("Unspecified lengths are set to %lld for the batch and to %lld for other axes: %s"),
                         (long long) batch_sizes[0], (long long) other_sizes[0], message));
}

/* Imports the model with as many lengths left open as the graph allows. */
static RensaImported *
import_model (const Onnx__ModelProto *model, const char *path, GError **error)
{
  g_autoptr (GPtrArray) inputs = list_inputs (model->graph);
  const gint64 batch = find_batch_size (inputs);
  g_autoptr (GError) reason = NULL;
  RensaImported *imported = NULL;

  if (inputs->len > MOST_INPUTS)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("expected at most %d inputs, found %u"), MOST_INPUTS,
                       inputs->len);
      return NULL;
    }
  for (int freedom = RENSA_ONNX_FREE_FIRST; imported == NULL && freedom <= RENSA_ONNX_FREE_NOTHING; freedom++)
    {
      GError *own = NULL;

      imported = import_with (model, path, inputs, freedom, batch, &own);
      if (imported != NULL)
        add_note (imported, freedom, batch, reason);
      else if (freedom < RENSA_ONNX_FREE_NOTHING)
        {
          g_clear_error (&reason);
          reason = own;
        }
      else
        g_propagate_error (error, own);
    }
  return imported;
}

static RensaImported *
read_onnx (const char *path, GError **error)
{
  g_autoptr (Onnx__ModelProto) model = rensa_onnx_load (path, error);
  g_autoptr (GError) problem = NULL;
  g_autofree char *message = NULL;
  RensaImported *imported;

  if (model == NULL)
    return NULL;
  imported = check (model, &problem) ? import_model (model, path, &problem) : NULL;
  if (imported != NULL)
    return imported;
  message = dup_shown (problem->message);
  rensa_set_words (error, RENSA_ERROR_FORMAT, "%s: %s", path, message);
  return NULL;
}

const RensaImporter rensa_onnx_importer = {
  .name = "onnx",
  .title = N_ ("ONNX"),
  .ending = ".onnx",
  .read = read_onnx,
};
