/* torch.c: exports a document as a PyTorch program.
 * SPDX-License-Identifier: MIT */

#include "rensa-exporters.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-python-private.h"
#include "rensa-python-prove-private.h"
#include "rensa-torch-private.h"
#include "rensa-trainer.h"
#include "torch.py.inc"

static gboolean
needs_test_part (RensaProject *project)
{
  for (guint i = 0; i < project->extensions->len; i++)
    {
      const RensaExtensionPlan *plan = project->extensions->pdata[i];
      const char *form = rensa_component_get_form (rensa_attrs_get_component (plan->attrs), "torch");

      if (rensa_template_has_place (form, "batches", NULL))
        return TRUE;
    }
  return FALSE;
}

/* Model */

/* Writes the call of a loss or metric with the output of the model, y, and the labels, t. */
static char *
write_measure (RensaTorchProgram *self, RensaAttrs *function, const char *place, GError **error)
{
  const RensaFunctionClass *class = (const RensaFunctionClass *) rensa_attrs_get_component (function);
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n = rensa_inputs_parse (class->inputs, specs);
  const RensaBinding bindings[] = { { specs[0].name, "y" }, { n > 1 ? specs[1].name : "", n > 1 ? "t" : NULL } };
  RensaTemplateScope scope = { &self->parts->writer, bindings, G_N_ELEMENTS (bindings), FALSE };
  char *call = rensa_template_write (function, &scope, error);

  if (call == NULL)
    {
      g_prefix_error (error, "%s: ", place);
      return NULL;
    }
  rensa_python_write_class (self->parts, RENSA_COMPONENT (class), call);
  if (self->parts->has_sequences)
    {
      g_autofree char *once = call;

      rensa_python_write_once (self->parts, rensa_torch_dialect.each);
      return g_strdup_printf ("each(lambda y, t: %s, y, t)", once);
    }
  return call;
}

/* Writes a module that computes the loss of the predictor; returns its name. */
static char *
write_step (RensaTorchProgram *self, const char *predictor, GError **error)
{
  GString *classes = self->parts->classes;
  g_autofree char *name = rensa_python_program_dup_name (self->parts, "TrainingStep");
  g_autofree char *loss = write_measure (self, self->project->loss, "loss", error);
  g_autofree char *accuracy = NULL;

  if (loss == NULL)
    return NULL;
  if (self->project->accuracy != NULL)
    {
      accuracy = write_measure (self, self->project->accuracy, "accuracy", error);
      if (accuracy == NULL)
        return NULL;
    }
  g_string_append_printf (classes,
                          "class %s(nn.Module):\n    \"\"\"What one iteration computes.\"\"\"\n\n"
                          "    def __init__(self):\n        super().__init__()\n        self.predictor = %s()\n\n"
                          "    def forward(self, *batch):\n        *x, t = batch\n        y = self.predictor(*x)\n",
                          name, predictor);
  rensa_python_append_printf (classes, 8, accuracy != NULL ? "loss = %s" : "return {'main/loss': %s}", loss);
  if (accuracy != NULL)
    {
      rensa_python_append_printf (classes, 8, "accuracy = %s", accuracy);
      rensa_python_append (classes, 8, "return {'main/loss': loss, 'main/accuracy': accuracy}");
    }
  g_string_append (classes, "\n\n");
  return g_steal_pointer (&name);
}

static gboolean
write_model (RensaTorchProgram *self, GError **error)
{
  const gboolean has_step = rensa_project_has_step (self->project);
  g_autofree char *first = has_step ? rensa_python_write_step (self->parts, self->project, error)
                                    : rensa_python_write_chain (self->parts, self->project->model, "Predictor", error);

  g_autofree char *name = first == NULL ? NULL : has_step ? g_strdup (first) : write_step (self, first, error);

  if (name == NULL)
    return FALSE;
  if (self->parts->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->parts->error));
      return FALSE;
    }
  if (rensa_python_has_use (self->parts, "drawn"))
    g_string_append (self->body, rensa_torch_drawn);
  g_string_append (self->body, rensa_torch_lecun);
  if (self->parts->needs_sequence)
    g_string_append (self->body, rensa_torch_dialect.sequence);
  g_string_append (self->body, self->parts->functions->str);
  g_string_append (self->body, self->parts->classes->str);
  g_string_append_printf (self->body, "def make_model():\n    return %s()\n\n\n", name);
  return TRUE;
}

/* Data */

