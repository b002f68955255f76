/* rensa-onnx-file.c: loading and validation of ONNX files.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-wire.h"

/* Limit of protocol buffers. */
#define MOST_BYTES G_MAXINT32
/* Maximum nesting of messages; a nested graph takes three levels. */
#define MOST_DEPTH 32

/* Adds to @n_bytes the memory that the messages take, not counting their contents. Returns FALSE if
 * one is not a valid message or is nested too deeply. */
static gboolean
measure (const RensaWire *message, const ProtobufCMessageDescriptor *descriptor, int depth, guint64 *n_bytes,
         GError **error)
{
  RensaWire rest = *message;
  RensaWire bytes;
  guint number;

  if (depth > MOST_DEPTH)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("messages may be nested at most %d levels deep"), MOST_DEPTH);
      return FALSE;
    }
  if (!rensa_wire_check (message, descriptor->short_name, error))
    return FALSE;
  *n_bytes += descriptor->sizeof_message;
  while (rensa_wire_next_bytes (&rest, &number, &bytes))
    {
      const ProtobufCFieldDescriptor *field = protobuf_c_message_descriptor_get_field (descriptor, number);

      *n_bytes += sizeof (gpointer);
      if (field != NULL && field->type == PROTOBUF_C_TYPE_MESSAGE
          && !measure (&bytes, field->descriptor, depth + 1, n_bytes, error))
        return FALSE;
    }
  return TRUE;
}

/* Returns TRUE if all strings of all messages are UTF-8. */
static gboolean
check_texts (const ProtobufCMessage *message)
{
  for (unsigned i = 0; i < message->descriptor->n_fields; i++)
    {
      const ProtobufCFieldDescriptor *field = &message->descriptor->fields[i];
      const char *base = (const char *) message;
      const gboolean is_repeated = field->label == PROTOBUF_C_LABEL_REPEATED;
      const gboolean is_other = (field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF) != 0
                                && *(const guint32 *) (base + field->quantifier_offset) != field->id;
      const size_t n = is_repeated ? *(const size_t *) (base + field->quantifier_offset) : 1;
      gconstpointer const *values = is_repeated ? *(gconstpointer *const *) (base + field->offset)
                                                : (gconstpointer const *) (base + field->offset);

      if (is_other || (field->type != PROTOBUF_C_TYPE_STRING && field->type != PROTOBUF_C_TYPE_MESSAGE))
        continue;
      for (size_t j = 0; j < n; j++)
        if (values[j] != NULL
            && (field->type == PROTOBUF_C_TYPE_STRING ? !g_utf8_validate (values[j], -1, NULL)
                                                      : !check_texts (values[j])))
          return FALSE;
    }
  return TRUE;
}

static Onnx__ModelProto *
parse (const char *data, gsize size, GError **error)
{
  const RensaWire wire = { (const guint8 *) data, size };
  g_autoptr (Onnx__ModelProto) model = NULL;
  guint64 n_bytes = size;

  if (!measure (&wire, &onnx__model_proto__descriptor, 0, &n_bytes, error)
      || !rensa_memory_check (n_bytes, "ONNX", error))
    return NULL;
  model = onnx__model_proto__unpack (NULL, size, wire.data);
  if (model == NULL)
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("the type of a field does not conform to ONNX"));
  else if (!check_texts (&model->base))
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("a text must be encoded in UTF-8"));
  else if (model->graph == NULL || model->graph->n_output == 0)
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("expected a graph with outputs, but there is none"));
  else
    return g_steal_pointer (&model);
  return NULL;
}

Onnx__ModelProto *
rensa_onnx_load (const char *path, GError **error)
{
  gsize size;
  g_autofree char *data = rensa_file_read (path, MOST_BYTES, &size, error);
  Onnx__ModelProto *model;

  if (data == NULL)
    return NULL;
  model = parse (data, size, error);
  if (model == NULL)
    g_prefix_error (error, "%s: ", path);
  return model;
}

void
rensa_onnx_free (Onnx__ModelProto *model)
{
  onnx__model_proto__free_unpacked (model, NULL);
}
