/* test-chainer.c: the Chainer program of a document.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "export-fixture.h"
#include "rensa-component.h"
#include "rensa-edit.h"
#include "rensa-function.h"
#include "rensa-link.h"
#include "rensa-modes.h"
#include "rensa-npz.h"

static const char *const documents[] = {
  "examples/moons.rensa",     "examples/waves.rensa",     "examples/strokes-mlp.rensa",  "documents/convnet.rensa",
  "documents/double.rensa",   "documents/formulas.rensa", "documents/wired.rensa",       "documents/links.rensa",
  "documents/prepared.rensa", "documents/known.rensa",    "documents/adversarial.rensa", "documents/two-ends.rensa",
  "documents/slopes.rensa",   "documents/fresh.rensa",    "documents/frozen.rensa"
};

/* The form of programs */

static void
lines_are_short (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autoptr (RensaDocument) document = load_document (documents[i]);
      g_autofree char *text = export_to ("chainer", document);
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

      for (guint j = 0; lines[j] != NULL; j++)
        {
          g_assert_cmpint (g_utf8_strlen (lines[j], -1), <=, 79);
          g_assert_false (g_str_has_suffix (lines[j], " "));
        }
    }
}

static void
same_document_same_text (void)
{
  g_autoptr (RensaDocument) document = load_document ("documents/convnet.rensa");
  g_autoptr (RensaDocument) again = load_document ("documents/convnet.rensa");
  g_autofree char *text = export_to ("chainer", document);
  g_autofree char *same = export_to ("chainer", again);

  g_assert_cmpstr (text, ==, same);
}

static void
programs_compile (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "program.py", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autoptr (RensaDocument) document = load_document (documents[i]);
      g_autofree char *text = export_to ("chainer", document);

      g_assert_true (g_file_set_contents (path, text, -1, NULL));
      g_assert_true (run_program (folder, (const char *[]){ "python3", "-m", "py_compile", path, NULL }));
    }
  test_folder_remove (folder);
}

/* A call makes what its losses are made of, and no more; what is reported stands in the first that makes it. */
static void
losses_are_worked_out_anew (void)
{
  g_autoptr (RensaDocument) document = load_document ("documents/fresh.rensa");
  g_autofree char *text = export_to ("chainer", document);

  assert_within (text, "        losses = self.step._begin(*batch)\n");
  assert_within (text, "        chainer.report({'drawn': chainer.as_array(x_fake).mean()})\n"
                       "        return loss_critic, self._work_out_1, self._work_out_2\n");
  assert_within (text, "    def _work_out_1(self, x):\n"
                       "        z = noise(x, (4,))\n"
                       "        x_fake = self.gen(z)\n"
                       "        y_fake = self.critic(x_fake)\n"
                       "        mean = F.average(y_fake)\n"
                       "        loss_gen = -mean\n"
                       "        chainer.report({'gen/loss': loss_gen})\n"
                       "        chainer.report({'fake': chainer.as_array(y_fake).mean()})\n"
                       "        return loss_gen\n");
}

/* In the order of their names, on pictures or on a table. */
static RensaDocument *
make_with_all_transforms (void)
{
  guint n;
  const RensaComponent *const *all = rensa_registry_list (RENSA_COMPONENT_TRANSFORM, &n);
  RensaDocument *document = load_document ("examples/strokes-mlp.rensa");

  g_assert_cmpuint (n, >=, 10);
  for (guint i = 0; i < n; i++)
    g_assert_true (rensa_document_add_component (document, "data.preprocessing", all[i]->name, NULL));
  return document;
}

