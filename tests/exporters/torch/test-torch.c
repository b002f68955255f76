/* test-torch.c: the PyTorch program of a document.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "export-fixture.h"
#include "far-device.h"
#include "rensa-edit.h"

static const char *const documents[] = {
  "examples/appointments-tagger.rensa", "examples/cifar10-resnet.rensa",   "examples/cifar10-vgg.rensa",
  "examples/little-sentences.rensa",    "examples/mnist-lenet5.rensa",     "examples/moons.rensa",
  "examples/mushrooms.rensa",           "examples/numbers-in-words.rensa", "examples/own-function.rensa",
  "examples/strokes-autoencoder.rensa", "examples/strokes-convnet.rensa",  "examples/strokes-siamese.rensa",
  "examples/strokes-vae.rensa",         "examples/strokes-wgan-gp.rensa",  "examples/waves.rensa",
  "examples/weighted-examples.rensa",   "documents/adversarial.rensa",     "documents/convnet.rensa",
  "documents/formulas.rensa",           "documents/fresh.rensa",           "documents/frozen.rensa",
  "documents/prepared.rensa",           "documents/slopes.rensa",
};

/* Python reads each, and no line is longer than PEP 8 has it. */
static void
programs_are_python (void)
{
  g_autofree char *folder = test_folder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autoptr (RensaDocument) document = load_document (documents[i]);
      g_autofree char *text = export_to ("torch", document);
      g_autofree char *name = g_strdup_printf ("program%u.py", i);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

      for (guint j = 0; lines[j] != NULL; j++)
        {
          if (g_utf8_strlen (lines[j], -1) > 79 || g_str_has_suffix (lines[j], " "))
            g_test_message ("%s: “%s”", documents[i], lines[j]);
          g_assert_cmpint (g_utf8_strlen (lines[j], -1), <=, 79);
          g_assert_false (g_str_has_suffix (lines[j], " "));
        }
      g_assert_true (g_file_set_contents (path, text, -1, NULL));
    }
  g_assert_true (run_program (folder, (const char *[]){ "python3", "-m", "compileall", "-q", ".", NULL }));
  test_folder_remove (folder);
}

static void
model_becomes_classes (void)
{
  g_autoptr (RensaDocument) document = load_document ("documents/convnet.rensa");
  g_autofree char *text = export_to ("torch", document);

  assert_within (text, "class Block(nn.Module):\n\n"
                       "    def __init__(self):\n"
                       "        super().__init__()\n"
                       "        self.conv = nn.Conv2d(4, 4, 3, padding=1, bias=False)\n"
                       "        self.norm = BatchNormalization(4, decay=0.8)\n\n"
                       "    def forward(self, x):\n"
                       "        conv = self.conv(x)\n"
                       "        norm = self.norm(conv)\n"
                       "        relu = F.relu(norm)\n"
                       "        add = relu + x\n"
                       "        return add\n");
  assert_within (text, "        self.block = Layers(*[Block() for _ in range(3)])\n");
  assert_within (text, "lambda x: F.leaky_relu(x, negative_slope=0.1)");
  /* A sequence gives its layers one value, so one that joins axes is a class. */
  assert_within (text, "    cls_to_become = None\n\n"
                       "    def initialize_parameters(self, x):\n"
                       "        super().initialize_parameters(x.flatten(1))\n\n"
                       "    def forward(self, x):\n"
                       "        return super().forward(x.flatten(1))\n");
}

static void
training_is_that_of_the_document (void)
{
  g_autoptr (RensaDocument) document = load_document ("documents/convnet.rensa");
  g_autofree char *text = export_to ("torch", document);

  assert_within (text, "'--seed', metavar='N', type=int, default=5,");
  assert_within (text, "    batches = SerialIterator(train, 20, shuffle=False)\n");
  assert_within (text, "        loss.backward()\n"
                       "        decay_weights(optimizer, 0.001)\n"
                       "        clip_gradients(optimizer, 2.5)\n"
                       "        optimizer.step()\n");
  assert_within (text, "        return progress.has_passed(2.5, 'epoch')\n");
  assert_within (text, "        if progress.has_passed(6, 'iteration'):\n"
                       "            observed.update(evaluate(model, read_test(), 'val/'))\n");
  /* What does not change the training. */
  assert_within (text, "        # PlotReport is left out.\n");
}

