/* rensa-preview.c: preview of the data of a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-data-inspect.h"
#include "rensa-preview-private.h"
#include "rensa-fault.h"

#include <math.h>

#include "rensa-document-values.h"
#include "rensa-project-parts.h"
#include "rensa-preprocessing.h"
#include "rensa-primitives.h"

/* Maximum number of examples shown, and of numbers if the examples are large. */
#define MOST_EXAMPLES 1000
#define MOST_LAZY_EXAMPLES 120
#define MOST_NUMBERS (4 << 20)
#define MOST_COLUMNS 4096
/* Number of examples read at once */
#define CHUNK 1024

static RensaPreview *
preview_new (void)
{
  RensaPreview *preview = g_new0 (RensaPreview, 1);

  g_atomic_ref_count_init (&preview->ref_count);
  return preview;
}

RensaPreview *
rensa_preview_ref (RensaPreview *preview)
{
  g_atomic_ref_count_inc (&preview->ref_count);
  return preview;
}

static void
column_clear (RensaPreviewColumn *column)
{
  g_free (column->name);
  g_strfreev (column->categories);
}

static void
part_clear (RensaPreviewPart *part)
{
  g_free (part->inputs);
  g_free (part->labels);
  g_free (part->class_counts);
  g_strfreev (part->answers);
}

void
rensa_preview_unref (RensaPreview *preview)
{
  if (!g_atomic_ref_count_dec (&preview->ref_count))
    return;

  for (gsize i = 0; preview->columns != NULL && i < preview->n_values; i++)
    column_clear (&preview->columns[i]);
  g_free (preview->columns);
  column_clear (&preview->label);
  g_strfreev (preview->label_names);
  g_strfreev (preview->tokens);
  part_clear (&preview->train);
  part_clear (&preview->test);
  g_free (preview->sentence);
  g_clear_pointer (&preview->prepared, rensa_preview_unref);
  g_clear_pointer (&preview->notes, g_ptr_array_unref);
  g_free (preview);
}

gboolean
rensa_preview_has_class_of_each (const RensaPreview *preview)
{
  const RensaType *label = preview->n_fields > 1 ? &preview->fields[preview->n_fields - 1] : NULL;

  return preview->n_classes > 0 && label != NULL && label->n_sequences == 0 && rensa_shape_count (&label->shape) == 1;
}

char *
rensa_preview_get_class_name (const RensaPreview *preview, gint64 number)
{
  if (preview->label_names != NULL && number >= 0 && number < preview->n_classes)
    return g_strdup (preview->label_names[number]);
  return g_strdup_printf ("%" G_GINT64_FORMAT, number);
}

static void
tell (RensaPreview *preview, RensaPreviewState state, const GError *error)
{
  preview->state = state;
  preview->sentence = rensa_error_to_sentence (error);
}

/* Data settings of the document */
typedef struct
{
  RensaAttrs *dataset;
  RensaAttrs *split;
  GPtrArray *transforms; /* RensaAttrs */
  gint64 seed;
} DataPlan;

static void
data_plan_clear (DataPlan *plan)
{
  g_clear_pointer (&plan->dataset, rensa_attrs_unref);
  g_clear_pointer (&plan->split, rensa_attrs_unref);
  g_clear_pointer (&plan->transforms, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DataPlan, data_plan_clear)

/* Mistakes in the list are reported elsewhere; nothing is preprocessed then. */
static GPtrArray *
read_transforms (RensaDocument *document)
{
  const guint n = rensa_document_count_components (document, "data." RENSA_PREPROCESSING);
  g_autoptr (GPtrArray) transforms = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_attrs_unref);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("data." RENSA_PREPROCESSING ".%u", i);
      g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (document, path, NULL);

      if (attrs == NULL || !rensa_attrs_check_complete (attrs, NULL))
        {
          g_ptr_array_set_size (transforms, 0);
          break;
        }
      g_ptr_array_add (transforms, g_steal_pointer (&attrs));
    }
  return g_steal_pointer (&transforms);
}

