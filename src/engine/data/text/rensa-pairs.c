/* rensa-pairs.c: pairs of token sequences.
 * SPDX-License-Identifier: MIT */

#include "rensa-pairs-private.h"

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-source-private.h"

void
rensa_pairs_init (RensaPairs *self, gboolean has_end)
{
  rensa_corpus_init (&self->source);
  rensa_corpus_init (&self->target);
  self->source_lengths = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->target_lengths = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->has_end = has_end;
  self->target.n_always = has_end ? 1 : 0;
  if (has_end)
    rensa_corpus_add_token (&self->target, RENSA_TOKEN_END_OF_LINE, "", NULL);
  self->source_end = self->source.ids->len;
  self->target_end = self->target.ids->len;
}

void
rensa_pairs_clear (RensaPairs *self)
{
  rensa_corpus_clear (&self->source);
  rensa_corpus_clear (&self->target);
  g_clear_pointer (&self->source_lengths, g_array_unref);
  g_clear_pointer (&self->target_lengths, g_array_unref);
}

gboolean
rensa_pairs_are_sequences (gconstpointer attrs)
{
  return TRUE;
}

gsize
rensa_pairs_count (const RensaPairs *self)
{
  return self->source_lengths->len;
}

static gint64
sum (const GArray *lengths, gsize n)
{
  gint64 total = 0;

  for (gsize i = 0; i < n; i++)
    total += g_array_index (lengths, gint64, i);
  return total;
}

gboolean
rensa_pairs_end (RensaPairs *self, const char *place, GError **error)
{
  const gint64 n_source = self->source.ids->len - self->source_end;
  const gint64 n_target = self->target.ids->len - self->target_end;

  if (n_source == 0)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: expected a sequence of at least one token"), place);
      return FALSE;
    }
  g_array_append_val (self->source_lengths, n_source);
  g_array_append_val (self->target_lengths, n_target);
  self->source_end = self->source.ids->len;
  self->target_end = self->target.ids->len;
  return TRUE;
}

