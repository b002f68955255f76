/* rensa-torch-dialect.c: PyTorch-specific parts of programs.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-python-private.h"
#include "rensa-torch-dialect.py.inc"
#include "rensa-torch-private.h"

#include <string.h>

/* Limit for convolutions in PyTorch. */
#define MOST_AXES 3

static const char *const program_names[] = {

  "ResNetBottleneck",
  "ResNetBlock",
  "Carried",
  "Chance",
  "DATA",
  "Examples",
  "F",
  "Layers",
  "Log",
  "NAMES",
  "NAMES_OF_NORMS",
  "Optimizer",
  "Progress",
  "Table",
  "argparse",
  "ast",
  "as_leaf",
  "begin_anew",
  "convert",
  "convolve",
  "copy",
  "cut_states",
  "deconvolve",
  "draw_lecun",
  "draw_parameters",
  "drawn",
  "each",
  "evaluate",
  "float",
  "frozen",
  "get_state",
  "initialize",
  "isinstance",
  "json",
  "len",
  "list_tensors",
  "load_data",
  "load_npz",
  "load_snapshot",
  "main",
  "make_convolution",
  "make_deconvolution",
  "make_end",
  "make_model",
  "math",
  "name_file",
  "nn",
  "np",
  "pad_around",
  "pathlib",
  "pool_windows",
  "preprocess",
  "print",
  "range",
  "read_field",
  "reduce_loss",
  "reset_states",
  "save_npz",
  "save_snapshot",
  "self",
  "set_state",
  "stay_in_eval",
  "sum",
  "super",
  "time",
  "to_tensor",
  "torch",
  "tuple",
  "unpool_windows",
  "zip",
  NULL,
};

/* Attributes and methods of nn.Module, and "initial", which initializes parameters. */
static const char *const module_members[] = { "initial",
                                              "T_destination",
                                              "add_module",
                                              "apply",
                                              "bfloat16",
                                              "buffers",
                                              "call_super_init",
                                              "children",
                                              "compile",
                                              "cpu",
                                              "cuda",
                                              "double",
                                              "dump_patches",
                                              "eval",
                                              "extra_repr",
                                              "float",
                                              "forward",
                                              "get_buffer",
                                              "get_extra_state",
                                              "get_parameter",
                                              "get_submodule",
                                              "half",
                                              "ipu",
                                              "load_state_dict",
                                              "modules",
                                              "mtia",
                                              "named_buffers",
                                              "named_children",
                                              "named_modules",
                                              "named_parameters",
                                              "parameters",
                                              "register_backward_hook",
                                              "register_buffer",
                                              "register_forward_hook",
                                              "register_forward_pre_hook",
                                              "register_full_backward_hook",
                                              "register_full_backward_pre_hook",
                                              "register_load_state_dict_post_hook",
                                              "register_load_state_dict_pre_hook",
                                              "register_module",
                                              "register_parameter",
                                              "register_state_dict_post_hook",
                                              "register_state_dict_pre_hook",
                                              "requires_grad_",
                                              "set_extra_state",
                                              "set_submodule",
                                              "share_memory",
                                              "state_dict",
                                              "to",
                                              "to_empty",
                                              "train",
                                              "training",
                                              "type",
                                              "xpu",
                                              "zero_grad",
                                              NULL };

static const RensaPythonImport imports[] = {
  { "argparse", "import argparse" },
  { "ast", "import ast" },
  { "copy", "import copy" },
  { "json", "import json" },
  { "math", "import math" },
  { "pathlib", "import pathlib" },
  { "time", "import time" },
  { "", "" },
  { "np", "import numpy as np" },
  { "torch", "import torch" },
  { "F", "import torch.nn.functional as F" },
  { "torch.utils.checkpoint", "import torch.utils.checkpoint" },
  { "nn", "from torch import nn" },
  { NULL, NULL },
};

static const char *
name_sequence (RensaPythonProgram *program, guint n_layers G_GNUC_UNUSED, guint n_links G_GNUC_UNUSED)
{
  program->needs_sequence = TRUE;
  return "Layers";
}

/* Returns the number of axes specified by an attribute: its value, or the length of a tuple. */
static gint64
count_axes (const RensaAttrSpec *spec, const char *text)
{
  g_auto (GStrv) numbers = g_strsplit (text, ", ", -1);

  return spec->type == RENSA_ATTR_TYPE_INT ? g_ascii_strtoll (text, NULL, 10) : (gint64) g_strv_length (numbers);
}

