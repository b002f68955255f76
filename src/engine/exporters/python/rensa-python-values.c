/* rensa-python-values.c: attributes and functions as values in a program.
 * SPDX-License-Identifier: MIT */

#include "rensa-python-program-private.h"
#include "rensa-formula.h"
#include "rensa-initializer.h"
#include "rensa-optimizer.h"
#include "rensa-python-private.h"
#include "rensa-trainer.h"
#include "rensa-fault.h"
#include "rensa-language.h"

#include <string.h>

/* Writes (2, 5) as [2, 5] if a tuple would be treated as a single item. */
static char *
write_number_list (const char *text)
{
  g_autofree char *inside = NULL;

  if (text[0] != '(')
    return g_strdup_printf ("[%s]", text);
  inside = g_strndup (text + 1, strlen (text) - 2);
  return g_strdup_printf ("[%s]", inside);
}

/* Writes "main/loss, validation/main/loss" as a list of strings. */
static char *
write_list (const char *text)
{
  g_auto (GStrv) names = g_strsplit (text, ",", -1);
  g_autoptr (GString) list = g_string_new ("[");

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *quoted = rensa_python_quote (g_strstrip (names[i]));

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", quoted);
    }
  g_string_append_c (list, ']');
  return g_strdup (list->str);
}

static char *
write_component (RensaPythonProgram *program, RensaComponentKind kind, RensaAttrs *attrs)
{
  RensaTemplateScope scope = { &program->writer };

  return kind == RENSA_COMPONENT_FUNCTION ? rensa_python_write_function (program, attrs)
                                          : rensa_template_write (attrs, &scope, NULL);
}

char *
rensa_python_write_formula (RensaPythonProgram *program, RensaFormula *formula, const char *wanted)
{
  g_autofree char *head = NULL;
  char *name = rensa_python_program_dup_name (program, wanted);

  /* Already checked by the project. */
  g_auto (GStrv) lines =
      formula != NULL ? rensa_formula_to_python (formula, program->dialect->formulas, rensa_python_is_reserved, program)
                      : NULL;

  if (lines == NULL)
    return name;
  head = g_strdup_printf ("def %s(%s):", name, lines[0]);
  rensa_python_append (program->functions, 0, head);
  for (guint i = 1; lines[i] != NULL; i++)
    rensa_python_append (program->functions, 4, lines[i]);
  g_string_append (program->functions, "\n\n");
  return name;
}

/* Writes the function for a typed formula. */
static char *
write_function (RensaPythonProgram *program, RensaAttrs *attrs)
{
  const RensaFunctionClass *class = (const RensaFunctionClass *) rensa_attrs_get_component (attrs);
  g_autoptr (RensaFormula) formula = class->get_formula (rensa_attrs_get_values (attrs), NULL);
  g_autofree char *wanted = g_strconcat ("_", class->name, NULL);

  return rensa_python_write_formula (program, formula, wanted);
}

/* Makes a tuple of a single number. */
static char *
write_sequence (const char *text)
{
  return g_ascii_isdigit (text[0]) || text[0] == '-' ? g_strdup_printf ("(%s,)", text) : g_strdup (text);
}

/* Resolves names below a node: its copies, then its links, which are numbered in a sequence. */
static gboolean
is_link (const RensaModelNode *node, char **names)
{
  const gboolean is_nested = node->kind == RENSA_MODEL_NODE_NESTED;

  if (names[0] != NULL && node->repeat > 1)
    {
      if (strspn (names[0], G_CSET_DIGITS) != strlen (names[0]) || g_ascii_strtoll (names[0], NULL, 10) >= node->repeat)
        return FALSE;
      names++;
    }
  if (names[0] == NULL)
    return is_nested || node->kind == RENSA_MODEL_NODE_LINK;

  for (guint i = 0, n_links = 0; is_nested && i < node->model->nodes->len; i++)
    {
      const RensaModelNode *inner = rensa_model_get_node (node->model, (int) i);
      g_autofree char *number = g_strdup_printf ("%u", n_links);

      if (inner->kind != RENSA_MODEL_NODE_LINK && inner->kind != RENSA_MODEL_NODE_NESTED)
        continue;
      if (g_str_equal (names[0], node->model->is_sequence ? number : inner->name))
        return is_link (inner, names + 1);
      n_links++;
    }
  return FALSE;
}

/* Writes "main/predictor/0/l1" as model.predictor[0].l1; if there is no such link, sets the error
 * of the program. */
static char *
write_link (RensaPythonProgram *program, const char *attr, const char *path)
{
  const RensaModelNode whole = { .kind = RENSA_MODEL_NODE_NESTED, .model = program->model, .repeat = 1 };
  g_auto (GStrv) names = g_strsplit (path, "/", -1);
  GString *link = g_string_new ("model");

  if (program->error == NULL
      && (g_strcmp0 (names[0], RENSA_MAIN) != 0
          || (names[1] != NULL && (strcmp (names[1], "predictor") != 0 || !is_link (&whole, names + 2)))))
    rensa_set_words (&program->error, RENSA_ERROR_NOT_FOUND, N_ ("%s: the model has no link “%s”"), attr, path);
  for (guint i = 1; names[0] != NULL && names[i] != NULL; i++)
    g_string_append_printf (link, g_ascii_isdigit (names[i][0]) ? "[%s]" : ".%s", names[i]);
  return g_string_free (link, FALSE);
}