static gboolean
read_plan (DataPlan *plan, RensaDocument *document, GError **error)
{
  struct json_object *json = rensa_document_get_json (document);
  const RensaField *field = rensa_field_find (&rensa_document_field, "data");
  struct json_object *data = rensa_json_get_member (json, "data");
  g_autoptr (RensaAttrs) settings = rensa_settings_read (rensa_document_field.settings, json, error);

  if (settings == NULL)
    return FALSE;

  plan->seed = ((const RensaSettings *) rensa_attrs_get_values (settings))->seed;
  plan->dataset =
      rensa_field_read_component (rensa_field_find (field, "dataset"), rensa_json_get_member (data, "dataset"), error);
  plan->transforms = read_transforms (document);
  plan->split = plan->dataset != NULL ? rensa_document_get_split (document, error) : NULL;
  return plan->split != NULL;
}

/* Running sums over the examples of a part */
typedef struct
{
  RensaPreview *preview;
  RensaPreviewPart *part;
  gboolean is_train;
  double *sums; /* sum of each column */
  double label_sum;
} Survey;

static void
column_add (RensaPreviewColumn *column, double *sum, double value)
{
  column->low = MIN (column->low, value);
  column->high = MAX (column->high, value);
  column->is_whole = column->is_whole && value == floor (value);
  *sum += value;
}

static void
survey_labels (Survey *self, const float *labels, gint64 stride, gint64 n)
{
  const RensaPreview *preview = self->preview;

  for (gint64 i = 0; i < n; i++)
    {
      const double label = labels[i * stride];

      if (self->part->class_counts != NULL && label >= 0 && label < preview->n_classes)
        self->part->class_counts[(gint64) label]++;
      if (self->is_train)
        column_add (&self->preview->label, &self->label_sum, label);
    }
}

static void
survey_inputs (Survey *self, const float *inputs, gint64 n)
{
  const gsize n_values = self->preview->n_values;

  for (gint64 i = 0; i < n; i++)
    for (gsize j = 0; j < n_values; j++)
      column_add (&self->preview->columns[j], &self->sums[j], inputs[i * n_values + j]);
}

/* Converts the elements of @field, which has n examples, to float. */
static float *
get_numbers (RensaArray *field, GError **error)
{
  g_autoptr (RensaArray) cast = rensa_array_cast (field, RENSA_FLOAT32, error);
  g_autofree float *numbers = cast != NULL ? g_new (float, rensa_array_get_count (cast) + 1) : NULL;

  return numbers != NULL && rensa_array_to_host (cast, numbers, error) ? g_steal_pointer (&numbers) : NULL;
}

/* Processes the examples @start … @start + n - 1. @fields contains their first field, if needed,
 * and the last. */
static gboolean
survey_chunk (Survey *self, RensaArray *const *fields, gint64 start, gint64 n, GError **error)
{
  const RensaPreview *preview = self->preview;
  const gint64 n_shown = CLAMP (self->part->n_shown - start, 0, n);
  g_autofree float *labels = NULL;
  g_autofree float *inputs = NULL;

  if (self->part->labels != NULL)
    {
      RensaArray *field = fields[preview->n_fields - 1];
      const gint64 stride = rensa_array_get_count (field) / n;

      labels = get_numbers (field, error);
      if (labels == NULL)
        return FALSE;
      survey_labels (self, labels, stride, n);
      for (gint64 i = 0; i < n_shown; i++)
        self->part->labels[start + i] = labels[i * stride];
    }

  if (n_shown == 0 && self->sums == NULL)
    return TRUE;
  inputs = get_numbers (fields[0], error);
  if (inputs == NULL)
    return FALSE;
  memcpy (self->part->inputs + start * preview->n_values, inputs, n_shown * preview->n_values * sizeof *inputs);
  if (self->sums != NULL)
    survey_inputs (self, inputs, n);
  return TRUE;
}

/* For examples that are neither shown nor counted, reads only the label. */
static gboolean
read_chunk (const Survey *self, RensaDataset *dataset, gint64 start, gint64 n, RensaArray **fields, GError **error)
{
  const int last = self->preview->n_fields - 1;
  gint64 indices[CHUNK];

  for (gint64 i = 0; i < n; i++)
    indices[i] = start + i;
  if (start < self->part->n_shown || self->sums != NULL)
    return self->is_train ? rensa_dataset_get_training_batch (dataset, indices, n, start, fields, error)
                          : rensa_dataset_get_batch (dataset, indices, n, fields, error);
  fields[last] = rensa_dataset_get_field (dataset, last, indices, n, error);
  return fields[last] != NULL;
}

