/* chainer.c: exports a document as a Chainer program.
 * SPDX-License-Identifier: MIT */

#include "chainer.py.inc"
#include "rensa-chainer-private.h"
#include "rensa-exporters.h"
#include "rensa-extensions.h"
#include "rensa-links.h"
#include "rensa-python-private.h"
#include "rensa-python-prove-private.h"
#include "rensa-trainer.h"

/**
 * Program:
 * @parts: functions and classes
 * @validates: TRUE if an extension needs the test part
 * @body: text after the imports
 */
typedef struct
{
  RensaProject *project;
  const RensaExportNames *names;
  RensaPythonProgram *parts;
  gboolean validates;
  GString *body;
} Program;

static gboolean
needs_test_part (RensaProject *project)
{
  for (guint i = 0; i < project->extensions->len; i++)
    {
      const RensaExtensionPlan *plan = project->extensions->pdata[i];
      const char *template = rensa_component_get_form (rensa_attrs_get_component (plan->attrs), "chainer");

      if (rensa_template_has_place (template, "iterator", NULL))
        return TRUE;
    }
  return FALSE;
}

/* Model */

static char *
write_classifier (Program *self, GError **error)
{
  const RensaBinding bindings[] = { { "predictor", "Predictor()" } };
  RensaTemplateScope scope = { &self->parts->writer, bindings, G_N_ELEMENTS (bindings), FALSE };
  g_autoptr (RensaAttrs) attrs = rensa_classifier_new_attrs (self->project->loss, self->project->accuracy, error);

  return attrs != NULL ? rensa_template_write (attrs, &scope, error) : NULL;
}

/* Functions that compare predictions with labels are applied to all steps of both. */
static void
write_measures (Program *self)
{
  rensa_python_append_printf (self->body, 4, "loss, accuracy = model.lossfun, model.accfun");
  rensa_python_append_printf (self->body, 4, "model.lossfun = lambda y, t: each(loss, y, t)");
  rensa_python_append_printf (self->body, 4, "model.accfun = lambda y, t: each(accuracy, y, t)");
}

static void
write_make_model (Program *self, const char *classifier)
{
  const gboolean has_step = rensa_project_has_step (self->project);
  const gboolean is_stepwise = !has_step && self->parts->has_sequences;
  const gboolean is_usual = has_step || (self->project->accuracy != NULL && !is_stepwise);

  rensa_python_append_printf (self->body, 0, "def make_model():");
  rensa_python_append_printf (self->body, 4, is_usual ? "return %s" : "model = %s", classifier);
  if (!is_usual)
    {
      if (is_stepwise)
        write_measures (self);
      if (self->project->accuracy == NULL)
        rensa_python_append_printf (self->body, 4, "model.compute_accuracy = False");
      rensa_python_append_printf (self->body, 4, "return model");
    }
  rensa_python_append_printf (self->body, 0, "%s", "");
  rensa_python_append_printf (self->body, 0, "%s", "");
}

static gboolean
write_model (Program *self, GError **error)
{
  const gboolean has_step = rensa_project_has_step (self->project);
  g_autofree char *name = has_step ? rensa_python_write_step (self->parts, self->project, error)
                                   : rensa_python_write_chain (self->parts, self->project->model, "Predictor", error);
  g_autofree char *classifier = name == NULL ? NULL
                                : has_step   ? g_strconcat (name, "()", NULL)
                                             : write_classifier (self, error);

  if (classifier == NULL)
    return FALSE;
  if (self->validates || self->parts->keeps_state || rensa_python_has_several_losses (self->project))
    rensa_python_write_class (self->parts, RENSA_COMPONENT (&rensa_evaluator_class), "MeanEvaluator()");
  if (rensa_python_has_several_losses (self->project))
    rensa_chainer_write_step_classes (self->parts, self->project);
  if (self->parts->has_sequences && !has_step)
    rensa_python_write_once (self->parts, rensa_chainer_dialect.each);
  if (self->parts->needs_sequence)
    g_string_append (self->body, rensa_chainer_dialect.sequence);
  if (self->parts->has_sequences)
    g_string_append (self->body, rensa_chainer_dialect.converter);
  g_string_append (self->body, self->parts->functions->str);
  g_string_append (self->body, self->parts->classes->str);
  write_make_model (self, classifier);
  return TRUE;
}