/* Every one of them has a form, its functions stand there once, and Python can read them. */
static void
transforms_are_written (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "program.py", NULL);
  g_autoptr (RensaDocument) document = make_with_all_transforms ();
  g_autofree char *once = export_to ("chainer", document);
  g_auto (GStrv) lines = g_strsplit (once, "\n", -1);
  g_autofree char *text = NULL;
  g_autofree char *last = NULL;
  guint n;

  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_cmpint (g_utf8_strlen (lines[i], -1), <=, 79);
  rensa_registry_list (RENSA_COMPONENT_TRANSFORM, &n);
  last = g_strdup_printf ("    x = normalize(x, figures['%u/mean'], figures['%u/std'])\n", n, n);
  g_assert_true (rensa_document_add_component (document, "data.preprocessing", "Normalize", NULL));
  text = export_to ("chainer", document);
  g_assert_null (strstr (strstr (text, "def normalize(") + 1, "def normalize("));
  assert_within (text, last);
  assert_within (text, "    if is_training:\n"
                       "        x = gaussian_noise(x)\n");
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_true (run_program (folder, (const char *[]){ "python3", "-m", "py_compile", path, NULL }));
  test_folder_remove (folder);
}

static void
model_becomes_classes (void)
{
  g_autoptr (RensaDocument) document = load_document ("documents/convnet.rensa");
  g_autofree char *text = export_to ("chainer", document);

  assert_within (text, "class Block(chainer.Chain):\n\n"
                       "    def __init__(self):\n"
                       "        super().__init__()\n"
                       "        with self.init_scope():\n"
                       "            self.conv = L.Convolution2D(4, 4, 3, pad=1, nobias=True)\n"
                       "            self.norm = L.BatchNormalization(size=4, decay=0.8)\n\n"
                       "    def forward(self, x):\n"
                       "        conv = self.conv(x)\n"
                       "        norm = self.norm(conv)\n"
                       "        relu = F.relu(norm)\n"
                       "        add = relu + x\n"
                       "        return add\n\n\n"
                       "class HeadInner(chainer.Chain):\n");
  assert_within (text, "            self.block = sequence(*[Block() for _ in range(3)])\n");
  assert_within (text, "                L.Linear(None, 30), lambda x: F.leaky_relu(x, slope=0.1),\n");
  assert_within (text, "        concat = F.concat([left, split[1]])\n"
                       "        class_ = F.log_softmax(concat)\n"
                       "        out = self.out(class_)\n"
                       "        return out\n");
}

/* A comparison that a person has typed becomes a function, which stands before its use. */
static void
triggers_are_those_of_the_document (void)
{
  g_autoptr (RensaDocument) document = load_document ("documents/convnet.rensa");
  g_autofree char *text = NULL;

  g_assert_true (rensa_document_set (document, "stop=EarlyStoppingTrigger(monitor='main/loss', patience=4)", NULL));
  g_assert_true (rensa_document_set (
      document, "extensions.0.trigger=BestValueTrigger(key='main/loss', compare='new < best && new > 0')", NULL));
  g_assert_true (rensa_document_set (
      document, "extensions.1.trigger=ManualScheduleTrigger(points=(2, 5.5), unit='iteration')", NULL));
  g_assert_true (rensa_document_set (document, "extensions.1.priority=250", NULL));
  g_assert_true (rensa_document_set (document, "extensions.1.call_before_training=True", NULL));
  text = export_to ("chainer", document);

  assert_within (text, "    stop = triggers.EarlyStoppingTrigger(patience=4)\n");
  assert_within (text, "triggers.ManualScheduleTrigger([2.0, 5.5], 'iteration')");
  assert_within (text, "priority=250, call_before_training=True)");
  assert_within (text, "lambda best, new: bool(\n");
  assert_within (text, "def _is_better(best, new):\n");
  g_assert_true (strstr (text, "def _is_better(") < strstr (text, "def main("));
}

