/* rensa-mistakes.c: all that is wrong with a document, gathered while it is read.
 * SPDX-License-Identifier: MIT */

#include "rensa-mistakes-private.h"

#include <string.h>

static void
mistake_free (gpointer data)
{
  RensaMistake *mistake = data;

  g_free (mistake->place);
  g_free (mistake->scope);
  g_free (mistake->node);
  g_free (mistake->detail);
  g_free (mistake->raw);
  g_error_free (mistake->error);
  g_free (mistake);
}

RensaMistakes *
rensa_mistakes_new (void)
{
  return g_ptr_array_new_with_free_func (mistake_free);
}

RensaMistake *
rensa_mistakes_take (RensaMistakes *mistakes, RensaMistakeKind kind, const char *place, GError *error)
{
  RensaMistake *mistake = g_new0 (RensaMistake, 1);

  mistake->kind = kind;
  mistake->place = g_strdup (place);
  mistake->edge = -1;
  mistake->error = error;
  g_ptr_array_add (mistakes, mistake);
  return mistake;
}

RensaMistake *
rensa_mistakes_add (RensaMistakes *mistakes, RensaMistakeKind kind, const char *place, RensaError code,
                    const char *format, ...)
{
  va_list args;
  GError *error;

  va_start (args, format);
  error = g_error_new_valist (RENSA_ERROR, code, format, args);
  va_end (args);
  return rensa_mistakes_take (mistakes, kind, place, error);
}

static void
raise_mistake (const RensaMistake *mistake, GError **error)
{
  GError *copy = g_error_copy (mistake->error);

  if (mistake->raw != NULL)
    {
      const char *message = mistake->error->message;
      const int n = (int) strlen (message) - (g_str_has_suffix (message, ".") ? 1 : 0);

      g_free (copy->message);
      copy->message = g_strdup_printf ("%.*s (%s).", n, message, mistake->raw);
    }
  g_propagate_prefixed_error (error, copy, "%s: ", mistake->place);
}

gboolean
rensa_mistakes_check (RensaMistakes *mistakes, GError **error)
{
  for (guint i = 0; i < mistakes->len; i++)
    {
      const RensaMistake *mistake = mistakes->pdata[i];

      if (mistake->is_hint)
        continue;
      raise_mistake (mistake, error);
      return FALSE;
    }
  return TRUE;
}
