/* rensa-librensa-forward.c: functions that call models.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-librensa-forward.c.in.inc"
#include "rensa-librensa-private.h"

gboolean
rensa_librensa_is_link (const RensaModelNode *node)
{
  return node->kind == RENSA_MODEL_NODE_LINK || node->kind == RENSA_MODEL_NODE_NESTED
         || node->kind == RENSA_MODEL_NODE_CALL;
}

gboolean
rensa_librensa_is_simple (const RensaModel *model)
{
  return model->inputs->len == 1 && model->outputs->len == 1;
}

/* Returns the index of the last node if its output is that of the model; otherwise -1. */
static int
find_last (const RensaLibrensaBody *body)
{
  const RensaModel *model = body->model;
  const int last = g_array_index (model->order, int, model->order->len - 1);

  return rensa_librensa_is_simple (model) && rensa_librensa_body_ends_with (body, last) ? last : -1;
}

static void
write_end (RensaLibrensaBody *body, int last)
{
  const RensaModel *model = body->model;
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);

  g_string_append_c (body->text, '\n');
  if (last >= 0)
    {
      rensa_librensa_body_write_call (body, last, "return ");
      return;
    }
  if (rensa_librensa_is_simple (model))
    {
      g_autofree char *value = rensa_librensa_body_write_value (body, rensa_model_get_output (model, 0));

      g_string_append_printf (body->text, "  return %s != NULL ? rensa_variable_ref (%s) : NULL;\n", value, value);
      return;
    }
  for (guint i = 0; i < model->outputs->len; i++)
    g_ptr_array_add (values, rensa_librensa_body_write_value (body, rensa_model_get_output (model, i)));
  rensa_librensa_body_write_outputs (body, "outputs", values);
  g_string_append_printf (body->text, "  return %u;\n", model->outputs->len);
}

static gboolean
has_links (const RensaModel *model)
{
  for (guint i = 0; i < model->nodes->len; i++)
    if (rensa_librensa_is_link (rensa_model_get_node (model, (int) i)))
      return TRUE;
  return FALSE;
}

/* Writes RensaVariable *call_block (…) and the beginning of its body. */
static void
write_head (RensaLibrensaBody *body, const char *base)
{
  const RensaModel *model = body->model;
  const char *unused = "G_GNUC_UNUSED ";

  if (rensa_librensa_is_simple (model))
    {
      const int input = rensa_model_get_input (model, 0);

      g_string_append_printf (body->text,
                              "static RensaVariable *\n"
                              "call_%s (%sRensaLink *self, %sRensaVariable *%s, %sGError **error)\n"
                              "{\n",
                              base, has_links (model) ? "" : unused,
                              rensa_librensa_body_takes (body, input) ? "" : unused, body->values[input],
                              model->order->len > model->inputs->len ? "" : unused);
      return;
    }
  g_string_append_printf (body->text,
                          "static int\n"
                          "call_%s (RensaLink *self, RensaVariable *const *inputs, int n_inputs,\n"
                          "%*sRensaVariable **outputs, int max_outputs, GError **error)\n"
                          "{\n",
                          base, (int) strlen (base) + 7, "");
  for (guint i = 0; i < model->inputs->len; i++)
    if (rensa_librensa_body_takes (body, rensa_model_get_input (model, i)))
      g_string_append_printf (body->text, "  RensaVariable *%s = n_inputs > %u ? inputs[%u] : NULL;\n",
                              body->values[rensa_model_get_input (model, i)], i, i);
}

static void
write_checks (RensaLibrensaBody *body)
{
  const RensaModel *model = body->model;

  if (!rensa_librensa_is_simple (model))
    g_string_append_printf (body->text,
                            "  if (!rensa_link_expect_inputs (self, %u, %u, n_inputs, error)\n"
                            "      || !rensa_link_expect_room (self, %u, max_outputs, error))\n"
                            "    return -1;\n"
                            "\n",
                            model->inputs->len, model->inputs->len, model->outputs->len);
}

/* A model that takes sequences is called like a Chain, with the inputs "xs*". */
static void
write_class (RensaLibrensaProgram *program, const RensaModel *model, const char *base)
{
  const gboolean is_simple = rensa_librensa_is_simple (model);

  g_string_append_printf (program->functions, link_class, base, model->scope[0] != '\0' ? model->scope : "predictor",
                          is_simple && !program->has_sequences ? "x" : "xs*", model->outputs->len,
                          is_simple ? "forward1" : "forward", base);
}

void
rensa_librensa_write_forward (RensaLibrensaProgram *program, const RensaModel *model, const char *base)
{
  static const char *const reserved[] = { "self",      "error", "inputs",      "n_inputs", "outputs", "apply",
                                          "apply_all", "call",  "max_outputs", "scope",    NULL };
  g_autoptr (RensaLibrensaBody) body =
      rensa_librensa_body_new (program, model, reserved, rensa_librensa_is_simple (model) ? "NULL" : "-1");
  const int last = find_last (body);

  write_head (body, base);
  if (rensa_librensa_body_write_declarations (body) || !rensa_librensa_is_simple (model))
    g_string_append_c (body->text, '\n');
  write_checks (body);
  rensa_librensa_body_write_nodes (body, last);
  write_end (body, last);
  g_string_append (body->text, "}\n\n");
  write_class (program, model, base);
}
