/* rensa-librensa-body.c: body of a function that calls a model, node by node.
 * SPDX-License-Identifier: MIT */

#include "rensa-export-model-private.h"
#include "rensa-librensa-private.h"

/* Returns TRUE if further outputs than the first are used, so that the result is of type Values. */
static gboolean
gives_several (const RensaLibrensaBody *self, int number)
{
  return self->n_taken[number] > 1;
}

/* Returns the output before it becomes a leaf. */
static char *
write_given (const RensaLibrensaBody *self, const RensaModelSource *source)
{
  if (!gives_several (self, source->node))
    return g_strdup (self->values[source->node]);
  return g_strdup_printf ("%s.of[%d]", self->values[source->node], source->output);
}

/* Leaves: values with respect to which a function computes a gradient. */

static char *
make_key (const RensaModelSource *source)
{
  return g_strdup_printf ("%d.%d", source->node, source->output);
}

static void
add_leaf (RensaLibrensaBody *self, const RensaModelSource *source)
{
  const char *value = self->values[source->node];
  g_autofree char *wanted = gives_several (self, source->node) ? g_strdup_printf ("%s_%d_leaf", value, source->output)
                                                               : g_strdup_printf ("%s_leaf", value);
  g_autofree char *key = make_key (source);

  if (!g_hash_table_contains (self->leaves, key))
    g_hash_table_insert (self->leaves, g_steal_pointer (&key), rensa_librensa_dup_name (self->names, wanted));
}

static void
add_leaves (RensaLibrensaBody *self, const RensaModelNode *node)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n =
      node->kind == RENSA_MODEL_NODE_FUNCTION ? rensa_inputs_parse (rensa_librensa_get_inputs (node), specs) : 0;

  for (int i = 0; i < MIN (n, (int) node->sources->len); i++)
    if (specs[i].leaf && rensa_model_node_get_source (node, i)->node >= 0)
      add_leaf (self, rensa_model_node_get_source (node, i));
}

/* Writes the leaves among the outputs of node @number. */
static void
write_leaves (RensaLibrensaBody *self, int number)
{
  for (int i = 0; i < self->n_taken[number]; i++)
    {
      const RensaModelSource source = { number, i };
      g_autofree char *key = make_key (&source);
      g_autofree char *given = write_given (self, &source);
      const char *leaf = g_hash_table_lookup (self->leaves, key);

      if (leaf != NULL)
        g_string_append_printf (self->text, "  g_autoptr (RensaVariable) %s = rensa_variable_as_leaf (%s);\n", leaf,
                                given);
    }
}

/* The body */

static void
count_value (const RensaModelSource *source, int *n_taken)
{
  if (source->node >= 0)
    n_taken[source->node] = MAX (n_taken[source->node], source->output + 1);
}

/* Returns the number of outputs used of each node, at least one. */
static int *
count_taken (const RensaModel *model)
{
  int *n_taken = g_new (int, MAX (model->nodes->len, 1));

  for (guint i = 0; i < model->nodes->len; i++)
    n_taken[i] = 1;
  for (guint i = 0; i < model->nodes->len; i++)
    for (guint j = 0; j < rensa_model_get_node (model, (int) i)->sources->len; j++)
      count_value (rensa_model_node_get_source (rensa_model_get_node (model, (int) i), j), n_taken);
  for (guint i = 0; i < model->outputs->len; i++)
    count_value (rensa_model_get_output (model, i), n_taken);
  return n_taken;
}

/* For each node, TRUE if its inputs come from connections that may carry sequences. */
static gboolean *
list_wired (const RensaLibrensaProgram *program, const RensaModel *model)
{
  gboolean *are_wired = rensa_export_list_stepwise (model);

  for (guint i = 0; i < model->nodes->len; i++)
    are_wired[i] =
        program->has_sequences && (are_wired[i] || rensa_export_takes_lists (rensa_model_get_node (model, (int) i)));
  return are_wired;
}

