/* test-onnx-forms.c: was each function and link run in ONNX as it stands?
 * SPDX-License-Identifier: MIT */

#include <locale.h>
#include <string.h>

#include "forms.h"
#include "onnx.pb-c.h"
#include "onnx-sample.h"
#include "rensa-init.h"

/* The samples of a function, or of a link where @link is given. */
typedef struct
{
  const RensaFunctionClass *function;
  const RensaLinkClass *link;
  guint n;
  char *name;
} Samples;

static void
samples_free (gpointer data)
{
  Samples *self = data;

  g_free (self->name);
  g_free (self);
}

static void
init_sample (const Samples *self, guint i, OnnxSample *sample)
{
  if (self->link != NULL)
    onnx_sample_init_link (sample, self->link, i);
  else
    onnx_sample_init (sample, self->function, i);
}

/* Without the numbers of parameters and of what the engine has computed, the last bits of which go with the processor. */
static void
add_file (GChecksum *sum, GBytes *bytes)
{
  gsize size;
  const guint8 *packed = g_bytes_get_data (bytes, &size);
  Onnx__ModelProto *model = onnx__model_proto__unpack (NULL, size, packed);
  g_autofree guint8 *rest = g_malloc (size);

  for (gsize i = 0; i < model->graph->n_initializer; i++)
    {
      Onnx__TensorProto *tensor = model->graph->initializer[i];

      if (tensor->data_type == ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT && strstr (tensor->name, "/constant") == NULL)
        memset (tensor->raw_data.data, 0, tensor->raw_data.len);
    }
  size = onnx__model_proto__pack (model, rest);
  g_checksum_update (sum, rest, (gssize) size);
  onnx__model_proto__free_unpacked (model, NULL);
}

/* Of the files of all samples, and of the sentences where there is none. */
static char *
hash (const Samples *self)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < self->n; i++)
    {
      g_auto (OnnxSample) sample = { 0 };

      init_sample (self, i, &sample);
      if (sample.model != NULL)
        add_file (sum, sample.model);
      else
        g_checksum_update (sum, (const guchar *) sample.refusal, -1);
    }
  return g_strndup (g_checksum_get_string (sum), 16);
}

static void
check (gconstpointer data)
{
  const Samples *self = data;

  check_form (self->name, self->n, "onnx", hash (self));
}

/* For build-aux/record-forms.py */

/* The file, what goes into it and what has to come out; or why there is none. */
static struct json_object *
sample_to_json (const OnnxSample *sample)
{
  struct json_object *json = json_object_new_object ();
  g_autofree char *text = NULL;
  gsize size;
  const guchar *bytes;

  if (sample->refusal != NULL)
    json_object_object_add (json, "refusal", json_object_new_string (sample->refusal));
  if (sample->model == NULL)
    return json;
  bytes = g_bytes_get_data (sample->model, &size);
  text = g_base64_encode (bytes, size);
  json_object_object_add (json, "model", json_object_new_string (text));
  json_object_object_add (json, "inputs", arrays_to_json (sample->inputs, sample->n_inputs));
  json_object_object_add (json, "outputs", arrays_to_json (sample->outputs, sample->n_outputs));
  return json;
}

static void
dump (const Samples *self)
{
  struct json_object *json = json_object_new_object ();
  struct json_object *samples = json_object_new_array ();
  g_autofree char *hash_of_all = hash (self);

  for (guint i = 0; i < self->n; i++)
    {
      g_auto (OnnxSample) sample = { 0 };

      init_sample (self, i, &sample);
      json_object_array_add (samples, sample_to_json (&sample));
    }
  json_object_object_add (json, "name", json_object_new_string (self->name));
  json_object_object_add (json, "samples", samples);
  json_object_object_add (json, "onnx_hash", json_object_new_string (hash_of_all));
  g_print ("%s\n", json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN));
  json_object_put (json);
}

/* All functions that documents can have, and all links, that have samples (element-type Samples). */
static GPtrArray *
list_samples (void)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (samples_free);
  guint n;
  const RensaComponent *const *functions = rensa_registry_list (RENSA_COMPONENT_FUNCTION, &n);
  const RensaComponent *const *links;

  for (guint i = 0; i < n; i++)
    {
      const RensaFunctionClass *class = (const RensaFunctionClass *) functions[i];
      const Samples samples = { .function = class, .n = class->n_samples, .name = g_strdup (class->name) };

      if (class->group != NULL && class->n_samples > 0)
        g_ptr_array_add (all, g_memdup2 (&samples, sizeof samples));
      else
        g_free (samples.name);
    }
  links = rensa_registry_list (RENSA_COMPONENT_LINK, &n);
  for (guint i = 0; i < n; i++)
    {
      const RensaLinkClass *class = (const RensaLinkClass *) links[i];
      const Samples samples = { .link = class,
                                .n = class->n_samples,
                                .name = g_strconcat ("links/", class->name, NULL) };

      if (class->n_samples > 0)
        g_ptr_array_add (all, g_memdup2 (&samples, sizeof samples));
      else
        g_free (samples.name);
    }
  return all;
}

int
main (int argc, char **argv)
{
  const gboolean dumps = argc > 1 && g_str_equal (argv[1], "--dump");
  g_autoptr (GPtrArray) all = NULL;
  int status;

  setlocale (LC_ALL, "C.UTF-8");
  rensa_init ();
  all = list_samples ();
  if (dumps)
    {
      for (guint i = 0; i < all->len; i++)
        dump (all->pdata[i]);
      return 0;
    }
  g_test_init (&argc, &argv, NULL);
  forms_open ();
  for (guint i = 0; i < all->len; i++)
    {
      g_autofree char *path = g_strdup_printf ("/onnx/%s/forms", ((Samples *) all->pdata[i])->name);

      g_test_add_data_func (path, all->pdata[i], check);
    }
  status = g_test_run ();
  forms_close ();
  return status;
}
