/* rensa-python-main.c: input and output of programs.
 * SPDX-License-Identifier: MIT */

#include "rensa-exporter.h"
#include "rensa-python-private.h"
#include "rensa-python-program-private.h"
#include "rensa-trainer.h"

gboolean
rensa_python_has_several_losses (const RensaProject *project)
{
  return rensa_project_has_step (project) && !rensa_project_learns_whole (project);
}

char *
rensa_python_list_fields (RensaPythonProgram *program, const RensaProject *project, const char *part)
{
  const int n = rensa_python_count_fields (project->model);
  GString *arrays = g_string_new (NULL);

  for (int i = 0; i < n; i++)
    {
      g_autofree char *key = rensa_project_has_step (project) ? rensa_export_dup_field_key (i, part)
                                                              : rensa_export_dup_key (i + 1 < n ? i : -1, n - 1, part);

      g_string_append (arrays, i > 0 ? ", " : "");
      g_string_append_printf (arrays, program->has_sequences ? "read_field(data, '%s')" : "data['%s']", key);
    }
  return g_string_free (arrays, FALSE);
}

static void
add_column (const RensaProject *project, gboolean validates, GString *columns, const char *name)
{
  g_autofree char *key =
      rensa_python_has_several_losses (project) ? g_strdup (name) : g_strconcat (RENSA_MAIN "/", name, NULL);
  g_autofree char *validation = g_strconcat ("validation/", key, NULL);
  g_autofree char *quoted = rensa_python_quote (key);
  g_autofree char *quoted_validation = rensa_python_quote (validation);

  g_string_append_printf (columns, ", %s", quoted);
  if (validates)
    g_string_append_printf (columns, ", %s", quoted_validation);
}

static char *
list_step_columns (const RensaProject *project, gboolean validates)
{
  GString *columns = g_string_new ("['epoch', 'iteration'");

  for (guint i = 0; i < project->losses->len; i++)
    {
      const RensaLossPlan *loss = project->losses->pdata[i];
      g_autofree char *name =
          rensa_python_has_several_losses (project) ? g_strconcat (loss->name, "/loss", NULL) : g_strdup ("loss");

      add_column (project, validates, columns, name);
    }
  for (guint i = 0; i < project->reports->len; i++)
    add_column (project, validates, columns, ((const RensaReportPlan *) project->reports->pdata[i])->name);
  g_string_append (columns, ", 'elapsed_time']");
  return g_string_free (columns, FALSE);
}

char *
rensa_python_list_columns (const RensaProject *project, gboolean validates)
{
  GString *columns;

  if (rensa_project_has_step (project))
    return list_step_columns (project, validates);
  columns = g_string_new ("['epoch', 'iteration', 'main/loss'");
  g_string_append (columns, validates ? ", 'validation/main/loss'" : "");
  if (project->accuracy != NULL)
    g_string_append_printf (columns, ", 'main/accuracy'%s", validates ? ", 'validation/main/accuracy'" : "");
  g_string_append (columns, ", 'elapsed_time']");
  return g_string_free (columns, FALSE);
}
