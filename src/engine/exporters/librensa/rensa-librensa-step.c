/* rensa-librensa-step.c: training step of a document as functions of a program.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-ctext-private.h"
#include "rensa-export-model-private.h"
#include "rensa-librensa-private.h"
#include "rensa-librensa-step.c.in.inc"

/* Returns the number of losses and reports. */
static guint
count_values (const RensaProject *project)
{
  return project->losses->len + project->reports->len;
}

static const RensaModelSource *
get_source (const RensaProject *project, guint i)
{
  if (i < project->losses->len)
    return &((const RensaLossPlan *) project->losses->pdata[i])->source;
  return &((const RensaReportPlan *) project->reports->pdata[i - project->losses->len])->source;
}

static gboolean
is_made (const RensaProject *project, int pass, guint i)
{
  if (i < project->losses->len)
    return rensa_export_makes_loss (project, pass, i);
  return rensa_export_makes_report (project, pass, i - project->losses->len);
}

/* Declares the fields used by a call; returns the minimum number of fields. */
static int
write_fields (RensaLibrensaBody *body)
{
  const RensaModel *step = body->model;
  int n = 0;

  for (guint i = 0; i < step->inputs->len; i++)
    {
      const int number = rensa_model_get_input (step, i);
      const int field = rensa_step_get_field (step, i);

      if (!rensa_librensa_body_calls (body, number) || !rensa_librensa_body_takes (body, number))
        continue;
      g_string_append_printf (body->text, "  RensaVariable *%s = n_fields > %d ? fields[%d] : NULL;\n",
                              body->values[number], field, field);
      n = MAX (n, field + 1);
    }
  return n;
}

static void
write_end (RensaLibrensaBody *body, const RensaProject *project, int pass)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < count_values (project); i++)
    g_ptr_array_add (
        values, is_made (project, pass, i) ? rensa_librensa_body_write_value (body, get_source (project, i)) : NULL);
  g_string_append_c (body->text, '\n');
  rensa_librensa_body_write_outputs (body, "values", values);
  g_string_append (body->text, "  return TRUE;\n}\n\n");
}

/* Writes gboolean call_step (…), which computes the values of @pass. */
static void
write_call (RensaLibrensaProgram *program, const RensaProject *project, int pass, const char *base)
{
  static const char *const reserved[] = { "self",  "error", "fields",    "n_fields", "values",
                                          "apply", "call",  "apply_all", "scope",    NULL };
  g_autoptr (RensaLibrensaBody) body = rensa_librensa_body_new (program, project->model, reserved, "FALSE");
  int n_fields;

  body->are_needed = pass != RENSA_EXPORT_WHOLE ? rensa_export_list_needed (project, pass) : NULL;
  g_string_append_printf (body->text,
                          "static gboolean\n"
                          "call_%s (RensaLink *self, RensaVariable *const *fields, int n_fields,\n"
                          "%*sRensaVariable **values, GError **error)\n"
                          "{\n",
                          base, (int) strlen (base) + 7, "");
  n_fields = write_fields (body);
  rensa_librensa_body_write_declarations (body);
  g_string_append_printf (body->text,
                          "\n"
                          "  if (!rensa_link_expect_inputs (self, %d, RENSA_MAX_FIELDS, n_fields, error))\n"
                          "    return FALSE;\n"
                          "\n",
                          n_fields);
  rensa_librensa_body_write_nodes (body, -1);
  write_end (body, project, pass);
}

/* Returns the name of the function for one pass: the loss that is computed separately, or the first call. */
static char *
dup_pass_name (RensaLibrensaProgram *program, const RensaProject *project, int pass)
{
  const RensaLossPlan *loss = pass >= 0 ? project->losses->pdata[pass] : NULL;
  g_autofree char *wanted = loss != NULL ? g_strconcat ("step_", loss->name, NULL) : g_strdup ("step_first");

  g_strcanon (wanted, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS, '_');
  return rensa_librensa_dup_name (program->names, wanted);
}

