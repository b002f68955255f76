/* translations.c: Translations, what a decoder writes of what an encoder has read.
 * SPDX-License-Identifier: MIT */

#include "rensa-decode.h"
#include "rensa-extensions.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-preview-maker.h"
#include "rensa-primitives.h"

#define EXAMPLES "validation"

typedef struct
{
  char *encoder;
  char *decoder;
  gint64 n;
  gint64 n_scored;
  gint64 beam;
  gint64 max_length;
  gboolean reversed;
  char *filename;
} Translations;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (Translations, encoder, .initial_text = "encoder", .title = N_ ("Encoder"),
                     .hint = N_ ("The model that takes a sequence and gives states")),
  RENSA_ATTR_STRING (Translations, decoder, .initial_text = "decoder", .title = N_ ("Decoder"),
                     .hint = N_ ("The model that takes states and tokens, and gives states and scores")),
  RENSA_ATTR_INT (Translations, n, .initial = 10, .min = 1, .max = 1000, .title = N_ ("Examples"),
                  .hint = N_ ("So many of the validation part are shown")),
  RENSA_ATTR_INT (Translations, n_scored, .initial = 200, .min = 1, .max = 1e6, .title = N_ ("Scored Examples"),
                  .hint = N_ ("Of so many it is reported how many are exactly right, and BLEU")),
  RENSA_ATTR_INT (Translations, beam, .initial = 1, .min = 1, .max = 64, .title = N_ ("Beam"),
                  .hint = N_ ("How many beginnings are gone on with; 1 always takes the likeliest token")),
  RENSA_ATTR_INT (Translations, max_length, .initial = 50, .min = 1, .max = 10000, .title = N_ ("Longest"),
                  .hint = N_ ("Tokens, after which a translation ends")),
  RENSA_ATTR_BOOL (Translations, reversed, .initial = TRUE, .title = N_ ("Reversed"),
                   .hint = N_ ("Sources, which the data give from their end, are shown from their beginning")),
  RENSA_ATTR_FILE_PATTERN (Translations, filename, .initial_text = "translations_iter_{.updater.iteration}.txt",
                           .title = N_ ("File Name"),
                           .hint = N_ ("{.updater.iteration} and {.updater.epoch} are filled in")),
};

#define N_FIELDS 3

/* @examples: those that are scored: sources, targets behind the token that begins them, targets before the one that ends them */
typedef struct
{
  const Translations *values;
  RensaExtension *extension;
  RensaPreviewSequences *examples;
} Task;

static GPtrArray *
list_references (const Task *self, GError **error)
{
  RensaArray *field = self->examples->fields[2];
  g_autoptr (GPtrArray) references = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (gint64 i = 0; i < rensa_lengths_count (rensa_array_get_lengths (field)); i++)
    {
      GArray *tokens = rensa_preview_dup_tokens (field, i, 1, error);

      if (tokens == NULL)
        return NULL;
      g_ptr_array_add (references, tokens);
    }
  return g_steal_pointer (&references);
}

static gboolean
is_equal (const GArray *a, const GArray *b)
{
  return a->len == b->len && (a->len == 0 || memcmp (a->data, b->data, a->len * sizeof (gint32)) == 0);
}

static double
count_exact (const GPtrArray *translations, const GPtrArray *references)
{
  double n = 0;

  for (guint i = 0; i < translations->len; i++)
    n += is_equal (translations->pdata[i], references->pdata[i]);
  return translations->len > 0 ? n / translations->len : 0;
}

static void
reverse (GArray *tokens)
{
  for (guint i = 0, j = tokens->len; i + 1 < j; i++)
    {
      const gint32 token = g_array_index (tokens, gint32, i);

      j--;
      g_array_index (tokens, gint32, i) = g_array_index (tokens, gint32, j);
      g_array_index (tokens, gint32, j) = token;
    }
}

