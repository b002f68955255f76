/* rensa-data-inspect.c: checks for suspicious values in a data set.
 * SPDX-License-Identifier: MIT */

#include "rensa-data-inspect.h"

#include <math.h>

#include "rensa-data-notes.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-primitives.h"
#include "rensa-transforms.h"
#include "rensa-wording.h"

#define CHUNK 1024
/* Limits for large data sets, of which only the first examples are read. */
#define MOST_NUMBERS (1 << 25)
#define MOST_EXAMPLES (1 << 20)
/* Maximum number of values in memory at a time. */
#define CHUNK_NUMBERS (1 << 20)
#define MOST_COLUMNS 65536
#define MOST_CLASSES 65536
/* Maximum number of names in one message. */
#define MOST_NAMED 3
/* A class with fewer examples cannot be learned, regardless of the model. */
#define FEW_EXAMPLES 3
/* Threshold for large inputs; with the usual initialization of the first layer, inputs of about 1
 * give outputs of about 1. */
#define LARGE 50.0

/* A column of the training examples. */
typedef struct
{
  double low;
  double high;
  double squares;
  gint64 n_bad;
  guint64 hash;
  gboolean is_repetition; /* duplicate of an earlier column */
} Column;

typedef struct
{
  RensaDataBundle *bundle;
  GCancellable *cancellable;
  gint64 n_columns;
  Column *columns;
  gint64 n_seen;      /* examples for training */
  gint64 n_bad;       /* number of these with a NaN or infinite value */
  GHashTable *hashes; /* hashes of the training examples */
  gint64 n_repeated;  /* validation examples that are among them */
  gint64 *counts[2];  /* counts of the classes */
  gint64 low;
  gint64 high;
} Survey;