/* A setting is that of so many calls before each iteration. */
static void
settings_change (void)
{
  g_autoptr (RensaDocument) document = load_document ("examples/moons.rensa");
  g_autofree char *text = NULL;

  g_assert_true (rensa_document_add_component (document, "extensions", "ExponentialShift", NULL));
  g_assert_true (rensa_document_set (document, "extensions.6.attr=alpha", NULL));
  g_assert_true (rensa_document_set (document, "extensions.6.rate=0.5", NULL));
  g_assert_true (rensa_document_set (document, "extensions.6.trigger=IntervalTrigger(period=2)", NULL));
  text = export_to ("torch", document);
  assert_within (text, "    while not is_over():\n"
                       "        optimizer.settings['alpha'] = bounded(\n"
                       "            optimizer.first_settings['alpha'],\n"
                       "            optimizer.first_settings['alpha'] * 0.5 ** progress.count(\n"
                       "                2, 'epoch'))\n");
}

/* All losses of a call are learned from one after the other; what is worked out anew has a call of its own. */
static void
losses_have_optimizers (void)
{
  g_autoptr (RensaDocument) kept = load_document ("examples/strokes-wgan-gp.rensa");
  g_autoptr (RensaDocument) fresh = load_document ("documents/fresh.rensa");
  g_autofree char *first = export_to ("torch", kept);
  g_autofree char *second = export_to ("torch", fresh);

  assert_within (first, "        optimizers['critic'].zero_grad()\n"
                        "        observed['critic/loss'].backward(retain_graph=True)\n"
                        "        optimizers['critic'].step()\n"
                        "        if progress.iteration % 2 == 0:\n"
                        "            optimizers['gen'].zero_grad()\n"
                        "            observed['gen/loss'].backward()\n"
                        "            optimizers['gen'].step()\n");
  assert_within (first, "        between = as_leaf(between)\n");
  assert_within (second, "        observed = model._begin(*batch)\n");
  assert_within (second, "observed.update(model._work_out_1(*batch))\n");
  assert_within (second, "        return {\n"
                         "            'gen/loss': loss_gen,\n"
                         "            'fake': y_fake.detach().mean(),\n"
                         "        }\n");
}

/* What links carry on begins anew with each batch, or is kept and cut. */
static void
states_are_reset (void)
{
  g_autoptr (RensaDocument) kept = load_document ("examples/tinyshakespeare.rensa");
  g_autoptr (RensaDocument) reset =
      document_with_model ("{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'lstm', 'type': 'LSTM', 'attrs': "
                           "{'out_size': 2}}], 'edges': [{'from': 'x', 'to': 'lstm'}]}");
  g_autofree char *first = export_to ("torch", kept);
  g_autofree char *second = export_to ("torch", reset);

  assert_within (first, "        for _ in range(");
  assert_within (first, "        cut_states(model)\n");
  assert_within (first, "evaluate(begin_anew(model), read_test(), ");
  assert_within (second, "    model.register_forward_pre_hook(lambda *_: reset_states(model))\n");
}

static void
assert_refused (const char *model, const char *sentence)
{
  g_autoptr (RensaDocument) document = document_with_model (model);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = write_for ("torch", document, NULL, &error);

  g_assert_null (text);
  g_assert_cmpstr (error->message, ==, sentence);
}

/* Of several optimizers none is the one whose setting changes. */
static void
schedules_need_one_optimizer (void)
{
  g_autoptr (RensaDocument) document = load_document ("examples/strokes-dcgan.rensa");
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_document_add_component (document, "extensions", "observe_lr", NULL));
  g_assert_null (write_for ("torch", document, NULL, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "PyTorch does not support observe_lr when losses have their own "
                                            "optimizers"));
}

