/* rensa-tokens.c: shared code of the text data sets.
 * SPDX-License-Identifier: MIT */

#include "rensa-tokens-private.h"

#include "rensa-fault.h"
#include "rensa-language.h"

const char *const rensa_tokens_kinds[] = { "characters", "words", "blanks", NULL };
const char *const rensa_tokens_encodings[] = { "auto", "UTF-8", "Windows-1252", "UTF-16", NULL };

static const RensaEncoding encodings[] = { RENSA_ENCODING_AUTO, RENSA_ENCODING_UTF_8, RENSA_ENCODING_WINDOWS_1252,
                                           RENSA_ENCODING_UTF_16_LE };

RensaEncoding
rensa_tokens_get_encoding (int choice)
{
  return encodings[choice];
}

gsize
rensa_tokens_get_most (gint64 most)
{
  return most != RENSA_INT_NONE ? (gsize) most : 0;
}

static void
offer_encodings (RensaDataNote *note, RensaEncoding present)
{
  for (guint i = 1; i < G_N_ELEMENTS (encodings); i++)
    if (encodings[i] != present)
      {
        const char *name = rensa_encoding_get_name (encodings[i]);

        /* Translators: an encoding, such as Windows-1252. */
        rensa_data_note_offer (note, g_strdup_printf (_ ("Read as %s"), name), "encoding", name);
      }
}

void
rensa_tokens_tell (const RensaCorpus *corpus, RensaDataBundle *bundle)
{
  const char *name = rensa_encoding_get_name (corpus->encoding);

  if (bundle->tokens == NULL)
    bundle->tokens = rensa_corpus_dup_tokens (corpus);
  if (bundle->notes == NULL)
    bundle->notes = rensa_data_notes_new ();
  offer_encodings (rensa_data_notes_add (bundle->notes, RENSA_DATA_READING, g_strdup (name)), corpus->encoding);
  rensa_data_notes_add (bundle->notes, RENSA_DATA_READING,
                        g_strdup_printf (ngettext ("%lu distinct token", "%lu distinct tokens", corpus->texts->len),
                                         (gulong) corpus->texts->len));
}

void
rensa_tokens_advise (const RensaCorpus *corpus, const GError *error, RensaDataBundle *bundle)
{
  RensaDataNote *note;

  if (!g_error_matches (error, RENSA_ERROR, RENSA_ERROR_FORMAT))
    return;
  if (bundle->notes == NULL)
    bundle->notes = rensa_data_notes_new ();
  note = rensa_data_notes_add (bundle->notes, RENSA_DATA_REMEDY, NULL);
  offer_encodings (note, corpus->encoding);
  if (corpus->kind != RENSA_TOKENS_CHARACTERS)
    rensa_data_note_offer (note, g_strdup (_ ("Use Characters as Tokens")), "tokens",
                           rensa_tokens_kinds[RENSA_TOKENS_CHARACTERS]);
}
