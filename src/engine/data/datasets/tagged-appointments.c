/* tagged-appointments.c: sentences about appointments, with tagged persons, days, times and places.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-pairs-private.h"
#include "rensa-random.h"
#include "rensa-source-private.h"

typedef struct
{
  gint64 n;
  gint64 n_test;
  gint64 seed;
} TaggedAppointments;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (TaggedAppointments, n, .initial = 1000, .min = 1, .max = 1e6, .title = N_ ("Examples"),
                  .hint = N_ ("Number of training examples")),
  RENSA_ATTR_INT (TaggedAppointments, n_test, .initial = 200, .min = 0, .max = 1e6, .title = N_ ("Test Examples")),
  RENSA_ATTR_INT (TaggedAppointments, seed, .initial = 0, .min = 0, .max = 9007199254740992, .title = N_ ("Seed"),
                  .hint = N_ ("A different seed produces different examples")),
};

/* A name after "$" is replaced by an entry of that list, each word of which gets a tag: the first
 * "B-", the others "I-". Words are ambiguous on purpose: May is a month and a person, four is an
 * hour and a day. */
static const char *const sentences[] = {
  "meet $person $day $time",          "meet $person $time $place",
  "please call $person $day",         "please call $person $time $day",
  "lunch with $person $place $day",   "lunch $day $time with $person",
  "$person comes $day $place",        "$person and $person wait $place $time",
  "is $person free $day $time",       "the train leaves $day $time",
  "bring the papers to $person $day", "dinner $place $time with $person and $person",
  "there is no lesson $day",          "move the lesson with $person to $time $day",
};
static const char *const persons[] = { "may",       "mark",      "june",         "anna",
                                       "mr brown",  "mrs white", "dr april",     "august",
                                       "tom green", "rose hill", "uncle sunday", "doctor may brown" };
static const char *const days[] = { "on monday",
                                    "on sunday",
                                    "in may",
                                    "in june",
                                    "on the four of may",
                                    "on the first of june",
                                    "next friday",
                                    "tomorrow",
                                    "in august",
                                    "on the ten of august",
                                    "on tuesday the nine of april" };
static const char *const times[] = { "at four",       "at half past ten", "at noon",  "before nine",
                                     "at ten to one", "in the evening",   "at eight", "after half past one" };
static const char *const places[] = {
  "at the park",        "in the green room", "at the brown hill",  "in room four",
  "in the white house", "at home",           "in the rose garden", "at mark street"
};

typedef struct
{
  const char *name;
  const char *tag;
  const char *const *phrases;
  int n_phrases;
} Slot;

static const Slot slots[] = {
  { "$person", "PERSON", persons, G_N_ELEMENTS (persons) },
  { "$day", "DAY", days, G_N_ELEMENTS (days) },
  { "$time", "TIME", times, G_N_ELEMENTS (times) },
  { "$place", "PLACE", places, G_N_ELEMENTS (places) },
};

static gboolean
add (RensaPairs *pairs, const char *word, const char *tag, GError **error)
{
  return rensa_corpus_add_token (&pairs->source, word, "tagged_appointments", error)
         && rensa_corpus_add_token (&pairs->target, tag, "tagged_appointments", error);
}

static gboolean
add_phrase (RensaPairs *pairs, const Slot *slot, RensaRandom *random, GError **error)
{
  g_auto (GStrv) words = g_strsplit (slot->phrases[rensa_random_below (random, slot->n_phrases)], " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *tag = g_strconcat (i == 0 ? "B-" : "I-", slot->tag, NULL);

      if (!add (pairs, words[i], tag, error))
        return FALSE;
    }
  return TRUE;
}

static const Slot *
find_slot (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (slots); i++)
    if (strcmp (slots[i].name, word) == 0)
      return &slots[i];
  return NULL;
}

static gboolean
add_sentence (RensaPairs *pairs, RensaRandom *random, GError **error)
{
  g_auto (GStrv) words = g_strsplit (sentences[rensa_random_below (random, G_N_ELEMENTS (sentences))], " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      const Slot *slot = find_slot (words[i]);

      if (!(slot != NULL ? add_phrase (pairs, slot, random, error) : add (pairs, words[i], "O", error)))
        return FALSE;
    }
  return rensa_pairs_end (pairs, "tagged_appointments", error);
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places_of_files, RensaDataBundle *bundle, GError **error)
{
  const TaggedAppointments *self = data;
  g_auto (RensaPairs) pairs = { .source.kind = RENSA_TOKENS_BLANKS, .target.kind = RENSA_TOKENS_BLANKS };

  rensa_pairs_init (&pairs, FALSE);
  for (gint64 i = 0; i < self->n + self->n_test; i++)
    {
      const guint64 stream =
          i < self->n ? RENSA_STREAM_TRAIN + (guint64) i : RENSA_STREAM_TEST + (guint64) (i - self->n);
      RensaRandom random = rensa_random_init ((guint64) self->seed, stream);

      if (!add_sentence (&pairs, &random, error))
        return FALSE;
    }
  return rensa_pairs_give_tags (&pairs, (gsize) self->n, 0, bundle, error);
}

const RensaDatasetClass rensa_dataset_tagged_appointments_class = {
  .name = "tagged_appointments",
  .group = &rensa_texts_group,
  .title = N_ ("Appointments"),
  .summary = N_ ("Sentences about appointments with tagged persons, days, times and places"),
  .words = N_ ("sequence labelling;tagging;named entity;synthetic"),
  RENSA_ATTRS (TaggedAppointments, attrs),
  .load = load,
  .gives_sequences = rensa_pairs_are_sequences,
};