static gboolean
take_lines (RensaPairs *self, GPtrArray *lines, const char *path, RensaPairsTakeLine take, GError **error)
{
  char nothing[] = "";

  for (guint i = 0; i <= lines->len; i++)
    {
      g_autofree char *place = g_strdup_printf (_ ("%s: line %u"), path, i + 1);

      if (!take (self, i < lines->len ? lines->pdata[i] : nothing, place, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_file (RensaPairs *self, const char *path, RensaPairsTakeLine take, const RensaDataPlaces *places, GError **error)
{
  g_autoptr (GPtrArray) lines = rensa_text_read_lines (path, &self->source.encoding, places->cancellable, error);

  return lines != NULL && take_lines (self, lines, path, take, error);
}

gboolean
rensa_pairs_read (RensaPairs *self, const char *name, int encoding, RensaPairsTakeLine take,
                  const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  g_autofree char *path = rensa_source_find_file (places, name, error);
  GError *reason = NULL;

  if (path == NULL)
    return FALSE;
  self->source.encoding = rensa_tokens_get_encoding (encoding);
  if (read_file (self, path, take, places, &reason))
    return TRUE;
  rensa_tokens_advise (&self->source, reason, bundle);
  g_propagate_error (error, reason);
  return FALSE;
}

gsize
rensa_pairs_count_for_training (const RensaPairs *self, double test_fraction)
{
  const gsize n = rensa_pairs_count (self);

  return n - (gsize) ((double) n * test_fraction);
}

/* A range of pairs, and the start of their tokens. */
typedef struct
{
  const GArray *ids;
  const GArray *lengths;
  gsize first_pair;
  gsize n_pairs;
  gint64 first_token;
} Part;

/* Form of the sequences of a field. */
typedef struct
{
  gboolean reverse;
  gboolean begins; /* TRUE if it begins with the end token */
  gboolean ends;
} Form;

#define END 0

static RensaArray *
make_sequences (const Part *part, Form form, GError **error)
{
  const gint64 n_more = form.begins + form.ends;
  const gint64 n_tokens = sum (part->lengths, part->first_pair + part->n_pairs) - sum (part->lengths, part->first_pair);
  const gint64 n = n_tokens + (gint64) part->n_pairs * n_more;
  g_autofree gint32 *values = rensa_memory_try_new (gint32, n + 1, "sequences", error);
  g_autofree gint64 *lengths = rensa_memory_try_new (gint64, part->n_pairs, "sequences", error);
  const gint32 *from = (const gint32 *) part->ids->data + part->first_token;
  gint32 *to = values;
  g_autoptr (RensaLengths) all = NULL;
  RensaArray *array;

  if (values == NULL || lengths == NULL)
    return NULL;
  for (gsize i = 0; i < part->n_pairs; i++)
    {
      const gint64 length = g_array_index (part->lengths, gint64, part->first_pair + i);

      lengths[i] = length + n_more;
      if (form.begins)
        *to++ = END;
      for (gint64 j = 0; j < length; j++)
        *to++ = from[form.reverse ? length - 1 - j : j];
      if (form.ends)
        *to++ = END;
      from += length;
    }
  array = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (n), values, error);
  all = rensa_lengths_new (lengths, (gint64) part->n_pairs);
  if (array != NULL)
    rensa_array_set_lengths (array, all);
  return array;
}

static Part
get_part (const RensaCorpus *corpus, const GArray *lengths, gint64 begin, gsize first, gsize n)
{
  return (Part){ corpus->ids, lengths, first, n, begin + sum (lengths, first) };
}

/* Creates one field for each of @n_forms, the first for the source. */
static RensaDataset *
make_dataset (const RensaPairs *self, gsize first, gsize n, const Form *forms, int n_forms, GError **error)
{
  const Part source = get_part (&self->source, self->source_lengths, 0, first, n);
  const Part target = get_part (&self->target, self->target_lengths, self->has_end, first, n);
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  RensaDataset *dataset = NULL;
  gboolean ok = TRUE;

  for (int i = 0; ok && i < n_forms; i++)
    {
      fields[i] = make_sequences (i == 0 ? &source : &target, forms[i], error);
      ok = fields[i] != NULL;
    }
  if (ok)
    dataset = rensa_tuple_dataset_new (fields, n_forms, error);
  rensa_arrays_clear (fields, n_forms);
  return dataset;
}

static gboolean
give (RensaPairs *self, gsize n_train, gsize most, const Form *forms, int n_forms, RensaDataBundle *bundle,
      GError **error)
{
  const gsize n = rensa_pairs_count (self);

  if (n == 0 || n_train == 0)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("no examples"));
      return FALSE;
    }
  rensa_corpus_settle (&self->source, (gsize) sum (self->source_lengths, n_train), most);
  rensa_corpus_settle (&self->target, (gsize) sum (self->target_lengths, n_train) + self->has_end, most);
  bundle->tokens = rensa_corpus_dup_tokens (&self->source);
  bundle->label_names = rensa_corpus_dup_tokens (&self->target);
  bundle->n_classes = self->target.texts->len;
  bundle->train = make_dataset (self, 0, n_train, forms, n_forms, error);
  if (bundle->train != NULL && n_train < n)
    bundle->test = make_dataset (self, n_train, n - n_train, forms, n_forms, error);
  return bundle->train != NULL && (n_train == n || bundle->test != NULL);
}

gboolean
rensa_pairs_give_translations (RensaPairs *self, gsize n_train, gsize most, gboolean reverse, RensaDataBundle *bundle,
                               GError **error)
{
  const Form forms[] = { { .reverse = reverse }, { .begins = TRUE }, { .ends = TRUE } };

  return give (self, n_train, most, forms, G_N_ELEMENTS (forms), bundle, error);
}

gboolean
rensa_pairs_give_tags (RensaPairs *self, gsize n_train, gsize most, RensaDataBundle *bundle, GError **error)
{
  const Form forms[] = { { 0 }, { 0 } };

  return give (self, n_train, most, forms, G_N_ELEMENTS (forms), bundle, error);
}
