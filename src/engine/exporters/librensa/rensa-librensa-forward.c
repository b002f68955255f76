/* rensa-librensa-forward.c: the functions that call models, node by node.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-librensa-private.h"

gboolean
rensa_librensa_is_link (const RensaModelNode *node)
{
  return node->kind == RENSA_MODEL_NODE_LINK || node->kind == RENSA_MODEL_NODE_NESTED;
}

gboolean
rensa_librensa_is_simple (const RensaModel *model)
{
  return model->inputs->len == 1 && model->outputs->len == 1;
}

/**
 * Forward: the function that calls a model
 * @names: the identifiers in it
 * @values: for each node the identifier of what it gives
 * @failure: what the function gives where a call has failed
 */
typedef struct
{
  RensaLibrensaProgram *program;
  const RensaModel *model;
  GHashTable *names;
  char **values;
  const char *failure;
  GString *text;
} Forward;

/* Whether what it gives stands in Values, because it is not one value for certain. */
static gboolean
gives_several (const RensaModelNode *node)
{
  return node->kind != RENSA_MODEL_NODE_INPUT && node->n_outputs != 1;
}

static char *
write_value (const Forward *self, const RensaModelSource *source)
{
  if (source->node < 0)
    return NULL;
  if (!gives_several (rensa_model_get_node (self->model, source->node)))
    return g_strdup (self->values[source->node]);
  return g_strdup_printf ("%s.of[%d]", self->values[source->node], source->output);
}

/* Ended by NULL as well; one that is NULL stands for nothing. */
static char **
write_values (const Forward *self, const RensaModelNode *node)
{
  char **values = g_new0 (char *, node->sources->len + 1);

  for (guint i = 0; i < node->sources->len; i++)
    values[i] = write_value (self, rensa_model_node_get_source (node, i));
  return values;
}

static void
free_values (char **values, guint n)
{
  for (guint i = 0; i < n; i++)
    g_free (values[i]);
  g_free (values);
}

static char *
write_find (const RensaModelNode *node)
{
  return g_strdup_printf ("rensa_link_find (self, \"%s\")", node->name);
}

static void
write_link_call (Forward *self, const RensaModelNode *node, char *const *values, RensaLibrensaCall *call)
{
  const guint n = node->sources->len;
  const gboolean is_plain = n == 1 && values[0] != NULL;

  call->head = g_strdup (is_plain ? "rensa_link_call (" : "call (");
  call->arguments = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (call->arguments, write_find (node));
  if (is_plain)
    {
      g_ptr_array_add (call->arguments, g_strdup (values[0]));
      return;
    }
  self->program->helpers |= RENSA_LIBRENSA_CALL;
  g_ptr_array_add (call->arguments, rensa_librensa_write_variables ((const char *const *) values, n));
  g_ptr_array_add (call->arguments, g_strdup_printf ("%u", n));
}

/* The call behind @start, which is "return" or a declaration. */
static void
write_call (Forward *self, const RensaModelNode *node, const char *start)
{
  g_auto (RensaLibrensaCall) call = { NULL };
  char **values = write_values (self, node);
  g_autofree char *head = NULL;

  if (rensa_librensa_is_link (node))
    write_link_call (self, node, values, &call);
  else
    rensa_librensa_write_function (self->program, node, (const char *const *) values, &call);
  free_values (values, node->sources->len);
  g_ptr_array_add (call.arguments, g_strdup ("error"));
  head = g_strconcat ("  ", start, call.head, NULL);
  rensa_librensa_append_list (self->text, head, call.arguments, ");\n");
}

/* The most values that are taken of it. */
static int
count_taken (const RensaModel *model, int number)
{
  int n = 1;

  for (guint i = 0; i < model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, (int) i);

      for (guint j = 0; j < node->sources->len; j++)
        if (rensa_model_node_get_source (node, j)->node == number)
          n = MAX (n, rensa_model_node_get_source (node, j)->output + 1);
    }
  for (guint i = 0; i < model->outputs->len; i++)
    if (rensa_model_get_output (model, i)->node == number)
      n = MAX (n, rensa_model_get_output (model, i)->output + 1);
  return n;
}

