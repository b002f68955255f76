/* rensa-onnx-write.c: serialization of a graph to a file.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-write-private.h"

#include <string.h>

#include "onnx.pb-c.h"
#include "rensa-array-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-onnx-batch-private.h"

/* Size limit of readers of such messages, minus a reserve for everything except weights. */
#define MOST_BYTES (((guint64) 1 << 31) - (1 << 20))

/* Messages do not own memory: all of it is owned by the writer. */
typedef struct
{
  GPtrArray *memory;
} Writer;

static gpointer
keep (Writer *writer, gpointer memory)
{
  g_ptr_array_add (writer->memory, memory);
  return memory;
}

/* Creates a message with default values. */
#define NEW(writer, Type, init) ((Type *) keep ((writer), g_memdup2 (&(const Type) init, sizeof (Type))))

/* Room for @n pointers. */
static gpointer
new_list (Writer *writer, guint n)
{
  return keep (writer, g_new0 (gpointer, n + 1));
}

/* Types */

static Onnx__TensorShapeProto *
write_shape (Writer *writer, const RensaShape *shape)
{
  Onnx__TensorShapeProto *message = NEW (writer, Onnx__TensorShapeProto, ONNX__TENSOR_SHAPE_PROTO__INIT);

  message->n_dim = (gsize) shape->ndim;
  message->dim = new_list (writer, (guint) shape->ndim);
  for (int i = 0; i < shape->ndim; i++)
    {
      Onnx__TensorShapeProto__Dimension *dim =
          NEW (writer, Onnx__TensorShapeProto__Dimension, ONNX__TENSOR_SHAPE_PROTO__DIMENSION__INIT);

      if (shape->dims[i] >= 0)
        {
          dim->value_case = ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE;
          dim->dim_value = shape->dims[i];
        }
      else if (shape->dims[i] == RENSA_ONNX_BATCH)
        {
          dim->value_case = ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_PARAM;
          dim->dim_param = (char *) RENSA_ONNX_BATCH_NAME;
        }
      message->dim[i] = dim;
    }
  return message;
}

static Onnx__ValueInfoProto *
write_value (Writer *writer, const RensaOnnxValue *value)
{
  Onnx__ValueInfoProto *message = NEW (writer, Onnx__ValueInfoProto, ONNX__VALUE_INFO_PROTO__INIT);
  Onnx__TypeProto *type = NEW (writer, Onnx__TypeProto, ONNX__TYPE_PROTO__INIT);
  Onnx__TypeProto__Tensor *tensor = NEW (writer, Onnx__TypeProto__Tensor, ONNX__TYPE_PROTO__TENSOR__INIT);

  tensor->has_elem_type = TRUE;
  tensor->elem_type = rensa_onnx_dtype_to_code (value->dtype);
  tensor->shape = write_shape (writer, &value->shape);
  type->value_case = ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE;
  type->tensor_type = tensor;
  message->name = value->name;
  message->type = type;
  return message;
}

static Onnx__ValueInfoProto **
write_values (Writer *writer, const GPtrArray *values)
{
  Onnx__ValueInfoProto **messages = new_list (writer, values->len);

  for (guint i = 0; i < values->len; i++)
    messages[i] = write_value (writer, values->pdata[i]);
  return messages;
}

/* Constants */

static Onnx__TensorProto *
write_constant (Writer *writer, const RensaOnnxValue *value, GError **error)
{
  Onnx__TensorProto *message = NEW (writer, Onnx__TensorProto, ONNX__TENSOR_PROTO__INIT);
  const gsize size = rensa_array_get_n_bytes (value->constant);
  guint8 *bytes = keep (writer, g_try_malloc (size + 1));

  if (bytes == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_NO_MEMORY, N_ ("Not enough memory for a copy of “%s”"), value->name);
      return NULL;
    }
  if (!rensa_array_to_host (value->constant, bytes, error))
    return NULL;
  message->name = value->name;
  message->has_data_type = TRUE;
  message->data_type = rensa_onnx_dtype_to_code (value->dtype);
  message->n_dims = (gsize) value->shape.ndim;
  message->dims = keep (writer, g_memdup2 (value->shape.dims, sizeof value->shape.dims));
  message->has_raw_data = TRUE;
  message->raw_data = (ProtobufCBinaryData){ size, bytes };
  return message;
}

