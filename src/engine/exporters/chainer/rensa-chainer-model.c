/* rensa-chainer-model.c: the links of a model as classes and calls of Chainer.
 * SPDX-License-Identifier: MIT */

#include "rensa-chainer-private.h"
#include "rensa-python-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"

#include <string.h>

/* Attributes and methods of chainer.Chain: a link of that name would take their place. */
static gboolean
belongs_to_chain (const char *name)
{
  static const char *const names[] = { "add_hook",
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

  return g_strv_contains (names, name) || rensa_python_is_keyword (name) || name[0] == '_';
}

/* Chainer 7 counts the links of a Sequential that is made in the usual way as first, last, last but one, … */
const char rensa_chainer_sequence[] = "def sequence(*layers):\n"
                                      "    \"\"\"A Sequential whose links are numbered in their order.\"\"\"\n"
                                      "    result = chainer.Sequential()\n"
                                      "    for layer in reversed(layers):\n"
                                      "        result.insert(0, layer)\n"
                                      "    return result\n\n\n";

/* What makes a Sequential of @n_links links. */
static const char *
get_sequence (RensaChainerProgram *program, int n_links)
{
  if (n_links < 3)
    return "chainer.Sequential";
  program->needs_sequence = TRUE;
  return "sequence";
}

static char *write_node (RensaChainerProgram *program, RensaModelNode *node, gboolean is_called_plainly,
                         GError **error);

/* "block.inner_part" as the name of a class: BlockInnerPart. */
static char *
dup_class_name (RensaChainerProgram *program, const char *path)
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

  return rensa_chainer_program_dup_name (program, name->str);
}

/* A Sequential gives its links one value alone, so what the call takes besides becomes a class of its own. */
static char *
write_special_link (RensaChainerProgram *program, RensaModelNode *node, const char *constructor, const char *arguments)
{
  g_autofree char *name = dup_class_name (program, node->path);
  const gsize length = strcspn (constructor, "(");
  char *call = g_strconcat (name, constructor + length, NULL);

  g_string_append_printf (program->classes,
                          "class %s(%.*s):\n\n    def forward(self, x):\n        return super().forward(x, %s)\n\n\n",
                          name, (int) length, constructor, arguments);
  return call;
}

void
rensa_chainer_write_class (RensaChainerProgram *program, const RensaComponent *component)
{
  const char *text = rensa_component_get_form (component, "chainer_class");

  if (text != NULL && strstr (program->functions->str, text) == NULL)
    g_string_append_printf (program->functions, "%s\n\n", text);
}

void
rensa_chainer_write_classes (RensaChainerProgram *program, const RensaLinkClass *klass)
{
  for (guint i = 0; i < klass->n_children; i++)
    rensa_chainer_write_classes (program, klass->children[i].klass);
  rensa_chainer_write_class (program, RENSA_COMPONENT (klass));
}

/* What stands before the constructor.  A link that carries something has Chainer's class of that name, which goes on, or one of
 * ours made from it, which begins anew. */
static const char *
choose_class (RensaChainerProgram *program, const RensaLinkClass *klass)
{
  if (program->keeps_state && klass->n_carries > 0)
    return "L.";

  rensa_chainer_write_classes (program, klass);
  return "";
}

static char *
write_link (RensaChainerProgram *program, RensaModelNode *node, gboolean is_called_plainly, GError **error)
{
  const RensaLinkClass *klass = (const RensaLinkClass *) rensa_attrs_get_component (node->attrs);
  const char *form = rensa_component_get_form (RENSA_COMPONENT (klass), "chainer_call");
  RensaTemplateScope scope = { &program->writer };
  g_autofree char *made = rensa_template_write (node->attrs, &scope, error);
  g_autofree char *arguments = form != NULL ? rensa_template_fill (form, node->attrs, &scope) : g_strdup ("");
  g_autofree char *constructor = NULL;

  if (made == NULL)
    {
      g_prefix_error (error, "%s: ", node->place);
      return NULL;
    }
  constructor = g_strconcat (choose_class (program, klass), made, NULL);
  return is_called_plainly && arguments[0] != '\0' ? write_special_link (program, node, constructor, arguments)
                                                   : g_steal_pointer (&constructor);
}