static gboolean
has_pass (const RensaProject *project, int pass)
{
  gboolean is_first = FALSE;

  if (pass >= 0)
    return ((const RensaLossPlan *) project->losses->pdata[pass])->is_fresh;
  for (guint i = 0; i < project->losses->len; i++)
    is_first |= rensa_export_makes_loss (project, RENSA_EXPORT_FIRST, i);
  return is_first;
}

/* Writes the calls of an iteration if losses are recomputed, and to @passes the code that registers
 * them with the step. */
static void
write_passes (RensaLibrensaProgram *program, const RensaProject *project, GString *passes)
{
  for (int pass = RENSA_EXPORT_FIRST; rensa_export_has_passes (project) && pass < (int) project->losses->len; pass++)
    {
      g_autofree char *base = has_pass (project, pass) ? dup_pass_name (program, project, pass) : NULL;

      if (base == NULL)
        continue;
      g_string_append_printf (
          program->functions, "/* %s */\n",
          pass == RENSA_EXPORT_FIRST
              ? "With which an iteration begins: without the losses that are made when they are learned from."
              : "A loss that is made when it is learned from.");
      write_call (program, project, pass, base);
      g_string_append_printf (passes, "  rensa_step_set_pass (step, %d, call_%s);\n", pass, base);
    }
}

static void
write_names (RensaLibrensaProgram *program, const RensaProject *project)
{
  g_auto (GStrv) names = rensa_project_list_values (project);
  g_autoptr (GPtrArray) literals = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; names[i] != NULL; i++)
    g_ptr_array_add (literals, rensa_ctext_quote (names[i]));
  rensa_librensa_append_list (program->functions, "  static const char *const names[] = { ", literals, " };\n");
}

static void
write_make (RensaLibrensaProgram *program, const RensaProject *project, const char *passes)
{
  const RensaModel *step = project->model;
  GPtrArray *models = rensa_network_get_models (project->network);
  g_autoptr (GPtrArray) conditions = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < models->len; i++)
    {
      const RensaModelNode *node = models->pdata[i];
      g_autofree char *call =
          g_strdup_printf ("make_%s (error)", (const char *) g_hash_table_lookup (program->bases, node->model));
      g_autofree char *making = rensa_librensa_write_frozen (program, node, call);

      g_ptr_array_add (conditions,
                       g_strdup_printf ("!rensa_link_take_child (step, \"%s\", %s, error)", node->name, making));
    }
  for (guint i = 0; i < step->order->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (step, g_array_index (step->order, int, i));
      g_autofree char *addition = node->kind == RENSA_MODEL_NODE_LINK || node->kind == RENSA_MODEL_NODE_NESTED
                                      ? rensa_librensa_write_addition (program, step, node, "step")
                                      : NULL;

      if (addition != NULL)
        g_ptr_array_add (conditions, g_strconcat ("!", addition, NULL));
    }
  g_string_append (program->functions, "static RensaLink *\n"
                                       "make_step (GError **error)\n"
                                       "{\n");
  write_names (program, project);
  g_string_append (program->functions, "  g_autoptr (RensaLink) step = rensa_step_new ();\n\n");
  rensa_librensa_append_conditions (program->functions, conditions);
  g_string_append_printf (program->functions,
                          "    return NULL;\n"
                          "  rensa_step_set_call (step, call_step, names, G_N_ELEMENTS (names), %u, %s);\n"
                          "%s"
                          "  return g_steal_pointer (&step);\n"
                          "}\n"
                          "\n",
                          project->losses->len, rensa_project_learns_whole (project) ? "FALSE" : "TRUE", passes);
}