static void
training_is_that_of_the_document (void)
{
  g_autoptr (RensaDocument) document = load_document ("documents/convnet.rensa");
  g_autofree char *text = export_to ("chainer", document);

  assert_within (text, "    np.random.seed(5)\n");
  assert_within (text, "iterators.SerialIterator(train, 20, shuffle=False)\n");
  assert_within (text, "iterators.SerialIterator(test, 20, repeat=False, shuffle=False)\n");
  assert_within (text, "    optimizer.add_hook(chainer.optimizer_hooks.WeightDecay(0.001))\n"
                       "    optimizer.add_hook(chainer.optimizer_hooks.GradientClipping(2.5))\n");
  assert_within (text, "    stop = triggers.IntervalTrigger(2.5, 'epoch')\n");
  assert_within (text, "        MeanEvaluator(test_iter, model, average='examples'), name='val',\n"
                       "        trigger=triggers.IntervalTrigger(6, 'iteration'))\n");
  assert_within (text, "            keys=['main/loss', 'val/main/loss'],\n");
  assert_within (text, "            model.predictor.block[1].conv, 'conv_{.updater.epoch}'))\n");
  g_assert_null (strstr (text, "initializers.LeCunNormal"));
}

/* Without validation there is nothing to do in no epoch. */
static void
epochs_are_checked (void)
{
  g_autoptr (RensaDocument) with = load_document ("documents/convnet.rensa");
  g_autoptr (RensaDocument) without = load_document ("documents/formulas.rensa");
  g_autofree char *validates = export_to ("chainer", with);
  g_autofree char *trains = export_to ("chainer", without);

  assert_within (validates, "    if args.epochs is not None and args.epochs < 0:\n"
                            "        parser.error('--epochs takes 0 or more')\n");
  assert_within (trains, "    if args.epochs is not None and args.epochs < 1:\n"
                         "        parser.error('--epochs takes 1 or more')\n");
}

/* Each optimizer is right in float16, or is refused with the hook that makes it right. */
static void
halves_are_right_or_refused (void)
{
  guint n;
  guint n_refused = 0;
  const RensaComponent *const *optimizers = rensa_registry_list (RENSA_COMPONENT_OPTIMIZER, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RensaDocument) document = load_document ("examples/moons.rensa");
      g_autofree char *setting = g_strconcat ("optimizer=", optimizers[i]->name, NULL);
      g_autofree char *plain = NULL;
      g_autofree char *wide = NULL;
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", optimizers[i]->name);
      g_assert_true (rensa_document_set (document, setting, NULL));
      g_assert_true (rensa_document_set (document, "dtype=float16", NULL));
      plain = write_for ("chainer", document, NULL, &error);
      if (plain == NULL)
        {
          g_assert_nonnull (strstr (error->message, "add the hook FP32Update"));
          n_refused++;
        }
      else
        g_assert_false (strstr (optimizers[i]->name, "Ada") != NULL || strstr (optimizers[i]->name, "RMS") != NULL);
      json_object_object_add (rensa_document_change (document), "hooks",
                              json_tokener_parse ("[{\"type\": \"FP32Update\"}]"));
      wide = export_to ("chainer", document);
      assert_within (wide, "    optimizer.use_fp32_update()\n");
    }
  g_assert_cmpuint (n_refused, >, 0);
  g_assert_cmpuint (n_refused, <, n);
}

static void
weights_are_a_default (void)
{
  g_autoptr (RensaDocument) document = load_document ("examples/moons.rensa");
  g_autofree char *text = write_for ("chainer", document, "it's/model.npz", NULL);

  assert_within (text, "default=pathlib.Path(__file__).parent / 'it\\'s/model.npz'");
}

/* Formulas */

static void
formulas_become_functions (void)
{
  g_autoptr (RensaDocument) document = load_document ("documents/formulas.rensa");
  g_autofree char *text = export_to ("chainer", document);

  assert_within (text, "def _elementwise(x, y):\n"
                       "    x, y = F.broadcast(x, y)\n"
                       "    return x * x + y\n\n\n"
                       "def _elementwise2(x, y):\n"
                       "    x, y = F.broadcast(x, y)\n"
                       "    t1 = x - y\n"
                       "    t2 = t1 * t1\n"
                       "    return F.where(chainer.as_array(t2) > 0.5, F.sqrt(t2), t2)\n");
  assert_within (text, "(in_, np_):\n"
                       "    in_, np_ = F.broadcast(in_, np_)\n");
  assert_within (text, "        elementwise = _elementwise12(x, y)\n");
  assert_within (text, "        forget = F.forget(_forget, x, y)\n");
  assert_within (text, "elementwise[0]");
  assert_within (text, "elementwise[1]");
}

