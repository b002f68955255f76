/* rensa-python-forward.c: forward methods of models.
 * SPDX-License-Identifier: MIT */

#include "rensa-python-program-private.h"
#include "rensa-python-private.h"

/* @locals: for each node, the variable that holds its output; @are_tuples: TRUE if it is a tuple;
 *   @are_stepwise: (nullable): TRUE if the node is called with all steps of sequences; @pass: for a
 *   step. */
typedef struct
{
  RensaPythonProgram *program;
  RensaModel *model;
  GPtrArray *locals;
  gboolean *are_tuples;
  gboolean *are_stepwise;
  int pass;
  gboolean *is_needed;  /* NULL if all nodes are */
  gboolean *are_leaves; /* NULL if none is */
} Forward;

/* Returns the node's name, unless Python, the program or another node uses it; names beginning with
 * _ are reserved for functions of the program. */
static char *
dup_local (RensaPythonProgram *program, RensaModel *model, int i)
{
  const char *wanted = rensa_model_get_node (model, i)->name;
  char *name = g_strconcat (wanted[0] == '_' ? "v" : "", wanted, NULL);
  gboolean is_free = wanted[0] != '_' && !rensa_python_is_reserved (name, program);

  while (!is_free)
    {
      char *longer = g_strconcat (name, "_", NULL);

      g_free (name);
      name = longer;
      is_free = !rensa_python_is_reserved (name, program) && rensa_model_find_node (model, name) < 0;
    }
  return name;
}

static char *
write_source (Forward *self, const RensaModelSource *source)
{
  const char *local;

  if (source->node < 0)
    return g_strdup ("None");
  local = self->locals->pdata[source->node];
  return self->are_tuples[source->node] ? g_strdup_printf ("%s[%d]", local, source->output) : g_strdup (local);
}

/* Writes the sources from @from to @to - 1, separated by commas. */
static char *
write_sources (Forward *self, GArray *sources, guint from, guint to)
{
  GString *list = g_string_new (NULL);

  for (guint i = from; i < to; i++)
    {
      g_autofree char *value = write_source (self, &g_array_index (sources, RensaModelSource, i));

      g_string_append_printf (list, "%s%s", i > from ? ", " : "", value);
    }
  return g_string_free (list, FALSE);
}

/* Writes the arguments for these sources: their values, or the corresponding @names. */
static char *
write_values (Forward *self, RensaModelNode *node, const char *const *names, guint from, guint to)
{
  g_autoptr (GString) list = g_string_new (NULL);

  if (names == NULL)
    return write_sources (self, node->sources, from, to);
  for (guint i = from; i < to; i++)
    g_string_append_printf (list, "%s%s", i > from ? ", " : "", names[i]);
  return g_string_free (g_steal_pointer (&list), FALSE);
}

/* Binds the ports of @node to the values with which it is called, or to @names (nullable); @texts
 * owns the bound texts. */
static RensaBinding *
bind_values (Forward *self, RensaModelNode *node, const char *const *names, GPtrArray *texts)
{
  RensaBinding *bindings = g_new0 (RensaBinding, MAX (node->ports->len, 1));

  for (guint i = 0; i < node->ports->len; i++)
    {
      const RensaModelPort *port = rensa_model_node_get_port (node, i);
      const guint end = port->list ? node->sources->len : MIN (i + 1, node->sources->len);
      g_autofree char *values = write_values (self, node, names, MIN (i, end), end);
      const gboolean is_missing = !port->list && (i >= end || g_str_equal (values, "None"));

      g_ptr_array_add (texts, port->list ? g_strdup_printf ("[%s]", values) : g_steal_pointer (&values));
      bindings[i] = (RensaBinding){ port->name, is_missing ? NULL : texts->pdata[i] };
    }
  return bindings;
}

/* @names: (nullable): names used instead of the values. If the library does not support the
 *   function, sets the error of the program. */
static char *
write_function_call (Forward *self, RensaModelNode *node, const char *const *names, gboolean *is_tuple)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autofree RensaBinding *bindings = bind_values (self, node, names, texts);
  RensaTemplateScope scope = { &self->program->writer, bindings, node->ports->len, FALSE };
  g_autoptr (GError) error = NULL;
  char *call = rensa_template_write (node->attrs, &scope, &error);

  *is_tuple = *is_tuple || scope.gives_tuple;
  if (call != NULL)
    rensa_python_write_class (self->program, rensa_attrs_get_component (node->attrs), call);
  else if (self->program->error == NULL)
    g_propagate_prefixed_error (&self->program->error, g_steal_pointer (&error), "%s: ", node->place);
  return call != NULL ? call : g_strdup ("None");
}

