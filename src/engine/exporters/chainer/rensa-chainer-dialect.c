/* rensa-chainer-dialect.c: Chainer-specific parts of programs.
 * SPDX-License-Identifier: MIT */

#include "rensa-chainer-dialect.py.inc"
#include "rensa-chainer-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-python-private.h"
#include "rensa-trainer.h"

#include <string.h>

static const char *const program_names[] = { "Converter",
                                             "DATA",
                                             "MeanEvaluator",
                                             "SequenceEvaluator",
                                             "StepEvaluator",
                                             "StepUpdater",
                                             "F",
                                             "L",
                                             "argparse",
                                             "as_leaf",
                                             "chainer",
                                             "convert",
                                             "each",
                                             "extensions",
                                             "float",
                                             "initializers",
                                             "iterators",
                                             "load_data",
                                             "main",
                                             "make_model",
                                             "np",
                                             "optimizers",
                                             "pathlib",
                                             "preprocess",
                                             "print",
                                             "range",
                                             "read_field",
                                             "reversed",
                                             "self",
                                             "frozen",
                                             "learns",
                                             "sequence",
                                             "slice",
                                             "super",
                                             "training",
                                             "triggers",
                                             NULL };

/* Attributes and methods of chainer.Chain. */
static const char *const chain_members[] = { "add_hook",
                                             "add_link",
                                             "add_param",
                                             "add_persistent",
                                             "addgrads",
                                             "call_for_each_param",
                                             "children",
                                             "cleargrads",
                                             "copy",
                                             "copyparams",
                                             "count_params",
                                             "delete_hook",
                                             "device",
                                             "device_resident_accept",
                                             "disable_update",
                                             "enable_update",
                                             "forward",
                                             "from_chx",
                                             "init_scope",
                                             "links",
                                             "local_link_hooks",
                                             "name",
                                             "namedlinks",
                                             "namedparams",
                                             "params",
                                             "printable_specs",
                                             "register_persistent",
                                             "repeat",
                                             "serialize",
                                             "to_chx",
                                             "to_cpu",
                                             "to_device",
                                             "to_gpu",
                                             "to_intel64",
                                             "update_enabled",
                                             "within_init_scope",
                                             "xp",
                                             "zerograds",
                                             NULL };

static const RensaPythonImport imports[] = {
  { "argparse", "import argparse" },
  { "pathlib", "import pathlib" },
  { "", "" },
  { "chainer", "import chainer" },
  { "F", "import chainer.functions as F" },
  { "L", "import chainer.links as L" },
  { "np", "import numpy as np" },
  { "initializers", "from chainer import initializers" },
  { "iterators", "from chainer import iterators" },
  { "optimizers", "from chainer import optimizers" },
  { "training", "from chainer import training" },
  { "extensions", "from chainer.training import extensions" },
  { "triggers", "from chainer.training import triggers" },
  { NULL, NULL },
};

/* Code that creates a Sequential. */
static const char *
name_sequence (RensaPythonProgram *program, guint n_layers G_GNUC_UNUSED, guint n_links)
{
  if (n_links < 3)
    return "chainer.Sequential";
  program->needs_sequence = TRUE;
  return "sequence";
}

/* A Sequential passes only one value to its links, so a link with further arguments becomes a class
 * of its own. */
static char *
write_special_link (RensaPythonProgram *program, RensaModelNode *node, const char *constructor, const char *arguments)
{
  g_autofree char *name = rensa_python_dup_class_name (program, node->path);
  const gsize length = strcspn (constructor, "(");
  char *call = g_strconcat (name, constructor + length, NULL);

  g_string_append_printf (program->classes,
                          "class %s(%.*s):\n\n    def forward(self, x):\n        return super().forward(x, %s)\n\n\n",
                          name, (int) length, constructor, arguments);
  return call;
}

/* Returns the prefix of the constructor. A stateful link uses Chainer's class, which keeps the
 * state between batches, or a subclass defined in the program, which resets it. */
static const char *
choose_class (RensaPythonProgram *program, const RensaLinkClass *klass, const char *constructor)
{
  if (program->keeps_state && klass->n_carries > 0)
    return "L.";

  rensa_python_write_classes (program, klass, constructor);
  return "";
}

static char *
write_link (RensaPythonProgram *program, RensaModelNode *node, gboolean is_called_plainly, GError **error)
{
  const RensaLinkClass *klass = (const RensaLinkClass *) rensa_attrs_get_component (node->attrs);
  const char *form = rensa_python_get_form (program, RENSA_COMPONENT (klass), "_call");
  RensaTemplateScope scope = { &program->writer };
  g_autofree char *made = rensa_template_write (node->attrs, &scope, error);
  g_autofree char *arguments = form != NULL ? rensa_template_fill (form, node->attrs, &scope) : g_strdup ("");
  g_autofree char *constructor = NULL;

  if (made == NULL)
    {
      g_prefix_error (error, "%s: ", node->place);
      return NULL;
    }
  constructor = g_strconcat (choose_class (program, klass, made), made, NULL);
  return is_called_plainly && arguments[0] != '\0' ? write_special_link (program, node, constructor, arguments)
                                                   : g_steal_pointer (&constructor);
}

/* Inputs of a numeric formula, and their Python expressions; both lists end with NULL. */
typedef struct
{
  const char *names;
  const char *const *values;
} NumberInputs;

