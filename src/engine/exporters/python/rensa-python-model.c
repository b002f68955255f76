/* rensa-python-model.c: links of a model as classes and calls of a library.
 * SPDX-License-Identifier: MIT */

#include "rensa-python-program-private.h"
#include "rensa-python-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"

#include <string.h>

static char *write_node (RensaPythonProgram *program, RensaModelNode *node, gboolean is_called_plainly, GError **error);

char *
rensa_python_dup_class_name (RensaPythonProgram *program, const char *path)
{
  g_autoptr (GString) name = g_string_new (NULL);
  gboolean begins = TRUE;

  for (const char *c = path; *c != '\0'; c++)
    {
      if (g_ascii_isalnum (*c))
        g_string_append_c (name, begins ? g_ascii_toupper (*c) : *c);
      begins = !g_ascii_isalnum (*c);
    }
  if (name->len == 0 || g_ascii_isdigit (name->str[0]))
    g_string_prepend (name, "Part");

  return rensa_python_program_dup_name (program, name->str);
}

/* Returns TRUE if @text calls the class or function of the component, or derives a class from it. */
static gboolean
is_called (RensaPythonProgram *program, const RensaComponent *component, const char *text)
{
  const char *class = rensa_python_get_form (program, component, "_class");
  const char *name = class != NULL ? strchr (class, ' ') + 1 : "";
  const int length = (int) strcspn (name, "(:");
  g_autofree char *pattern = g_strdup_printf ("\\b%.*s\\(|\\(%.*s\\b", length, name, length, name);

  return class != NULL && g_regex_match_simple (pattern, text, 0, 0);
}

void
rensa_python_write_class (RensaPythonProgram *program, const RensaComponent *component, const char *text)
{
  const char *class = rensa_python_get_form (program, component, "_class");
  g_autofree char *whole = class != NULL ? g_strconcat (class, "\n\n", NULL) : NULL;

  if (class != NULL && !is_called (program, component, text))
    return;
  rensa_python_note_uses (program, component);
  if (class != NULL)
    rensa_python_write_once (program, whole);
}

void
rensa_python_write_classes (RensaPythonProgram *program, const RensaLinkClass *klass, const char *text)
{
  const char *class = rensa_python_get_form (program, RENSA_COMPONENT (klass), "_class");

  for (guint i = 0; class != NULL && i < klass->n_children; i++)
    rensa_python_write_classes (program, klass->children[i].klass, class);
  rensa_python_write_class (program, RENSA_COMPONENT (klass), text);
}

static char *
write_layer (RensaPythonProgram *program, RensaModelNode *node, GError **error)
{
  if (node->kind != RENSA_MODEL_NODE_FUNCTION)
    return write_node (program, node, TRUE, error);
  return rensa_template_get_form (&program->writer, node->attrs, node->place, error) != NULL
             ? rensa_python_write_function (program, node->attrs)
             : NULL;
}

static char *
write_sequence (RensaPythonProgram *program, RensaModel *model, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_links = 0;

  for (guint i = 1; i < model->nodes->len; i++)
    {
      RensaModelNode *node = rensa_model_get_node (model, (int) i);
      g_autofree char *layer = write_layer (program, node, error);

      if (layer == NULL)
        return NULL;
      g_string_append_printf (text, "%s%s", i > 1 ? ", " : "", layer);
      n_links += node->kind != RENSA_MODEL_NODE_FUNCTION;
    }
  return g_strdup_printf ("%s(%s)", program->dialect->name_sequence (program, model->nodes->len - 1, n_links),
                          text->str);
}

static char *
write_once (RensaPythonProgram *program, RensaModelNode *node, gboolean is_called_plainly, GError **error)
{
  g_autofree char *name = NULL;

  if (node->kind == RENSA_MODEL_NODE_LINK)
    return program->dialect->write_link (program, node, is_called_plainly, error);
  if (node->model->is_sequence)
    return write_sequence (program, node->model, error);

  name = rensa_python_write_chain (program, node->model, node->path, error);
  return name != NULL ? g_strconcat (name, "()", NULL) : NULL;
}

/* @making: (nullable): the code that creates the link of the node */
static char *
write_frozen (RensaPythonProgram *program, const RensaModelNode *node, const char *making)
{
  if (making == NULL || !node->freezes)
    return g_strdup (making);
  rensa_python_write_once (program, program->dialect->frozen);
  return g_strdup_printf ("frozen(%s)", making);
}

