/* cli-show.c: rensa show.
 * SPDX-License-Identifier: MIT */

#include "cli.h"

static char *
describe_outputs (const RensaNodeFacts *known)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < known->n_outputs; i++)
    {
      g_autofree char *shape = rensa_type_to_string (&known->outputs[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", shape);
    }
  return g_string_free (text, FALSE);
}

static void
print_row (const char *name, const char *type, const char *outputs, const char *n_params, const char *n_bytes)
{
  static const int widths[] = { -20, -22, -24, 12, 14 };
  const char *const cells[] = { name, type, outputs, n_params, n_bytes };

  cli_print_cells (cells, widths, G_N_ELEMENTS (cells), " ");
}

static void
print_counts (const char *name, const char *type, const char *outputs, gint64 n_params, gint64 n_bytes)
{
  g_autofree char *params = cli_format_count (n_params);
  g_autofree char *bytes = cli_format_count (n_bytes);

  print_row (name, type, outputs, params, bytes);
}

static int
count_dots (const char *path)
{
  int n = 0;

  for (const char *c = path; *c != '\0'; c++)
    n += *c == '.' ? 1 : 0;
  return n;
}

static void
print_table (const RensaFacts *facts)
{
  g_autoptr (GPtrArray) nodes = rensa_network_list_nodes (rensa_facts_get_network (facts));
  const gint64 n_frozen = rensa_facts_count_frozen (facts, NULL);
  gint64 n_params;
  gint64 n_bytes;

  print_row (_ ("name"), _ ("type"), _ ("output"), _ ("parameters"), _ ("bytes"));
  for (guint i = 0; i < nodes->len; i++)
    {
      const RensaModelNode *node = nodes->pdata[i];
      const RensaNodeFacts *known = rensa_facts_get (facts, node);
      g_autofree char *name = g_strdup_printf ("%*s%s", 2 * count_dots (node->path), "", node->name);
      g_autofree char *type =
          node->repeat > 1 ? g_strdup_printf ("%s × %d", node->type, node->repeat) : g_strdup (node->type);
      g_autofree char *outputs = describe_outputs (known);

      print_counts (name, type, outputs, known->n_params, known->n_bytes);
    }
  rensa_facts_sum_up (facts, &n_params, &n_bytes);
  print_counts (_ ("total"), "", "", n_params, n_bytes);
  if (n_frozen > 0)
    print_counts (_ ("frozen"), "", "", n_frozen, 0);
  g_print ("\n%s\n", _ ("Shapes and bytes are those of one batch."));
}

static struct json_object *
node_to_json (const RensaModelNode *node, const RensaNodeFacts *known)
{
  struct json_object *json = json_object_new_object ();
  struct json_object *outputs = json_object_new_array ();

  json_object_object_add (json, "name", json_object_new_string (node->path));
  json_object_object_add (json, "type", json_object_new_string (node->type));
  json_object_object_add (json, "repeat", json_object_new_int (node->repeat));
  json_object_object_add (json, "frozen", json_object_new_boolean (node->is_frozen));
  for (int i = 0; i < known->n_outputs; i++)
    {
      struct json_object *output = json_object_new_object ();
      struct json_object *shape = json_object_new_array ();

      for (int axis = 0; axis < known->outputs[i].shape.ndim; axis++)
        json_object_array_add (shape, json_object_new_int64 (known->outputs[i].shape.dims[axis]));
      json_object_object_add (output, "dtype", json_object_new_string (rensa_dtype_get_name (known->outputs[i].dtype)));
      json_object_object_add (output, "shape", shape);
      json_object_array_add (outputs, output);
    }
  json_object_object_add (json, "outputs", outputs);
  json_object_object_add (json, "parameters", json_object_new_int64 (known->n_params));
  json_object_object_add (json, "bytes", json_object_new_int64 (known->n_bytes));
  return json;
}

static void
print_json (const RensaFacts *facts, gint64 batch_size)
{
  g_autoptr (GPtrArray) nodes = rensa_network_list_nodes (rensa_facts_get_network (facts));
  struct json_object *json = json_object_new_object ();
  struct json_object *array = json_object_new_array ();
  gint64 n_params;
  gint64 n_bytes;

  for (guint i = 0; i < nodes->len; i++)
    json_object_array_add (array, node_to_json (nodes->pdata[i], rensa_facts_get (facts, nodes->pdata[i])));
  rensa_facts_sum_up (facts, &n_params, &n_bytes);
  json_object_object_add (json, "nodes", array);
  json_object_object_add (json, "batch_size", json_object_new_int64 (batch_size));
  json_object_object_add (json, "parameters", json_object_new_int64 (n_params));
  json_object_object_add (json, "frozen", json_object_new_int64 (rensa_facts_count_frozen (facts, NULL)));
  json_object_object_add (json, "bytes", json_object_new_int64 (n_bytes));
  g_print ("%s\n", json_object_to_json_string_ext (json, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE));
  json_object_put (json);
}

/* Hints, which do not prevent training, are printed next to the table. */
static gboolean
check_extensions (RensaBuilder *builder, GError **error)
{
  g_autoptr (GPtrArray) hints = g_ptr_array_new_with_free_func (g_free);

  if (!rensa_builder_check_extensions (builder, hints, error))
    return FALSE;
  for (guint i = 0; i < hints->len; i++)
    cli_tell ("%s", (const char *) hints->pdata[i]);
  return TRUE;
}

static int
run (const CliCommand *command, int argc, char **argv)
{
  g_auto (CliProject) project = { 0 };
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &json, N_ ("Print JSON"), NULL },
    CLI_PROJECT_ENTRIES (project),
    { NULL },
  };
  g_autoptr (RensaBuilder) builder = NULL;
  const RensaFacts *facts;
  GError *error = NULL;

  if (!cli_parse (command, entries, &argc, &argv, 1, 1) || !cli_set_threads (command, project.threads))
    return CLI_MISUSED;

  builder = cli_project_open (&project, argv[1], &error);
  facts = builder != NULL ? rensa_builder_get_facts (builder, &error) : NULL;
  if (facts == NULL || !check_extensions (builder, &error))
    return cli_fail (error);

  if (json)
    print_json (facts, rensa_builder_get_batch_size (builder));
  else
    {
      cli_tell_of_data (builder);
      print_table (facts);
    }
  return CLI_OK;
}

const CliCommand cli_show = {
  .name = "show",
  .arguments = N_ ("FILE"),
  .summary = N_ ("Shows the layers of a document's model: output shapes, parameters, memory"),
  .run = run,
};
