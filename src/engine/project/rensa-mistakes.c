/* rensa-mistakes.c: all that is wrong with a document, gathered while it is read.
 * SPDX-License-Identifier: MIT */

#include "rensa-mistakes-private.h"

static void
mistake_free (gpointer data)
{
  RensaMistake *mistake = data;

  g_free (mistake->place);
  g_free (mistake->scope);
  g_free (mistake->node);
  g_free (mistake->detail);
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

gboolean
rensa_mistakes_check (RensaMistakes *mistakes, GError **error)
{
  const RensaMistake *first = mistakes->len > 0 ? mistakes->pdata[0] : NULL;

  if (first == NULL)
    return TRUE;

  g_propagate_prefixed_error (error, g_error_copy (first->error), "%s: ", first->place);
  return FALSE;
}
