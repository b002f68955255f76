/* cli-show.c: rensa show.
 * SPDX-License-Identifier: MIT */

#include "cli.h"

static char *
describe_outputs (const RensaNodeSummary *summary)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < summary->n_outputs; i++)
    {
      g_autofree char *shape = rensa_shape_to_string (&summary->outputs[i].shape);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", shape);
    }
  return g_string_free (text, FALSE);
}

/* Nodes of the outermost level count what is within them. */
static void
sum_up (GPtrArray *summaries, gint64 *n_params, gint64 *n_bytes)
{
  *n_params = *n_bytes = 0;
  for (guint i = 0; i < summaries->len; i++)
    {
      const RensaNodeSummary *summary = summaries->pdata[i];

      *n_params += summary->depth == 0 ? summary->n_params : 0;
      *n_bytes += summary->depth == 0 ? summary->n_bytes : 0;
    }
}

static void
print_row (const char *name, const char *type, const char *outputs, gint64 n_params, gint64 n_bytes)
{
  g_autofree char *params = cli_format_count (n_params);
  g_autofree char *bytes = cli_format_count (n_bytes);

  g_print ("%-20s %-22s %-24s %12s %14s\n", name, type, outputs, params, bytes);
}

static void
print_table (GPtrArray *summaries)
{
  gint64 n_params;
  gint64 n_bytes;

  g_print ("%-20s %-22s %-24s %12s %14s\n", "name", "type", "output", "parameters", "bytes");
  for (guint i = 0; i < summaries->len; i++)
    {
      const RensaNodeSummary *summary = summaries->pdata[i];
      g_autofree char *name =
          g_strdup_printf ("%*s%s", 2 * summary->depth, "",
                           strrchr (summary->path, '.') != NULL ? strrchr (summary->path, '.') + 1 : summary->path);
      g_autofree char *type =
          summary->repeat > 1 ? g_strdup_printf ("%s × %d", summary->type, summary->repeat) : g_strdup (summary->type);
      g_autofree char *outputs = describe_outputs (summary);

      print_row (name, type, outputs, summary->n_params, summary->n_bytes);
    }
  sum_up (summaries, &n_params, &n_bytes);
  print_row ("total", "", "", n_params, n_bytes);
  g_print ("\nShapes and bytes are those of one batch.\n");
}

static struct json_object *
summary_to_json (const RensaNodeSummary *summary)
{
  struct json_object *json = json_object_new_object ();
  struct json_object *outputs = json_object_new_array ();

  json_object_object_add (json, "name", json_object_new_string (summary->path));
  json_object_object_add (json, "type", json_object_new_string (summary->type));
  json_object_object_add (json, "repeat", json_object_new_int (summary->repeat));
  for (int i = 0; i < summary->n_outputs; i++)
    {
      struct json_object *output = json_object_new_object ();
      struct json_object *shape = json_object_new_array ();

      for (int axis = 0; axis < summary->outputs[i].shape.ndim; axis++)
        json_object_array_add (shape, json_object_new_int64 (summary->outputs[i].shape.dims[axis]));
      json_object_object_add (output, "dtype",
                              json_object_new_string (rensa_dtype_get_name (summary->outputs[i].dtype)));
      json_object_object_add (output, "shape", shape);
      json_object_array_add (outputs, output);
    }
  json_object_object_add (json, "outputs", outputs);
  json_object_object_add (json, "parameters", json_object_new_int64 (summary->n_params));
  json_object_object_add (json, "bytes", json_object_new_int64 (summary->n_bytes));
  return json;
}

static void
print_json (GPtrArray *summaries, gint64 batch_size)
{
  struct json_object *json = json_object_new_object ();
  struct json_object *nodes = json_object_new_array ();
  gint64 n_params;
  gint64 n_bytes;

  for (guint i = 0; i < summaries->len; i++)
    json_object_array_add (nodes, summary_to_json (summaries->pdata[i]));
  sum_up (summaries, &n_params, &n_bytes);
  json_object_object_add (json, "nodes", nodes);
  json_object_object_add (json, "batch_size", json_object_new_int64 (batch_size));
  json_object_object_add (json, "parameters", json_object_new_int64 (n_params));
  json_object_object_add (json, "bytes", json_object_new_int64 (n_bytes));
  g_print ("%s\n", json_object_to_json_string_ext (json, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE));
  json_object_put (json);
}

static int
run (const CliCommand *command, int argc, char **argv)
{
  g_auto (CliProject) project = { 0 };
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &json, "Print JSON", NULL },
    CLI_PROJECT_ENTRIES (project),
    { NULL },
  };
  g_autoptr (RensaBuilder) builder = NULL;
  g_autoptr (GPtrArray) summaries = NULL;
  GError *error = NULL;

  if (!cli_parse (command, entries, &argc, &argv, 1, 1) || !cli_set_threads (command, project.threads))
    return CLI_MISUSED;

  builder = cli_project_open (&project, argv[1], &error);
  summaries = builder != NULL ? rensa_builder_describe (builder, &error) : NULL;
  if (summaries == NULL)
    return cli_fail (error);

  if (json)
    print_json (summaries, rensa_builder_get_batch_size (builder));
  else
    {
      cli_tell_of_data (builder);
      print_table (summaries);
    }
  return CLI_OK;
}

const CliCommand cli_show = {
  .name = "show",
  .arguments = "FILE",
  .summary = "Shows the layers of a document's model: output shapes, parameters, memory",
  .run = run,
};
