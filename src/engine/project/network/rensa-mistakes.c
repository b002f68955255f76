/* rensa-mistakes.c: mistakes of a document, collected while reading it.
 * SPDX-License-Identifier: MIT */

#include "rensa-mistakes.h"

#include <string.h>

static void
mistake_unref (gpointer data)
{
  RensaMistake *mistake = data;

  if (!g_atomic_int_dec_and_test (&mistake->ref_count))
    return;

  g_free (mistake->place);
  g_free (mistake->scope);
  g_free (mistake->node);
  g_error_free (mistake->error);
  g_free (mistake);
}

RensaMistakes *
rensa_mistakes_new (void)
{
  return g_ptr_array_new_with_free_func (mistake_unref);
}

RensaMistake *
rensa_mistakes_take (RensaMistakes *mistakes, RensaMistakeKind kind, const char *place, GError *error)
{
  RensaMistake *mistake = g_new0 (RensaMistake, 1);

  mistake->ref_count = 1;
  mistake->kind = kind;
  mistake->place = g_strdup (place);
  mistake->wire = -1;
  mistake->error = error;
  g_ptr_array_add (mistakes, mistake);
  return mistake;
}

RensaMistake *
rensa_mistakes_add (RensaMistakes *mistakes, RensaMistakeKind kind, const char *place, const RensaFault *fault)
{
  return rensa_mistakes_take (mistakes, kind, place, rensa_error_new_fault (RENSA_ERROR_INVALID, fault));
}

void
rensa_mistakes_share (RensaMistakes *mistakes, const RensaMistakes *others)
{
  for (guint i = 0; i < others->len; i++)
    {
      RensaMistake *mistake = others->pdata[i];

      g_atomic_int_inc (&mistake->ref_count);
      g_ptr_array_add (mistakes, mistake);
    }
}