static const NumberInputs comparison_inputs = { "best, new", (const char *const[]){ "best", "new", NULL } };
static const NumberInputs progress_inputs = { "iteration, epoch, epoch_detail, elapsed_time",
                                              (const char *const[]){
                                                  "trainer.updater.iteration", "trainer.updater.epoch",
                                                  "trainer.updater.epoch_detail", "trainer.elapsed_time", NULL } };

/* Writes a call of the function generated from the formula @text. It takes variables with at least
 * one axis. */
static char *
write_number (RensaPythonProgram *program, const char *text, const char *wanted, const NumberInputs *inputs)
{
  g_autoptr (RensaFormula) formula =
      rensa_formula_get (&(RensaFormulaText){ .inputs = inputs->names, .formula = text }, NULL);
  g_autofree char *name = rensa_python_write_formula (program, formula, wanted);
  g_autoptr (GString) call = g_string_new (NULL);

  g_string_append_printf (call, "%s(", name);
  for (guint i = 0; inputs->values[i] != NULL; i++)
    g_string_append_printf (call, "%schainer.as_variable(np.array([%s], 'd'))", i > 0 ? ", " : "", inputs->values[i]);
  g_string_append (call, ").array[0]");
  return g_strdup (call->str);
}

static char *
write_comparison (RensaPythonProgram *program, const char *text)
{
  g_autofree char *call = write_number (program, text, "_is_better", &comparison_inputs);

  return g_strdup_printf ("lambda best, new: bool(%s)", call);
}

/* Writes {'mean': …, 'norm': …}: Chainer's functions by name, NumPy's for the norm. */
static char *
write_statistics (RensaPythonProgram *program, const char *attr, const char *text)
{
  g_auto (GStrv) names = g_strsplit (text, ",", -1);
  g_autoptr (GString) dict = g_string_new ("{");

  for (guint i = 0; names[i] != NULL; i++)
    {
      const char *name = g_strstrip (names[i]);

      if (program->error == NULL && name[strspn (name, G_CSET_a_2_z)] != '\0')
        rensa_set_words (&program->error, RENSA_ERROR_NOT_FOUND, N_ ("%s: unknown statistic “%s”"), attr, name);
      else if (g_str_equal (name, "norm"))
        g_string_append_printf (dict, "%s'%s': np.linalg.norm", i > 0 ? ", " : "", name);
      else
        g_string_append_printf (dict, "%s'%s': extensions.ParameterStatistics.default_statistics['%s']",
                                i > 0 ? ", " : "", name, name);
    }
  g_string_append_c (dict, '}');
  return g_strdup (dict->str);
}

/* The suffixes are "statistics", a dictionary of them, "progress", a value of a trainer,
 * "comparison", a function of two numbers, and "writer", a writer of snapshots. */
static char *
write_attr (RensaPythonProgram *program, RensaAttrs *attrs, const RensaAttrSpec *spec, const char *suffix)
{
  const char *field = (const char *) rensa_attrs_get_values (attrs) + spec->offset;

  if (g_str_equal (suffix, "statistics"))
    return write_statistics (program, spec->name, *(char *const *) field);
  if (g_str_equal (suffix, "writer"))
    return g_strdup_printf ("extensions.snapshot_writers.%s()", spec->choices[*(const int *) field]);
  if (g_str_equal (suffix, "progress"))
    return write_number (program, *(char *const *) field, "_observe", &progress_inputs);
  if (g_str_equal (suffix, "comparison"))
    return write_comparison (program, *(char *const *) field);
  return NULL;
}

/* Keeps the graph of a loss, and takes the mean of other reported values. */
static void
write_end (RensaPythonProgram *program, const RensaPythonEnd *end)
{
  const char *owner = rensa_project_learns_whole (end->project) ? ", self" : "";
  g_autofree char *given = g_strconcat ("return ", end->losses, NULL);

  for (guint i = 0; i < end->reports->len; i++)
    {
      const RensaPythonReport *report = end->reports->pdata[i];
      g_autofree char *name = rensa_python_quote (report->name);
      g_autofree char *line = g_strdup_printf (report->is_loss ? "chainer.report({%s: %s}%s)"
                                                               : "chainer.report({%s: chainer.as_array(%s).mean()}%s)",
                                               name, report->value, owner);

      rensa_python_append (program->classes, 8, line);
    }
  rensa_python_append (program->classes, 8, given);
}

const RensaPythonDialect rensa_chainer_dialect = {
  .target = "chainer",
  .title = "Chainer",
  .promise =
      "Chainer 7 and Python 3. The examples are in {data}, beside this file. Trained parameters, a model.npz of Rensa, are given by "
      "--weights, its snapshots by --resume.",
  .names = program_names,
  .imports = imports,
  .members = chain_members,
  .module = "chainer.Chain",
  .scope = "        with self.init_scope():\n",
  .dtypes = "np.",
  .formulas = &rensa_formula_chainer,
  .sequence = sequence,
  .converter = converter,
  .frozen = frozen,
  .each = each,
  .as_leaf = as_leaf,
  .recording = recording,
  .name_sequence = name_sequence,
  .write_link = write_link,
  .write_attr = write_attr,
  .write_end = write_end,
};