static gboolean
add_example (const Task *self, guint i, const GPtrArray *translations, const GPtrArray *references, GString *text,
             GError **error)
{
  const char *const *names = rensa_extension_get_label_names (self->extension);
  const gboolean is_right = is_equal (translations->pdata[i], references->pdata[i]);
  g_autoptr (GArray) source = rensa_preview_dup_tokens (self->examples->fields[0], i, 0, error);

  if (source == NULL)
    return FALSE;
  if (self->values->reversed)
    reverse (source);
  rensa_preview_add_tokens (text, rensa_extension_get_tokens (self->extension), source);
  g_string_append (text, " → ");
  rensa_preview_add_tokens (text, names, translations->pdata[i]);
  if (!is_right)
    {
      g_string_append (text, "  ≠ ");
      rensa_preview_add_tokens (text, names, references->pdata[i]);
    }
  g_string_append (text, "\n\n");
  return TRUE;
}

static gboolean
describe (const Task *self, const GPtrArray *translations, const GPtrArray *references, RensaPreviewed *previewed,
          GError **error)
{
  const double exact = count_exact (translations, references);
  const double bleu = rensa_bleu (translations, references);
  g_autoptr (GString) text = g_string_new (NULL);

  rensa_report_number ("exact_match", exact, NULL);
  rensa_report_number ("bleu", bleu, NULL);
  /* Translators: how good translations are. */
  g_string_append_printf (text, _ ("exact match %.3f, BLEU %.3f of %u"), exact, bleu, translations->len);
  g_string_append (text, "\n\n");
  for (guint i = 0; i < MIN (translations->len, self->values->n); i++)
    if (!add_example (self, i, translations, references, text, error))
      return FALSE;
  previewed->text = g_string_free (g_steal_pointer (&text), FALSE);
  return TRUE;
}

/* The first token of a target begins, the last one ends. */
static gboolean
find_ends (const Task *self, RensaDecoding *decoding, GError **error)
{
  g_autoptr (GArray) begun = rensa_preview_dup_tokens (self->examples->fields[1], 0, 0, error);
  g_autoptr (GArray) ended = begun != NULL ? rensa_preview_dup_tokens (self->examples->fields[2], 0, 0, error) : NULL;

  if (ended == NULL)
    return FALSE;
  if (begun->len == 0 || ended->len == 0)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: the first target has no token that begins or ends it"),
                       "Translations");
      return FALSE;
    }
  decoding->begin = g_array_index (begun, gint32, 0);
  decoding->end = g_array_index (ended, gint32, ended->len - 1);
  return TRUE;
}

static gboolean
preview (RensaExtension *extension, RensaLink *target, RensaPreviewed *previewed, GError **error)
{
  g_auto (RensaPreviewSequences) examples = { { NULL } };
  const Task self = { rensa_extension_get_values (extension), extension, &examples };
  RensaDecoding decoding = { .max_length = self.values->max_length, .beam = self.values->beam };
  g_autoptr (RensaArray) sources = NULL;
  g_autoptr (GPtrArray) translations = NULL;
  g_autoptr (GPtrArray) references = NULL;

  decoding.encoder = rensa_preview_find_link (extension, target, self.values->encoder, error);
  decoding.decoder =
      decoding.encoder != NULL ? rensa_preview_find_link (extension, target, self.values->decoder, error) : NULL;
  if (decoding.decoder == NULL
      || !rensa_preview_get_sequences (extension, EXAMPLES, MAX (self.values->n, self.values->n_scored), N_FIELDS,
                                       N_ ("a source, a target behind its beginning and a target before its end"),
                                       &examples, error)
      || !find_ends (&self, &decoding, error))
    return FALSE;
  sources = rensa_array_to_device (examples.fields[0], rensa_link_get_device (target), error);
  translations = sources != NULL ? rensa_decode (&decoding, sources, "Translations", error) : NULL;
  references = translations != NULL ? list_references (&self, error) : NULL;
  return references != NULL && describe (&self, translations, references, previewed, error);
}

const RensaExtensionClass rensa_translations_class = {
  .name = "Translations",
  .title = N_ ("Translations"),
  .summary = N_ ("Shows what an encoder and a decoder make of examples, and reports how many are right"),
  .words = N_ ("preview;sequence to sequence;seq2seq;beam search;greedy;bleu"),
  RENSA_ATTRS (Translations, attrs),
  .priority = RENSA_PRIORITY_WRITER,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .inputs = RENSA_INPUTS ("iterator:" EXAMPLES, "target:" RENSA_MAIN),
  .preview = preview,
  .call = rensa_preview_call,
};