/* Several values: a call that tells whether they are there. */
static void
write_calls (Forward *self, const RensaModelNode *node, int number)
{
  char **values = write_values (self, node);
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  const char *name = self->values[number];

  self->program->helpers |= RENSA_LIBRENSA_VALUES | (rensa_librensa_is_link (node) ? 0 : RENSA_LIBRENSA_APPLY);
  g_ptr_array_add (arguments,
                   rensa_librensa_is_link (node) ? write_find (node) : rensa_librensa_describe (node->attrs));
  g_ptr_array_add (arguments, rensa_librensa_write_variables ((const char *const *) values, node->sources->len));
  g_ptr_array_add (arguments, g_strdup_printf ("%u", node->sources->len));
  g_ptr_array_add (arguments, g_strdup_printf ("%s.of", name));
  g_ptr_array_add (arguments, g_strdup ("RENSA_MAX_OUTPUTS"));
  if (!rensa_librensa_is_link (node))
    g_ptr_array_add (arguments, g_strdup_printf ("%d", count_taken (self->model, number)));
  g_ptr_array_add (arguments, g_strdup ("error"));
  free_values (values, node->sources->len);
  rensa_librensa_append_list (self->text,
                              rensa_librensa_is_link (node) ? "  if (rensa_link_call_n (" : "  if (!apply_all (",
                              arguments, rensa_librensa_is_link (node) ? ") < 0)\n" : "))\n");
  g_string_append_printf (self->text, "    return %s;\n", self->failure);
}

static void
write_declarations (Forward *self)
{
  gboolean has_any = FALSE;

  for (guint i = 0; i < self->model->order->len; i++)
    {
      const int number = g_array_index (self->model->order, int, i);
      const RensaModelNode *node = rensa_model_get_node (self->model, number);

      if (gives_several (node))
        {
          g_string_append_printf (self->text, "  g_auto (Values) %s = { { NULL } };\n", self->values[number]);
          has_any = TRUE;
        }
    }
  if (has_any)
    g_string_append_c (self->text, '\n');
}

static void
write_node (Forward *self, int number)
{
  const RensaModelNode *node = rensa_model_get_node (self->model, number);
  g_autofree char *start = g_strdup_printf ("g_autoptr (RensaVariable) %s = ", self->values[number]);

  if (gives_several (node))
    write_calls (self, node, number);
  else
    write_call (self, node, start);
}

/* The number of the node that is called last, where it gives all that the model gives; else -1. */
static int
find_last (const RensaModel *model)
{
  const int last = g_array_index (model->order, int, model->order->len - 1);
  const RensaModelNode *node = rensa_model_get_node (model, last);

  return rensa_librensa_is_simple (model) && rensa_model_get_output (model, 0)->node == last
                 && node->kind != RENSA_MODEL_NODE_INPUT && !gives_several (node)
             ? last
             : -1;
}

static void
write_end (Forward *self, int last)
{
  const RensaModel *model = self->model;

  g_string_append_c (self->text, '\n');
  if (last >= 0)
    {
      write_call (self, rensa_model_get_node (model, last), "return ");
      return;
    }
  for (guint i = 0; i < model->outputs->len; i++)
    {
      g_autofree char *value = write_value (self, rensa_model_get_output (model, i));

      if (rensa_librensa_is_simple (model))
        g_string_append_printf (self->text, "  return %s != NULL ? rensa_variable_ref (%s) : NULL;\n", value, value);
      else
        g_string_append_printf (self->text,
                                "  if (%s == NULL)\n"
                                "    return -1;\n",
                                value);
    }
  for (guint i = 0; !rensa_librensa_is_simple (model) && i < model->outputs->len; i++)
    {
      g_autofree char *value = write_value (self, rensa_model_get_output (model, i));

      g_string_append_printf (self->text, "  outputs[%u] = rensa_variable_ref (%s);\n", i, value);
    }
  if (!rensa_librensa_is_simple (model))
    g_string_append_printf (self->text, "  return %u;\n", model->outputs->len);
}

