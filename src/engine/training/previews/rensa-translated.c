/* rensa-translated.c: translated examples in previews.
 * SPDX-License-Identifier: MIT */

#include "rensa-translated.h"

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-primitives.h"

#define N_FIELDS 3

static const char *
get_name (RensaExtension *extension)
{
  return RENSA_COMPONENT (rensa_extension_get_class (extension))->name;
}

/* The first token of a target is the begin token, the last one is the end token. */
static gboolean
find_ends (RensaTranslated *self, const char *what, GError **error)
{
  g_autoptr (GArray) begun = rensa_preview_dup_tokens (self->examples.fields[1], 0, 0, error);
  g_autoptr (GArray) ended = begun != NULL ? rensa_preview_dup_tokens (self->examples.fields[2], 0, 0, error) : NULL;

  if (ended == NULL)
    return FALSE;
  if (begun->len == 0 || ended->len == 0)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: the first target has no start or end token"), what);
      return FALSE;
    }
  self->decoding.begin = g_array_index (begun, gint32, 0);
  self->decoding.end = g_array_index (ended, gint32, ended->len - 1);
  return TRUE;
}

gboolean
rensa_translate_examples (RensaExtension *extension, RensaLink *target, const RensaTranslating *how,
                          RensaTranslated *translated, GError **error)
{
  RensaDecoding *decoding = &translated->decoding;

  *decoding = (RensaDecoding){ .max_length = how->max_length, .beam = how->beam };
  decoding->encoder = rensa_preview_find_link (extension, target, how->encoder, error);
  decoding->decoder =
      decoding->encoder != NULL ? rensa_preview_find_link (extension, target, how->decoder, error) : NULL;
  if (decoding->decoder == NULL
      || !rensa_preview_get_sequences (extension, RENSA_TRANSLATED_EXAMPLES, how->n, N_FIELDS,
                                       N_ ("a source, a target after the start token and a target before the end "
                                           "token"),
                                       &translated->examples, error)
      || !find_ends (translated, get_name (extension), error))
    return FALSE;
  translated->sources = rensa_array_to_device (translated->examples.fields[0], rensa_link_get_device (target), error);
  if (translated->sources != NULL)
    translated->translations = rensa_decode (decoding, translated->sources, get_name (extension), error);
  return translated->translations != NULL;
}

gboolean
rensa_translated_suggest (const RensaPreviewSubject *subject, RensaAttrs *found)
{
  return subject->decoder != NULL && (subject->examples == NULL || rensa_preview_is_of_sequences (subject, N_FIELDS))
         && rensa_attrs_set_text (found, "encoder", subject->encoder, NULL)
         && rensa_attrs_set_text (found, "decoder", subject->decoder, NULL);
}

void
rensa_translated_clear (RensaTranslated *translated)
{
  rensa_preview_sequences_clear (&translated->examples);
  g_clear_pointer (&translated->sources, rensa_array_unref);
  g_clear_pointer (&translated->translations, g_ptr_array_unref);
}

GArray *
rensa_translated_dup_source (const RensaTranslated *translated, gint64 i, gboolean reversed, GError **error)
{
  GArray *tokens = rensa_preview_dup_tokens (translated->examples.fields[0], i, 0, error);

  for (guint j = 0, k = tokens != NULL && reversed ? tokens->len : 0; j + 1 < k; j++)
    {
      const gint32 token = g_array_index (tokens, gint32, j);

      k--;
      g_array_index (tokens, gint32, j) = g_array_index (tokens, gint32, k);
      g_array_index (tokens, gint32, k) = token;
    }
  return tokens;
}