#define WITH(node)                                                                                       \
  "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'n', " node "}, {'name': 'l', 'type': 'Linear', " \
  "'attrs': {'out_size': 2}}], 'edges': [{'from': 'x', 'to': 'n'}, {'from': 'n', 'to': 'l'}]}"

static void
what_cannot_be_said_is_named (void)
{
  assert_refused (WITH ("'type': 'spatial_pyramid_pooling_2d', 'attrs': {'pyramid_height': 1}"),
                  "model.nodes.n: PyTorch has no spatial_pyramid_pooling_2d");
  assert_refused (WITH ("'type': 'ConvolutionND', 'attrs': {'ndim': 4, 'out_channels': 2, 'ksize': 1}"),
                  "model.nodes.n: PyTorch does not support ConvolutionND with this ndim");
  assert_refused (WITH ("'type': 'unpooling_nd', 'attrs': {'ksize': [1, 1, 1, 2]}"),
                  "model.nodes.n: PyTorch does not support unpooling_nd with this ksize");
  assert_refused (
      "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'z', 'type': 'zoneout'}, {'name': 'l', 'type': 'Linear', "
      "'attrs': {'out_size': 2}}], 'edges': [{'from': 'x', 'to': 'z:h'}, {'from': 'x', 'to': 'z:x'}, "
      "{'from': 'x', 'to': 'z:u'}, {'from': 'z', 'to': 'l'}]}",
      "model.nodes.z: PyTorch does not support zoneout with input u");
  assert_refused ("{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'half', 'type': 'Linear', "
                  "'attrs': {'out_size': 2}}], 'edges': [{'from': 'x', 'to': 'half'}]}",
                  "model.nodes.half: the link name half conflicts with PyTorch or Python; rename it to export the "
                  "program");
}

/* What has a state is made before the loop, stands in snapshots, and is asked in the order of the priorities. */
static void
triggers_are_kept (void)
{
  g_autoptr (RensaDocument) document = load_document ("examples/moons.rensa");
  g_autofree char *text = NULL;

  g_assert_true (rensa_document_set (document, "stop=EarlyStoppingTrigger(monitor='validation/main/loss')", NULL));
  g_assert_true (rensa_document_add_component (document, "extensions", "snapshot_object", NULL));
  g_assert_true (rensa_document_set (document, "extensions.6.target=main/predictor", NULL));
  g_assert_true (rensa_document_set (document, "extensions.6.trigger=MinValueTrigger(key='main/loss')", NULL));
  text = export_to ("torch", document);
  assert_within (text, "    trigger1 = EarlyStoppingTrigger(\n"
                       "        progress, 'validation/main/loss', 3, 'auto',\n"
                       "        lambda: progress.has_passed(1, 'epoch'),\n"
                       "        lambda: progress.has_passed(100, 'epoch'))\n");
  assert_within (text, "    trigger2 = BestValueTrigger(\n");
  assert_within (text, "progress=progress,\n"
                       "        chance=Chance(), log=log, trigger1=trigger1, trigger2=trigger2)\n"
                       "    if args.resume is not None:\n"
                       "        load_snapshot(args.resume, parts)\n");
  assert_within (text, "        return trigger1()\n");
  assert_within (text, "        if trigger2():\n");
  /* The log has what the evaluator told; a snapshot has both. */
  g_assert_true (strstr (text, "observed.update(evaluate(") < strstr (text, "        log.add(observed, progress)\n"));
  g_assert_true (strstr (text, "        log.add(observed, progress)\n")
                 < strstr (text, "            save_snapshot(\n"));
}

/* The extensions of moons are these alone. */
static RensaDocument *
document_with_extensions (const char *const *texts)
{
  RensaDocument *document = load_document ("examples/moons.rensa");
  g_autoptr (GError) error = NULL;

  while (rensa_document_remove_component (document, "extensions", 0, NULL))
    continue;
  for (guint i = 0; texts[i] != NULL; i++)
    {
      g_autofree char *change = g_strdup_printf ("extensions.%u=%s", i, texts[i]);

      g_assert_true (rensa_document_add_component (document, "extensions", "LogReport", NULL));
      rensa_document_set (document, change, &error);
      g_assert_no_error (error);
    }
  return document;
}

