/* test-hostile-names.c: no text of a document leads out of the folder of results.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <string.h>

#include "project-fixture.h"
#include "rensa-trainer.h"

/* What a file name could be that is none, "@" being the folder in which everything lies. */
static const char *const hostile[] = {
  "",
  ".",
  "..",
  "../victim",
  "../../victim",
  "../victim.png",
  "../victim.dot",
  "../../victim.svg",
  "sub/../../victim",
  "sub/victim",
  "..\\victim",
  "@/victim",
  "@/victim.png",
  "./log",
  ".hidden",
  "lock",
  "LOCK",
  "model.npz",
  "resume_iter_1",
  "resume_iter_{.updater.iteration}",
  "../{.updater.iteration}",
  "{.updater.iteration}/../../victim",
  "{.updater.out}",
  "{",
  "a\nb",
  "a\x1b[31mb",
  "a\xc2\x85z",
};

/* Where a document holds a component of each kind. */
static const char *const places[RENSA_N_COMPONENT_KINDS][5] = {
  [RENSA_COMPONENT_FUNCTION] = { "model", "nodes", "2" },
  [RENSA_COMPONENT_LINK] = { "model", "nodes", "2" },
  [RENSA_COMPONENT_OPTIMIZER] = { "optimizer" },
  [RENSA_COMPONENT_OPTIMIZER_HOOK] = { "hooks", "0" },
  [RENSA_COMPONENT_DATASET] = { "data", "dataset" },
  [RENSA_COMPONENT_TRANSFORM] = { "data", "preprocessing", "0" },
  [RENSA_COMPONENT_ITERATOR] = { "data", "iterator" },
  [RENSA_COMPONENT_UPDATER] = { "updater" },
  [RENSA_COMPONENT_TRIGGER] = { "stop" },
  [RENSA_COMPONENT_EXTENSION] = { "extensions", "1" },
  [RENSA_COMPONENT_INPUT] = { "step", "nodes", "2" },
};

/* One folder for all tries, and for extensions, which report something of every parameter under their own name, a model with only
 * one of them: GLib never forgets a text that was interned, and looks like leaking where there are thousands. */
static char *base;
static const char one_parameter[] =
    "{\"nodes\": [{\"name\": \"x\", \"type\": \"Input\"},"
    " {\"name\": \"l1\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 2, \"nobias\": true}}],"
    " \"edges\": [{\"from\": \"x\", \"to\": \"l1\"}], \"outputs\": [\"l1\"]}";

/* The folder of results lies two below the top, beside things that nobody may touch. */
typedef struct
{
  char *top;
  char *out;
  char *before; /* what there is outside @out, and what is not a run's own in it */
} Sandbox;

static void
put (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, "precious", -1, NULL));
}

static gboolean
is_kept (const char *name)
{
  return g_str_equal (name, "lock") || g_str_equal (name, "model.npz") || g_str_has_prefix (name, "resume_iter_");
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Names and contents. */
static void
append_tree (GString *text, const char *folder, const char *out)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *bytes = NULL;

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        append_tree (text, path, out);
      else if (!g_str_equal (folder, out) || is_kept (name))
        {
          g_assert_true (g_file_get_contents (path, &bytes, NULL, NULL));
          g_ptr_array_add (lines, g_strdup_printf ("%s: %s\n", path, bytes));
        }
    }
  g_ptr_array_sort (lines, compare_lines);
  for (guint i = 0; i < lines->len; i++)
    g_string_append (text, lines->pdata[i]);
}

static char *
list_tree (Sandbox *sandbox)
{
  GString *text = g_string_new (NULL);

  append_tree (text, sandbox->top, sandbox->out);
  return g_string_free (text, FALSE);
}