static gboolean
survey (Survey *self, RensaDataset *dataset, GCancellable *cancellable, GError **error)
{
  const gint64 n = rensa_dataset_get_length (dataset);
  gint64 n_chunk;
  gboolean ok = TRUE;

  for (gint64 start = 0; ok && start < n && !g_cancellable_is_cancelled (cancellable); start += n_chunk)
    {
      RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };

      n_chunk = MIN (CHUNK, start < self->part->n_shown ? self->part->n_shown - start : n - start);
      ok = read_chunk (self, dataset, start, n_chunk, fields, error)
           && survey_chunk (self, fields, start, n_chunk, error);
      for (int i = 0; i < self->preview->n_fields; i++)
        g_clear_pointer (&fields[i], rensa_array_unref);
    }
  return ok;
}

/* If the values of black and white are unknown, the minimum and maximum are used. */
static void
find_bounds (RensaPreview *preview)
{
  RensaPicture *picture = &preview->picture;

  preview->low = INFINITY;
  preview->high = -INFINITY;
  for (gsize i = 0; i < preview->train.n_shown * preview->n_values; i++)
    {
      preview->low = MIN (preview->low, preview->train.inputs[i]);
      preview->high = MAX (preview->high, preview->train.inputs[i]);
    }
  if (picture->white == picture->black)
    {
      picture->black = preview->low;
      picture->white = preview->high;
    }
}

static gboolean
fill_part (RensaPreview *preview, RensaPreviewPart *part, RensaDataset *dataset, GCancellable *cancellable,
           GError **error)
{
  const gboolean is_train = part == &preview->train;
  g_autofree double *sums = is_train && preview->columns != NULL ? g_new0 (double, preview->n_values) : NULL;
  Survey self = { preview, part, is_train, sums };

  part->n = rensa_dataset_get_length (dataset);
  part->n_shown = MIN (part->n, CLAMP (MOST_NUMBERS / (gint64) preview->n_values, 1,
                                       rensa_dataset_is_lazy (dataset) ? MOST_LAZY_EXAMPLES : MOST_EXAMPLES));
  part->inputs = g_new (float, part->n_shown * preview->n_values);
  if (rensa_preview_has_sequences (preview))
    return rensa_preview_fill_sequences (preview, part, dataset, error);
  part->labels = preview->n_fields > 1 ? g_new (float, part->n_shown) : NULL;
  part->class_counts = preview->n_classes > 0 ? g_new0 (gint64, preview->n_classes) : NULL;
  if (!survey (&self, dataset, cancellable, error))
    return FALSE;

  for (gsize j = 0; sums != NULL && j < preview->n_values; j++)
    preview->columns[j].mean = sums[j] / part->n;
  if (is_train)
    {
      preview->label.mean = self.label_sum / part->n;
      find_bounds (preview);
    }
  return TRUE;
}

static RensaPreviewForm
choose_form (const RensaPreview *preview)
{
  if (preview->picture.n_channels > 0)
    return RENSA_PREVIEW_PICTURES;
  if (preview->tokens != NULL)
    return RENSA_PREVIEW_TEXT;
  for (gsize i = 0; i < MIN (preview->n_values, 2); i++)
    if (preview->columns != NULL && preview->columns[i].categories != NULL)
      return RENSA_PREVIEW_TABLE;
  if (preview->n_values == 2 && preview->n_classes > 0)
    return RENSA_PREVIEW_POINTS;
  if (preview->n_values == 1 && preview->n_fields > 1 && preview->n_classes == 0)
    return RENSA_PREVIEW_CURVE;
  return RENSA_PREVIEW_TABLE;
}

static void
describe_columns (RensaPreview *preview, const RensaDataBundle *bundle)
{
  const guint n_names = bundle->feature_names != NULL ? g_strv_length (bundle->feature_names) : 0;

  preview->columns = g_new0 (RensaPreviewColumn, preview->n_values);
  for (gsize i = 0; i < preview->n_values; i++)
    {
      char **categories = bundle->feature_categories != NULL && i < bundle->feature_categories->len
                              ? bundle->feature_categories->pdata[i]
                              : NULL;

      preview->columns[i] = (RensaPreviewColumn){
        .name = i < n_names ? g_strdup (bundle->feature_names[i]) : g_strdup_printf ("x%" G_GSIZE_FORMAT, i),
        .categories = g_strdupv (categories),
        .is_whole = TRUE,
        .low = INFINITY,
        .high = -INFINITY,
      };
    }
}