void
rensa_librensa_write_step (RensaLibrensaProgram *program, const RensaProject *project)
{
  GPtrArray *models = rensa_network_get_models (project->network);
  g_autoptr (GString) passes = g_string_new (NULL);

  for (guint i = 0; i < models->len; i++)
    rensa_librensa_write_model (program, ((const RensaModelNode *) models->pdata[i])->model);
  rensa_librensa_write_nested (program, project->model);
  g_string_append (program->functions,
                   "/* What is computed of a batch: the losses, and what is reported beside them. */\n");
  write_call (program, project, RENSA_EXPORT_WHOLE, "step");
  write_passes (program, project, passes);
  write_make (program, project, passes->str);
}

/* Optimizers of the losses */

/* Returns { "gen", "dis" }; an empty list if there are no names. */
static char *
write_list (char **literals)
{
  g_autofree char *list = g_strjoinv (", ", literals);

  return g_strdup_printf ("{ %s }", list);
}

static char *
write_models (const RensaLossPlan *loss)
{
  g_autoptr (GStrvBuilder) literals = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  for (guint i = 0; loss->models[i] != NULL; i++)
    {
      g_autofree char *literal = rensa_ctext_quote (loss->models[i]);

      g_strv_builder_add (literals, literal);
    }
  list = g_strv_builder_end (literals);
  return write_list (list);
}

static char *
write_hooks (const RensaLossPlan *loss)
{
  g_autoptr (GStrvBuilder) literals = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  for (guint i = 0; i < loss->hooks->len; i++)
    {
      g_autofree char *literal = rensa_librensa_describe (loss->hooks->pdata[i]);

      g_strv_builder_add (literals, literal);
    }
  list = g_strv_builder_end (literals);
  return write_list (list);
}

static void
write_loss (const RensaLossPlan *loss, GString *text)
{
  g_autofree char *name = rensa_ctext_quote (loss->name);
  g_autofree char *models = write_models (loss);
  g_autofree char *optimizer = rensa_librensa_describe (loss->optimizer);
  g_autofree char *hooks = write_hooks (loss);

  g_string_append_printf (text, "  { .name = %s,\n    .models = %s,\n    .optimizer = %s,\n", name, models, optimizer);
  if (loss->hooks->len > 0)
    g_string_append_printf (text, "    .hooks = %s,\n", hooks);
  g_string_append_printf (text, "    .every = %d },\n", (int) loss->every);
}

void
rensa_librensa_write_losses (const RensaProject *project, GString *text)
{
  guint n_models = 0;
  guint n_hooks = 0;

  for (guint i = 0; i < project->losses->len; i++)
    {
      const RensaLossPlan *loss = project->losses->pdata[i];

      n_models = MAX (n_models, g_strv_length (loss->models));
      n_hooks = MAX (n_hooks, loss->hooks->len);
    }
  g_string_append_printf (text, loss_struct, n_models + 1);
  if (n_hooks > 0)
    g_string_append_printf (text, "  const char *hooks[%u];\n", n_hooks + 1);
  g_string_append (text, "  int every;\n"
                         "} Loss;\n"
                         "\n"
                         "static const Loss losses[] = {\n");
  for (guint i = 0; i < project->losses->len; i++)
    write_loss (project->losses->pdata[i], text);
  g_string_append (text, "};\n");
}

gboolean
rensa_librensa_losses_have_hooks (const RensaProject *project)
{
  for (guint i = 0; i < project->losses->len; i++)
    if (((const RensaLossPlan *) project->losses->pdata[i])->hooks->len > 0)
      return TRUE;
  return FALSE;
}

char *
rensa_librensa_write_others (const RensaProject *project)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) all = rensa_network_list_learners (project->network);

  for (guint i = 0; all[i] != NULL; i++)
    if (!rensa_project_is_learnt (project, all[i]))
      g_string_append_printf (text,
                              "  /* Nothing changes it, but snapshots have it. */\n"
                              "  rensa_updater_take_target (updater, \"%s\",\n"
                              "                             rensa_link_ref (rensa_link_find (step, \"%s\")), TRUE);\n",
                              all[i], all[i]);
  return g_strdup (text->str);
}