static void
survey_clear (Survey *self)
{
  g_free (self->columns);
  g_clear_pointer (&self->hashes, g_hash_table_unref);
  g_free (self->counts[0]);
  g_free (self->counts[1]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Survey, survey_clear)

static RensaDataNote *
warn (Survey *self, char *text)
{
  if (self->bundle->notes == NULL)
    self->bundle->notes = rensa_data_notes_new ();
  return rensa_data_notes_add (self->bundle->notes, RENSA_DATA_WARNING, text);
}

/* Reading */

static gint64
get_chunk_size (gint64 n_numbers)
{
  return CLAMP (CHUNK_NUMBERS / MAX (n_numbers, 1), 1, CHUNK);
}

static double *
read_field (RensaDataset *dataset, int field, gint64 start, gint64 n)
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
column_add (Column *self, double number)
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

static void
add_example (Survey *self, const double *numbers, gboolean is_train)
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
  self->n_bad += is_train && is_bad;
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
read_inputs (Survey *self, RensaDataset *dataset, gboolean is_train)
{
  const gint64 n = MIN (rensa_dataset_get_length (dataset), MIN (MOST_NUMBERS / self->n_columns, MOST_EXAMPLES));
  gint64 n_chunk;

  for (gint64 start = 0; start < n; start += n_chunk)
    {
      g_autofree double *numbers = NULL;

      n_chunk = MIN (n - start, get_chunk_size (self->n_columns));
      numbers = read_field (dataset, 0, start, n_chunk);

      if (numbers == NULL || g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      for (gint64 i = 0; i < n_chunk; i++)
        add_example (self, numbers + i * self->n_columns, is_train);
    }
  return TRUE;
}

static gboolean
read_labels (Survey *self, RensaDataset *dataset, int field, int part)
{
  const gint64 n = MIN (rensa_dataset_get_length (dataset), MOST_NUMBERS);
  const gint64 n_classes = self->bundle->n_classes;
  RensaType type;
  gint64 n_each;
  gint64 n_chunk;

  if (!rensa_dataset_get_field_type (dataset, field, &type))
    return FALSE;
  n_each = rensa_shape_count (&type.shape);
  for (gint64 start = 0; start < n; start += n_chunk)
    {
      g_autofree double *numbers = NULL;

      n_chunk = MIN (n - start, get_chunk_size (n_each));
      numbers = read_field (dataset, field, start, n_chunk);

      if (numbers == NULL || g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      for (gint64 i = 0; i < n_chunk * n_each; i++)
        {
          const gint64 label = (gint64) numbers[i];

          self->low = MIN (self->low, label);
          self->high = MAX (self->high, label);
          if (self->counts[part] != NULL && label >= 0 && label < n_classes)
            self->counts[part][label]++;
        }
    }
  return TRUE;
}

/* Columns */

static char *
dup_column_name (const Survey *self, gint64 column)
{
  char **names = self->bundle->feature_names;

  if (names != NULL && g_strv_length (names) == self->n_columns)
    return rensa_excerpt (names[column]);
  return g_strdup_printf ("x%" G_GINT64_FORMAT, column);
}

/* Lists the columns that satisfy @is_meant: "a, b, c and 7 more". */
static char *
list_columns (const Survey *self, gboolean (*is_meant) (const Survey *self, gint64 column), gint64 *n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  *n = 0;
  for (gint64 j = 0; j < self->n_columns; j++)
    {
      g_autofree char *name = NULL;

      if (!is_meant (self, j) || ++*n > MOST_NAMED)
        continue;
      name = dup_column_name (self, j);
      g_string_append_printf (text, "%s%s", *n > 1 ? ", " : "", name);
    }
  if (*n > MOST_NAMED)
    g_string_append_printf (text, _ (" and %u more"), (guint) (*n - MOST_NAMED));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
is_bad (const Survey *self, gint64 column)
{
  return self->columns[column].n_bad > 0;
}

static gboolean
is_constant (const Survey *self, gint64 column)
{
  return self->columns[column].n_bad == 0 && self->columns[column].low == self->columns[column].high;
}

static gboolean
is_repetition (const Survey *self, gint64 column)
{
  return self->columns[column].is_repetition && !is_constant (self, column);
}

static void
find_repetitions (Survey *self)
{
  g_autoptr (GHashTable) hashes = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (gint64 j = 0; j < self->n_columns; j++)
    self->columns[j].is_repetition = !g_hash_table_add (hashes, &self->columns[j].hash);
}

static void
offer_to_drop (const Survey *self, RensaDataNote *note)
{
  if (self->bundle->can_drop_examples)
    rensa_data_note_offer (note, g_strdup (_ ("Leave Out These Examples")), "incomplete", "drop");
}

static void
warn_of_bad_numbers (Survey *self, gboolean are_columns)
{
  gint64 n;
  g_autofree char *columns = list_columns (self, is_bad, &n);
  char *text;

  if (n == 0)
    return;
  if (are_columns)
    text = g_strdup_printf (ngettext ("%lld of %lld examples contains NaN or infinite values (columns: %s).",
                                      "%lld of %lld examples contain NaN or infinite values (columns: %s).",
                                      (gulong) self->n_bad),
                            (long long) self->n_bad, (long long) self->n_seen, columns);
  else
    text = g_strdup_printf (ngettext ("%lld of %lld examples contains NaN or infinite values.",
                                      "%lld of %lld examples contain NaN or infinite values.", (gulong) self->n_bad),
                            (long long) self->n_bad, (long long) self->n_seen);
  offer_to_drop (self, warn (self, text));
}

/* Action of the button for the column itself, if the source has one. */
static void
offer_to_leave_out (const Survey *self, RensaDataNote *warning,
                    gboolean (*is_meant) (const Survey *self, gint64 column))
{
  char **names = self->bundle->feature_names;
  const GPtrArray *notes = self->bundle->notes;
  guint n = 0;

  for (gint64 j = 0; names != NULL && g_strv_length (names) == self->n_columns && j < self->n_columns; j++)
    for (guint i = 0; is_meant (self, j) && n < MOST_NAMED && i < notes->len; i++)
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
warn_of_useless_columns (Survey *self)
{
  gint64 n_constant, n_repeated;
  g_autofree char *constant = list_columns (self, is_constant, &n_constant);
  g_autofree char *repeated = list_columns (self, is_repetition, &n_repeated);

  if (n_constant > 0)
    offer_to_leave_out (
        self,
        warn (self,
              g_strdup_printf (ngettext ("%s has the same value in all examples and contributes nothing to learning.",
                                         "%s have the same values in all examples and contribute nothing to learning.",
                                         (gulong) n_constant),
                               constant)),
        is_constant);
  if (n_repeated > 0)
    offer_to_leave_out (self,
                        warn (self, g_strdup_printf (ngettext ("%s duplicates another column.",
                                                               "%s duplicate other columns.", (gulong) n_repeated),
                                                     repeated)),
                        is_repetition);
}

static double
get_size (const Survey *self, gint64 column)
{
  return sqrt (self->columns[column].squares / (double) MAX (self->n_seen - self->columns[column].n_bad, 1));
}

/* Large inputs scale up the first outputs, and thus the first gradients, by the same factor. */
static void
warn_of_scale (Survey *self, gboolean are_columns)
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
  rensa_data_note_offer (warn (self, text), g_strdup (_ (remedy->title)), NULL, remedy->name);
}

static void
inspect_inputs (Survey *self, const RensaDataUse *use)
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
  self->columns = g_new (Column, self->n_columns);
  for (gint64 j = 0; j < self->n_columns; j++)
    self->columns[j] = (Column){ .low = INFINITY, .high = -INFINITY, .hash = RENSA_HASH_START };
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
warn_of_repeated_examples (Survey *self)
{
  const gint64 n = self->bundle->test != NULL ? rensa_dataset_get_length (self->bundle->test) : 0;
  RensaDataNote *note;

  if (self->n_repeated < 3 || self->n_repeated * 10 < n)
    return;
  note = warn (self, g_strdup_printf (_ ("%lld of %lld validation examples are also in the training set, so validation "
                                         "results are better than they would be for new examples."),
                                      (long long) self->n_repeated, (long long) n));
  if (self->bundle->can_keep_together)
    rensa_data_note_offer_split (note, g_strdup (_ ("Keep Equal Examples Together")), "keep_together");
}

/* Classes */

static char *
dup_class_name (const Survey *self, gint64 class)
{
  if (self->bundle->label_names != NULL)
    return rensa_excerpt (self->bundle->label_names[class]);
  return g_strdup_printf ("%" G_GINT64_FORMAT, class);
}

/* Lists the classes with @least to @most training examples, and with or without validation examples. */
static char *
list_classes (const Survey *self, gint64 least, gint64 most, gboolean is_validated, gint64 *n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  *n = 0;
  for (gint64 class = 0; class < self->bundle->n_classes; class ++)
    {
      const gint64 n_train = self->counts[0][class];
      const gint64 n_test = self->counts[1] != NULL ? self->counts[1][class] : 0;
      g_autofree char *name = NULL;

      if (n_train < least || n_train > most || (n_test > 0) != is_validated || ++*n > MOST_NAMED)
        continue;
      name = dup_class_name (self, class);
      g_string_append_printf (text, "%s“%s”", *n > 1 ? ", " : "", name);
    }
  if (*n > MOST_NAMED)
    g_string_append_printf (text, _ (" and %u more"), (guint) (*n - MOST_NAMED));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Takes ownership of @text. */
static void
warn_of_missing_classes (Survey *self, char *text)
{
  RensaDataNote *note = warn (self, text);

  if (self->bundle->can_split_classes)
    rensa_data_note_offer_split (note, g_strdup (_ ("Stratified Split")), "stratified");
}

static void
warn_of_split (Survey *self)
{
  gint64 n_untrained, n_unvalidated;
  g_autofree char *untrained = list_classes (self, 0, 0, TRUE, &n_untrained);
  g_autofree char *unvalidated = list_classes (self, 2, G_MAXINT64, FALSE, &n_unvalidated);

  if (self->bundle->test == NULL)
    return;
  if (n_untrained > 0)
    warn_of_missing_classes (self,
                             g_strdup_printf (_ ("There are no examples of %s among the %lld training examples."),
                                              untrained, (long long) rensa_dataset_get_length (self->bundle->train)));
  if (n_unvalidated > 0)
    warn_of_missing_classes (self,
                             g_strdup_printf (_ ("There are no examples of %s among the %lld validation examples."),
                                              unvalidated, (long long) rensa_dataset_get_length (self->bundle->test)));
}

static void
warn_of_few (Survey *self)
{
  gint64 n_few, n_few_more;
  g_autofree char *few = list_classes (self, 1, FEW_EXAMPLES - 1, FALSE, &n_few);
  g_autofree char *few_more = list_classes (self, 1, FEW_EXAMPLES - 1, TRUE, &n_few_more);

  if (n_few + n_few_more > 0)
    warn (self,
          g_strdup_printf (_ ("Fewer than %d training examples for %s."), FEW_EXAMPLES, n_few > 0 ? few : few_more));
}

/* Counts the classes in both parts if labels are classes, and determines the range of the labels;
 * FALSE if there are no labels. */
static gboolean
survey_labels (Survey *self)
{
  RensaDataset *const parts[] = { self->bundle->train, self->bundle->test };
  const int field = rensa_dataset_get_n_fields (self->bundle->train) - 1;
  const gint64 n_classes = self->bundle->n_classes;
  RensaType type;

  self->low = G_MAXINT64;
  self->high = G_MININT64;
  if (field < 1 || !rensa_dataset_get_field_type (self->bundle->train, field, &type) || type.n_sequences > 0
      || !rensa_dtype_is_integer (type.dtype))
    return FALSE;
  for (int part = 0; part < 2 && parts[part] != NULL; part++)
    {
      if (n_classes > 1 && n_classes <= MOST_CLASSES && type.shape.ndim == 0)
        self->counts[part] = g_new0 (gint64, n_classes);
      if (!read_labels (self, parts[part], field, part))
        return FALSE;
    }
  return TRUE;
}

/* Labels that are values. */
static void
inspect_values (Survey *self, int field)
{
  const gint64 n = MIN (rensa_dataset_get_length (self->bundle->train), MOST_EXAMPLES);
  RensaType type;
  gint64 n_each, n_chunk;
  gint64 n_bad = 0;

  if (!rensa_dataset_get_field_type (self->bundle->train, field, &type) || type.n_sequences > 0
      || !rensa_dtype_is_floating (type.dtype))
    return;
  n_each = rensa_shape_count (&type.shape);
  for (gint64 start = 0; start < n; start += n_chunk)
    {
      g_autofree double *numbers = NULL;

      n_chunk = MIN (n - start, get_chunk_size (n_each));
      numbers = read_field (self->bundle->train, field, start, n_chunk);
      if (numbers == NULL || g_cancellable_is_cancelled (self->cancellable))
        return;
      for (gint64 i = 0; i < n_chunk; i++)
        for (gint64 j = 0; j < n_each; j++)
          if (!isfinite (numbers[i * n_each + j]))
            {
              n_bad++;
              break;
            }
    }
  if (n_bad > 0)
    offer_to_drop (self,
                   warn (self, g_strdup_printf (ngettext ("%lld of %lld examples has a label that is NaN or infinite.",
                                                          "%lld of %lld examples have labels that are NaN or infinite.",
                                                          (gulong) n_bad),
                                                (long long) n_bad, (long long) n)));
}

static void
inspect_labels (Survey *self, const RensaDataUse *use)
{
  const int n_fields = rensa_dataset_get_n_fields (self->bundle->train);

  if (n_fields > 1)
    inspect_values (self, n_fields - 1);
  if (!survey_labels (self))
    return;
  if (self->counts[0] != NULL)
    {
      warn_of_split (self);
      warn_of_few (self);
    }
  if (use->loss != NULL && (self->low < use->low || self->high > use->high))
    warn (self, g_strdup_printf (_ ("The labels range from %lld to %lld, but %s only accepts labels from %lld to "
                                    "%lld."),
                                 (long long) self->low, (long long) self->high, use->loss, (long long) use->low,
                                 (long long) use->high));
}

void
rensa_data_inspect_split (RensaDataBundle *bundle)
{
  g_auto (Survey) survey = { .bundle = bundle };

  if (!bundle->is_stand_in && survey_labels (&survey) && survey.counts[0] != NULL)
    warn_of_split (&survey);
}

void
rensa_data_inspect (RensaDataBundle *bundle, const RensaDataUse *use, GCancellable *cancellable)
{
  g_auto (Survey) survey = { .bundle = bundle, .cancellable = cancellable };

  if (bundle->is_stand_in)
    return;
  inspect_inputs (&survey, use);
  warn_of_repeated_examples (&survey);
  inspect_labels (&survey, use);
}