/* Names */

static void
locals_give_way (void)
{
  g_autoptr (RensaDocument) document = document_with_model (
      "{'nodes': [{'name': 'self', 'type': 'Input'}, {'name': 'F', 'type': 'relu'},"
      " {'name': 'F_', 'type': 'tanh'}, {'name': 'in', 'type': 'Linear', 'attrs': {'out_size': 2}}],"
      " 'edges': [{'from': 'self', 'to': 'F'}, {'from': 'F', 'to': 'F_'}, {'from': 'F_', 'to': 'in'}]}");
  g_autoptr (RensaDocument) renamed = document_with_model (
      "{'nodes': [{'name': 'self', 'type': 'Input'}, {'name': 'F', 'type': 'relu'},"
      " {'name': 'F_', 'type': 'tanh'}, {'name': 'l', 'type': 'Linear', 'attrs': {'out_size': 2}}],"
      " 'edges': [{'from': 'self', 'to': 'F'}, {'from': 'F', 'to': 'F_'}, {'from': 'F_', 'to': 'l'}]}");
  g_autoptr (GError) error = NULL;
  g_autofree char *text = export_to ("chainer", renamed);

  assert_within (text, "    def forward(self, self_):\n"
                       "        F__ = F.relu(self_)\n"
                       "        F_ = F.tanh(F__)\n"
                       "        l = self.l(F_)\n");
  g_assert_null (write_for ("chainer", document, NULL, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  assert_within (error->message, "model.nodes.in: ");
}

/* A Sequential of Chainer gives its layers one value and no arguments. */
static void
arguments_of_calls_in_sequences (void)
{
  g_autoptr (RensaDocument) document = document_with_model (
      "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 's', 'type': 'Sequential', 'model': {'nodes': ["
      " {'name': 'l', 'type': 'Linear', 'attrs': {'out_size': 2, 'n_batch_axes': 2}}]}}],"
      " 'edges': [{'from': 'x', 'to': 's'}]}");
  g_autofree char *text = export_to ("chainer", document);

  assert_within (text, "class SL(L.Linear):\n\n    def forward(self, x):\n"
                       "        return super().forward(x, n_batch_axes=2)\n");
  assert_within (text, "            self.s = chainer.Sequential(SL(None, 2))\n");
}

/* Names that would hide a module, a function or a constant of the program, or that Python keeps for itself. */
static void
class_names_give_way (void)
{
  static const char *const names[] = { "f", "l", "F", "L", "DATA", "none", "true", "f_", "predictor" };
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "program.py", NULL);
  g_autoptr (GString) nodes = g_string_new ("{'nodes': [{'name': 'x', 'type': 'Input'}");
  g_autoptr (GString) edges = g_string_new ("], 'edges': [");
  g_autoptr (RensaDocument) document = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_string_append_printf (nodes,
                              ", {'name': '%s', 'type': 'Chain', 'model': {'nodes': [{'name': 'h', 'type': 'Input'},"
                              " {'name': 'inner', 'type': 'Linear', 'attrs': {'out_size': 2}}],"
                              " 'edges': [{'from': 'h', 'to': 'inner'}]}}",
                              names[i]);
      g_string_append_printf (edges, "%s{'from': '%s', 'to': '%s'}", i > 0 ? ", " : "", i > 0 ? names[i - 1] : "x",
                              names[i]);
    }
  g_string_append_printf (nodes, "%s]}", edges->str);
  document = document_with_model (nodes->str);
  text = export_to ("chainer", document);
  assert_within (text, "            self.F = F3()\n");
  assert_within (text, "            self.none = None2()\n");
  g_assert_null (strstr (text, "class F("));
  g_assert_null (strstr (text, "class DATA("));
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_true (run_program (folder, (const char *[]){ "python3", "-m", "py_compile", path, NULL }));
  test_folder_remove (folder);
}

