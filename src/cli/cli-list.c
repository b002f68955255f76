/* cli-list.c: rensa list.
 * SPDX-License-Identifier: MIT */

#include "cli.h"
#include "rensa-function-facts.h"

static const char *const kinds[RENSA_N_COMPONENT_KINDS] = {
  [RENSA_COMPONENT_FUNCTION] = "functions",         [RENSA_COMPONENT_LINK] = "links",
  [RENSA_COMPONENT_INITIALIZER] = "initializers",   [RENSA_COMPONENT_OPTIMIZER] = "optimizers",
  [RENSA_COMPONENT_OPTIMIZER_HOOK] = "hooks",       [RENSA_COMPONENT_DATASET] = "datasets",
  [RENSA_COMPONENT_TRANSFORM] = "transforms",       [RENSA_COMPONENT_ITERATOR] = "iterators",
  [RENSA_COMPONENT_ORDER_SAMPLER] = "orders",       [RENSA_COMPONENT_UPDATER] = "updaters",
  [RENSA_COMPONENT_TRIGGER] = "triggers",           [RENSA_COMPONENT_EXTENSION] = "extensions",
  [RENSA_COMPONENT_DISTRIBUTION] = "distributions", [RENSA_COMPONENT_INPUT] = "inputs",
};

/* Functions without a group are internal helpers. */
static gboolean
is_listed (RensaComponentKind kind, const RensaComponent *component)
{
  return kind != RENSA_COMPONENT_FUNCTION || component->group != NULL;
}

static const char *
get_group (const RensaComponent *component)
{
  return component->group != NULL ? component->group->name : NULL;
}

static int
compare_components (gconstpointer a, gconstpointer b)
{
  const RensaComponent *first = *(const RensaComponent *const *) a;
  const RensaComponent *second = *(const RensaComponent *const *) b;
  const int groups = g_strcmp0 (get_group (first), get_group (second));

  return groups != 0 ? groups : strcmp (first->name, second->name);
}

/* Functions are numerous, so each of their groups has a heading. */
static void
print_kind (RensaComponentKind kind)
{
  guint n;
  const RensaComponent *const *components = rensa_registry_list (kind, &n);
  g_autoptr (GPtrArray) listed = g_ptr_array_new ();
  const char *group = NULL;
  int width = 0;

  for (guint i = 0; i < n; i++)
    if (is_listed (kind, components[i]))
      {
        g_ptr_array_add (listed, (gpointer) components[i]);
        width = MAX (width, (int) strlen (components[i]->name));
      }
  g_ptr_array_sort (listed, compare_components);

  for (guint i = 0; i < listed->len; i++)
    {
      const RensaComponent *component = listed->pdata[i];
      const char *heading = kind == RENSA_COMPONENT_FUNCTION ? component->group->name : NULL;

      if (i == 0 || g_strcmp0 (heading, group) != 0)
        g_print (heading != NULL ? "%s, %s\n" : "%s\n", kinds[kind], heading);
      group = heading;
      g_print ("  %-*s  %s\n", width, component->name, component->summary != NULL ? _ (component->summary) : "");
    }
}

static struct json_object *
kind_to_json (RensaComponentKind kind)
{
  struct json_object *list = json_object_new_array ();
  guint n;
  const RensaComponent *const *components = rensa_registry_list (kind, &n);

  for (guint i = 0; i < n; i++)
    if (is_listed (kind, components[i]))
      json_object_array_add (list, kind == RENSA_COMPONENT_FUNCTION
                                       ? rensa_function_to_json ((const RensaFunctionClass *) components[i])
                                       : rensa_component_to_json (components[i]));
  return list;
}

static void
print_json (int wanted)
{
  struct json_object *all = json_object_new_object ();

  for (int kind = 0; kind < RENSA_N_COMPONENT_KINDS; kind++)
    if (wanted < 0 || wanted == kind)
      json_object_object_add (all, kinds[kind], kind_to_json (kind));
  g_print ("%s\n", json_object_to_json_string_ext (all, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE));
  json_object_put (all);
}

static int
find_kind (const char *name)
{
  for (int kind = 0; kind < RENSA_N_COMPONENT_KINDS; kind++)
    if (g_str_equal (kinds[kind], name))
      return kind;
  return -1;
}

static int
run (const CliCommand *command, int argc, char **argv)
{
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &json,
      N_ ("Print all facts about the components, including attributes, as JSON"), NULL },
    { NULL },
  };
  int wanted;

  if (!cli_parse (command, entries, &argc, &argv, 0, 1))
    return CLI_MISUSED;

  wanted = argc > 1 ? find_kind (argv[1]) : -1;
  if (argc > 1 && wanted < 0)
    return cli_misuse (command, _ ("There is no kind “%s” of components."), argv[1]);
  if (json)
    {
      print_json (wanted);
      return CLI_OK;
    }
  for (int kind = 0; kind < RENSA_N_COMPONENT_KINDS; kind++)
    if (wanted < 0 || wanted == kind)
      print_kind (kind);
  return CLI_OK;
}

const CliCommand cli_list = {
  .name = "list",
  .arguments = N_ ("[KIND]"),
  .summary = N_ ("Lists the components of documents"),
  .details = N_ (
      "KIND is functions, links, initializers, optimizers, hooks, datasets, transforms, iterators, orders, updaters,\n"
      "triggers, extensions, distributions or inputs."),
  .run = run,
};
