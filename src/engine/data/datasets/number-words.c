/* number-words.c: numbers written as words, to be converted to digits.
 * SPDX-License-Identifier: MIT */

#include "rensa-pairs-private.h"
#include "rensa-fault.h"
#include "rensa-random.h"
#include "rensa-source-private.h"

typedef struct
{
  gint64 n;
  gint64 n_test;
  gint64 digits;
  gboolean reverse;
  gint64 seed;
} NumberWords;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (NumberWords, n, .initial = 5000, .min = 1, .max = 1e6, .title = N_ ("Examples"),
                  .hint = N_ ("Number of training examples")),
  RENSA_ATTR_INT (NumberWords, n_test, .initial = 500, .min = 0, .max = 1e6, .title = N_ ("Test Examples")),
  RENSA_ATTR_INT (NumberWords, digits, .initial = 6, .min = 1, .max = 6, .title = N_ ("Digits"),
                  .hint = N_ ("Maximum number of digits; no number occurs twice")),
  RENSA_ATTR_BOOL (NumberWords, reverse, .initial = TRUE, .title = N_ ("Reversed"),
                   .hint = N_ ("Feeds sources in reverse order, which helps encoders that forget")),
  RENSA_ATTR_INT (NumberWords, seed, .initial = 0, .min = 0, .max = 9007199254740992, .title = N_ ("Seed"),
                  .hint = N_ ("A different seed produces different examples")),
};

static const char *const small[] = { "zero",     "one",     "two",     "three",     "four",     "five",    "six",
                                     "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
                                     "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen" };
static const char *const tens[] = {
  "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"
};

static void
add (RensaCorpus *corpus, const char *word)
{
  rensa_corpus_add_token (corpus, word, "number_words", NULL);
}

static void
add_below_hundred (RensaCorpus *corpus, gint64 n)
{
  if (n >= 20)
    add (corpus, tens[n / 10]);
  if (n < 20)
    add (corpus, small[n]);
  else if (n % 10 > 0)
    add (corpus, small[n % 10]);
}

/* Appends a number from 1 to 999 in words. */
static void
add_below_thousand (RensaCorpus *corpus, gint64 n)
{
  if (n >= 100)
    {
      add (corpus, small[n / 100]);
      add (corpus, "hundred");
    }
  if (n >= 100 && n % 100 > 0)
    add (corpus, "and");
  if (n % 100 > 0)
    add_below_hundred (corpus, n % 100);
}

static void
add_words (RensaCorpus *corpus, gint64 n)
{
  if (n == 0)
    add (corpus, small[0]);
  if (n >= 1000)
    {
      add_below_thousand (corpus, n / 1000);
      add (corpus, "thousand");
    }
  if (n >= 1000 && n % 1000 > 0 && n % 1000 < 100)
    add (corpus, "and");
  if (n % 1000 > 0)
    add_below_thousand (corpus, n % 1000);
}

static void
add_digits (RensaCorpus *corpus, gint64 n)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GINT64_FORMAT, n);

  for (const char *c = digits; *c != '\0'; c++)
    add (corpus, (char[]){ *c, '\0' });
}

/* Returns the first @n numbers of a random permutation of 0 to @end - 1. */
static gint32 *
draw (gint64 n, gint64 end, gint64 seed)
{
  gint32 *numbers = g_new (gint32, end);
  RensaRandom random = rensa_random_init ((guint64) seed, RENSA_STREAM_TRAIN);

  for (gint64 i = 0; i < end; i++)
    numbers[i] = (gint32) i;
  for (gint64 i = 0; i < n; i++)
    {
      const gint64 j = i + rensa_random_below (&random, end - i);
      const gint32 number = numbers[i];

      numbers[i] = numbers[j];
      numbers[j] = number;
    }
  return numbers;
}

static gboolean
check_count (const NumberWords *self, gint64 end, GError **error)
{
  if (self->n + self->n_test <= end)
    return TRUE;
  rensa_set_words (
      error, RENSA_ERROR_INVALID,
      N_ ("number_words: %lld distinct examples were requested, but there are only %lld numbers with up to %lld "
          "digits"),
      (long long) (self->n + self->n_test), (long long) end, (long long) self->digits);
  return FALSE;
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const NumberWords *self = data;
  const gint64 n = self->n + self->n_test;
  g_auto (RensaPairs) pairs = { .source.kind = RENSA_TOKENS_BLANKS, .target.kind = RENSA_TOKENS_CHARACTERS };
  g_autofree gint32 *numbers = NULL;
  gint64 end = 1;

  for (gint64 i = 0; i < self->digits; i++)
    end *= 10;
  if (!check_count (self, end, error))
    return FALSE;

  numbers = draw (n, end, self->seed);
  rensa_pairs_init (&pairs, TRUE);
  for (gint64 i = 0; i < n; i++)
    {
      add_words (&pairs.source, numbers[i]);
      add_digits (&pairs.target, numbers[i]);
      if (!rensa_pairs_end (&pairs, "number_words", error))
        return FALSE;
    }
  return rensa_pairs_give_translations (&pairs, (gsize) self->n, 0, self->reverse, bundle, error);
}

const RensaDatasetClass rensa_dataset_number_words_class = {
  .name = "number_words",
  .group = &rensa_texts_group,
  .title = N_ ("Number Words"),
  .summary = N_ ("Numbers written in English words, to translate into digits"),
  .words = N_ ("translation;sequence to sequence;seq2seq;synthetic"),
  RENSA_ATTRS (NumberWords, attrs),
  .load = load,
  .gives_sequences = rensa_pairs_are_sequences,
};
