/* test-onnx.c: trained models as ONNX files, read again.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <string.h>

#include "export-fixture.h"
#include "onnx.pb-c.h"
#include "random-models.h"
#include "rensa-builder.h"
#include "rensa-npz.h"

/* Random models that are tried; some are refused. */
#define N_RANDOM 12

/* A document whose model begins with values of its own, and the file that it becomes. */
typedef struct
{
  char *folder;
  char *weights;
  char *path;
  RensaDocument *document;
  RensaExportTarget target;
  Onnx__ModelProto *model;
} Case;

static void
case_clear (Case *self)
{
  if (self->model != NULL)
    onnx__model_proto__free_unpacked (self->model, NULL);
  g_clear_pointer (&self->document, rensa_document_unref);
  if (self->folder != NULL)
    test_folder_remove (self->folder);
  g_free (self->folder);
  g_free (self->weights);
  g_free (self->path);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

/* Takes @document over. */
static void
case_init (Case *self, RensaDocument *document)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, &error);
  g_autoptr (RensaLink) model = builder != NULL ? rensa_builder_make_model (builder, &error) : NULL;

  g_assert_no_error (error);
  self->document = document;
  self->folder = test_folder_new ();
  self->weights = g_build_filename (self->folder, "model.npz", NULL);
  self->path = g_build_filename (self->folder, "net.onnx", NULL);
  self->target = (RensaExportTarget){ .path = self->path, .weights = self->weights, .overwrites = TRUE };
  rensa_save_npz (self->weights, rensa_link_serialize, model, FALSE, &error);
  g_assert_no_error (error);
}

/* FALSE, with an error, where the document is refused. */
static gboolean
try_save (Case *self, GError **error)
{
  g_autofree char *bytes = NULL;
  gsize size;

  if (!rensa_export_save (find_exporter ("onnx"), self->document, &self->target, error))
    return FALSE;
  g_assert_true (g_file_get_contents (self->path, &bytes, &size, NULL));
  self->model = onnx__model_proto__unpack (NULL, size, (const guint8 *) bytes);
  g_assert_nonnull (self->model);
  return TRUE;
}

static void
save (Case *self)
{
  g_autoptr (GError) error = NULL;

  try_save (self, &error);
  g_assert_no_error (error);
}

/* What every file has to be */

static void
add_once (GHashTable *names, const char *name)
{
  g_assert_true (g_utf8_validate (name, -1, NULL));
  g_assert_true (g_hash_table_add (names, (gpointer) name));
}

static void
check_initializers (const Onnx__GraphProto *graph, GHashTable *values)
{
  for (gsize i = 0; i < graph->n_initializer; i++)
    {
      const Onnx__TensorProto *tensor = graph->initializer[i];
      gsize count = 1;

      for (gsize k = 0; k < tensor->n_dims; k++)
        count *= (gsize) tensor->dims[k];
      g_assert_cmpuint (tensor->raw_data.len, ==,
                        count
                            * (tensor->data_type == ONNX__TENSOR_PROTO__DATA_TYPE__INT64
                                       || tensor->data_type == ONNX__TENSOR_PROTO__DATA_TYPE__DOUBLE
                                   ? 8
                                   : 4));
      add_once (values, tensor->name);
    }
}

/* What a node takes was made before, and no name is given twice. */
static void
check_nodes (const Onnx__GraphProto *graph, GHashTable *values)
{
  g_autoptr (GHashTable) nodes = g_hash_table_new (g_str_hash, g_str_equal);

  for (gsize i = 0; i < graph->n_node; i++)
    {
      const Onnx__NodeProto *node = graph->node[i];

      add_once (nodes, node->name);
      for (gsize k = 0; k < node->n_input; k++)
        if (node->input[k][0] != '\0' && !g_hash_table_contains (values, node->input[k]))
          g_error ("%s takes %s, which nothing has made", node->name, node->input[k]);
      for (gsize k = 0; k < node->n_output; k++)
        add_once (values, node->output[k]);
    }
}

static void
check_types (Onnx__ValueInfoProto **infos, gsize n, GHashTable *values)
{
  for (gsize i = 0; i < n; i++)
    {
      g_assert_true (g_hash_table_contains (values, infos[i]->name));
      g_assert_cmpint (infos[i]->type->value_case, ==, ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE);
      g_assert_cmpint (infos[i]->type->tensor_type->elem_type, !=, 0);
      g_assert_nonnull (infos[i]->type->tensor_type->shape);
    }
}