/* Returns the form with @suffix of a node that is a single link. */
static const char *
get_link_form (Forward *self, RensaModelNode *node, const char *suffix)
{
  return node->kind == RENSA_MODEL_NODE_LINK && node->repeat == 1
             ? rensa_python_get_form (self->program, rensa_attrs_get_component (node->attrs), suffix)
             : NULL;
}

/* "_input" contains the values that the link takes, "_call" additional arguments. */
static char *
write_link_call (Forward *self, RensaModelNode *node, const char *const *names)
{
  const char *form = get_link_form (self, node, "_call");
  const char *input = get_link_form (self, node, "_input");
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autofree RensaBinding *bindings = bind_values (self, node, names, texts);
  RensaTemplateScope scope = { &self->program->writer, bindings, node->ports->len, FALSE };
  g_autofree char *values = input != NULL ? rensa_template_fill (input, node->attrs, &scope)
                                          : write_values (self, node, names, 0, node->sources->len);
  g_autofree char *more = form != NULL ? rensa_template_fill (form, node->attrs, &scope) : g_strdup ("");

  return g_strdup_printf ("self.%s(%s%s%s)", node->called != NULL ? node->called->name : node->name, values,
                          values[0] != '\0' && more[0] != '\0' ? ", " : "", more);
}

static void
note_outputs (Forward *self, GArray *sources)
{
  for (guint i = 0; i < sources->len; i++)
    {
      const RensaModelSource *source = &g_array_index (sources, RensaModelSource, i);

      if (source->node >= 0 && source->output > 0)
        self->are_tuples[source->node] = TRUE;
    }
}

/* Finds the nodes with outputs in use other than the first. */
static void
find_tuples (Forward *self)
{
  note_outputs (self, self->model->outputs);
  for (guint i = 0; i < self->model->nodes->len; i++)
    note_outputs (self, rensa_model_get_node (self->model, (int) i)->sources);
}

/* Returns "x", "xs0", "xs1": names for the inputs of a node. */
static GStrv
list_names (RensaModelNode *node)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < node->sources->len; i++)
    {
      const guint last = node->ports->len - 1;
      const RensaModelPort *port = rensa_model_node_get_port (node, MIN (i, last));
      g_autofree char *name = port->list ? g_strdup_printf ("%s%u", port->name, i - last) : g_strdup (port->name);

      g_strv_builder_add (names, name);
    }
  return g_strv_builder_end (names);
}

static char *
write_plain_call (Forward *self, RensaModelNode *node, const char *const *names, gboolean *is_tuple)
{
  return node->kind == RENSA_MODEL_NODE_FUNCTION ? write_function_call (self, node, names, is_tuple)
                                                 : write_link_call (self, node, names);
}

/* Writes "each(F.relu, x)" or, if there are further arguments, "each(lambda x: F.sum(x, axis=1), x)". */
static char *
write_stepwise_call (Forward *self, RensaModelNode *node, gboolean *is_tuple)
{
  g_auto (GStrv) names = list_names (node);
  g_autofree char *parameters = g_strjoinv (", ", names);
  g_autofree char *brackets = g_strdup_printf ("(%s)", parameters);
  g_autofree char *values = write_sources (self, node->sources, 0, node->sources->len);
  g_autofree char *call = write_plain_call (self, node, (const char *const *) names, is_tuple);

  rensa_python_write_once (self->program, self->program->dialect->each);
  if (g_str_has_suffix (call, brackets) && strchr (call, '(') == call + strlen (call) - strlen (brackets))
    return g_strdup_printf ("each(%.*s, %s)", (int) (strlen (call) - strlen (brackets)), call, values);
  return g_strdup_printf ("each(lambda %s: %s, %s)", parameters, call, values);
}