static gboolean
describe_fields (RensaPreview *preview, const RensaDataBundle *bundle, GError **error)
{
  preview->n_fields = rensa_dataset_get_n_fields (bundle->train);
  for (int i = 0; i < preview->n_fields; i++)
    if (!rensa_dataset_get_field_type (bundle->train, i, &preview->fields[i])
        || rensa_shape_count (&preview->fields[i].shape) == 0)
      {
        rensa_set_words (error, RENSA_ERROR_INVALID,
                         N_ ("field %d of the examples does not contain numbers, or not the same number in each"), i);
        return FALSE;
      }

  preview->n_values = rensa_shape_count (&preview->fields[0].shape);
  preview->n_classes = rensa_preview_has_sequences (preview) ? 0 : bundle->n_classes;
  preview->label_names = g_strdupv (bundle->label_names);
  preview->tokens = g_strdupv (bundle->tokens);
  preview->n_tokens = preview->tokens != NULL ? g_strv_length (preview->tokens) : 0;
  preview->label = (RensaPreviewColumn){ .is_whole = TRUE, .low = INFINITY, .high = -INFINITY };
  if (preview->tokens == NULL && !rensa_preview_has_sequences (preview))
    preview->picture = bundle->picture.n_channels > 0 ? bundle->picture : rensa_picture_guess (&preview->fields[0]);
  if (preview->picture.n_channels == 0 && preview->tokens == NULL && preview->n_values <= MOST_COLUMNS
      && !rensa_preview_has_sequences (preview))
    describe_columns (preview, bundle);
  preview->form = choose_form (preview);
  return TRUE;
}

/* Length of the longest sequence shown in either part. */
static gboolean
find_longest (RensaPreview *preview, const RensaDataBundle *bundle, GError **error)
{
  RensaDataset *const parts[] = { bundle->train, bundle->test };

  preview->n_values = 0;
  for (guint i = 0; i < G_N_ELEMENTS (parts) && parts[i] != NULL; i++)
    {
      const gsize n =
          rensa_preview_find_longest (parts[i], MIN (rensa_dataset_get_length (parts[i]), MOST_EXAMPLES), error);

      if (n == 0)
        return FALSE;
      preview->n_values = MAX (preview->n_values, n);
    }
  return TRUE;
}

static gboolean
fill_parts (RensaPreview *preview, const RensaDataBundle *bundle, GCancellable *cancellable, GError **error)
{
  if (rensa_preview_has_sequences (preview) && !find_longest (preview, bundle, error))
    return FALSE;
  return fill_part (preview, &preview->train, bundle->train, cancellable, error)
         && (bundle->test == NULL || fill_part (preview, &preview->test, bundle->test, cancellable, error));
}

static gboolean
fill_prepared (RensaPreview *preview, const DataPlan *plan, RensaDataBundle *bundle, GCancellable *cancellable,
               GError **error)
{
  const RensaExampleForm *form;
  RensaDataBundle prepared;

  if (!rensa_data_bundle_prepare (bundle, plan->transforms, RENSA_FLOAT32, (guint64) plan->seed, error)
      || !rensa_preprocessing_fit (bundle->preprocessing, cancellable, error))
    return FALSE;

  form = rensa_preprocessing_get_form (bundle->preprocessing, plan->transforms->len);
  prepared = *bundle;
  prepared.picture = form->picture;
  prepared.feature_names = form->names;
  prepared.feature_categories = form->categories;
  return describe_fields (preview, &prepared, error) && fill_parts (preview, &prepared, cancellable, error);
}

/* Adds the preprocessed examples after the original ones; modifies @bundle. */
static void
add_prepared (RensaPreview *preview, const DataPlan *plan, RensaDataBundle *bundle, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;

  if (plan->transforms->len == 0)
    return;
  preview->prepared = preview_new ();
  preview->prepared->dataset = preview->dataset;
  preview->prepared->was_split = preview->was_split;
  if (!fill_prepared (preview->prepared, plan, bundle, cancellable, &error))
    tell (preview->prepared, RENSA_PREVIEW_FAILED, error);
}