static gboolean
has_links (const RensaModel *model)
{
  for (guint i = 0; i < model->nodes->len; i++)
    if (rensa_librensa_is_link (rensa_model_get_node (model, (int) i)))
      return TRUE;
  return FALSE;
}

static gboolean
is_taken (const RensaModel *model, int number)
{
  return rensa_model_is_used (model, number) || rensa_model_get_node (model, number)->is_output;
}

/* RensaVariable *call_block (…) and the beginning of its body. */
static void
write_head (Forward *self, const char *base)
{
  const RensaModel *model = self->model;
  const char *unused = "G_GNUC_UNUSED ";

  if (rensa_librensa_is_simple (model))
    {
      const int input = rensa_model_get_input (model, 0);

      g_string_append_printf (self->text,
                              "static RensaVariable *\n"
                              "call_%s (%sRensaLink *self, %sRensaVariable *%s, %sGError **error)\n"
                              "{\n",
                              base, has_links (model) ? "" : unused, is_taken (model, input) ? "" : unused,
                              self->values[input], model->order->len > model->inputs->len ? "" : unused);
      return;
    }
  g_string_append_printf (self->text,
                          "static int\n"
                          "call_%s (RensaLink *self, RensaVariable *const *inputs, int n_inputs,\n"
                          "%*sRensaVariable **outputs, int max_outputs, GError **error)\n"
                          "{\n",
                          base, (int) strlen (base) + 7, "");
  for (guint i = 0; i < model->inputs->len; i++)
    if (is_taken (model, rensa_model_get_input (model, i)))
      g_string_append_printf (self->text, "  RensaVariable *%s = n_inputs > %u ? inputs[%u] : NULL;\n",
                              self->values[rensa_model_get_input (model, i)], i, i);
}

static void
write_checks (Forward *self)
{
  const RensaModel *model = self->model;

  if (!rensa_librensa_is_simple (model))
    g_string_append_printf (self->text,
                            "  if (!rensa_link_expect_inputs (self, %u, %u, n_inputs, error)\n"
                            "      || !rensa_link_expect_room (self, %u, max_outputs, error))\n"
                            "    return -1;\n"
                            "\n",
                            model->inputs->len, model->inputs->len, model->outputs->len);
}

static void
write_class (RensaLibrensaProgram *program, const RensaModel *model, const char *base)
{
  g_string_append_printf (program->functions,
                          "static const RensaLinkClass %s_class = {\n"
                          "  .name = \"%s\",\n"
                          "  .inputs = RENSA_INPUTS (\"%s\"),\n"
                          "  .n_outputs = %u,\n"
                          "  .%s = call_%s,\n"
                          "};\n"
                          "\n",
                          base, model->scope[0] != '\0' ? model->scope : "predictor",
                          rensa_librensa_is_simple (model) ? "x" : "xs*", model->outputs->len,
                          rensa_librensa_is_simple (model) ? "forward1" : "forward", base);
}

void
rensa_librensa_write_forward (RensaLibrensaProgram *program, const RensaModel *model, const char *base)
{
  static const char *const reserved[] = { "self",  "error",     "inputs", "n_inputs",    "outputs",
                                          "apply", "apply_all", "call",   "max_outputs", NULL };
  const int last = find_last (model);
  Forward self = { program,
                   model,
                   rensa_librensa_names_new (reserved),
                   g_new0 (char *, model->nodes->len + 1),
                   rensa_librensa_is_simple (model) ? "NULL" : "-1",
                   program->functions };

  for (guint i = 0; i < model->nodes->len; i++)
    self.values[i] = rensa_librensa_dup_name (self.names, rensa_model_get_node (model, (int) i)->name);
  write_head (&self, base);
  write_declarations (&self);
  write_checks (&self);
  for (guint i = 0; i < model->order->len; i++)
    {
      const int number = g_array_index (model->order, int, i);

      if (number != last && rensa_model_get_node (model, number)->kind != RENSA_MODEL_NODE_INPUT)
        write_node (&self, number);
    }
  write_end (&self, last);
  g_string_append (self.text, "}\n\n");
  write_class (program, model, base);
  g_hash_table_unref (self.names);
  g_strfreev (self.values);
}