RensaLibrensaBody *
rensa_librensa_body_new (RensaLibrensaProgram *program, const RensaModel *model, const char *const *reserved,
                         const char *failure)
{
  RensaLibrensaBody *self = g_new0 (RensaLibrensaBody, 1);

  self->program = program;
  self->model = model;
  self->names = rensa_librensa_names_new (reserved);
  self->values = g_new0 (char *, model->nodes->len + 1);
  self->leaves = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->n_taken = count_taken (model);
  self->are_wired = list_wired (program, model);
  self->failure = failure;
  self->text = program->functions;
  for (guint i = 0; i < model->nodes->len; i++)
    self->values[i] = rensa_librensa_dup_name (self->names, rensa_model_get_node (model, (int) i)->name);
  for (guint i = 0; i < model->nodes->len; i++)
    add_leaves (self, rensa_model_get_node (model, (int) i));
  return self;
}

void
rensa_librensa_body_free (RensaLibrensaBody *self)
{
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->leaves);
  g_strfreev (self->values);
  g_free (self->n_taken);
  g_free (self->are_wired);
  g_free (self->are_needed);
  g_free (self);
}

gboolean
rensa_librensa_body_calls (const RensaLibrensaBody *self, int number)
{
  return self->are_needed == NULL || self->are_needed[number];
}

gboolean
rensa_librensa_body_takes (const RensaLibrensaBody *self, int number)
{
  for (guint i = 0; i < self->model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (self->model, (int) i);

      for (guint j = 0; rensa_librensa_body_calls (self, (int) i) && j < node->sources->len; j++)
        if (rensa_model_node_get_source (node, j)->node == number)
          return TRUE;
    }
  return rensa_model_get_node (self->model, number)->is_output && rensa_librensa_body_calls (self, number);
}

gboolean
rensa_librensa_body_ends_with (const RensaLibrensaBody *self, int number)
{
  return rensa_model_get_output (self->model, 0)->node == number
         && rensa_model_get_node (self->model, number)->kind != RENSA_MODEL_NODE_INPUT && !gives_several (self, number);
}

char *
rensa_librensa_body_write_value (const RensaLibrensaBody *self, const RensaModelSource *source)
{
  g_autofree char *key = make_key (source);
  const char *leaf = g_hash_table_lookup (self->leaves, key);

  if (source->node < 0)
    return NULL;
  return leaf != NULL ? g_strdup (leaf) : write_given (self, source);
}

/* Ended by NULL; a NULL element is an omitted input. */
static char **
write_values (const RensaLibrensaBody *self, const RensaModelNode *node)
{
  char **values = g_new0 (char *, node->sources->len + 1);

  for (guint i = 0; i < node->sources->len; i++)
    values[i] = rensa_librensa_body_write_value (self, rensa_model_node_get_source (node, i));
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
  return g_strdup_printf ("rensa_link_find (self, \"%s\")", (node->called != NULL ? node->called : node)->name);
}