/* Returns TRUE if the placeholder in @form does not support the value @text. */
static gboolean
is_beyond (const char *form, const RensaAttrSpec *spec, const char *text)
{
  if (rensa_template_has_place (form, spec->name, "given"))
    return g_str_equal (text, "None");
  return rensa_template_has_place (form, spec->name, "axes") && count_axes (spec, text) > MOST_AXES;
}

/* Returns TRUE if another form of @component covers the attribute. */
static gboolean
is_said_beside (const RensaComponent *component, const char *attr)
{
  static const char *const others[] = { "torch_input", "torch_initial", "torch_needless", "torch_object",
                                        "torch_when" };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (rensa_template_has_place (rensa_component_get_form (component, others[i]), attr, NULL))
      return TRUE;
  return FALSE;
}

/* Returns the attribute that @form and the related forms omit, or whose value they do not support;
 * NULL if there is none. A formula covers all attributes. */
static const RensaAttrSpec *
find_unsaid (const char *form, RensaAttrs *attrs)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  for (guint i = 0; !rensa_template_has_place (form, NULL, "function") && i < component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &component->attrs[i];
      g_autofree char *text = rensa_attrs_get_text (attrs, spec);
      const gboolean is_said =
          rensa_template_has_place (form, spec->name, NULL) || is_said_beside (component, spec->name);

      if (is_said ? is_beyond (form, spec, text) : !rensa_attrs_is_default (attrs, spec))
        return spec;
    }
  return NULL;
}

/* Returns the name of a binding without placeholder; NULL if there is none. */
static const char *
find_untaken (const char *form, const RensaTemplateScope *scope)
{
  for (guint i = 0; scope != NULL && i < scope->n_bindings; i++)
    if (scope->bindings[i].text != NULL && !rensa_template_has_place (form, scope->bindings[i].name, NULL))
      return scope->bindings[i].name;
  return NULL;
}

static void
refuse_unsaid (const RensaTemplateWriter *writer, const RensaComponent *component, const RensaAttrSpec *unsaid,
               GError **error)
{
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s does not support %s with this %s"), writer->title,
                   component->name, unsaid->name);
}

gboolean
rensa_torch_check_said (const RensaPythonProgram *program, RensaAttrs *attrs, const char *form, GError **error)
{
  const RensaAttrSpec *unsaid = find_unsaid (form, attrs);

  if (unsaid != NULL)
    refuse_unsaid (&program->writer, rensa_attrs_get_component (attrs), unsaid, error);
  return unsaid == NULL;
}

/* Returns the first form that covers all attributes and bindings. */
static const char *
get_form (const RensaTemplateWriter *writer, RensaAttrs *attrs, const RensaTemplateScope *scope, GError **error)
{
  static const char *const names[] = { "torch", "torch_more", "torch_most" };
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  const RensaAttrSpec *unsaid = NULL;
  const char *untaken = NULL;
  const gboolean is_function = rensa_registry_find (RENSA_COMPONENT_FUNCTION, component->name, NULL) == component;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *form = rensa_component_get_form (component, names[i]);

      if (form == NULL)
        continue;
      unsaid = find_unsaid (form, attrs);
      untaken = is_function ? find_untaken (form, scope) : NULL;
      if (unsaid == NULL && untaken == NULL)
        return form;
    }
  if (unsaid != NULL)
    refuse_unsaid (writer, component, unsaid, error);
  else if (untaken != NULL)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s does not support %s with input %s"), writer->title,
                     component->name, untaken);
  return NULL;
}

/* Returns the keyword arguments that specify the initialization of a link, "" if there are none. */
static char *
write_initial (RensaPythonProgram *program, RensaAttrs *attrs)
{
  const char *form = rensa_python_get_form (program, rensa_attrs_get_component (attrs), "_initial");
  RensaTemplateScope scope = { &program->writer };

  return form != NULL ? rensa_template_fill (form, attrs, &scope) : g_strdup ("");
}

/* A sequence passes a single unchanged value to its layers, so a link that needs anything else
 * becomes a class of its own. */
static char *
write_special_link (RensaPythonProgram *program, RensaModelNode *node, const char *constructor, const char *input)
{
  const RensaBinding bindings[] = { { "x", "x" } };
  RensaTemplateScope scope = { &program->writer, bindings, G_N_ELEMENTS (bindings), FALSE };
  g_autofree char *name = rensa_python_dup_class_name (program, node->path);
  g_autofree char *value = rensa_template_fill (input, node->attrs, &scope);
  const gsize length = strcspn (constructor, "(");
  char *call = g_strconcat (name, constructor + length, NULL);

  g_string_append_printf (program->classes, "class %s(%.*s):\n", name, (int) length, constructor);
  if (g_str_has_prefix (constructor, "nn.Lazy"))
    g_string_append_printf (program->classes,
                            "    cls_to_become = None\n\n    def initialize_parameters(self, x):\n"
                            "        super().initialize_parameters(%s)\n",
                            value);
  g_string_append_printf (program->classes, "\n    def forward(self, x):\n        return super().forward(%s)\n\n\n",
                          value);
  return call;
}

