/* rensa-librensa-model.c: creation and calls of the links of a model.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-ctext-private.h"
#include "rensa-librensa-private.h"

RensaLibrensaProgram *
rensa_librensa_program_new (void)
{
  /* With the prefix make_, these are functions of the program itself. */
  static const char *const reserved[] = { "classifier", "model", "step", "trainer", "updater", NULL };
  RensaLibrensaProgram *program = g_new0 (RensaLibrensaProgram, 1);

  program->functions = g_string_new (NULL);
  program->names = rensa_librensa_names_new (reserved);
  program->bases = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return program;
}

void
rensa_librensa_program_free (RensaLibrensaProgram *program)
{
  g_string_free (program->functions, TRUE);
  g_hash_table_unref (program->names);
  g_hash_table_unref (program->bases);
  g_free (program);
}

const char *const *
rensa_librensa_get_inputs (const RensaModelNode *node)
{
  const RensaComponent *component = rensa_attrs_get_component (node->attrs);

  return node->kind == RENSA_MODEL_NODE_LINK ? ((const RensaLinkClass *) component)->inputs
                                             : ((const RensaFunctionClass *) component)->inputs;
}

/* Returns TRUE if the class or one of its child links is stateful. */
static gboolean
class_carries (const RensaLinkClass *class)
{
  for (guint i = 0; i < class->n_children; i++)
    if (class_carries (class->children[i].klass))
      return TRUE;
  return class->n_carries > 0;
}

gboolean
rensa_librensa_carries (const RensaModel *model)
{
  for (guint i = 0; i < model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, (int) i);

      if (node->kind == RENSA_MODEL_NODE_NESTED
              ? rensa_librensa_carries (node->model)
              : node->kind == RENSA_MODEL_NODE_LINK
                    && class_carries ((const RensaLinkClass *) rensa_attrs_get_component (node->attrs)))
        return TRUE;
    }
  return FALSE;
}

/* Making it */

char *
rensa_librensa_write_frozen (RensaLibrensaProgram *program, const RensaModelNode *node, const char *making)
{
  if (!node->freezes)
    return g_strdup (making);
  program->helpers |= RENSA_LIBRENSA_FROZEN;
  return g_strdup_printf ("frozen (%s)", making);
}

/* Writes the call that creates the link of a node, unless it is a single link created from a text. */
static char *
write_making (RensaLibrensaProgram *program, const RensaModelNode *node)
{
  g_autofree char *once = NULL;
  g_autofree char *all = NULL;

  if (node->kind == RENSA_MODEL_NODE_NESTED)
    once = g_strdup_printf ("make_%s (error)", (char *) g_hash_table_lookup (program->bases, node->model));
  else
    {
      g_autofree char *text = rensa_librensa_describe (node->attrs);

      once = g_strdup_printf ("rensa_link_new_from_text (%s, error)", text);
    }
  if (node->repeat > 1)
    {
      program->helpers |= RENSA_LIBRENSA_REPEAT;
      all = g_strdup_printf ("repeat (%s, %d, error)", once, node->repeat);
    }
  return rensa_librensa_write_frozen (program, node, all != NULL ? all : once);
}

char *
rensa_librensa_write_addition (RensaLibrensaProgram *program, const RensaModel *model, const RensaModelNode *node,
                               const char *chain)
{
  const gboolean is_plain = node->kind == RENSA_MODEL_NODE_LINK && node->repeat == 1 && !node->freezes;
  const gboolean is_function = node->kind == RENSA_MODEL_NODE_FUNCTION;
  g_autofree char *text =
      is_plain || is_function ? rensa_librensa_describe (node->attrs) : write_making (program, node);

  if (is_function)
    {
      program->helpers |= RENSA_LIBRENSA_APPEND_FUNCTION;
      return g_strdup_printf ("append_function (%s, %s, error)", chain, text);
    }
  if (model->is_sequence)
    {
      program->helpers |= is_plain ? RENSA_LIBRENSA_APPEND : 0;
      return g_strdup_printf (is_plain ? "append (%s, %s, error)" : "rensa_link_append_child (%s, %s, error)", chain,
                              text);
    }
  program->helpers |= is_plain ? RENSA_LIBRENSA_ADD : 0;
  return g_strdup_printf (is_plain ? "add (%s, \"%s\", %s, error)" : "rensa_link_take_child (%s, \"%s\", %s, error)",
                          chain, node->name, text);
}

static void
write_make (RensaLibrensaProgram *program, const RensaModel *model, const char *base)
{
  GString *text = program->functions;

  g_string_append_printf (text,
                          "static RensaLink *\n"
                          "make_%s (%sGError **error)\n"
                          "{\n",
                          base, model->is_sequence && model->nodes->len == model->n_hidden ? "G_GNUC_UNUSED " : "");
  if (model->is_sequence)
    g_string_append (text, "  g_autoptr (RensaLink) chain = rensa_sequential_new ();\n\n");
  else
    g_string_append_printf (
        text, "  g_autoptr (RensaLink) chain = rensa_link_new_from_values (&%s_class, NULL, error);\n\n", base);

  g_string_append (text, "  if (chain == NULL");
  for (guint i = 0; i < model->order->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, g_array_index (model->order, int, i));
      g_autofree char *addition = NULL;

      if (node->kind == RENSA_MODEL_NODE_INPUT || (!rensa_librensa_is_link (node) && !model->is_sequence))
        continue;
      addition = rensa_librensa_write_addition (program, model, node, "chain");
      g_string_append_printf (text, "\n      || !%s", addition);
    }
  g_string_append (text, ")\n"
                         "    return NULL;\n"
                         "  return g_steal_pointer (&chain);\n"
                         "}\n"
                         "\n");
}

static char *
dup_base (RensaLibrensaProgram *program, const RensaModel *model)
{
  g_autofree char *path = g_strdelimit (g_strdup (model->scope), ".", '_');

  return rensa_librensa_dup_name (program->names, path[0] != '\0' ? path : "predictor");
}

/* Names the outermost model first. */
static void
name_models (RensaLibrensaProgram *program, const RensaModel *model)
{
  g_hash_table_insert (program->bases, (gpointer) model, dup_base (program, model));
  for (guint i = 0; i < model->nodes->len; i++)
    if (rensa_model_get_node (model, (int) i)->kind == RENSA_MODEL_NODE_NESTED)
      name_models (program, rensa_model_get_node (model, (int) i)->model);
}

static void
write_named (RensaLibrensaProgram *program, const RensaModel *model)
{
  const char *base = g_hash_table_lookup (program->bases, model);

  for (guint i = 0; i < model->nodes->len; i++)
    if (rensa_model_get_node (model, (int) i)->kind == RENSA_MODEL_NODE_NESTED)
      write_named (program, rensa_model_get_node (model, (int) i)->model);
  if (!model->is_sequence)
    rensa_librensa_write_forward (program, model, base);
  write_make (program, model, base);
}

void
rensa_librensa_write_model (RensaLibrensaProgram *program, const RensaModel *model)
{
  name_models (program, model);
  write_named (program, model);
}

void
rensa_librensa_write_nested (RensaLibrensaProgram *program, const RensaModel *step)
{
  for (guint i = 0; i < step->nodes->len; i++)
    if (rensa_model_get_node (step, (int) i)->kind == RENSA_MODEL_NODE_NESTED)
      rensa_librensa_write_model (program, rensa_model_get_node (step, (int) i)->model);
}
