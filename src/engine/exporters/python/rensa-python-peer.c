/* rensa-python-peer.c: Python libraries used for verification.
 * SPDX-License-Identifier: MIT */

#include "rensa-python-peer-private.h"

#include <gio/gio.h>
#include <json-c/json.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"

static const char *
get_python (void)
{
  const char *python = g_getenv ("PYTHON");

  return python != NULL && python[0] != '\0' ? python : "python3";
}

gboolean
rensa_python_check_library (const char *package, const char *title, GError **error)
{
  g_autofree char *line = g_strconcat ("import numpy, ", package, NULL);
  g_autoptr (GSubprocess) process = g_subprocess_new (
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL, get_python (), "-c", line, NULL);

  if (process != NULL && g_subprocess_wait_check (process, NULL, NULL))
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND,
                   N_ ("%s is not installed for “%s”; set the environment variable PYTHON to use another Python"),
                   title, get_python ());
  return FALSE;
}

static char *
dup_last_line (char *words)
{
  const char *line;

  g_strchomp (words);
  line = strrchr (words, '\n');
  return g_strdup (line != NULL ? line + 1 : words);
}

struct json_object *
rensa_python_ask (const char *const *arguments, char **refusal, GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) argv = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *output = NULL;
  g_autofree char *words = NULL;
  struct json_object *json;

  g_strv_builder_add_many (builder, get_python (), "-B", "-W", "ignore", NULL);
  g_strv_builder_addv (builder, (const char **) arguments);
  argv = g_strv_builder_end (builder);
  process = g_subprocess_newv ((const char *const *) argv,
                               G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, error);
  if (process == NULL || !g_subprocess_communicate_utf8 (process, NULL, NULL, &output, &words, error))
    return NULL;
  json = g_subprocess_get_successful (process) ? json_tokener_parse (output) : NULL;
  if (json == NULL)
    *refusal = dup_last_line (words);
  return json;
}