static gboolean
check_size (const RensaOnnxGraph *graph, GError **error)
{
  guint64 n_bytes = 0;

  for (guint i = 0; i < graph->values->len; i++)
    {
      const RensaOnnxValue *value = graph->values->pdata[i];

      n_bytes += value->constant != NULL ? rensa_array_get_n_bytes (value->constant) : 0;
    }
  if (n_bytes < MOST_BYTES)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("ONNX files are limited to 2 GiB, but the model parameters require %.1f GiB"),
                   (double) n_bytes / (1 << 30));
  return FALSE;
}

/* Nodes */

static char **
write_names (Writer *writer, const GPtrArray *values)
{
  char **names = new_list (writer, values->len);

  for (guint i = 0; i < values->len; i++)
    names[i] = values->pdata[i] != NULL ? ((RensaOnnxValue *) values->pdata[i])->name : (char *) "";
  return names;
}

static void
write_integers (Writer *writer, const RensaOnnxAttr *attr, Onnx__AttributeProto *message)
{
  message->type =
      attr->is_list ? ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INTS : ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT;
  message->has_i = !attr->is_list;
  if (message->has_i)
    {
      message->i = (gint64) g_array_index (attr->numbers, double, 0);
      return;
    }
  message->n_ints = attr->numbers->len;
  message->ints = keep (writer, g_new (gint64, attr->numbers->len + 1));
  for (guint i = 0; i < attr->numbers->len; i++)
    message->ints[i] = (gint64) g_array_index (attr->numbers, double, i);
}

static void
write_floats (Writer *writer, const RensaOnnxAttr *attr, Onnx__AttributeProto *message)
{
  message->type =
      attr->is_list ? ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOATS : ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT;
  message->has_f = !attr->is_list;
  if (message->has_f)
    {
      message->f = (float) g_array_index (attr->numbers, double, 0);
      return;
    }
  message->n_floats = attr->numbers->len;
  message->floats = keep (writer, g_new (float, attr->numbers->len + 1));
  for (guint i = 0; i < attr->numbers->len; i++)
    message->floats[i] = (float) g_array_index (attr->numbers, double, i);
}

static Onnx__AttributeProto *
write_attr (Writer *writer, const RensaOnnxAttr *attr)
{
  Onnx__AttributeProto *message = NEW (writer, Onnx__AttributeProto, ONNX__ATTRIBUTE_PROTO__INIT);

  message->name = attr->name;
  message->has_type = TRUE;
  if (attr->kind == 'i')
    write_integers (writer, attr, message);
  else if (attr->kind == 'f')
    write_floats (writer, attr, message);
  else
    {
      message->type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRING;
      message->has_s = TRUE;
      message->s = (ProtobufCBinaryData){ strlen (attr->text), (guint8 *) attr->text };
    }
  return message;
}

static Onnx__NodeProto *
write_node (Writer *writer, const RensaOnnxOp *node)
{
  Onnx__NodeProto *message = NEW (writer, Onnx__NodeProto, ONNX__NODE_PROTO__INIT);

  message->name = node->name;
  message->op_type = node->op;
  message->n_input = node->inputs->len;
  message->input = write_names (writer, node->inputs);
  message->n_output = node->outputs->len;
  message->output = write_names (writer, node->outputs);
  message->n_attribute = node->attrs->len;
  message->attribute = new_list (writer, node->attrs->len);
  for (guint i = 0; i < node->attrs->len; i++)
    message->attribute[i] = write_attr (writer, node->attrs->pdata[i]);
  return message;
}

/* The file */

static void
write_between (Writer *writer, const RensaOnnxGraph *graph, Onnx__GraphProto *message)
{
  g_autoptr (GPtrArray) between = g_ptr_array_new ();

  for (guint i = 0; i < graph->values->len; i++)
    if (rensa_onnx_graph_is_between (graph, graph->values->pdata[i]))
      g_ptr_array_add (between, graph->values->pdata[i]);
  message->n_value_info = between->len;
  message->value_info = write_values (writer, between);
}

