/* rensa-data-inspect.c: checks for suspicious values in a data set.
 * SPDX-License-Identifier: MIT */

#include "rensa-data-inspect-private.h"

#include <math.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-primitives.h"
#include "rensa-transforms.h"
#include "rensa-wording.h"

#define CHUNK 1024
/* Maximum number of values in memory at a time. */
#define CHUNK_NUMBERS (1 << 20)
#define MOST_COLUMNS 65536
/* Threshold for large inputs; with the usual initialization of the first layer, inputs of about 1
 * give outputs of about 1. */
#define LARGE 50.0

void
rensa_survey_clear (RensaSurvey *self)
{
  g_free (self->columns);
  g_clear_pointer (&self->hashes, g_hash_table_unref);
  g_free (self->counts[0]);
  g_free (self->counts[1]);
}

RensaDataNote *
rensa_survey_warn (RensaSurvey *self, char *text)
{
  if (self->bundle->notes == NULL)
    self->bundle->notes = rensa_data_notes_new ();
  return rensa_data_notes_add (self->bundle->notes, RENSA_DATA_WARNING, text);
}

/* Examples with NaN or infinite values */

void
rensa_bad_examples_add (RensaBadExamples *self, RensaDataset *dataset, gint64 i)
{
  gint64 number = rensa_dataset_get_origin (dataset, i) + 1;

  for (gint64 k = 0; k < MIN (self->n, RENSA_SURVEY_MOST_NAMED); k++)
    if (number < self->first[k])
      {
        const gint64 next = self->first[k];

        self->first[k] = number;
        number = next;
      }
  if (self->n < RENSA_SURVEY_MOST_NAMED)
    self->first[self->n] = number;
  self->n++;
}

char *
rensa_bad_examples_list (const RensaBadExamples *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gint64 k = 0; k < MIN (self->n, RENSA_SURVEY_MOST_NAMED); k++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, k > 0 ? ", " : "", self->first[k]);
  if (self->n > RENSA_SURVEY_MOST_NAMED)
    g_string_append_printf (text, _ (" and %u more"), (guint) (self->n - RENSA_SURVEY_MOST_NAMED));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Reading */

gint64
rensa_survey_get_chunk_size (gint64 n_numbers)
{
  return CLAMP (CHUNK_NUMBERS / MAX (n_numbers, 1), 1, CHUNK);
}

double *
rensa_survey_read_field (RensaDataset *dataset, int field, gint64 start, gint64 n)
{
  gint64 indices[CHUNK];
  g_autoptr (RensaArray) array = NULL;
  g_autoptr (RensaArray) cast = NULL;
  g_autofree double *numbers = NULL;

  for (gint64 i = 0; i < n; i++)
    indices[i] = start + i;
  array = rensa_dataset_get_field (dataset, field, indices, n, NULL);
  cast = array != NULL ? rensa_array_cast (array, RENSA_FLOAT64, NULL) : NULL;
  numbers = cast != NULL ? g_new (double, rensa_array_get_count (cast) + 1) : NULL;
  return numbers != NULL && rensa_array_to_host (cast, numbers, NULL) ? g_steal_pointer (&numbers) : NULL;
}

static void
column_add (RensaSurveyColumn *self, double number)
{
  self->hash = rensa_hash_number (self->hash, number);
  if (!isfinite (number))
    {
      self->n_bad++;
      return;
    }
  self->low = MIN (self->low, number);
  self->high = MAX (self->high, number);
  self->squares += number * number;
}

/* Example @i of @dataset. */
static void
add_example (RensaSurvey *self, RensaDataset *dataset, gint64 i, const double *numbers, gboolean is_train)
{
  guint64 hash = RENSA_HASH_START;
  gboolean is_bad = FALSE;

  for (gint64 j = 0; j < self->n_columns; j++)
    {
      hash = rensa_hash_number (hash, numbers[j]);
      is_bad = is_bad || !isfinite (numbers[j]);
      if (is_train)
        column_add (&self->columns[j], numbers[j]);
    }
  self->n_seen += is_train;
  if (is_train && is_bad)
    rensa_bad_examples_add (&self->bad, dataset, i);
  if (!is_train)
    self->n_repeated += g_hash_table_contains (self->hashes, &hash);
  else
    {
      gint64 *key = g_new (gint64, 1);

      *key = (gint64) hash;
      g_hash_table_add (self->hashes, key);
    }
}