/* A link that Chainer does not have comes with its class and with those of its children, each once, and keeps their names. */
static void
classes_of_links_are_written_once (void)
{
  g_autoptr (RensaDocument) document = document_with_model (
      "{'nodes': [{'name': 'x', 'type': 'Input'},"
      " {'name': 'e', 'type': 'TransformerEncoderLayer', 'attrs': {'size': 4, 'n_heads': 2}},"
      " {'name': 'd', 'type': 'TransformerDecoderLayer', 'attrs': {'size': 4, 'n_heads': 2}},"
      " {'name': 'multiHeadAttention', 'type': 'Chain', 'model': {'nodes': [{'name': 'h', 'type': 'Input'},"
      " {'name': 'inner', 'type': 'Linear', 'attrs': {'out_size': 2}}], 'edges': [{'from': 'h', 'to': 'inner'}]}}],"
      " 'edges': [{'from': 'x', 'to': 'e'}, {'from': 'e', 'to': 'd'}, {'from': 'x', 'to': 'd:memory'},"
      " {'from': 'd', 'to': 'multiHeadAttention'}]}");
  g_autofree char *text = export_to ("chainer", document);
  const char *attention = strstr (text, "class MultiHeadAttention(");
  const char *encoder = strstr (text, "class TransformerEncoderLayer(");
  const char *decoder = strstr (text, "class TransformerDecoderLayer(");

  g_assert_nonnull (encoder);
  g_assert_nonnull (decoder);
  g_assert_true (attention != NULL && attention < encoder && attention < decoder);
  g_assert_null (strstr (attention + 1, "class MultiHeadAttention("));
  assert_within (text, "            self.multiHeadAttention = MultiHeadAttention2()\n");
}

static void
broken_documents_are_refused (void)
{
  g_autoptr (RensaDocument) document = document_with_model ("{'nodes': [{'name': 'x', 'type': 'Linaer'}]}");
  g_autoptr (GError) error = NULL;

  g_assert_null (write_for ("chainer", document, NULL, &error));
  assert_within (error->message, "model.nodes.x");
}

/* Data */

/* Real Chainer */

typedef struct
{
  RensaArray *arrays[RENSA_MAX_FIELDS];
  int n_inputs;
  RensaArray *y;
} Outputs;

static gboolean
write_outputs (gpointer data, RensaSerializer *serializer, GError **error)
{
  Outputs *outputs = data;

  for (int i = 0; i < outputs->n_inputs; i++)
    {
      g_autofree char *key = g_strdup_printf ("x%d", i);

      if (!rensa_serializer_array (serializer, key, &outputs->arrays[i], error))
        return FALSE;
    }
  return rensa_serializer_array (serializer, "y", &outputs->y, error);
}

/* What the model gives for the first 64 examples. */
static void
save_outputs (RensaBuilder *builder, RensaLink *model, const char *path)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  RensaDataset *dataset = rensa_builder_get_train (builder);
  Outputs outputs = { .n_inputs = rensa_dataset_get_n_fields (dataset) - 1 };
  RensaVariable *inputs[RENSA_MAX_FIELDS];
  gint64 indices[64];
  RensaVariable *y;

  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  for (int i = 0; i < 64; i++)
    indices[i] = i;
  g_assert_true (rensa_dataset_get_batch (dataset, indices, 64, outputs.arrays, NULL));
  for (int i = 0; i < outputs.n_inputs; i++)
    inputs[i] = rensa_variable_new_constant (outputs.arrays[i]);
  g_assert_cmpint (rensa_link_call_n (rensa_link_find (model, "predictor"), inputs, outputs.n_inputs, &y, 1, NULL), ==,
                   1);
  outputs.y = rensa_variable_get_array (y);
  g_assert_true (rensa_save_npz (path, write_outputs, &outputs, FALSE, NULL));

  rensa_variable_unref (y);
  for (int i = 0; i < outputs.n_inputs; i++)
    rensa_variable_unref (inputs[i]);
  for (int i = 0; i <= outputs.n_inputs; i++)
    rensa_array_unref (outputs.arrays[i]);
}

