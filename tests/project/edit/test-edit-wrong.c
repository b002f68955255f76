/* test-edit-wrong.c: changes of a document that is wrong, or that holds what nobody knows.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "project-fixture.h"
#include "rensa-edit.h"

/* Edits of wrong documents fail with a sentence, or do what can be done. */
static void
edit_wrong (RensaDocument *document, const char *scope)
{
  const char *const names[] = { "a", NULL };
  g_autofree char *text = NULL;
  g_autoptr (RensaDocument) again = NULL;

  g_free (rensa_document_add_node (document, scope, "relu", NULL, 0, 0, NULL));
  g_free (rensa_document_insert_after (document, scope, "a", "relu", 0, 0, NULL));
  g_free (rensa_document_copy_nodes (document, scope, names, NULL));
  rensa_document_connect (document, scope, "a", "relu1", NULL);
  rensa_document_tidy (document, scope, NULL);
  rensa_document_rename_node (document, scope, "a", "c", NULL);
  rensa_document_remove_nodes (document, scope, names, NULL);
  text = rensa_document_to_text (document);
  again = document_of (text);
  g_assert_nonnull (again);
}

static void
test_wrong_documents (void)
{
  static const char *const models[] = {
    "3",
    "{}",
    "{'nodes': 3}",
    "{'nodes': [3, null, {}, {'name': 7}, {'name': 'a'}, {'name': 'a', 'type': 'relu'}], 'edges': [3, {'from': 1}]}",
    "{'nodes': [{'name': 'a', 'type': 'Chain'}, {'name': 'b', 'type': 'Chain', 'model': 3}], 'edges': 3}",
    /* Two nodes that feed each other, and endings that do not exist. */
    "{'nodes': [{'name': 'a', 'type': 'relu'}, {'name': 'b', 'type': 'relu'}], 'edges': [{'from': 'a', 'to': 'b'}, "
    "{'from': 'a:9', 'to': 'b:z'}, {'from': 'b', 'to': 'a'}], 'outputs': [7, null, 'q']}",
    NULL,
  };
  static const char *const scopes[] = { "", "a", "b", "4", "nowhere.b", NULL };

  for (guint i = 0; models[i] != NULL; i++)
    for (guint j = 0; scopes[j] != NULL; j++)
      {
        g_autoptr (RensaDocument) document = document_of_model (models[i]);

        edit_wrong (document, scopes[j]);
      }
}

/* What nobody knows is kept. */
static void
test_unknown_fields (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document =
      document_of_model ("{'nodes': [{'name': 'x', 'type': 'Input', 'colour': 'red'}, {'name': 'a', 'type': 'relu'}], "
                         "'edges': [{'from': 'x', 'to': 'a', 'bend': 0.10}], 'zoom': 1.50}");
  g_autofree char *name = rensa_document_insert_after (document, "", "x", "relu", 0, 0, &error);
  g_autofree char *text = NULL;

  g_assert_cmpstr (name, ==, "relu1");
  g_assert_true (rensa_document_rename_node (document, "", "x", "input", &error));
  text = rensa_document_to_text (document);
  g_assert_nonnull (strstr (text, "\"colour\": \"red\""));
  g_assert_nonnull (strstr (text, "\"from\": \"relu1\", \"to\": \"a\", \"bend\": 0.10"));
  g_assert_nonnull (strstr (text, "\"zoom\": 1.50"));
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/edit/wrong-documents", test_wrong_documents);
  g_test_add_func ("/project/edit/unknown-fields", test_unknown_fields);
  return g_test_run ();
}
