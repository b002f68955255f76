/* rensa-label-inspect.c: checks for suspicious labels in a data set.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-data-inspect-private.h"
#include "rensa-data-notes.h"
#include "rensa-language.h"
#include "rensa-wording.h"

#define MOST_CLASSES 65536
/* A class with fewer examples cannot be learned, regardless of the model. */
#define FEW_EXAMPLES 3

static gboolean
read_labels (RensaSurvey *self, RensaDataset *dataset, int field, int part)
{
  const gint64 n = MIN (rensa_dataset_get_length (dataset), RENSA_SURVEY_MOST_NUMBERS);
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

      n_chunk = MIN (n - start, rensa_survey_get_chunk_size (n_each));
      numbers = rensa_survey_read_field (dataset, field, start, n_chunk);

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

static char *
dup_class_name (const RensaSurvey *self, gint64 class)
{
  if (self->bundle->label_names != NULL)
    return rensa_excerpt (self->bundle->label_names[class]);
  return g_strdup_printf ("%" G_GINT64_FORMAT, class);
}

/* Lists the classes with @least to @most training examples, and with or without validation examples. */
static char *
list_classes (const RensaSurvey *self, gint64 least, gint64 most, gboolean is_validated, gint64 *n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  *n = 0;
  for (gint64 class = 0; class < self->bundle->n_classes; class ++)
    {
      const gint64 n_train = self->counts[0][class];
      const gint64 n_test = self->counts[1] != NULL ? self->counts[1][class] : 0;
      g_autofree char *name = NULL;

      if (n_train < least || n_train > most || (n_test > 0) != is_validated || ++*n > RENSA_SURVEY_MOST_NAMED)
        continue;
      name = dup_class_name (self, class);
      g_string_append_printf (text, "%s“%s”", *n > 1 ? ", " : "", name);
    }
  if (*n > RENSA_SURVEY_MOST_NAMED)
    g_string_append_printf (text, _ (" and %u more"), (guint) (*n - RENSA_SURVEY_MOST_NAMED));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Takes ownership of @text. */
static void
warn_of_missing_classes (RensaSurvey *self, char *text)
{
  RensaDataNote *note = rensa_survey_warn (self, text);

  if (self->bundle->can_split_classes)
    rensa_data_note_offer_split (note, g_strdup (_ ("Stratified Split")), "stratified");
}

static void
warn_of_split (RensaSurvey *self)
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
warn_of_few (RensaSurvey *self)
{
  gint64 n_few, n_few_more;
  g_autofree char *few = list_classes (self, 1, FEW_EXAMPLES - 1, FALSE, &n_few);
  g_autofree char *few_more = list_classes (self, 1, FEW_EXAMPLES - 1, TRUE, &n_few_more);

  if (n_few + n_few_more > 0)
    rensa_survey_warn (self, g_strdup_printf (_ ("Fewer than %d training examples for %s."), FEW_EXAMPLES,
                                              n_few > 0 ? few : few_more));
}

/* Counts the classes in both parts if labels are classes, and determines the range of the labels;
 * FALSE if there are no labels. */
static gboolean
survey_labels (RensaSurvey *self)
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

static void
warn_of_bad_labels (RensaSurvey *self, const RensaBadExamples *bad, gint64 n)
{
  g_autofree char *examples = rensa_bad_examples_list (bad);
  char *text = g_strdup_printf (ngettext ("%lld of %lld examples has a label that is NaN or infinite (example %s).",
                                          "%lld of %lld examples have labels that are NaN or infinite (examples %s).",
                                          (gulong) bad->n),
                                (long long) bad->n, (long long) n, examples);

  rensa_survey_offer_to_drop (self, rensa_survey_warn (self, text));
}

/* Labels that are values. */
static void
inspect_values (RensaSurvey *self, int field)
{
  const gint64 n = MIN (rensa_dataset_get_length (self->bundle->train), RENSA_SURVEY_MOST_EXAMPLES);
  RensaType type;
  gint64 n_each, n_chunk;
  RensaBadExamples bad = { 0 };

  if (!rensa_dataset_get_field_type (self->bundle->train, field, &type) || type.n_sequences > 0
      || !rensa_dtype_is_floating (type.dtype))
    return;
  n_each = rensa_shape_count (&type.shape);
  for (gint64 start = 0; start < n; start += n_chunk)
    {
      g_autofree double *numbers = NULL;

      n_chunk = MIN (n - start, rensa_survey_get_chunk_size (n_each));
      numbers = rensa_survey_read_field (self->bundle->train, field, start, n_chunk);
      if (numbers == NULL || g_cancellable_is_cancelled (self->cancellable))
        return;
      for (gint64 i = 0; i < n_chunk; i++)
        for (gint64 j = 0; j < n_each; j++)
          if (!isfinite (numbers[i * n_each + j]))
            {
              rensa_bad_examples_add (&bad, self->bundle->train, start + i);
              break;
            }
    }
  if (bad.n > 0)
    warn_of_bad_labels (self, &bad, n);
}

void
rensa_survey_inspect_labels (RensaSurvey *self, const RensaDataUse *use)
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
    rensa_survey_warn (
        self, g_strdup_printf (_ ("The labels range from %lld to %lld, but %s only accepts labels from %lld to "
                                  "%lld."),
                               (long long) self->low, (long long) self->high, use->loss, (long long) use->low,
                               (long long) use->high));
}

void
rensa_data_inspect_split (RensaDataBundle *bundle)
{
  g_auto (RensaSurvey) survey = { .bundle = bundle };

  if (!bundle->is_stand_in && survey_labels (&survey) && survey.counts[0] != NULL)
    warn_of_split (&survey);
}