static void
sandbox_open (Sandbox *sandbox)
{
  g_autofree char *middle = NULL;
  g_autofree char *sub = NULL;

  sandbox->top = g_build_filename (base, "top", NULL);
  middle = g_build_filename (sandbox->top, "middle", NULL);
  sandbox->out = g_build_filename (middle, "out", NULL);
  sub = g_build_filename (sandbox->out, "sub", NULL);
  g_assert_cmpint (g_mkdir_with_parents (sub, 0700), ==, 0);
  g_assert_cmpint (g_chdir (middle), ==, 0);
  put (sandbox->top, "victim");
  put (middle, "victim");
  put (middle, "2019");
  put (sandbox->out, "lock");
  put (sandbox->out, "model.npz");
  put (sandbox->out, "resume_iter_1");
  sandbox->before = list_tree (sandbox);
}

static void
sandbox_close (Sandbox *sandbox)
{
  g_assert_cmpint (g_chdir (g_get_tmp_dir ()), ==, 0);
  test_folder_remove (sandbox->top);
  g_free (sandbox->top);
  g_free (sandbox->out);
  g_free (sandbox->before);
}

static struct json_object *
get_element (struct json_object *json, const char *name)
{
  return json_object_is_type (json, json_type_array)
             ? json_object_array_get_idx (json, g_ascii_strtoull (name, NULL, 10))
             : json_object_object_get (json, name);
}

/* @test_document, or @test_step for nodes of a step, with @component in its place; three iterations, each of them with all extensions. */
static char *
make_document (RensaComponentKind kind, struct json_object *component)
{
  g_autoptr (RensaJson) document = json_tokener_parse (kind == RENSA_COMPONENT_INPUT ? test_step : test_document);
  struct json_object *at = document;
  guint i = 0;

  json_object_object_add (document, "stop",
                          json_tokener_parse ("{\"type\": \"IntervalTrigger\", \"attrs\": "
                                              "{\"period\": 3, \"unit\": \"iteration\"}}"));
  json_object_object_add (document, "updater", json_tokener_parse ("{\"type\": \"StandardUpdater\"}"));
  if (kind == RENSA_COMPONENT_EXTENSION)
    json_object_object_add (document, "model", json_tokener_parse (one_parameter));
  json_object_object_add (json_object_object_get (document, "data"), "preprocessing", json_object_new_array ());
  for (; places[kind][i + 1] != NULL; i++)
    at = get_element (at, places[kind][i]);
  if (json_object_is_type (at, json_type_array))
    json_object_array_put_idx (at, g_ascii_strtoull (places[kind][i], NULL, 10), component);
  else
    json_object_object_add (at, places[kind][i], component);
  return g_strdup (json_object_to_json_string (document));
}

/* FALSE where it is refused, or fails. */
static gboolean
train (const char *text, const char *out, GError **error)
{
  g_autoptr (RensaDocument) document = rensa_document_parse (text, -1, "test.rensa", error);
  g_autoptr (RensaBuilder) builder = document != NULL ? rensa_builder_new (document, out, error) : NULL;
  g_autoptr (RensaTrainer) trainer = builder != NULL ? rensa_builder_make_trainer (builder, out, error) : NULL;

  return trainer != NULL && rensa_trainer_run (trainer, error);
}

/* What @component would be with everything that it requires, and one value that somebody else chose. */
static struct json_object *
make_component (RensaComponentKind kind, const RensaComponent *component, const char *attr, const char *value)
{
  struct json_object *json = json_object_new_object ();
  struct json_object *attrs = json_object_new_object ();

  json_object_object_add (json, "type", json_object_new_string (component->name));
  json_object_object_add (json, "attrs", attrs);
  if (kind == RENSA_COMPONENT_FUNCTION || kind == RENSA_COMPONENT_LINK)
    json_object_object_add (json, "name", json_object_new_string ("relu1"));
  if (kind == RENSA_COMPONENT_INPUT)
    json_object_object_add (json, "name", json_object_new_string ("x_fake"));
  if (kind == RENSA_COMPONENT_EXTENSION)
    json_object_object_add (json, "trigger",
                            json_tokener_parse ("{\"type\": \"IntervalTrigger\", \"attrs\": "
                                                "{\"period\": 1, \"unit\": \"iteration\"}}"));
  for (guint i = 0; i < component->n_attrs; i++)
    if (component->attrs[i].required && component->attrs[i].type == RENSA_ATTR_TYPE_STRING)
      json_object_object_add (attrs, component->attrs[i].name, json_object_new_string ("main/loss"));
  json_object_object_add (attr != NULL ? attrs : json, attr != NULL ? attr : "name", json_object_new_string (value));
  return json;
}

