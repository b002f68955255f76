/* rensa-onnx-metadata.c: metadata on examples and answers in a file.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-model-private.h"

#include "rensa-document-values.h"
#include "rensa-onnx-write-private.h"

/* Keys and values, both ended by NULL when complete. */
typedef struct
{
  GPtrArray *keys;
  GPtrArray *values;
} Metadata;

static void
add (Metadata *self, const char *key, const char *value)
{
  g_ptr_array_add (self->keys, (gpointer) key);
  g_ptr_array_add (self->values, g_strdup (value));
}

static void
add_json (Metadata *self, const char *key, RensaJson *json)
{
  add (self, key, json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
  json_object_put (json);
}

static RensaJson *
list_texts (const char *const *texts)
{
  RensaJson *list = json_object_new_array ();

  for (guint i = 0; texts[i] != NULL; i++)
    json_object_array_add (list, json_object_new_string (texts[i]));
  return list;
}

/* Conversion of bytes to an input: its numbers in this order, from 0 as black to 255 as white. */
static void
add_picture (Metadata *self, const RensaPicture *picture)
{
  RensaJson *json = json_object_new_object ();

  if (picture->n_channels > 0)
    {
      json_object_object_add (json, "channels", json_object_new_int64 (picture->n_channels));
      json_object_object_add (json, "height", json_object_new_int64 (picture->height));
      json_object_object_add (json, "width", json_object_new_int64 (picture->width));
      json_object_object_add (json, "black", json_object_new_double (picture->black));
      json_object_object_add (json, "white", json_object_new_double (picture->white));
      add (self, "picture", json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN));
    }
  json_object_put (json);
}

/* For each column, the words encoded by its numbers, null if it contains numbers. */
static void
add_words (Metadata *self, const GPtrArray *categories)
{
  RensaJson *list = json_object_new_array ();

  for (guint i = 0; i < categories->len; i++)
    json_object_array_add (list, categories->pdata[i] != NULL ? list_texts (categories->pdata[i]) : NULL);
  add_json (self, "words", list);
}

static void
add_form (Metadata *self, const RensaExampleForm *form)
{
  add_picture (self, &form->picture);
  if (form->names != NULL)
    add_json (self, "columns", list_texts ((const char *const *) form->names));
  if (form->categories != NULL)
    add_words (self, form->categories);
}

static void
fill (Metadata *self, const RensaOnnxModel *model, const char *title)
{
  static const char *const predictions[] = {
    [RENSA_PREDICTION_IDENTITY] = "identity",
    [RENSA_PREDICTION_SOFTMAX] = "softmax",
    [RENSA_PREDICTION_SIGMOID] = "sigmoid",
  };
  RensaBuilder *builder = model->trained.builder;
  const char *const *classes = rensa_builder_get_label_names (builder);
  const RensaPrediction prediction = rensa_builder_get_prediction (builder);

  add (self, "title", title);
  add (self, "prediction", predictions[prediction]);
  if (prediction == RENSA_PREDICTION_SOFTMAX && classes != NULL)
    add_json (self, "classes", list_texts (classes));
  if (model->graph->inputs->len == 1)
    add_form (self, rensa_preprocessing_get_form (rensa_builder_get_preprocessing (builder), 0));
  if (model->only_one != NULL)
    add (self, "batch", model->only_one);
  g_ptr_array_add (self->keys, NULL);
  g_ptr_array_add (self->values, NULL);
}

static void
metadata_clear (Metadata *self)
{
  g_ptr_array_unref (self->keys);
  g_ptr_array_unref (self->values);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Metadata, metadata_clear)

/* The result is valid as long as @metadata and @document exist. */
static RensaOnnxAbout
tell (const RensaOnnxModel *self, RensaDocument *document, Metadata *metadata)
{
  const char *name = json_object_get_string (rensa_document_get (document, "name"));
  const char *title = name != NULL ? name : "";

  *metadata = (Metadata){ g_ptr_array_new (), g_ptr_array_new_with_free_func (g_free) };
  fill (metadata, self, title);
  return (RensaOnnxAbout){ .title = title[0] != '\0' ? title : "network",
                           .version = RENSA_VERSION,
                           .doc = self->only_one,
                           .keys = (const char *const *) metadata->keys->pdata,
                           .values = (const char *const *) metadata->values->pdata };
}

GBytes *
rensa_onnx_model_write (const RensaOnnxModel *self, RensaDocument *document, GError **error)
{
  g_auto (Metadata) metadata;
  const RensaOnnxAbout about = tell (self, document, &metadata);

  return rensa_onnx_write (self->graph, &about, error);
}

char *
rensa_onnx_model_to_text (const RensaOnnxModel *self, RensaDocument *document, gint64 most_elements, GError **error)
{
  g_auto (Metadata) metadata;
  const RensaOnnxAbout about = tell (self, document, &metadata);

  return rensa_onnx_to_text (self->graph, &about, most_elements, error);
}