/* Of several logs each has its keys and is asked at its times; the table is of the one that it names. */
static void
logs_are_told_apart (void)
{
  g_autoptr (RensaDocument) document = document_with_extensions (
      (const char *[]){ "PrintReport(log_report=short)", "LogReport(trigger=MinValueTrigger(key='main/loss'))",
                        "LogReport(keys='main/loss, lr', filename=short)", "Evaluator", "Evaluator", NULL });
  g_autofree char *text = NULL;

  g_assert_true (rensa_document_set (document, "extensions.2.name=short", NULL));
  g_assert_true (rensa_document_set (document, "extensions.2.trigger=IntervalTrigger(period=2, unit=iteration)", NULL));
  text = export_to ("torch", document);
  assert_within (text, "    log = Log(\n"
                       "        args.out / 'short', lambda: progress.has_passed(1, 'epoch'),\n"
                       "        keys=['main/loss', 'lr'])\n"
                       "    table = Table(log)\n");
  assert_within (text, "    log2 = Log(args.out / 'log', trigger1)\n");
  assert_within (text, "            observed.update(evaluate(model, read_test(), 'validation_1/'))\n"
                       "        table.print()\n"
                       "        log2.add(observed, progress)\n"
                       "        if progress.has_passed(2, 'iteration'):\n"
                       "            log.add(observed, progress)\n");
}

/* Before the first iteration, and not where a run goes on; settings are then those of no call. */
static void
extensions_are_called_before (void)
{
  g_autoptr (RensaDocument) document = document_with_extensions (
      (const char *[]){ "LogReport", "Evaluator", "ExponentialShift(attr=alpha, rate=0.5)", "FailOnNonNumber", NULL });
  g_autofree char *text = NULL;

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *change = g_strdup_printf ("extensions.%u.call_before_training=true", i);

      g_assert_true (rensa_document_set (document, change, NULL));
    }
  text = export_to ("torch", document);
  assert_within (text, "    if progress.iteration == 0:\n"
                       "        observed = {}\n"
                       "        optimizer.settings['alpha'] = bounded(\n"
                       "            optimizer.first_settings['alpha'],\n"
                       "            optimizer.first_settings['alpha'] * 0.5 ** 0)\n"
                       "        observed.update(evaluate(model, read_test(), 'validation/'))\n"
                       "        log.add(observed, progress)\n"
                       "    while not is_over():\n");
  assert_within (text, "            optimizer.first_settings['alpha'] * 0.5 ** (\n"
                       "                1 + progress.count(1, 'iteration')))\n");
}

static void
assert_extension_refused (const char *extension, const char *sentence)
{
  g_autoptr (RensaDocument) document = document_with_extensions ((const char *[]){ "LogReport", extension, NULL });
  g_autoptr (GError) error = NULL;

  g_assert_null (write_for ("torch", document, NULL, &error));
  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, ==, sentence);
}

static void
extensions_say_all (void)
{
  assert_extension_refused ("snapshot(autoload=True)", "extensions.1: PyTorch does not support snapshot with this "
                                                       "autoload");
  assert_extension_refused ("snapshot(snapshot_on_error=True)",
                            "extensions.1: PyTorch does not support snapshot with this snapshot_on_error");
  assert_extension_refused ("PrintReport(log_report=another)",
                            "extensions.1: PrintReport: no LogReport “another” to print");
}

/* What the program could not read is told now; on which device it trains it says itself. */
static void
weights_and_device_are_told (void)
{
  g_autoptr (RensaDocument) document = load_document ("examples/moons.rensa");
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  far_device_register ();
  g_assert_null (write_for ("torch", document, "first.h5", &error));
  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, ==, "weights: a PyTorch program reads .npz files, not “first.h5”");
  g_assert_true (rensa_document_set (document, "device=far", NULL));
  text = export_to ("torch", document);
  assert_within (text, "It trains on the CPU; the document names “far”.\n");
}