/* Data */

static void
write_part (Program *self, const char *part)
{
  g_autofree char *arrays = rensa_python_list_fields (self->parts, self->project, part);

  if (!self->parts->has_sequences)
    {
      rensa_python_append_printf (self->body, 8, "%s = chainer.datasets.TupleDataset(%s)", part, arrays);
      return;
    }
  rensa_python_append_printf (self->body, 8, "fields = [%s]", arrays);
  rensa_python_append_printf (self->body, 8, "%s = chainer.datasets.TupleDataset(*fields)", part);
}

/* Preprocesses each example on demand. */
static void
write_prepared (Program *self, const char *part, gboolean is_training)
{
  rensa_python_append_printf (
      self->body, 4, "%s = chainer.datasets.TransformDataset(%s, lambda example: preprocess(example, figures, %s))",
      part, part, is_training ? "True" : "False");
}

static void
write_preparation (Program *self)
{
  rensa_python_append_printf (self->body, 8, "names = [key for key in data.files if key.startswith('preprocessing/')]");
  rensa_python_append_printf (self->body, 8, "figures = {name.partition('/')[2]: data[name] for name in names}");
  write_prepared (self, "train", TRUE);
  if (self->validates)
    write_prepared (self, "test", FALSE);
}

static void
write_load_data (Program *self)
{
  rensa_python_append_printf (self->body, 0, "def load_data():");
  rensa_python_append_printf (self->body, 4, "\"\"\"Returns the examples for training and %s.\"\"\"",
                              self->parts->has_sequences ? "validation, and what makes batches"
                                                         : "those for validation");
  rensa_python_append_printf (self->body, 4, "with np.load(DATA) as data:");
  write_part (self, "train");
  if (self->validates)
    write_part (self, "test");
  if (self->project->transforms->len > 0)
    write_preparation (self);
  rensa_python_append_printf (self->body, 4, "return train, %s%s", self->validates ? "test" : "None",
                              self->parts->has_sequences ? ", Converter([isinstance(field, list) for field in fields])"
                                                         : "");
  rensa_python_append_printf (self->body, 0, "%s", "");
  rensa_python_append_printf (self->body, 0, "%s", "");
}

/* Settings that must precede the creation of objects. */
static void
write_constants (Program *self)
{
  const RensaSettings *settings = rensa_project_get_settings (self->project);
  g_autofree char *data = rensa_python_quote (self->names->data);

  rensa_python_append_printf (self->body, 0, "DATA = pathlib.Path(__file__).with_name(%s)", data);
  if (settings->dtype != RENSA_FLOAT32)
    rensa_python_append_printf (self->body, 0, "chainer.global_config.dtype = np.%s",
                                rensa_dtype_get_name (settings->dtype));
  rensa_python_append_printf (self->body, 0, "%s", "");
  rensa_python_append_printf (self->body, 0, "%s", "");
}

/* Training */

static void
write_arguments (Program *self)
{
  g_autofree char *weights = self->names->weights != NULL ? rensa_python_quote (self->names->weights) : NULL;

  rensa_python_append_printf (self->body, 4, "parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])");
  rensa_python_append_printf (
      self->body, 4, "parser.add_argument('--weights', metavar='NPZ'%s%s, help='parameters to start with')",
      weights != NULL ? ", default=pathlib.Path(__file__).parent / " : "", weights != NULL ? weights : "");
  rensa_python_append_printf (
      self->body, 4, "parser.add_argument('--epochs', metavar='N', type=int, help='stop after so many epochs%s')",
      self->validates ? "; 0 evaluates only" : "");
  rensa_python_append_printf (
      self->body, 4, "parser.add_argument('--resume', metavar='SNAPSHOT', help='go on from a snapshot of a run')");
  rensa_python_append_printf (
      self->body, 4, "parser.add_argument('--out', metavar='FOLDER', default='result', help='where the results go')");
  rensa_python_append_printf (self->body, 4, "args = parser.parse_args()");
  rensa_python_append_printf (self->body, 4,
                              "if args.epochs is not None and args.epochs < %d:", self->validates ? 0 : 1);
  rensa_python_append_printf (self->body, 8, "parser.error('--epochs takes %d or more')", self->validates ? 0 : 1);
  rensa_python_append_printf (self->body, 0, "%s", "");
}