static void
check_file (const Onnx__ModelProto *model)
{
  const Onnx__GraphProto *graph = model->graph;
  g_autoptr (GHashTable) values = g_hash_table_new (g_str_hash, g_str_equal);

  g_assert_cmpint (model->ir_version, ==, 8);
  g_assert_cmpuint (model->n_opset_import, ==, 1);
  g_assert_cmpint (model->opset_import[0]->version, ==, 17);
  g_assert_cmpstr (model->producer_name, ==, "Rensa");
  g_assert_cmpstr (model->producer_version, ==, RENSA_VERSION);
  for (gsize i = 0; i < graph->n_input; i++)
    add_once (values, graph->input[i]->name);
  check_initializers (graph, values);
  check_nodes (graph, values);
  check_types (graph->input, graph->n_input, values);
  check_types (graph->output, graph->n_output, values);
  check_types (graph->value_info, graph->n_value_info, values);
  g_assert_cmpuint (graph->n_output, ==, 1);
}

static const char *
find_metadata (const Onnx__ModelProto *model, const char *key)
{
  for (gsize i = 0; i < model->n_metadata_props; i++)
    if (g_str_equal (model->metadata_props[i]->key, key))
      return model->metadata_props[i]->value;
  return NULL;
}

static const Onnx__NodeProto *
find_node (const Onnx__ModelProto *model, const char *name)
{
  for (gsize i = 0; i < model->graph->n_node; i++)
    if (g_str_equal (model->graph->node[i]->name, name))
      return model->graph->node[i];
  g_error ("There is no node %s", name);
}

static const Onnx__TensorProto *
find_initializer (const Onnx__ModelProto *model, const char *name)
{
  for (gsize i = 0; i < model->graph->n_initializer; i++)
    if (g_str_equal (model->graph->initializer[i]->name, name))
      return model->graph->initializer[i];
  g_error ("There is no initializer %s", name);
}

static void
assert_batch (const Onnx__ValueInfoProto *info)
{
  g_assert_cmpstr (info->type->tensor_type->shape->dim[0]->dim_param, ==, "batch");
}

static void
documents (void)
{
  static const char *const names[] = { "examples/moons.rensa",    "examples/own-function.rensa",
                                       "documents/convnet.rensa", "documents/links.rensa",
                                       "documents/double.rensa",  "documents/prepared.rensa",
                                       "documents/formulas.rensa" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_auto (Case) self = { NULL };

      g_test_message ("%s", names[i]);
      case_init (&self, load_document (names[i]));
      save (&self);
      check_file (self.model);
      assert_batch (self.model->graph->input[0]);
      assert_batch (self.model->graph->output[0]);
    }
  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_auto (Case) self = { NULL };

      case_init (&self, make_random_document (seed));
      if (try_save (&self, NULL))
        check_file (self.model);
    }
}

/* Names of the document, and figures of the file */

static void
names (void)
{
  g_auto (Case) self = { NULL };
  const Onnx__NodeProto *node;
  const Onnx__TensorProto *W;

  case_init (&self, load_document ("examples/moons.rensa"));
  save (&self);
  node = find_node (self.model, "/l1/Gemm");
  g_assert_cmpstr (node->op_type, ==, "Gemm");
  g_assert_cmpstr (node->input[0], ==, "x");
  g_assert_cmpstr (node->input[1], ==, "l1/W");
  W = find_initializer (self.model, "l1/W");
  g_assert_cmpint (W->data_type, ==, ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT);
  g_assert_cmpint (W->dims[1], ==, 2);
  g_assert_cmpstr (self.model->graph->output[0]->name, ==, "l3");
  g_assert_cmpstr (find_metadata (self.model, "prediction"), ==, "softmax");
  g_assert_cmpstr (find_metadata (self.model, "title"), ==, "Moons");
}

/* Text of a document is data, whatever it says. */
static void
hostile_names (void)
{
  static const char title[] = "a \"quoted\"\n'title' \xf0\x9f\x90\x8d \\ }";
  g_auto (Case) self = { NULL };
  g_autofree char *longest = g_strnfill (64, 'y');
  g_autofree char *model =
      g_strdup_printf ("{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': '%s', 'type': 'Linear', 'attrs': "
                       "{'out_size': 2}}, {'name': 'batch', 'type': 'relu'}], 'edges': [{'from': 'x', 'to': '%s'}, "
                       "{'from': '%s', 'to': 'batch'}]}",
                       longest, longest, longest);
  RensaDocument *document = document_with_model (model);

  json_object_object_add (rensa_document_change (document), "name", json_object_new_string (title));
  case_init (&self, document);
  save (&self);
  check_file (self.model);
  g_assert_cmpstr (self.model->graph->name, ==, title);
}

