/* translations.c: Translations, the text that a decoder produces from the output of an encoder.
 * SPDX-License-Identifier: MIT */

#include "rensa-extensions.h"
#include "rensa-language.h"
#include "rensa-translated.h"

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
  RENSA_ATTR_ENCODER (Translations),
  RENSA_ATTR_DECODER (Translations),
  RENSA_ATTR_INT (Translations, n, .initial = 10, .min = 1, .max = 1000, .title = N_ ("Examples"),
                  .hint = N_ ("Number of validation examples shown")),
  RENSA_ATTR_INT (Translations, n_scored, .initial = 200, .min = 1, .max = 1e6, .title = N_ ("Scored Examples"),
                  .hint = N_ ("Number of examples on which to report the exact match rate and BLEU")),
  RENSA_ATTR_INT (Translations, beam, .initial = 1, .min = 1, .max = 64, .title = N_ ("Beam Width"),
                  .hint = N_ ("Number of candidates kept by beam search; 1 always selects the most probable token "
                              "(greedy search)")),
  RENSA_ATTR_MAX_LENGTH (Translations),
  RENSA_ATTR_REVERSED (Translations),
  RENSA_ATTR_FILE_PATTERN (Translations, filename, .initial_text = "translations_iter_{.updater.iteration}.txt",
                           .title = N_ ("File Name"),
                           .hint = N_ ("{.updater.iteration} and {.updater.epoch} are replaced by their values")),
};

typedef struct
{
  const Translations *values;
  RensaExtension *extension;
  const RensaTranslated *translated;
} Task;

static GPtrArray *
list_references (const Task *self, GError **error)
{
  RensaArray *field = self->translated->examples.fields[2];
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

static gboolean
add_example (const Task *self, guint i, const GPtrArray *references, GString *text, GError **error)
{
  const GPtrArray *translations = self->translated->translations;
  const char *const *names = rensa_extension_get_label_names (self->extension);
  const gboolean is_right = is_equal (translations->pdata[i], references->pdata[i]);
  g_autoptr (GArray) source = rensa_translated_dup_source (self->translated, i, self->values->reversed, error);

  if (source == NULL)
    return FALSE;
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
describe (const Task *self, const GPtrArray *references, RensaPreviewed *previewed, GError **error)
{
  const GPtrArray *translations = self->translated->translations;
  const double exact = count_exact (translations, references);
  const double bleu = rensa_bleu (translations, references);
  g_autoptr (GString) text = g_string_new (NULL);

  rensa_report_number ("exact_match", exact, NULL);
  rensa_report_number ("bleu", bleu, NULL);
  /* Translators: how good translations are. */
  g_string_append_printf (text, _ ("exact match %.3f, BLEU %.3f of %u"), exact, bleu, translations->len);
  g_string_append (text, "\n\n");
  for (guint i = 0; i < MIN (translations->len, self->values->n); i++)
    if (!add_example (self, i, references, text, error))
      return FALSE;
  previewed->text = g_string_free (g_steal_pointer (&text), FALSE);
  return TRUE;
}

static gboolean
preview (RensaExtension *extension, RensaLink *target, RensaPreviewed *previewed, GError **error)
{
  const Translations *values = rensa_extension_get_values (extension);
  const RensaTranslating how = { values->encoder, values->decoder, MAX (values->n, values->n_scored), values->beam,
                                 values->max_length };
  g_auto (RensaTranslated) translated = { 0 };
  const Task self = { values, extension, &translated };
  g_autoptr (GPtrArray) references = NULL;

  if (!rensa_translate_examples (extension, target, &how, &translated, error))
    return FALSE;
  references = list_references (&self, error);
  return references != NULL && describe (&self, references, previewed, error);
}

const RensaExtensionClass rensa_translations_class = {
  .name = "Translations",
  .title = N_ ("Translations"),
  .summary = N_ ("Shows the translations of validation examples and reports how many are correct"),
  .words = N_ ("preview;sequence to sequence;seq2seq;beam search;greedy;bleu"),
  RENSA_ATTRS (Translations, attrs),
  .priority = RENSA_PRIORITY_WRITER,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .inputs = RENSA_INPUTS ("iterator:" RENSA_TRANSLATED_EXAMPLES, "target:" RENSA_MAIN),
  .reports = RENSA_INPUTS ("exact_match", "bleu"),
  .preview = preview,
  .suggest = rensa_translated_suggest,
  .call = rensa_preview_call,
};