static gboolean
write_constants (Writer *writer, const RensaOnnxGraph *graph, Onnx__GraphProto *message, GError **error)
{
  message->initializer = new_list (writer, graph->values->len);
  for (guint i = 0; i < graph->values->len; i++)
    {
      const RensaOnnxValue *value = graph->values->pdata[i];

      if (value->constant == NULL)
        continue;
      message->initializer[message->n_initializer] = write_constant (writer, value, error);
      if (message->initializer[message->n_initializer] == NULL)
        return FALSE;
      message->n_initializer++;
    }
  return TRUE;
}

static Onnx__GraphProto *
write_graph (Writer *writer, const RensaOnnxGraph *graph, const RensaOnnxAbout *about, GError **error)
{
  Onnx__GraphProto *message = NEW (writer, Onnx__GraphProto, ONNX__GRAPH_PROTO__INIT);

  message->name = (char *) about->title;
  message->n_input = graph->inputs->len;
  message->input = write_values (writer, graph->inputs);
  message->n_output = graph->outputs->len;
  message->output = write_values (writer, graph->outputs);
  write_between (writer, graph, message);
  message->n_node = graph->nodes->len;
  message->node = new_list (writer, graph->nodes->len);
  for (guint i = 0; i < graph->nodes->len; i++)
    message->node[i] = write_node (writer, graph->nodes->pdata[i]);
  return write_constants (writer, graph, message, error) ? message : NULL;
}

static void
write_metadata (Writer *writer, const RensaOnnxAbout *about, Onnx__ModelProto *model)
{
  model->n_metadata_props = g_strv_length ((char **) about->keys);
  model->metadata_props = new_list (writer, (guint) model->n_metadata_props);
  for (guint i = 0; i < model->n_metadata_props; i++)
    {
      Onnx__StringStringEntryProto *entry =
          NEW (writer, Onnx__StringStringEntryProto, ONNX__STRING_STRING_ENTRY_PROTO__INIT);

      entry->key = (char *) about->keys[i];
      entry->value = (char *) about->values[i];
      model->metadata_props[i] = entry;
    }
}

static GBytes *
write_model (Writer *writer, const RensaOnnxGraph *graph, const RensaOnnxAbout *about, GError **error)
{
  Onnx__ModelProto model = ONNX__MODEL_PROTO__INIT;
  Onnx__OperatorSetIdProto opset = ONNX__OPERATOR_SET_ID_PROTO__INIT;
  Onnx__OperatorSetIdProto *opsets[] = { &opset };
  guint8 *bytes;
  gsize size;

  opset.domain = (char *) "";
  opset.has_version = TRUE;
  opset.version = RENSA_ONNX_OPSET;
  model.has_ir_version = TRUE;
  model.ir_version = RENSA_ONNX_IR;
  model.n_opset_import = 1;
  model.opset_import = opsets;
  model.producer_name = (char *) "Rensa";
  model.producer_version = (char *) about->version;
  model.doc_string = (char *) about->doc;
  model.graph = write_graph (writer, graph, about, error);
  if (model.graph == NULL)
    return NULL;
  write_metadata (writer, about, &model);

  size = onnx__model_proto__get_packed_size (&model);
  bytes = g_try_malloc (size);
  if (bytes == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_NO_MEMORY, N_ ("Not enough memory for a copy of “%s”"), about->title);
      return NULL;
    }
  onnx__model_proto__pack (&model, bytes);
  return g_bytes_new_take (bytes, size);
}

GBytes *
rensa_onnx_write (const RensaOnnxGraph *graph, const RensaOnnxAbout *about, GError **error)
{
  Writer writer = { g_ptr_array_new_with_free_func (g_free) };
  GBytes *bytes = check_size (graph, error) ? write_model (&writer, graph, about, error) : NULL;

  g_ptr_array_unref (writer.memory);
  return bytes;
}