/* Steps of halves are computed in float32; with the hook what they change is kept in float32, too. */
static void
halves_learn_in_float32 (void)
{
  g_autoptr (RensaDocument) document = load_document ("examples/moons.rensa");
  g_autofree char *usual = export_to ("torch", document);
  g_autofree char *rounded = NULL;
  g_autofree char *kept = NULL;

  g_assert_null (strstr (usual, "update_wide"));
  g_assert_true (rensa_document_set (document, "dtype=float16", NULL));
  rounded = export_to ("torch", document);
  assert_within (rounded, "                self.update_wide(param, state, settings)\n");
  g_assert_null (strstr (rounded, "optimizer.use_fp32_update()"));
  json_object_object_add (
      rensa_document_change (document), "hooks",
      json_tokener_parse ("[{\"type\": \"FP32Update\"}, {\"type\": \"WeightDecay\", \"attrs\": {\"rate\": 0.1}}]"));
  kept = export_to ("torch", document);
  assert_within (kept, "    optimizer = Adam(model.parameters(), alpha=0.01, beta1=0.9, beta2=0.999)\n"
                       "    optimizer.use_fp32_update()\n");
  assert_within (kept, "        decay_weights(optimizer, 0.1)\n"
                       "        optimizer.step()\n");
}

static void
batches_are_dealt_out (void)
{
  g_autoptr (RensaDocument) document = load_document ("examples/moons.rensa");
  g_autofree char *text = NULL;

  g_assert_true (rensa_document_set (document, "updater=ParallelUpdater(n_models=3)", NULL));
  text = export_to ("torch", document);
  assert_within (text, "        optimizer.zero_grad()\n"
                       "        observed = learn_in_parts(model, convert(next(batches)), 3)\n"
                       "        optimizer.step()\n");
}

/* A class stands behind those that it calls, once. */
static void
networks_bring_their_parts (void)
{
  g_autoptr (RensaDocument) document =
      document_with_model (WITH ("'type': 'ResNet50Layers', 'attrs': {'layer': 'pool5'}"));
  g_autofree char *text = export_to ("torch", document);
  const char *norm = strstr (text, "class BatchNormalization(");
  const char *bottleneck = strstr (text, "class ResNetBottleneck(");
  const char *block = strstr (text, "class ResNetBlock(");

  g_assert_true (norm != NULL && norm < bottleneck && bottleneck < block);
  g_assert_true (block < strstr (text, "class ResNet50Layers("));
  g_assert_null (strstr (bottleneck + 1, "class ResNetBottleneck("));
  assert_within (text, "        self.n = ResNet50Layers('pool5')\n");
}

/* The third form of a link stands where the first two leave something out. */
static void
links_say_what_they_cover (void)
{
  g_autoptr (RensaDocument) document = document_with_model (
      WITH ("'type': 'Convolution1D', 'attrs': {'out_channels': 2, 'ksize': 3, 'stride': 2, 'cover_all': true}"));
  g_autofree char *text = export_to ("torch", document);

  assert_within (text, "def make_convolution(");
  assert_within (text, "self.n = make_convolution(1, 2, 3, cover_all=True, stride=2)\n");
}

/* Names that the program needs itself. */
static void
locals_give_way (void)
{
  g_autoptr (RensaDocument) document =
      document_with_model ("{'nodes': [{'name': 'torch', 'type': 'Input'}, {'name': 'F', 'type': 'relu'}, "
                           "{'name': 'l', 'type': 'Linear', 'attrs': {'out_size': 2}}], "
                           "'edges': [{'from': 'torch', 'to': 'F'}, {'from': 'F', 'to': 'l'}]}");
  g_autofree char *text = export_to ("torch", document);

  assert_within (text, "    def forward(self, torch_):\n"
                       "        F_ = F.relu(torch_)\n"
                       "        l = self.l(F_.flatten(1))\n");
}

