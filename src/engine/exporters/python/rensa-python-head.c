/* rensa-python-head.c: docstring and imports of a program.
 * SPDX-License-Identifier: MIT */

#include "rensa-python-program-private.h"
#include "rensa-python-private.h"

void
rensa_python_write_docstring (RensaPythonProgram *program, GString *text, const RensaSettings *settings,
                              const char *data)
{
  g_autoptr (GString) promise = g_string_new (program->dialect->promise);
  g_autoptr (GString) paragraphs = g_string_new (
      settings->name != NULL && settings->name[0] != '\0' ? settings->name : "A network and its training");

  if (settings->description != NULL && settings->description[0] != '\0')
    g_string_append_printf (paragraphs, "\n\n%s", settings->description);
  g_string_replace (promise, "{data}", data, 0);
  g_string_append_printf (paragraphs, "\n\nMade by Rensa for %s", promise->str);
  if (!g_str_equal (settings->device, "cpu"))
    g_string_append_printf (paragraphs, "\n\nIt trains on the CPU; the document names “%s”.", settings->device);
  rensa_python_append_docstring (text, paragraphs->str);
}

/* Returns TRUE if @body uses @module. */
static gboolean
uses (const char *body, const char *module)
{
  g_autofree char *pattern = g_strdup_printf ("(?<![\\w.])%s\\.", module);

  return g_regex_match_simple (pattern, body, 0, 0);
}

void
rensa_python_write_imports (RensaPythonProgram *program, GString *text, const char *body)
{
  const RensaPythonDialect *dialect = program->dialect;

  g_string_append_c (text, '\n');
  for (const RensaPythonImport *import = dialect->imports; import->name != NULL; import++)
    if (import->name[0] == '\0' || uses (body, import->name))
      g_string_append_printf (text, "%s\n", import->line);
  g_string_append_c (text, '\n');
}