static void
write_leaf (Forward *self, int number)
{
  const char *local = self->locals->pdata[number];
  g_autofree char *line = self->are_tuples[number]
                              ? g_strdup_printf ("%s = [as_leaf(value) for value in %s]", local, local)
                              : g_strdup_printf ("%s = as_leaf(%s)", local, local);

  if (self->are_leaves == NULL || !self->are_leaves[number])
    return;
  rensa_python_write_once (self->program, self->program->dialect->as_leaf);
  rensa_python_append (self->program->classes, 8, line);
}

static void
write_step (Forward *self, int number)
{
  RensaModelNode *node = rensa_model_get_node (self->model, number);
  const gboolean is_stepwise = self->are_stepwise != NULL && self->are_stepwise[number];
  gboolean is_tuple = node->n_outputs > 1 || self->are_tuples[number] || rensa_export_gives_several (node);
  g_autofree char *call =
      is_stepwise ? write_stepwise_call (self, node, &is_tuple) : write_plain_call (self, node, NULL, &is_tuple);
  g_autofree char *line = g_strdup_printf ("%s = %s", (const char *) self->locals->pdata[number], call);

  self->are_tuples[number] = is_tuple;
  rensa_python_append (self->program->classes, 8, line);
}

/* Returns the local variable of the field that is value @index of an example; NULL if the step does
 * not use it. */
static const char *
find_field (Forward *self, int index)
{
  for (guint i = 0; i < self->model->inputs->len; i++)
    if (rensa_step_get_field (self->model, i) == index)
      return self->locals->pdata[rensa_model_get_input (self->model, i)];
  return NULL;
}

int
rensa_python_count_fields (const RensaModel *model)
{
  int n = model->is_step ? 1 : (int) model->inputs->len + 1;

  for (guint i = 0; model->is_step && i < model->inputs->len; i++)
    n = MAX (n, rensa_step_get_field (model, i) + 1);
  return n;
}

/* Reserved prefix that no link of a step has. */
static char *
write_name (int pass)
{
  if (pass == RENSA_EXPORT_WHOLE)
    return g_strdup ("forward");
  return pass == RENSA_EXPORT_FIRST ? g_strdup ("_begin") : g_strdup_printf ("_work_out_%d", pass);
}

static gboolean
is_needed (const Forward *self, int number)
{
  return self->is_needed == NULL || self->is_needed[number];
}

static void
write_signature (Forward *self)
{
  g_autofree char *name = write_name (self->pass);
  g_autoptr (GString) line = g_string_new (NULL);
  const int n_fields = rensa_python_count_fields (self->model);

  g_string_append_printf (line, "def %s(self", name);
  for (guint i = 0; !self->model->is_step && i < self->model->inputs->len; i++)
    g_string_append_printf (line, ", %s", (const char *) self->locals->pdata[rensa_model_get_input (self->model, i)]);
  for (int i = 0; self->model->is_step && i < n_fields; i++)
    {
      const char *local = find_field (self, i);
      g_autofree char *unused = g_strdup_printf ("_%d", i);

      g_string_append_printf (line, ", %s", local != NULL ? local : unused);
    }
  g_string_append (line, "):");
  rensa_python_append (self->program->classes, 4, line->str);
}

/* Two fields may be the same value. */
static void
write_same_fields (Forward *self)
{
  for (guint i = 0; i < self->model->inputs->len; i++)
    {
      const char *local = self->locals->pdata[rensa_model_get_input (self->model, i)];
      const char *first = find_field (self, rensa_step_get_field (self->model, i));
      g_autofree char *line = g_strdup_printf ("%s = %s", local, first);

      if (local != first && is_needed (self, rensa_model_get_input (self->model, i)))
        rensa_python_append (self->program->classes, 8, line);
    }
}

static void
report_free (gpointer data)
{
  RensaPythonReport *report = data;

  g_free (report->name);
  g_free (report->value);
  g_free (report);
}

static void
add_report (GPtrArray *reports, char *name, char *value, gboolean is_loss)
{
  RensaPythonReport *report = g_new (RensaPythonReport, 1);

  *report = (RensaPythonReport){ name, value, is_loss };
  g_ptr_array_add (reports, report);
}