static char *
write_link (RensaPythonProgram *program, RensaModelNode *node, gboolean is_called_plainly, GError **error)
{
  const RensaLinkClass *klass = (const RensaLinkClass *) rensa_attrs_get_component (node->attrs);
  const char *input = rensa_python_get_form (program, RENSA_COMPONENT (klass), "_input");
  RensaTemplateScope scope = { &program->writer };
  g_autofree char *made = rensa_template_write (node->attrs, &scope, error);
  g_autofree char *initial = write_initial (program, node->attrs);
  g_autofree char *constructor = NULL;

  if (made == NULL)
    {
      g_prefix_error (error, "%s: ", node->place);
      return NULL;
    }
  rensa_python_write_classes (program, klass, made);
  constructor = is_called_plainly && input != NULL ? write_special_link (program, node, made, input) : g_strdup (made);
  if (initial[0] == '\0')
    return g_steal_pointer (&constructor);
  rensa_python_note_use (program, "drawn");
  return g_strdup_printf ("drawn(%s, %s)", constructor, initial);
}

/* Writes a function of two numbers. */
static char *
write_comparison (RensaPythonProgram *program, const char *text)
{
  g_autoptr (RensaFormula) formula =
      rensa_formula_get (&(RensaFormulaText){ .inputs = "best, new", .formula = text }, NULL);
  g_autofree char *name = rensa_python_write_formula (program, formula, "_is_better");

  return g_strdup_printf ("lambda *pair: bool(%s(*torch.tensor(pair, dtype=torch.float64)))", name);
}

/* The suffixes are "not", the negation of an attribute, "reduction", which translates no to none,
 * "callable", a callable trigger, and "comparison", a function of two numbers. */
static char *
write_attr (RensaPythonProgram *program, RensaAttrs *attrs, const RensaAttrSpec *spec, const char *suffix)
{
  const char *field = (const char *) rensa_attrs_get_values (attrs) + spec->offset;
  g_autofree char *text = rensa_attrs_get_text (attrs, spec);

  if (g_str_equal (suffix, "callable"))
    return rensa_torch_write_callable (program, *(RensaAttrs *const *) field);
  if (g_str_equal (suffix, "comparison"))
    return write_comparison (program, *(char *const *) field);

  if (g_str_equal (suffix, "reduction") && g_str_equal (text, "'no'"))
    return g_strdup ("'none'");
  if (!g_str_equal (suffix, "not"))
    return NULL;
  return g_strdup (g_str_equal (text, "True") ? "False" : "True");
}

/* Returns the reports by name: losses with their graphs, and the mean of all others; and the
 * methods that compute losses later. */
static void
write_end (RensaPythonProgram *program, const RensaPythonEnd *end)
{
  const char *prefix = rensa_project_learns_whole (end->project) ? "main/" : "";

  rensa_python_append (program->classes, 8, "return {");
  for (guint i = 0; i < end->reports->len; i++)
    {
      const RensaPythonReport *report = end->reports->pdata[i];
      g_autofree char *key = g_strconcat (prefix, report->name, NULL);
      g_autofree char *name = rensa_python_quote (key);

      rensa_python_append_printf (program->classes, 12, report->is_loss ? "%s: %s," : "%s: %s.detach().mean(),", name,
                                  report->value);
    }
  rensa_python_append (program->classes, 8, "}");
}

const RensaPythonDialect rensa_torch_dialect = {
  .target = "torch",
  .title = "PyTorch",
  .promise =
      "PyTorch 2 and Python 3. The examples are in {data}, beside this file. Trained parameters, a model.npz of Rensa, are given by "
      "--weights; what it writes is one, too.",
  .names = program_names,
  .imports = imports,
  .members = module_members,
  .module = "nn.Module",
  .scope = "",
  .dtypes = "torch.",
  .formulas = &rensa_formula_torch,
  .sequence = layers,
  .converter = convert_sequences,
  .frozen = frozen,
  .each = each,
  .as_leaf = as_leaf,
  .recording = recording,
  .name_sequence = name_sequence,
  .get_form = get_form,
  .write_link = write_link,
  .write_attr = write_attr,
  .write_end = write_end,
};