/* Without the library nothing is said of the program. */
static void
proof_needs_the_library (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "moons.py", NULL);
  g_autoptr (RensaDocument) document = load_document ("examples/moons.rensa");
  const RensaExportTarget target = { .path = path, .weights = "model.npz" };
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, "import math\n", -1, NULL));
  g_setenv ("PYTHON", "/nonexistent/python", TRUE);
  g_assert_false (rensa_export_prove (find_exporter ("torch"), document, &target, &error));
  g_unsetenv ("PYTHON");
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_assert_cmpstr (error->message, ==,
                   "PyTorch is not installed for “/nonexistent/python”; set the environment variable PYTHON to use "
                   "another Python");
  test_folder_remove (folder);
}

/* A component declares as "torch_uses" what its other forms call or define of those names that the exporter asks for. */
static void
uses_are_declared (void)
{
  static const struct
  {
    const char *name;
    const char *text;
  } uses[] = {
    { "drawn", "drawn(" },         { "reset_state", "def reset_state(" }, { "use_fp32_update", ".use_fp32_update()" },
    { "name_file", "name_file(" }, { "save_snapshot", "save_snapshot(" },
  };
  guint n_found[G_N_ELEMENTS (uses)] = { 0 };

  for (int kind = 0; kind < RENSA_N_COMPONENT_KINDS; kind++)
    {
      guint n;
      const RensaComponent *const *components = rensa_registry_list ((RensaComponentKind) kind, &n);

      for (guint i = 0; i < n * G_N_ELEMENTS (uses); i++)
        {
          const RensaComponent *component = components[i / G_N_ELEMENTS (uses)];
          const guint use = i % G_N_ELEMENTS (uses);
          const char *declared = rensa_component_get_form (component, "torch_uses");
          g_auto (GStrv) names = g_strsplit (declared != NULL ? declared : "", " ", -1);
          gboolean is_used = FALSE;

          for (const RensaForm *form = component->forms; form != NULL && form->target != NULL; form++)
            is_used |= g_str_has_prefix (form->target, "torch") && !g_str_equal (form->target, "torch_uses")
                       && strstr (form->text, uses[use].text) != NULL;
          if (is_used != g_strv_contains ((const char *const *) names, uses[use].name))
            g_error ("%s: “torch_uses” and %s", component->name, uses[use].text);
          n_found[use] += is_used;
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (uses); i++)
    g_assert_cmpuint (n_found[i], >, 0);
}

int
main (int argc, char **argv)
{
  export_tests_init (&argc, &argv);
  g_test_add_func ("/exporters/torch/programs-are-python", programs_are_python);
  g_test_add_func ("/exporters/torch/model", model_becomes_classes);
  g_test_add_func ("/exporters/torch/training", training_is_that_of_the_document);
  g_test_add_func ("/exporters/torch/settings", settings_change);
  g_test_add_func ("/exporters/torch/losses", losses_have_optimizers);
  g_test_add_func ("/exporters/torch/states", states_are_reset);
  g_test_add_func ("/exporters/torch/triggers", triggers_are_kept);
  g_test_add_func ("/exporters/torch/logs", logs_are_told_apart);
  g_test_add_func ("/exporters/torch/before-training", extensions_are_called_before);
  g_test_add_func ("/exporters/torch/extensions", extensions_say_all);
  g_test_add_func ("/exporters/torch/weights", weights_and_device_are_told);
  g_test_add_func ("/exporters/torch/halves", halves_learn_in_float32);
  g_test_add_func ("/exporters/torch/parallel", batches_are_dealt_out);
  g_test_add_func ("/exporters/torch/networks", networks_bring_their_parts);
  g_test_add_func ("/exporters/torch/covering", links_say_what_they_cover);
  g_test_add_func ("/exporters/torch/refused", what_cannot_be_said_is_named);
  g_test_add_func ("/exporters/torch/names", locals_give_way);
  g_test_add_func ("/exporters/torch/uses", uses_are_declared);
  g_test_add_func ("/exporters/torch/settings-of-several", schedules_need_one_optimizer);
  g_test_add_func ("/exporters/torch/proof", proof_needs_the_library);
  return g_test_run ();
}