static gboolean
fill (RensaPreview *preview, const DataPlan *plan, RensaDataBundle *bundle, GCancellable *cancellable, GError **error)
{
  preview->was_split = bundle->test == NULL;
  if (rensa_dataset_get_length (bundle->train) == 0)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("no examples"));
      return FALSE;
    }
  if (!describe_fields (preview, bundle, error)
      || !rensa_split_bundle (bundle, rensa_attrs_get_values (plan->split), plan->seed, error)
      || !fill_parts (preview, bundle, cancellable, error))
    return FALSE;
  rensa_data_inspect (bundle, &(RensaDataUse){ .is_scaled = plan->transforms->len > 0 }, cancellable);
  add_prepared (preview, plan, bundle, cancellable);
  return TRUE;
}

/* Limits the number of remedies: more would be too many to choose from, and each trial reads the
 * files again. */
#define MOST_REMEDIES 4
#define MOST_TRIALS 12

/* Returns TRUE if the data can be used after @change, or if reading gets further than before: a
 * remedy after which the same error occurs does not help. */
static gboolean
helps (const RensaDataChange *change, RensaAttrs *dataset, const RensaDataPlaces *places, int how_far)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_copy (dataset);
  g_auto (RensaDataBundle) bundle = { 0 };

  return rensa_data_change_apply (change, attrs, NULL)
         && (rensa_dataset_load (attrs, places, &bundle, NULL) || bundle.how_far > how_far);
}

static void
try_remedies (RensaDataBundle *bundle, RensaAttrs *dataset, const RensaDataPlaces *places)
{
  RensaDataNote *note = rensa_data_notes_find (bundle->notes, RENSA_DATA_REMEDY);
  guint n_helpful = 0;

  for (guint i = 0, trial = 0; note != NULL && i < note->changes->len; trial++)
    if (n_helpful < MOST_REMEDIES && trial < MOST_TRIALS && !g_cancellable_is_cancelled (places->cancellable)
        && helps (note->changes->pdata[i], dataset, places, bundle->how_far))
      {
        n_helpful++;
        i++;
      }
    else
      g_ptr_array_remove_index (note->changes, i);
}

static RensaPreviewState
get_state_of_failure (const RensaDatasetClass *class, const GError *error)
{
  if (g_error_matches (error, RENSA_ERROR, RENSA_ERROR_CANCELLED))
    return RENSA_PREVIEW_CANCELLED;
  return class->fetch != NULL && g_error_matches (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND) ? RENSA_PREVIEW_ABSENT
                                                                                             : RENSA_PREVIEW_FAILED;
}

static void
load (RensaPreview *preview, const DataPlan *plan, const RensaDataPlaces *places)
{
  g_auto (RensaDataBundle) bundle = { 0 };
  g_autoptr (GError) error = NULL;

  if (rensa_dataset_load (plan->dataset, places, &bundle, &error))
    {
      if (!fill (preview, plan, &bundle, places->cancellable, &error))
        {
          tell (preview, RENSA_PREVIEW_FAILED, error);
          /* The remedies of a source apply only to files that cannot be read. */
          if (g_error_matches (error, RENSA_ERROR, RENSA_ERROR_INVALID))
            g_clear_pointer (&bundle.notes, g_ptr_array_unref);
        }
      else if (g_cancellable_is_cancelled (places->cancellable))
        preview->state = RENSA_PREVIEW_CANCELLED;
    }
  else
    {
      tell (preview, get_state_of_failure (preview->dataset, error), error);
      try_remedies (&bundle, plan->dataset, places);
    }
  preview->notes = g_steal_pointer (&bundle.notes);
}

RensaPreview *
rensa_preview_new (RensaDocument *document, const char *dataset_root, GCancellable *cancellable,
                   RensaDataProgress progress, gpointer data)
{
  RensaPreview *preview = preview_new ();
  g_autofree char *root = dataset_root != NULL ? g_strdup (dataset_root) : rensa_dataset_root_new ();
  const RensaDataPlaces places = { root, rensa_document_get_folder (document), cancellable, progress, data };
  g_auto (DataPlan) plan = { 0 };
  g_autoptr (GError) error = NULL;

  if (!read_plan (&plan, document, &error))
    {
      tell (preview, RENSA_PREVIEW_FAILED, error);
      return preview;
    }

  preview->dataset = (const RensaDatasetClass *) rensa_attrs_get_component (plan.dataset);
  if (rensa_attrs_check_complete (plan.dataset, &error))
    load (preview, &plan, &places);
  else
    tell (preview, RENSA_PREVIEW_INCOMPLETE, error);
  return preview;
}