/* Trains here, so that statistics are not what they are at first. */
static void
train_here (RensaDocument *document, const char *folder, const char *weights, const char *outputs)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, &error);
  g_autoptr (RensaTrainer) trainer = NULL;
  RensaLink *model;

  g_assert_no_error (error);
  trainer = rensa_builder_make_trainer (builder, folder, &error);
  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  g_assert_true (rensa_trainer_run (trainer, &error));
  model = rensa_updater_get_target (rensa_trainer_get_updater (trainer), RENSA_MAIN);
  g_assert_true (rensa_save_npz (weights, rensa_link_serialize, model, FALSE, NULL));
  save_outputs (builder, model, outputs);
}

static void
write_program (RensaDocument *document, const char *program)
{
  const RensaExportTarget target = { .path = program };
  g_autoptr (GError) error = NULL;

  rensa_export_save (find_exporter ("chainer"), document, &target, &error);
  g_assert_no_error (error);
}

static void
runs_in_chainer (gconstpointer name)
{
  const char *python = g_getenv ("RENSA_TEST_CHAINER");
  g_autoptr (RensaDocument) document = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *check = g_test_build_filename (G_TEST_DIST, "exporters", "chainer", "check-chainer.py", NULL);

  if (python == NULL)
    {
      g_test_skip ("RENSA_TEST_CHAINER names no Python with Chainer");
      return;
    }

  document = load_document (name);
  g_assert_true (rensa_document_set (document, "stop=IntervalTrigger(period=2)", NULL));
  folder = test_folder_new ();
  g_autofree char *program = g_build_filename (folder, "program.py", NULL);
  g_autofree char *weights = g_build_filename (folder, "model.npz", NULL);
  g_autofree char *outputs = g_build_filename (folder, "outputs.npz", NULL);

  train_here (document, folder, weights, outputs);
  write_program (document, program);
  g_assert_true (run_program (folder, (const char *[]){ python, check, program, weights, outputs, NULL }));
  g_assert_true (
      run_program (folder, (const char *[]){ python, program, "--weights", weights, "--epochs", "1", NULL }));
  test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  export_tests_init (&argc, &argv);
  g_test_add_func ("/exporters/chainer/losses-are-worked-out-anew", losses_are_worked_out_anew);
  g_test_add_func ("/exporters/chainer/transforms", transforms_are_written);
  g_test_add_func ("/exporters/chainer/form/lines-are-short", lines_are_short);
  g_test_add_func ("/exporters/chainer/form/same-document-same-text", same_document_same_text);
  g_test_add_func ("/exporters/chainer/form/programs-compile", programs_compile);
  g_test_add_func ("/exporters/chainer/model/classes", model_becomes_classes);
  g_test_add_func ("/exporters/chainer/model/arguments-in-sequences", arguments_of_calls_in_sequences);
  g_test_add_func ("/exporters/chainer/formulas", formulas_become_functions);
  g_test_add_func ("/exporters/chainer/model/names", locals_give_way);
  g_test_add_func ("/exporters/chainer/model/class-names", class_names_give_way);
  g_test_add_func ("/exporters/chainer/model/classes-of-links", classes_of_links_are_written_once);
  g_test_add_func ("/exporters/chainer/model/broken", broken_documents_are_refused);
  g_test_add_func ("/exporters/chainer/triggers", triggers_are_those_of_the_document);
  g_test_add_func ("/exporters/chainer/training", training_is_that_of_the_document);
  g_test_add_func ("/exporters/chainer/epochs", epochs_are_checked);
  g_test_add_func ("/exporters/chainer/weights", weights_are_a_default);
  g_test_add_func ("/exporters/chainer/halves", halves_are_right_or_refused);
  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autofree char *stem = g_path_get_basename (documents[i]);
      g_autofree char *path = g_strdup_printf ("/exporters/chainer/run/%.*s", (int) strcspn (stem, "."), stem);

      g_test_add_data_func (path, documents[i], runs_in_chainer);
    }
  return g_test_run ();
}