static void
write_part (RensaTorchProgram *self, const char *part, gboolean is_training)
{
  g_autofree char *fields = rensa_python_list_fields (self->parts, self->project, part);

  if (self->project->transforms->len == 0)
    {
      rensa_python_append_printf (self->body, 8, "%s = Examples(%s)", part, fields);
      return;
    }
  rensa_python_append_printf (self->body, 8,
                              "%s = Examples(%s, change=lambda example: preprocess(example, figures, %s))", part,
                              fields, is_training ? "True" : "False");
}

static void
write_load_data (RensaTorchProgram *self)
{
  GString *body = self->body;

  rensa_python_append (body, 0, "def load_data():");
  rensa_python_append (body, 4, "\"\"\"Returns the examples for training and those for validation.\"\"\"");
  rensa_python_append (body, 4, "with np.load(DATA) as data:");
  if (self->project->transforms->len > 0)
    {
      rensa_python_append (body, 8, "names = [key for key in data.files if key.startswith('preprocessing/')]");
      rensa_python_append (body, 8, "figures = {name.partition('/')[2]: data[name] for name in names}");
    }
  write_part (self, "train", TRUE);
  if (self->validates)
    write_part (self, "test", FALSE);
  rensa_python_append_printf (body, 4, "return train, %s\n\n", self->validates ? "test" : "None");
}

static void
write_constants (RensaTorchProgram *self)
{
  const RensaSettings *settings = rensa_project_get_settings (self->project);
  g_autofree char *data = rensa_python_quote (self->names->data);

  rensa_python_append_printf (self->body, 0, "DATA = pathlib.Path(__file__).with_name(%s)", data);
  if (settings->dtype != RENSA_FLOAT32)
    rensa_python_append_printf (self->body, 0, "torch.set_default_dtype(torch.%s)",
                                rensa_dtype_get_name (settings->dtype));
  g_string_append (self->body, "\n\n");
}

/* NumPy does not read HDF5. */
static gboolean
check_weights (const char *weights, GError **error)
{
  if (weights == NULL || !(g_str_has_suffix (weights, ".h5") || g_str_has_suffix (weights, ".hdf5")))
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("a PyTorch program reads .npz files, not “%s”"), weights);
  g_prefix_error (error, "weights: ");
  return FALSE;
}

static char *
write_program (RensaDocument *document, const RensaExportNames *names, GError **error)
{
  g_autoptr (RensaProject) project = rensa_project_new (document);
  g_autoptr (RensaPythonProgram) parts = rensa_python_program_new (&rensa_torch_dialect, project->model);
  g_autoptr (GString) body = g_string_new (NULL);
  g_autoptr (GString) before_loop = g_string_new (NULL);
  g_autoptr (GString) first_settings = g_string_new (NULL);
  g_autoptr (GString) first_calls = g_string_new (NULL);
  g_autoptr (GHashTable) objects = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GString) kept = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new ("#!/usr/bin/env python3\n");
  RensaTorchProgram self = { .project = project,
                             .names = names,
                             .parts = parts,
                             .body = body,
                             .before_loop = before_loop,
                             .first_settings = first_settings,
                             .first_calls = first_calls,
                             .objects = objects,
                             .kept = kept };

  if (!rensa_project_check (project, error) || !check_weights (names->weights, error))
    return NULL;

  self.validates = needs_test_part (project);
  parts->has_sequences = rensa_export_has_sequences (project);
  parts->keeps_state = ((const RensaUpdaterClass *) rensa_attrs_get_component (project->updater))->keeps_state;
  write_constants (&self);
  rensa_python_reserve_preprocessing (parts, project);
  if (!write_model (&self, error))
    return NULL;
  rensa_python_write_preprocessing (parts, project, body);
  g_string_append (body, tensors);
  g_string_append (body, parts->has_sequences ? rensa_torch_dialect.converter : convert);
  write_load_data (&self);
  if (!rensa_torch_write_main (&self, error))
    return NULL;

  rensa_python_write_docstring (parts, text, rensa_project_get_settings (project), names->data);
  rensa_python_write_imports (parts, text, body->str);
  g_string_append (text, body->str);
  return g_strdup (text->str);
}

static const RensaPythonLibrary library = {
  .package = "torch",
  .title = "PyTorch",
  .ask = ask,
};

static gboolean
prove (RensaDocument *document, const RensaExportTarget *target, RensaExportProof *proof, GError **error)
{
  return rensa_python_prove (&library, document, target, proof, error);
}

const RensaExporter rensa_torch_exporter = {
  .name = "torch",
  .title = N_ ("PyTorch Program"),
  .summary = N_ ("The same network and training in Python for PyTorch 2"),
  .language = "python3",
  .prefix = "train_",
  .ending = ".py",
  .reads_data = TRUE,
  .takes_weights = TRUE,
  .usage = "python3 %s",
  .write = write_program,
  .prove = prove,
};