static void
try (RensaComponentKind kind, const RensaComponent *component, const RensaAttrSpec *spec, const char *template)
{
  Sandbox sandbox;
  g_autoptr (GString) value = g_string_new (template);
  g_autofree char *text = NULL;
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;
  gboolean ok;

  sandbox_open (&sandbox);
  g_string_replace (value, "@", sandbox.top, 0);
  text = make_document (kind, make_component (kind, component, spec != NULL ? spec->name : NULL, value->str));
  ok = train (text, sandbox.out, &error);
  g_test_message ("%s: %s=“%s”: %s", component->name, spec != NULL ? spec->name : "name", value->str,
                  ok ? "ran" : error->message);

  g_assert_true (error == NULL || g_utf8_validate (error->message, -1, NULL));
  after = list_tree (&sandbox);
  g_assert_cmpstr (after, ==, sandbox.before);
  if (spec != NULL && (spec->role == RENSA_STRING_FILE_NAME || spec->role == RENSA_STRING_FILE_PATTERN))
    g_assert_nonnull (strstr (error->message, " expects the name of a file in the output folder"));
  sandbox_close (&sandbox);
}

static void
try_all (RensaComponentKind kind, const RensaComponent *component, const RensaAttrSpec *spec)
{
  /* A kind of component that nothing tries would be a hole. */
  g_assert_nonnull (places[kind][0]);
  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    try (kind, component, spec, hostile[i]);
}

static void
test_all (void)
{
  for (RensaComponentKind kind = 0; kind < RENSA_N_COMPONENT_KINDS; kind++)
    {
      guint n;
      const RensaComponent *const *components = rensa_registry_list (kind, &n);

      for (guint i = 0; i < n; i++)
        {
          for (guint j = 0; j < components[i]->n_attrs; j++)
            if (components[i]->attrs[j].type == RENSA_ATTR_TYPE_STRING)
              try_all (kind, components[i], &components[i]->attrs[j]);
          if (kind == RENSA_COMPONENT_EXTENSION)
            try_all (kind, components[i], NULL);
        }
    }
}

/* The descriptors say what makes a file of its own: no extension writes where no such attribute is. */
static void
test_good_names (void)
{
  static const char *const good[] = { "LogReport(filename='log.json')", "DumpGraph(filename='Graph 1.dot')",
                                      "PlotReport(y_keys=main/loss, filename='Verlauf ä.svg')",
                                      "snapshot(filename='{.updater.epoch}-{.updater.iteration}.npz')",
                                      "snapshot_object(filename='a..b')" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      Sandbox sandbox;
      g_autofree char *text = make_document (RENSA_COMPONENT_EXTENSION, json_object_new_string (good[i]));
      g_autoptr (GError) error = NULL;

      sandbox_open (&sandbox);
      train (text, sandbox.out, &error);
      g_assert_no_error (error);
      sandbox_close (&sandbox);
    }
}

int
main (int argc, char **argv)
{
  int status;

  project_tests_init (&argc, &argv);
  base = test_folder_new ();
  g_test_add_func ("/project/edit/hostile-names/all-strings", test_all);
  g_test_add_func ("/project/edit/hostile-names/good-ones", test_good_names);
  status = g_test_run ();
  test_folder_free (base);
  return status;
}