/* The text */

static void
assert_has (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("%s\nhas no\n%s", text, part);
}

/* The file says all that the model holds, whatever the document is called; what is shown says it in short. */
static void
texts (void)
{
  g_auto (Case) self = { NULL };
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (rensa_export_file_free);
  RensaDocument *document = load_document ("examples/moons.rensa");
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  RensaExportTarget target;

  json_object_object_add (rensa_document_change (document), "name", json_object_new_string ("a \"b\" \\\n} >"));
  case_init (&self, document);
  g_assert_true (find_exporter ("onnx")->make (document, &self.target, files, &error));
  g_assert_no_error (error);
  text = g_strdup (((RensaExportFile *) files->pdata[0])->text);
  assert_has (text, "\"a \\\"b\\\" \\\\\n} >\" (float[batch,2] x) => (float[batch,2] l3)\n");
  assert_has (text,
              ",\n    float[16] \"l1/b\" = {0.0, 0.0, 0.0, 0.0, …},\n    float[batch,16] \"/l1/Gemm_output_0\",\n");
  assert_has (text, "\n   [\"/prediction/Softmax\"] l3 = Softmax <axis: int = 1> (\"/l3/Gemm_output_0\")\n}\n");
  g_free (text);

  target = self.target;
  target.path = g_intern_string ("net.onnxtxt");
  g_ptr_array_set_size (files, 0);
  g_assert_true (find_exporter ("onnx")->make (document, &target, files, &error));
  g_assert_no_error (error);
  text = g_strndup (g_bytes_get_data (((RensaExportFile *) files->pdata[0])->bytes, NULL),
                    g_bytes_get_size (((RensaExportFile *) files->pdata[0])->bytes));
  g_assert_null (strstr (text, "…"));
  assert_has (text, "float[2] \"l3/b\" = {0.0, 0.0},\n");
  g_assert_false (rensa_export_prove (find_exporter ("onnx"), document, &target, &error));
  g_assert_cmpstr (error->message, ==,
                   "“net.onnxtxt” is a text file, which onnxruntime cannot read; only .onnx files can be verified");
}

/* Numbers of examples */

#define INPUT "{'name': 'x', 'type': 'Input'}"

/* A model of one function between the input and a Linear. */
static RensaDocument *
document_with_function (const char *type, const char *attrs)
{
  g_autofree char *model = g_strdup_printf (
      "{'nodes': [" INPUT ", {'name': 'f', 'type': '%s', 'attrs': {%s}}, {'name': 'l', 'type': 'Linear', "
      "'attrs': {'out_size': 2}}], 'edges': [{'from': 'x', 'to': 'f'}, {'from': 'f', 'to': 'l'}]}",
      type, attrs);

  return document_with_model (model);
}

/* One extent of a Reshape is worked out; a shape with more needs the number of examples. */
static void
batches (void)
{
  g_auto (Case) self = { NULL };
  g_auto (Case) with_state = { NULL };
  g_auto (Case) other = { NULL };

  case_init (&self, document_with_function ("reshape", "'shape': [-1, 2, 1]"));
  save (&self);
  check_file (self.model);
  assert_batch (self.model->graph->output[0]);
  g_assert_null (find_metadata (self.model, "batch"));

  /* The state before the first step is a row of zeros for each example. */
  case_init (&with_state, document_with_function ("LSTM", "'out_size': 3"));
  save (&with_state);
  check_file (with_state.model);
  assert_batch (with_state.model->graph->output[0]);
  g_assert_cmpstr (find_node (with_state.model, "/batch/Shape")->input[0], ==, "x");

  /* The index has as many numbers as there are examples. */
  case_init (&other, document_with_function ("repeat", "'repeats': 1, 'axis': 0"));
  save (&other);
  check_file (other.model);
  g_assert_cmpint (other.model->graph->input[0]->type->tensor_type->shape->dim[0]->dim_value, ==, 1);
  g_assert_nonnull (find_metadata (other.model, "batch"));
}

