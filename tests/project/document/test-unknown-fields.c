/* test-unknown-fields.c: fields of a document that have no meaning.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "project-fixture.h"
#include "rensa-analysis.h"
#include "rensa-data-cache.h"
#include "rensa-document-faults.h"
#include "rensa-document-fields.h"
#include "rensa-mistakes.h"
#include "rensa-project.h"

static void
add_line (const char *place, const RensaFault *fault, gpointer lines)
{
  g_assert_true (fault->code == &rensa_fault_not_here);
  g_string_append_printf (lines, "%s: %s, %s\n", place, fault->found,
                          fault->suggestion != NULL ? fault->suggestion : "-");
}

static char *
list_unknown (RensaDocument *document)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  rensa_document_foreach_unknown (document, add_line, lines);
  return g_string_free (g_steal_pointer (&lines), FALSE);
}

/* Maps, whose members have names of the user, and the attributes of components, which refuse others. */
static gboolean
is_open (const char *name)
{
  return strcmp (name, "attrs") == 0 || strcmp (name, "models") == 0 || strcmp (name, "weights_map") == 0;
}

static void check_below (RensaDocument *document, struct json_object *json, guint *n);

/* A copy of the member @name, called @name and "z", is reported; nothing else is. */
static void
check_misspelled (RensaDocument *document, struct json_object *json, const char *name, struct json_object *value)
{
  g_autofree char *wrong = g_strconcat (name, "z", NULL);
  g_autofree char *end = g_strdup_printf ("%s: %s, %s\n", wrong, wrong, name);
  g_autofree char *found = NULL;

  json_object_object_add (json, wrong, json_object_get (value));
  found = list_unknown (document);
  json_object_object_del (json, wrong);
  if (!g_str_has_suffix (found, end) || strchr (found, '\n') != found + strlen (found) - 1)
    g_error ("expected one line that ends in “%s”, found “%s”", end, found);
}

static void
check_object (RensaDocument *document, struct json_object *json, gboolean is_map, guint *n)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  {
    json_object_object_foreach (json, name, value)
    {
      (void) value;
      g_ptr_array_add (names, g_strdup (name));
    }
  }
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = names->pdata[i];
      struct json_object *value = rensa_json_get_member (json, name);

      if (!is_map)
        {
          check_misspelled (document, json, name, value);
          ++*n;
        }
      if (strcmp (name, "models") == 0 && json_object_is_type (value, json_type_object))
        check_object (document, value, TRUE, n);
      else if (!is_open (name))
        check_below (document, value, n);
    }
}

static void
check_below (RensaDocument *document, struct json_object *json, guint *n)
{
  if (json_object_is_type (json, json_type_object))
    check_object (document, json, FALSE, n);
  for (gsize i = 0; json_object_is_type (json, json_type_array) && i < json_object_array_length (json); i++)
    check_below (document, json_object_array_get_idx (json, i), n);
}

/* Every member at every depth of the examples, which have no unknown ones. */
static void
test_misspelled (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (RensaDocument) document = g_str_has_suffix (name, ".rensa") ? rensa_document_load (path, NULL) : NULL;
      g_autofree char *found = document != NULL ? list_unknown (document) : NULL;

      if (document == NULL)
        continue;
      g_assert_cmpstr (found, ==, "");
      check_below (document, rensa_document_get_json (document), &n);
    }
  g_assert_cmpuint (n, >, 1000);
}

/* They are hints: a newer version may have written them. */
static void
test_hint (void)
{
  g_autoptr (RensaDocument) document = document_of (test_document);
  g_autoptr (RensaProject) project = NULL;
  g_autoptr (GString) hints = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  json_object_object_add (rensa_document_change (document), "hook", json_object_new_array ());
  json_object_object_add (rensa_document_change (document), "studio", json_object_new_object ());
  project = rensa_project_new (document);
  g_assert_true (rensa_project_check (project, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < project->mistakes->len; i++)
    {
      const RensaMistake *mistake = project->mistakes->pdata[i];
      g_autofree char *sentence = rensa_error_to_sentence (mistake->error);

      g_assert_true (mistake->is_hint);
      g_string_append_printf (hints, "%s: %s\n", mistake->place, sentence);
    }
  g_assert_cmpstr (hints->str, ==,
                   "hook: There is no field hook here; did you mean hooks?\n"
                   "studio: There is no field studio here.\n");
}

static void
count_line (const char *place, const RensaFault *fault, gpointer n)
{
  g_assert_cmpuint (strlen (place), <, 300);
  g_assert_null (strchr (place, '\x1b'));
  g_assert_null (strchr (place, '\n'));
  ++*(guint *) n;
}

/* A file may hold any number of them, with any names. */
static void
test_hostile (void)
{
  g_autoptr (RensaDocument) document = document_of (test_document);
  g_autofree char *longest = g_strnfill (100000, 'x');
  guint n = 0;

  json_object_object_add (rensa_document_change (document), longest, json_object_new_array ());
  json_object_object_add (rensa_document_change (document), "a\n\x1b[31m", json_object_new_array ());
  rensa_document_foreach_unknown (document, count_line, &n);
  g_assert_cmpuint (n, ==, 2);
  for (int i = 0; i < 1000; i++)
    {
      g_autofree char *name = g_strdup_printf ("field%d", i);

      json_object_object_add (rensa_document_change (document), name, NULL);
    }
  n = 0;
  rensa_document_foreach_unknown (document, count_line, &n);
  g_assert_cmpuint (n, ==, 20);
}

/* The hint is about the node that has the field, also in a model of a step, and offers nothing that would change it. */
static void
check_node (const char *text, const char *path)
{
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaAnalysis) analysis = rensa_analysis_new (document, cache);
  const RensaProblem *hint;

  g_assert_cmpuint (rensa_analysis_get_n_hints (analysis), ==, 1);
  hint = rensa_analysis_get_hint (analysis, 0);
  g_assert_true (strstr (hint->sentence, "colour") != NULL);
  g_assert_cmpstr (hint->node, ==, path);
  g_assert_null (hint->repair);
}

static void
test_nodes (void)
{
  g_autofree char *outer = document_text_with ("\"name\": \"relu1\"", "\"colour\": 1, \"name\": \"relu1\"");
  g_autofree char *edge = document_text_with ("\"to\": \"relu1\"", "\"colour\": 1, \"to\": \"relu1\"");
  g_autofree char *step = step_text_with ("'name': 'x_fake'", "'colour': 1, 'name': 'x_fake'");

  g_autofree char *inner = step_text_with ("'name': 'tanh0'", "'colour': 1, 'name': 'tanh0'");

  check_node (outer, "relu1");
  check_node (edge, NULL);
  check_node (step, "x_fake");
  check_node (inner, "dis.tanh0");
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/document/unknown-fields/misspelled", test_misspelled);
  g_test_add_func ("/project/document/unknown-fields/hint", test_hint);
  g_test_add_func ("/project/document/unknown-fields/hostile", test_hostile);
  g_test_add_func ("/project/document/unknown-fields/nodes", test_nodes);
  return g_test_run ();
}