static void
write_link_call (RensaLibrensaBody *self, int number, char *const *values, RensaLibrensaCall *call)
{
  const RensaModelNode *node = rensa_model_get_node (self->model, number);
  const guint n = node->sources->len;
  const gboolean is_plain = n == 1 && values[0] != NULL && node->n_outputs == 1 && !self->are_wired[number];

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

void
rensa_librensa_body_write_call (RensaLibrensaBody *self, int number, const char *start)
{
  const RensaModelNode *node = rensa_model_get_node (self->model, number);
  g_auto (RensaLibrensaCall) call = { NULL };
  char **values = write_values (self, node);
  g_autofree char *head = NULL;

  if (rensa_librensa_is_link (node))
    write_link_call (self, number, values, &call);
  else
    rensa_librensa_write_function (self->program, node, (const char *const *) values, self->are_wired[number], &call);
  free_values (values, node->sources->len);
  g_ptr_array_add (call.arguments, g_strdup ("error"));
  head = g_strconcat ("  ", start, call.head, NULL);
  rensa_librensa_append_list (self->text, head, call.arguments, ");\n");
}

/* For several values: a call that returns FALSE on failure. */
static void
write_calls (RensaLibrensaBody *self, int number)
{
  const RensaModelNode *node = rensa_model_get_node (self->model, number);
  const gboolean is_link = rensa_librensa_is_link (node);
  char **values = write_values (self, node);
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);

  self->program->helpers |= RENSA_LIBRENSA_VALUES | (is_link ? 0 : RENSA_LIBRENSA_APPLY);
  g_ptr_array_add (arguments, is_link ? write_find (node) : rensa_librensa_describe (node->attrs));
  g_ptr_array_add (arguments, rensa_librensa_write_variables ((const char *const *) values, node->sources->len));
  g_ptr_array_add (arguments, g_strdup_printf ("%u", node->sources->len));
  g_ptr_array_add (arguments, g_strdup_printf ("%s.of", self->values[number]));
  g_ptr_array_add (arguments, g_strdup ("RENSA_MAX_OUTPUTS"));
  if (!is_link)
    g_ptr_array_add (arguments, g_strdup_printf ("%d", self->n_taken[number]));
  g_ptr_array_add (arguments, g_strdup ("error"));
  free_values (values, node->sources->len);
  rensa_librensa_append_list (self->text,
                              !is_link                  ? "  if (!apply_all ("
                              : self->are_wired[number] ? "  if (rensa_link_call_wired ("
                                                        : "  if (rensa_link_call_n (",
                              arguments, is_link ? ") < 0)\n" : "))\n");
  g_string_append_printf (self->text, "    return %s;\n", self->failure);
}

gboolean
rensa_librensa_body_write_declarations (RensaLibrensaBody *self)
{
  const gsize before = self->text->len;

  for (guint i = 0; i < self->model->order->len; i++)
    {
      const int number = g_array_index (self->model->order, int, i);

      if (rensa_librensa_body_calls (self, number) && gives_several (self, number))
        g_string_append_printf (self->text, "  g_auto (Values) %s = { { NULL } };\n", self->values[number]);
    }
  if (g_hash_table_size (self->leaves) > 0)
    g_string_append (self->text, "  g_auto (RensaModesScope) scope = rensa_modes_enter ();\n");
  return self->text->len > before;
}

static void
write_node (RensaLibrensaBody *self, int number)
{
  const RensaModelNode *node = rensa_model_get_node (self->model, number);
  g_autofree char *start = g_strdup_printf ("g_autoptr (RensaVariable) %s = ", self->values[number]);

  if (gives_several (self, number))
    write_calls (self, number);
  else if (node->kind != RENSA_MODEL_NODE_INPUT)
    rensa_librensa_body_write_call (self, number, start);
  write_leaves (self, number);
}

void
rensa_librensa_body_write_nodes (RensaLibrensaBody *self, int last)
{
  if (g_hash_table_size (self->leaves) > 0)
    g_string_append (self->text, "  /* A gradient needs the graph in an evaluation, too. */\n"
                                 "  rensa_modes_get ()->enable_backprop = TRUE;\n");
  for (guint i = 0; i < self->model->order->len; i++)
    {
      const int number = g_array_index (self->model->order, int, i);

      if (number != last && rensa_librensa_body_calls (self, number))
        write_node (self, number);
    }
}

void
rensa_librensa_body_write_outputs (RensaLibrensaBody *self, const char *array, GPtrArray *values)
{
  g_autoptr (GHashTable) checked = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) conditions = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < values->len; i++)
    if (values->pdata[i] != NULL && g_hash_table_add (checked, values->pdata[i]))
      g_ptr_array_add (conditions, g_strdup_printf ("%s == NULL", (const char *) values->pdata[i]));
  rensa_librensa_append_conditions (self->text, conditions);
  g_string_append_printf (self->text, "    return %s;\n", self->failure);
  for (guint i = 0; i < values->len; i++)
    if (values->pdata[i] != NULL)
      g_string_append_printf (self->text, "  %s[%u] = rensa_variable_ref (%s);\n", array, i,
                              (const char *) values->pdata[i]);
}