static void
write_iterator (Program *self, const char *variable, const char *dataset, const char *template)
{
  const RensaBinding bindings[] = { { "dataset", dataset } };
  RensaTemplateScope scope = { &self->parts->writer, bindings, G_N_ELEMENTS (bindings), FALSE };
  g_autofree char *call = rensa_template_fill (template, self->project->iterator, &scope);

  rensa_python_write_class (self->parts, rensa_attrs_get_component (self->project->iterator), call);
  rensa_python_append_printf (self->body, 4, "%s = %s", variable, call);
}

/* For stateful links, uses the evaluator of the updater, which resets the state before an evaluation. */
static const char *
get_evaluator (Program *self)
{
  if (rensa_python_has_several_losses (self->project))
    return "StepEvaluator";
  return self->parts->keeps_state ? "SequenceEvaluator" : "MeanEvaluator";
}

/* Arguments of an evaluator: the model, and a converter unless batches are plain arrays. */
static const char *
get_evaluated (Program *self)
{
  return self->parts->has_sequences ? "model, converter=convert" : "model";
}

static void
write_start (Program *self)
{
  const RensaComponent *iterator = rensa_attrs_get_component (self->project->iterator);
  const char *weights = self->names->weights;
  const gboolean is_hdf5 =
      weights != NULL && (g_str_has_suffix (weights, ".h5") || g_str_has_suffix (weights, ".hdf5"));

  rensa_python_append_printf (self->body, 4, "np.random.seed(%u)",
                              (guint32) rensa_project_get_settings (self->project)->seed);
  rensa_python_append_printf (self->body, 4, "train, test%s = load_data()",
                              self->parts->has_sequences ? ", convert" : "");
  rensa_python_append_printf (self->body, 4, "model = make_model()");
  rensa_python_append_printf (self->body, 4, "if args.weights is not None:");
  rensa_python_append_printf (self->body, 8, "chainer.serializers.%s(args.weights, model)",
                              is_hdf5 ? "load_hdf5" : "load_npz");
  rensa_python_append_printf (self->body, 0, "%s", "");
  write_iterator (self, "train_iter", "train", rensa_component_get_form (iterator, "chainer"));
  if (self->validates)
    {
      write_iterator (self, "test_iter", "test", rensa_component_get_form (iterator, "chainer_once"));
      rensa_python_append_printf (self->body, 4, "if args.epochs == 0:");
      rensa_python_append_printf (self->body, 8, "print(%s(test_iter, %s)())", get_evaluator (self),
                                  get_evaluated (self));
      rensa_python_append_printf (self->body, 8, "return");
    }
  rensa_python_append_printf (self->body, 0, "%s", "");
}

static gboolean
write_optimizer (Program *self, GError **error)
{
  RensaProject *project = self->project;

  if (rensa_project_has_step (project))
    return rensa_chainer_write_losses (self->parts, project, self->body, error);
  if (rensa_chainer_write_optimizer (self->parts, project, project->optimizer, project->hooks, "model", self->body,
                                     error))
    return TRUE;
  g_prefix_error (error, "optimizer: ");
  return FALSE;
}

static gboolean
write_trainer (Program *self, GError **error)
{
  RensaTemplateScope scope = { &self->parts->writer };
  g_autofree char *updater = rensa_python_has_several_losses (self->project)
                                 ? rensa_chainer_write_step_updater (self->parts, self->project)
                                 : rensa_template_write (self->project->updater, &scope, error);
  g_autofree char *stop = updater != NULL ? rensa_template_write (self->project->stop, &scope, error) : NULL;

  if (stop == NULL)
    return FALSE;

  rensa_python_write_class (self->parts, rensa_attrs_get_component (self->project->updater), updater);
  rensa_python_append_printf (self->body, 4, "updater = %s", updater);
  if (self->parts->has_sequences)
    rensa_python_append_printf (self->body, 4, "updater.converter = convert");
  rensa_python_append_printf (self->body, 4, "stop = %s", stop);
  rensa_python_append_printf (self->body, 4, "if args.epochs is not None:");
  rensa_python_append_printf (self->body, 8, "stop = triggers.IntervalTrigger(args.epochs, 'epoch')");
  rensa_python_append_printf (self->body, 4, "trainer = training.Trainer(updater, stop, out=args.out)");
  rensa_python_append_printf (self->body, 0, "%s", "");
  return TRUE;
}