/* Writes "main/predictor/l1, main/predictor/l2" as a list of links. */
static char *
write_links (RensaPythonProgram *program, const char *attr, const char *paths)
{
  g_auto (GStrv) parts = g_strsplit (paths, ",", -1);
  g_autoptr (GString) list = g_string_new ("[");

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autofree char *link = write_link (program, attr, g_strstrip (parts[i]));

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", link);
    }
  g_string_append_c (list, ']');
  return g_strdup (list->str);
}

gboolean
rensa_python_refuse_bfloat (const char *place, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: NumPy, which the program uses, does not support bfloat16"),
                   place);
  return FALSE;
}

static char *
write_dtype (RensaPythonProgram *program, const char *attr, RensaDtype dtype)
{
  if (dtype == RENSA_BFLOAT16 && g_str_equal (program->dialect->dtypes, "np.") && program->error == NULL)
    rensa_python_refuse_bfloat (attr, &program->error);
  return g_strconcat (program->dialect->dtypes, rensa_dtype_get_name (dtype), NULL);
}

char *
rensa_python_write_attr (RensaTemplateWriter *writer, RensaAttrs *attrs, const RensaAttrSpec *spec, const char *suffix)
{
  RensaPythonProgram *program = (RensaPythonProgram *) writer;
  const char *field = (const char *) rensa_attrs_get_values (attrs) + spec->offset;
  g_autofree char *text = rensa_attrs_get_text (attrs, spec);
  char *own;

  if (text[0] == '\0' || g_str_equal (text, "None"))
    return NULL;
  own = program->dialect->write_attr (program, attrs, spec, suffix);
  if (own != NULL)
    return own;
  if (spec->type == RENSA_ATTR_TYPE_COMPONENT)
    return write_component (program, spec->component_kind, *(RensaAttrs *const *) field);
  if (spec->type == RENSA_ATTR_TYPE_DTYPE)
    return write_dtype (program, spec->name, *(const RensaDtype *) field);
  if (spec->type == RENSA_ATTR_TYPE_ARRAY && g_str_equal (suffix, "list"))
    return write_number_list (text);
  if (g_str_equal (suffix, "list") || g_str_equal (suffix, "columns"))
    return write_list (*(char *const *) field);
  if (g_str_equal (suffix, "link"))
    return write_link (program, spec->name, *(char *const *) field);
  if (g_str_equal (suffix, "links"))
    return write_links (program, spec->name, *(char *const *) field);
  if (g_str_equal (suffix, "function"))
    return write_function (program, attrs);
  if (g_str_equal (suffix, "sequence"))
    return write_sequence (text);
  if (g_str_equal (suffix, "number") && g_str_has_suffix (text, ".0"))
    text[strlen (text) - 2] = '\0';
  return g_steal_pointer (&text);
}

/* Binds the required inputs by name, and lists them as parameters of a lambda. */
static guint
bind_inputs (const RensaFunctionClass *class, RensaInputSpec *specs, char **lists, RensaBinding *bindings,
             GString *parameters)
{
  const int n = rensa_inputs_parse (class->inputs, specs);
  guint n_bindings = 0;

  for (int i = 0; i < n; i++)
    {
      if (specs[i].optional)
        continue;
      lists[i] = specs[i].list ? g_strdup_printf ("[%s]", specs[i].name) : NULL;
      bindings[n_bindings++] = (RensaBinding){ specs[i].name, lists[i] != NULL ? lists[i] : specs[i].name };
      g_string_append_printf (parameters, "%s%s", parameters->len > 0 ? ", " : "", specs[i].name);
    }
  return n_bindings;
}

char *
rensa_python_write_function (RensaPythonProgram *program, RensaAttrs *function)
{
  const RensaComponent *component = rensa_attrs_get_component (function);
  g_autoptr (GString) parameters = g_string_new (NULL);
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  RensaBinding bindings[RENSA_MAX_INPUT_SPECS];
  char *lists[RENSA_MAX_INPUT_SPECS] = { NULL };
  RensaTemplateScope scope = { &program->writer, bindings,
                               bind_inputs ((const RensaFunctionClass *) component, specs, lists, bindings, parameters),
                               FALSE };
  g_autofree char *call = rensa_template_write (function, &scope, NULL);
  const char *bracket = rensa_python_find_arguments (call);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    g_free (lists[i]);
  rensa_python_write_class (program, component, call);
  if (bracket != NULL && strlen (bracket) == parameters->len + 2
      && strncmp (bracket + 1, parameters->str, parameters->len) == 0)
    return g_strndup (call, bracket - call);
  return g_strdup_printf ("lambda %s: %s", parameters->str, call);
}