/* Writes the constructor call for the link of the node. */
static char *
write_node (RensaPythonProgram *program, RensaModelNode *node, gboolean is_called_plainly, GError **error)
{
  g_autofree char *once = write_once (program, node, is_called_plainly || node->repeat > 1, error);
  g_autofree char *all = NULL;

  if (once != NULL && node->repeat > 1)
    all = g_strdup_printf ("%s(*[%s for _ in range(%d)])",
                           program->dialect->name_sequence (program, node->repeat, node->repeat), once, node->repeat);
  return write_frozen (program, node, all != NULL ? all : once);
}

/* A link with the name of an attribute or method of models would override it. */
static gboolean
check_link_name (RensaPythonProgram *program, RensaModelNode *node, GError **error)
{
  if (!g_strv_contains (program->dialect->members, node->name) && !rensa_python_is_keyword (node->name)
      && node->name[0] != '_')
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s: the link name %s conflicts with %s or Python; rename it to export the program"),
                   node->place, node->name, program->writer.title);
  return FALSE;
}

static void
append_link (RensaPythonProgram *program, GString *body, const char *name, const char *constructor)
{
  g_autofree char *line = g_strdup_printf ("self.%s = %s", name, constructor);

  rensa_python_append (body, program->dialect->scope[0] != '\0' ? 12 : 8, line);
}

/* Writes the creation of the links and inner models of @model, assigned to "self.". */
static gboolean
write_links (RensaPythonProgram *program, RensaModel *model, GString *body, GError **error)
{
  for (guint i = 0; i < model->nodes->len; i++)
    {
      RensaModelNode *node = rensa_model_get_node (model, (int) i);
      g_autofree char *link = NULL;

      if (node->kind == RENSA_MODEL_NODE_FUNCTION
          && rensa_template_get_form (&program->writer, node->attrs, node->place, error) == NULL)
        return FALSE;
      if (node->kind != RENSA_MODEL_NODE_LINK && node->kind != RENSA_MODEL_NODE_NESTED)
        continue;
      link = check_link_name (program, node, error) ? write_node (program, node, FALSE, error) : NULL;
      if (link == NULL)
        return FALSE;
      append_link (program, body, node->name, link);
    }
  return TRUE;
}

/* @purpose: a docstring, or "" */
static void
write_head (RensaPythonProgram *program, const char *name, const char *purpose, const char *links)
{
  const RensaPythonDialect *dialect = program->dialect;

  g_string_append_printf (program->classes, "class %s(%s):\n%s\n", name, dialect->module, purpose);
  if (links[0] != '\0')
    g_string_append_printf (program->classes, "    def __init__(self):\n        super().__init__()\n%s%s\n",
                            dialect->scope, links);
}

char *
rensa_python_write_chain (RensaPythonProgram *program, RensaModel *model, const char *wanted, GError **error)
{
  g_autofree char *name = rensa_python_dup_class_name (program, wanted);
  g_autoptr (GString) links = g_string_new (NULL);

  if (!write_links (program, model, links, error))
    return NULL;

  write_head (program, name, "", links->str);
  rensa_python_write_forward (program, model, NULL);
  g_string_append (program->classes, "\n\n");
  return g_steal_pointer (&name);
}

static gboolean
write_models (RensaPythonProgram *program, const RensaProject *project, GString *body, GError **error)
{
  GPtrArray *models = rensa_network_get_models (project->network);

  for (guint i = 0; i < models->len; i++)
    {
      RensaModelNode *node = models->pdata[i];
      g_autofree char *name = check_link_name (program, node, error)
                                  ? rensa_python_write_chain (program, node->model, node->name, error)
                                  : NULL;
      g_autofree char *call = NULL;
      g_autofree char *making = NULL;

      if (name == NULL)
        return FALSE;
      call = g_strconcat (name, "()", NULL);
      making = write_frozen (program, node, call);
      append_link (program, body, node->name, making);
    }
  return TRUE;
}

char *
rensa_python_write_step (RensaPythonProgram *program, const RensaProject *project, GError **error)
{
  g_autoptr (GString) links = g_string_new (NULL);
  g_autofree char *name = rensa_python_program_dup_name (program, "TrainingStep");

  if (!write_models (program, project, links, error) || !write_links (program, project->model, links, error))
    return NULL;

  write_head (program, name, "    \"\"\"What one iteration computes.\"\"\"\n", links->str);
  rensa_python_write_forward (program, project->model, project);
  g_string_append (program->classes, "\n\n");
  return g_steal_pointer (&name);
}