static char *
write_layer (RensaChainerProgram *program, RensaModelNode *node, GError **error)
{
  if (node->kind != RENSA_MODEL_NODE_FUNCTION)
    return write_node (program, node, TRUE, error);
  return rensa_template_get_form (&program->writer, node->attrs, node->place, error) != NULL
             ? rensa_chainer_write_function (program, node->attrs)
             : NULL;
}

static char *
write_sequence (RensaChainerProgram *program, RensaModel *model, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  int n_links = 0;

  for (guint i = 1; i < model->nodes->len; i++)
    {
      RensaModelNode *node = rensa_model_get_node (model, (int) i);
      g_autofree char *layer = write_layer (program, node, error);

      if (layer == NULL)
        return NULL;
      g_string_append_printf (text, "%s%s", i > 1 ? ", " : "", layer);
      n_links += node->kind != RENSA_MODEL_NODE_FUNCTION;
    }
  return g_strdup_printf ("%s(%s)", get_sequence (program, n_links), text->str);
}

static char *
write_once (RensaChainerProgram *program, RensaModelNode *node, gboolean is_called_plainly, GError **error)
{
  g_autofree char *name = NULL;

  if (node->kind == RENSA_MODEL_NODE_LINK)
    return write_link (program, node, is_called_plainly, error);
  if (node->model->is_sequence)
    return write_sequence (program, node->model, error);

  name = rensa_chainer_write_chain (program, node->model, node->path, error);
  return name != NULL ? g_strconcat (name, "()", NULL) : NULL;
}

/* What makes the link of the node. */
static char *
write_node (RensaChainerProgram *program, RensaModelNode *node, gboolean is_called_plainly, GError **error)
{
  g_autofree char *once = write_once (program, node, is_called_plainly || node->repeat > 1, error);

  if (once == NULL || node->repeat == 1)
    return g_steal_pointer (&once);
  return g_strdup_printf ("%s(*[%s for _ in range(%d)])", get_sequence (program, node->repeat), once, node->repeat);
}

gboolean
rensa_chainer_check_link_name (RensaModelNode *node, GError **error)
{
  if (!belongs_to_chain (node->name))
    return TRUE;

  rensa_set_words (
      error, RENSA_ERROR_INVALID,
      N_ ("%s: a link called %s would be in the way of Chainer or Python; rename it to export the program"),
      node->place, node->name);
  return FALSE;
}

gboolean
rensa_chainer_write_links (RensaChainerProgram *program, RensaModel *model, GString *body, GError **error)
{
  for (guint i = 0; i < model->nodes->len; i++)
    {
      RensaModelNode *node = rensa_model_get_node (model, (int) i);
      g_autofree char *link = NULL;
      g_autofree char *line = NULL;

      if (node->kind == RENSA_MODEL_NODE_FUNCTION
          && rensa_template_get_form (&program->writer, node->attrs, node->place, error) == NULL)
        return FALSE;
      if (node->kind == RENSA_MODEL_NODE_FUNCTION)
        rensa_chainer_write_class (program, rensa_attrs_get_component (node->attrs));
      if (node->kind != RENSA_MODEL_NODE_LINK && node->kind != RENSA_MODEL_NODE_NESTED)
        continue;
      link = rensa_chainer_check_link_name (node, error) ? write_node (program, node, FALSE, error) : NULL;
      if (link == NULL)
        return FALSE;
      line = g_strdup_printf ("self.%s = %s", node->name, link);
      rensa_python_append (body, 12, line);
    }
  return TRUE;
}

char *
rensa_chainer_write_chain (RensaChainerProgram *program, RensaModel *model, const char *wanted, GError **error)
{
  g_autofree char *name = dup_class_name (program, wanted);
  g_autoptr (GString) links = g_string_new (NULL);

  if (!rensa_chainer_write_links (program, model, links, error))
    return NULL;

  g_string_append_printf (program->classes, "class %s(chainer.Chain):\n\n", name);
  if (links->len > 0)
    g_string_append_printf (
        program->classes, "    def __init__(self):\n        super().__init__()\n        with self.init_scope():\n%s\n",
        links->str);
  rensa_chainer_write_forward (program, model, NULL);
  g_string_append (program->classes, "\n\n");
  return g_steal_pointer (&name);
}