static GPtrArray *
list_reports (Forward *self, const RensaProject *project)
{
  GPtrArray *reports = g_ptr_array_new_with_free_func (report_free);

  for (guint i = 0; i < project->losses->len; i++)
    {
      const RensaLossPlan *loss = project->losses->pdata[i];

      if (rensa_export_makes_loss (project, self->pass, i))
        add_report (reports,
                    rensa_project_learns_whole (project) ? g_strdup ("loss") : g_strconcat (loss->name, "/loss", NULL),
                    write_source (self, &loss->source), TRUE);
    }
  for (guint i = 0; i < project->reports->len; i++)
    {
      const RensaReportPlan *report = project->reports->pdata[i];

      if (rensa_export_makes_report (project, self->pass, i))
        add_report (reports, g_strdup (report->name), write_source (self, &report->source), FALSE);
    }
  return reports;
}

/* Writes a loss, or the method that computes it later. */
static char *
write_loss (Forward *self, const RensaProject *project, guint i)
{
  const RensaLossPlan *loss = project->losses->pdata[i];
  g_autofree char *method = write_name ((int) i);

  return rensa_export_makes_loss (project, self->pass, i) ? write_source (self, &loss->source)
                                                          : g_strconcat ("self.", method, NULL);
}

/* A single loss is also returned as a tuple, unless everything is trained with it. */
static char *
write_losses (Forward *self, const RensaProject *project)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < project->losses->len; i++)
    {
      g_autofree char *value = self->pass < 0 || self->pass == (int) i ? write_loss (self, project, i) : NULL;

      if (value != NULL)
        g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", value);
    }
  if (self->pass < 0 && project->losses->len == 1 && !rensa_project_learns_whole (project))
    g_string_append_c (list, ',');
  return g_string_free (g_steal_pointer (&list), FALSE);
}

static void
write_end (Forward *self, const RensaProject *project)
{
  g_autofree char *outputs = NULL;
  g_autofree char *line = NULL;

  if (self->model->is_step)
    {
      g_autoptr (GPtrArray) reports = list_reports (self, project);
      g_autofree char *losses = write_losses (self, project);

      self->program->dialect->write_end (self->program, &(RensaPythonEnd){ project, reports, losses });
      return;
    }
  outputs = write_sources (self, self->model->outputs, 0, self->model->outputs->len);
  line = g_strconcat ("return ", outputs, NULL);
  rensa_python_append (self->program->classes, 8, line);
}

/* @pass: (for a step) index of the call */
static void
write_method (RensaPythonProgram *program, RensaModel *model, const RensaProject *project, int pass)
{
  g_autoptr (GPtrArray) locals = g_ptr_array_new_with_free_func (g_free);
  g_autofree gboolean *are_tuples = g_new0 (gboolean, model->nodes->len);
  g_autofree gboolean *are_stepwise = program->has_sequences ? rensa_export_list_stepwise (model) : NULL;
  g_autofree gboolean *needed = pass != RENSA_EXPORT_WHOLE ? rensa_export_list_needed (project, pass) : NULL;
  g_autofree gboolean *are_leaves = rensa_export_list_leaves (model);
  Forward self = { program, model, locals, are_tuples, are_stepwise, pass, needed, are_leaves };

  for (guint i = 0; i < model->nodes->len; i++)
    g_ptr_array_add (locals, dup_local (program, model, (int) i));
  find_tuples (&self);
  write_signature (&self);
  if (model->is_step)
    write_same_fields (&self);
  for (guint i = 0; i < model->order->len; i++)
    {
      const int number = g_array_index (model->order, int, i);

      if (!is_needed (&self, number))
        continue;
      if (rensa_model_get_node (model, number)->kind != RENSA_MODEL_NODE_INPUT)
        write_step (&self, number);
      write_leaf (&self, number);
    }
  write_end (&self, project);
}

void
rensa_python_write_forward (RensaPythonProgram *program, RensaModel *model, const RensaProject *project)
{
  const gboolean has_passes = project != NULL && rensa_export_has_passes (project);
  g_autofree gboolean *are_leaves = rensa_export_list_leaves (model);

  write_method (program, model, project, RENSA_EXPORT_WHOLE);
  for (int pass = RENSA_EXPORT_FIRST; has_passes && pass < (int) project->losses->len; pass++)
    if (pass < 0 || ((const RensaLossPlan *) project->losses->pdata[pass])->is_fresh)
      {
        g_string_append_c (program->classes, '\n');
        write_method (program, model, project, pass);
      }
  if (are_leaves != NULL)
    g_string_append (program->classes, program->dialect->recording);
}