/* Extensions */

/* Arguments of trainer.extend () after the extension. */
static char *
write_settings (const RensaExtensionPlan *plan, const char *trigger)
{
  g_autofree char *name = plan->name != NULL ? rensa_python_quote (plan->name) : NULL;
  GString *text = g_string_new (NULL);

  if (name != NULL)
    g_string_append_printf (text, ", name=%s", name);
  if (trigger != NULL)
    g_string_append_printf (text, ", trigger=%s", trigger);
  if (plan->priority != RENSA_INT_NONE)
    g_string_append_printf (text, ", priority=%" G_GINT64_FORMAT, plan->priority);
  if (plan->before_training)
    g_string_append (text, ", call_before_training=True");
  return g_string_free (text, FALSE);
}

/* If the graph of the only loss is requested, but there are several, Chainer can write that of the first. */
static RensaAttrs *
dup_extension (Program *self, RensaAttrs *attrs)
{
  RensaAttrs *copy = rensa_attrs_copy (attrs);
  const RensaAttrSpec *spec = rensa_component_find_attr (rensa_attrs_get_component (attrs), "root_name");
  g_autofree char *root = NULL;

  if (!rensa_python_has_several_losses (self->project) || spec == NULL || !rensa_attrs_is_default (attrs, spec))
    return copy;
  root = g_strconcat (((const RensaLossPlan *) self->project->losses->pdata[0])->name, "/loss", NULL);
  rensa_attrs_set_text (copy, spec->name, root, NULL);
  return copy;
}

static gboolean
write_extension (Program *self, RensaAttrs *given, const RensaExtensionPlan *plan, GError **error)
{
  g_autoptr (RensaAttrs) attrs = dup_extension (self, given);
  g_autofree char *columns = rensa_python_list_columns (self->project, self->validates);
  const RensaBinding bindings[] = { { "iterator", "test_iter" },
                                    { "model", get_evaluated (self) },
                                    { "evaluator", get_evaluator (self) },
                                    { "columns", columns } };
  RensaTemplateScope scope = { &self->parts->writer, bindings, G_N_ELEMENTS (bindings), FALSE };
  RensaTemplateScope none = { &self->parts->writer };
  g_autofree char *call = rensa_template_write (attrs, &scope, error);
  g_autofree char *trigger =
      plan != NULL && plan->trigger != NULL ? rensa_template_write (plan->trigger, &none, error) : NULL;
  g_autofree char *settings = plan != NULL ? write_settings (plan, trigger) : g_strdup ("");

  if (call == NULL || (plan != NULL && plan->trigger != NULL && trigger == NULL))
    return FALSE;
  if (self->parts->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->parts->error));
      return FALSE;
    }
  rensa_python_append_printf (self->body, 4, "trainer.extend(%s%s)", call, settings);
  return TRUE;
}

static gboolean
has_extension (Program *self, const char *name)
{
  for (guint i = 0; i < self->project->extensions->len; i++)
    {
      const RensaExtensionPlan *plan = self->project->extensions->pdata[i];

      if (g_str_equal (rensa_attrs_get_component (plan->attrs)->name, name))
        return TRUE;
    }
  return FALSE;
}

/* Reports progress as `rensa train` does: documents do not normally specify the display. */
static gboolean
write_output (Program *self, GError **error)
{
  g_autoptr (RensaAttrs) attrs = NULL;

  if (!has_extension (self, "LogReport") || has_extension (self, "PrintReport"))
    return TRUE;
  attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, "PrintReport", error);
  return attrs != NULL && write_extension (self, attrs, NULL, error);
}

static gboolean
write_extensions (Program *self, GError **error)
{
  for (guint i = 0; i < self->project->extensions->len; i++)
    {
      const RensaExtensionPlan *plan = self->project->extensions->pdata[i];
      const RensaComponent *component = rensa_attrs_get_component (plan->attrs);

      /* An extension that only displays training can be omitted. */
      if (((const RensaExtensionClass *) component)->preview != NULL
          && rensa_component_get_form (component, "chainer") == NULL)
        {
          rensa_python_append_printf (self->body, 4, "# %s is left out: Chainer has none.", component->name);
          continue;
        }
      if (!write_extension (self, plan->attrs, plan, error))
        {
          g_prefix_error (error, "extensions.%u: ", i);
          return FALSE;
        }
    }
  return write_output (self, error);
}