/* What cannot be said is refused by the name of the node. */
static void
refused (void)
{
  static const struct
  {
    const char *type;
    const char *attrs;
    const char *sentence;
  } functions[] = {
    { "lgamma", "", "f: ONNX has no lgamma" },
    { "pad", "'pad_width': [[0, 0], [1, 1]], 'mode': 'symmetric'",
      "f: ONNX does not support pad with "
      "mode='symmetric'" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      g_auto (Case) self = { NULL };
      g_autoptr (GError) error = NULL;

      case_init (&self, document_with_function (functions[i].type, functions[i].attrs));
      g_assert_false (rensa_export_save (find_exporter ("onnx"), self.document, &self.target, &error));
      g_assert_cmpstr (error->message, ==, functions[i].sentence);
      g_assert_false (g_file_test (self.path, G_FILE_TEST_EXISTS));
    }
}

static void
without_weights (void)
{
  g_autoptr (RensaDocument) document = load_document ("examples/moons.rensa");
  g_autoptr (GError) error = NULL;

  g_assert_false (rensa_export_save (find_exporter ("onnx"), document,
                                     &(RensaExportTarget){ .path = "/nowhere/net.onnx" }, &error));
  g_assert_nonnull (strstr (error->message, "--weights"));
}

/* The proof */

static void
without_python (void)
{
  g_auto (Case) self = { NULL };
  g_autoptr (GError) error = NULL;

  case_init (&self, load_document ("examples/moons.rensa"));
  save (&self);
  g_setenv ("PYTHON", "/nowhere/python", TRUE);
  g_assert_false (rensa_export_prove (find_exporter ("onnx"), self.document, &self.target, &error));
  g_unsetenv ("PYTHON");
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "PYTHON"));
}

static gboolean
has_peer (void)
{
  const char *python = g_getenv ("RENSA_TEST_ONNX");

  if (python == NULL)
    g_test_skip ("RENSA_TEST_ONNX names no Python with onnxruntime.");
  else
    g_setenv ("PYTHON", python, TRUE);
  return python != NULL;
}

/* Takes @document over. */
static void
assert_proved (RensaDocument *document)
{
  g_auto (Case) self = { NULL };
  g_auto (RensaExportProof) proof = { NULL };
  g_autoptr (GError) error = NULL;

  case_init (&self, document);
  save (&self);
  find_exporter ("onnx")->prove (self.document, &self.target, &proof, &error);
  g_assert_no_error (error);
  g_test_message ("%s", proof.report);
  g_assert_cmpstr (proof.difference, ==, NULL);
}

static void
proved (void)
{
  /* Of float64, which the others have, the peer lacks operators. */
  static const char *const names_of_documents[] = { "examples/moons.rensa", "examples/own-function.rensa",
                                                    "documents/convnet.rensa", "documents/links.rensa",
                                                    "documents/prepared.rensa" };

  if (!has_peer ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names_of_documents); i++)
    assert_proved (load_document (names_of_documents[i]));
  assert_random_models_proved ("onnx", N_RANDOM);
}

/* Another weight is another model: the file stays as it is, and the report says so. */
static void
spoiled (void)
{
  g_auto (Case) self = { NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *report = NULL;
  g_autofree char *path = NULL;
  g_autofree guint8 *bytes = NULL;
  gsize size;

  if (!has_peer ())
    return;
  case_init (&self, load_document ("examples/moons.rensa"));
  save (&self);
  ((float *) (gpointer) find_initializer (self.model, "l1/W")->raw_data.data)[0] += 0.01f;
  size = onnx__model_proto__get_packed_size (self.model);
  bytes = g_malloc (size);
  onnx__model_proto__pack (self.model, bytes);
  g_assert_true (g_file_set_contents (self.path, (const char *) bytes, (gssize) size, NULL));

  g_assert_false (rensa_export_prove (find_exporter ("onnx"), self.document, &self.target, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  path = g_build_filename (self.folder, "net_proof.json", NULL);
  g_assert_true (g_file_get_contents (path, &report, NULL, NULL));
  g_assert_nonnull (strstr (report, "\"holds\": false"));
}

int
main (int argc, char **argv)
{
  export_tests_init (&argc, &argv);
  g_test_add_func ("/exporters/onnx/documents", documents);
  g_test_add_func ("/exporters/onnx/names", names);
  g_test_add_func ("/exporters/onnx/hostile-names", hostile_names);
  g_test_add_func ("/exporters/onnx/texts", texts);
  g_test_add_func ("/exporters/onnx/batches", batches);
  g_test_add_func ("/exporters/onnx/refused", refused);
  g_test_add_func ("/exporters/onnx/without-weights", without_weights);
  g_test_add_func ("/exporters/onnx/without-python", without_python);
  g_test_add_func ("/exporters/onnx/proved", proved);
  g_test_add_func ("/exporters/onnx/spoiled", spoiled);
  return g_test_run ();
}