static gboolean
read_inputs (RensaSurvey *self, RensaDataset *dataset, gboolean is_train)
{
  const gint64 n = MIN (rensa_dataset_get_length (dataset),
                        MIN (RENSA_SURVEY_MOST_NUMBERS / self->n_columns, RENSA_SURVEY_MOST_EXAMPLES));
  gint64 n_chunk;

  for (gint64 start = 0; start < n; start += n_chunk)
    {
      g_autofree double *numbers = NULL;

      n_chunk = MIN (n - start, rensa_survey_get_chunk_size (self->n_columns));
      numbers = rensa_survey_read_field (dataset, 0, start, n_chunk);

      if (numbers == NULL || g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      for (gint64 i = 0; i < n_chunk; i++)
        add_example (self, dataset, start + i, numbers + i * self->n_columns, is_train);
    }
  return TRUE;
}

/* Columns */

static char *
dup_column_name (const RensaSurvey *self, gint64 column)
{
  char **names = self->bundle->feature_names;

  if (names != NULL && g_strv_length (names) == self->n_columns)
    return rensa_excerpt (names[column]);
  return g_strdup_printf ("x%" G_GINT64_FORMAT, column);
}

/* Lists the columns that satisfy @is_meant: "a, b, c and 7 more". */
static char *
list_columns (const RensaSurvey *self, gboolean (*is_meant) (const RensaSurvey *self, gint64 column), gint64 *n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  *n = 0;
  for (gint64 j = 0; j < self->n_columns; j++)
    {
      g_autofree char *name = NULL;

      if (!is_meant (self, j) || ++*n > RENSA_SURVEY_MOST_NAMED)
        continue;
      name = dup_column_name (self, j);
      g_string_append_printf (text, "%s%s", *n > 1 ? ", " : "", name);
    }
  if (*n > RENSA_SURVEY_MOST_NAMED)
    g_string_append_printf (text, _ (" and %u more"), (guint) (*n - RENSA_SURVEY_MOST_NAMED));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
is_bad (const RensaSurvey *self, gint64 column)
{
  return self->columns[column].n_bad > 0;
}

static gboolean
is_constant (const RensaSurvey *self, gint64 column)
{
  return self->columns[column].n_bad == 0 && self->columns[column].low == self->columns[column].high;
}

static gboolean
is_repetition (const RensaSurvey *self, gint64 column)
{
  return self->columns[column].is_repetition && !is_constant (self, column);
}

static void
find_repetitions (RensaSurvey *self)
{
  g_autoptr (GHashTable) hashes = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (gint64 j = 0; j < self->n_columns; j++)
    self->columns[j].is_repetition = !g_hash_table_add (hashes, &self->columns[j].hash);
}

void
rensa_survey_offer_to_drop (const RensaSurvey *self, RensaDataNote *note)
{
  if (self->bundle->can_drop_examples)
    rensa_data_note_offer (note, g_strdup (_ ("Leave Out These Examples")), "incomplete", "drop");
}

static void
warn_of_bad_numbers (RensaSurvey *self, gboolean are_columns)
{
  gint64 n;
  g_autofree char *columns = list_columns (self, is_bad, &n);
  g_autofree char *examples = NULL;
  char *text;

  if (n == 0)
    return;
  examples = rensa_bad_examples_list (&self->bad);
  if (are_columns)
    text =
        g_strdup_printf (ngettext ("%lld of %lld examples contains NaN or infinite values (example %s; columns: %s).",
                                   "%lld of %lld examples contain NaN or infinite values (examples %s; columns: %s).",
                                   (gulong) self->bad.n),
                         (long long) self->bad.n, (long long) self->n_seen, examples, columns);
  else
    text = g_strdup_printf (ngettext ("%lld of %lld examples contains NaN or infinite values (example %s).",
                                      "%lld of %lld examples contain NaN or infinite values (examples %s).",
                                      (gulong) self->bad.n),
                            (long long) self->bad.n, (long long) self->n_seen, examples);
  rensa_survey_offer_to_drop (self, rensa_survey_warn (self, text));
}

/* Action of the button for the column itself, if the source has one. */
static void
offer_to_leave_out (const RensaSurvey *self, RensaDataNote *warning,
                    gboolean (*is_meant) (const RensaSurvey *self, gint64 column))
{
  char **names = self->bundle->feature_names;
  const GPtrArray *notes = self->bundle->notes;
  guint n = 0;

  for (gint64 j = 0; names != NULL && g_strv_length (names) == self->n_columns && j < self->n_columns; j++)
    for (guint i = 0; is_meant (self, j) && n < RENSA_SURVEY_MOST_NAMED && i < notes->len; i++)
      {
        const RensaDataNote *note = notes->pdata[i];

        if (note->kind != RENSA_DATA_INPUT || !g_str_equal (note->text, names[j]))
          continue;
        for (guint k = 0; k < note->changes->len; k++)
          {
            const RensaDataChange *change = note->changes->pdata[k];

            if (g_strcmp0 (change->attr, "leave_out") == 0)
              rensa_data_note_offer (warning, g_strdup (change->label), change->attr, change->value);
          }
        n++;
      }
}

static void
warn_of_useless_columns (RensaSurvey *self)
{
  gint64 n_constant, n_repeated;
  g_autofree char *constant = list_columns (self, is_constant, &n_constant);
  g_autofree char *repeated = list_columns (self, is_repetition, &n_repeated);

  if (n_constant > 0)
    offer_to_leave_out (
        self,
        rensa_survey_warn (
            self,
            g_strdup_printf (ngettext ("%s has the same value in all examples and contributes nothing to learning.",
                                       "%s have the same values in all examples and contribute nothing to learning.",
                                       (gulong) n_constant),
                             constant)),
        is_constant);
  if (n_repeated > 0)
    offer_to_leave_out (
        self,
        rensa_survey_warn (self, g_strdup_printf (ngettext ("%s duplicates another column.",
                                                            "%s duplicate other columns.", (gulong) n_repeated),
                                                  repeated)),
        is_repetition);
}

static double
get_size (const RensaSurvey *self, gint64 column)
{
  return sqrt (self->columns[column].squares / (double) MAX (self->n_seen - self->columns[column].n_bad, 1));
}

/* Large inputs scale up the first outputs, and thus the first gradients, by the same factor. */
static void
warn_of_scale (RensaSurvey *self, gboolean are_columns)
{
  const RensaPicture *picture = &self->bundle->picture;
  const RensaComponent *remedy = RENSA_COMPONENT (&rensa_normalize_transform_class);
  gint64 largest = 0;
  g_autofree char *name = NULL;
  char *text;

  for (gint64 j = 1; j < self->n_columns; j++)
    if (get_size (self, j) > get_size (self, largest))
      largest = j;
  if (get_size (self, largest) < LARGE)
    return;
  name = dup_column_name (self, largest);
  text = are_columns && picture->n_channels == 0
             ? g_strdup_printf (_ ("The values of %s reach %.6g; networks learn best from inputs around 1."), name,
                                MAX (fabs (self->columns[largest].low), fabs (self->columns[largest].high)))
             : g_strdup_printf (_ ("The inputs reach %.6g; networks learn best from inputs around 1."),
                                MAX (fabs (self->columns[largest].low), fabs (self->columns[largest].high)));
  rensa_data_note_offer (rensa_survey_warn (self, text), g_strdup (_ (remedy->title)), NULL, remedy->name);
}

static void
inspect_inputs (RensaSurvey *self, const RensaDataUse *use)
{
  RensaDataset *train = self->bundle->train;
  RensaDataset *test = self->bundle->test;
  RensaType type;
  const gboolean is_known = rensa_dataset_get_field_type (train, 0, &type);
  const gboolean are_columns = is_known && type.shape.ndim == 1;

  self->n_columns = is_known ? rensa_shape_count (&type.shape) : 0;
  if (self->n_columns == 0 || self->n_columns > MOST_COLUMNS || type.n_sequences > 0
      || !rensa_dtype_is_floating (type.dtype) || rensa_dataset_is_lazy (train) || self->bundle->tokens != NULL)
    return;
  self->columns = g_new (RensaSurveyColumn, self->n_columns);
  for (gint64 j = 0; j < self->n_columns; j++)
    self->columns[j] = (RensaSurveyColumn){ .low = INFINITY, .high = -INFINITY, .hash = RENSA_HASH_START };
  self->hashes = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  if (!read_inputs (self, train, TRUE) || self->n_seen < 2
      || (test != NULL && rensa_dataset_get_n_fields (test) > 1 && !read_inputs (self, test, FALSE)))
    return;

  warn_of_bad_numbers (self, are_columns);
  if (are_columns && self->bundle->picture.n_channels == 0 && self->n_columns > 1)
    {
      find_repetitions (self);
      warn_of_useless_columns (self);
    }
  if (!use->is_scaled)
    warn_of_scale (self, are_columns);
}

/* Only few examples are equal by chance. */
static void
warn_of_repeated_examples (RensaSurvey *self)
{
  const gint64 n = self->bundle->test != NULL ? rensa_dataset_get_length (self->bundle->test) : 0;
  RensaDataNote *note;

  if (self->n_repeated < 3 || self->n_repeated * 10 < n)
    return;
  note = rensa_survey_warn (
      self, g_strdup_printf (_ ("%lld of %lld validation examples are also in the training set, so validation "
                                "results are better than they would be for new examples."),
                             (long long) self->n_repeated, (long long) n));
  if (self->bundle->can_keep_together)
    rensa_data_note_offer_split (note, g_strdup (_ ("Keep Equal Examples Together")), "keep_together");
}

void
rensa_data_inspect (RensaDataBundle *bundle, const RensaDataUse *use, GCancellable *cancellable)
{
  g_auto (RensaSurvey) survey = { .bundle = bundle, .cancellable = cancellable };

  if (bundle->is_stand_in)
    return;
  inspect_inputs (&survey, use);
  warn_of_repeated_examples (&survey);
  rensa_survey_inspect_labels (&survey, use);
}