static gboolean
write_main (Program *self, GError **error)
{
  const gssize place = (gssize) self->body->len;
  const gsize n_written = self->parts->functions->len;

  rensa_python_append_printf (self->body, 0, "def main():");
  write_arguments (self);
  write_start (self);
  if (!write_optimizer (self, error) || !write_trainer (self, error) || !write_extensions (self, error))
    return FALSE;

  rensa_python_append_printf (self->body, 0, "%s", "");
  rensa_python_append_printf (self->body, 4, "if args.resume is not None:");
  rensa_python_append_printf (self->body, 8, "chainer.serializers.load_npz(args.resume, trainer)");
  rensa_python_append_printf (self->body, 4, "trainer.run()");
  rensa_python_append_printf (self->body, 4,
                              "chainer.serializers.save_npz(pathlib.Path(args.out, 'model.npz'), model)");
  rensa_python_append_printf (self->body, 0, "%s", "");
  rensa_python_append_printf (self->body, 0, "%s", "");
  rensa_python_append_printf (self->body, 0, "if __name__ == '__main__':");
  rensa_python_append_printf (self->body, 4, "main()");
  /* Inserts the required functions before main (). */
  g_string_insert (self->body, place, self->parts->functions->str + n_written);
  return TRUE;
}

/* Checks components that are later written without error handling. */
static gboolean
check_forms (Program *self, GError **error)
{
  const struct
  {
    RensaAttrs *attrs;
    const char *place;
  } checked[] = { { self->project->loss, "loss" },
                  { self->project->accuracy, "accuracy" },
                  { self->project->iterator, "data.iterator" } };

  for (guint i = 0; i < G_N_ELEMENTS (checked); i++)
    if (checked[i].attrs != NULL
        && rensa_template_get_form (&self->parts->writer, checked[i].attrs, checked[i].place, error) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
check_dtype (RensaProject *project, GError **error)
{
  return rensa_project_get_settings (project)->dtype != RENSA_BFLOAT16 || rensa_python_refuse_bfloat ("dtype", error);
}

static char *
write_program (RensaDocument *document, const RensaExportNames *names, GError **error)
{
  g_autoptr (RensaProject) project = rensa_project_new (document);
  g_autoptr (RensaPythonProgram) parts = rensa_python_program_new (&rensa_chainer_dialect, project->model);
  g_autoptr (GString) body = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new ("#!/usr/bin/env python3\n");
  Program self = { .project = project, .names = names, .parts = parts, .body = body };

  if (!rensa_project_check (project, error) || !check_dtype (project, error) || !check_forms (&self, error))
    return NULL;

  self.validates = needs_test_part (project);
  parts->has_sequences = rensa_export_has_sequences (project);
  parts->keeps_state = ((const RensaUpdaterClass *) rensa_attrs_get_component (project->updater))->keeps_state;
  write_constants (&self);
  rensa_python_reserve_preprocessing (parts, project);
  if (!write_model (&self, error))
    return NULL;
  rensa_python_write_preprocessing (parts, project, body);
  write_load_data (&self);
  if (!write_main (&self, error))
    return NULL;

  rensa_python_write_docstring (parts, text, rensa_project_get_settings (project), names->data);
  rensa_python_write_imports (parts, text, body->str);
  g_string_append (text, body->str);
  return g_strdup (text->str);
}

static const RensaPythonLibrary library = {
  .package = "chainer",
  .title = "Chainer",
  .ask = ask,
};

static gboolean
prove (RensaDocument *document, const RensaExportTarget *target, RensaExportProof *proof, GError **error)
{
  return rensa_python_prove (&library, document, target, proof, error);
}

const RensaExporter rensa_chainer_exporter = {
  .name = "chainer",
  .title = N_ ("Chainer Program"),
  .summary = N_ ("The same network and training in Python for Chainer 7"),
  .language = "python3",
  .prefix = "train_",
  .ending = ".py",
  .reads_data = TRUE,
  .takes_weights = TRUE,
  .is_usual = TRUE,
  .usage = "python3 %s",
  .write = write_program,
  .prove = prove,
};
