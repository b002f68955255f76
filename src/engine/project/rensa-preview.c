/* rensa-preview.c: a look at the data of a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-preview.h"

#include <math.h>

#include "rensa-project-private.h"
#include "rensa-primitives.h"

/* So many examples are shown, and no more numbers than this where each is large. */
#define MOST_EXAMPLES 1000
#define MOST_NUMBERS (4 << 20)
#define MOST_COLUMNS 4096
/* Examples that are read at once. */
#define CHUNK 1024
/* A NumPy array of two axes is taken for a picture from so many rows and columns on. */
#define SMALLEST_PICTURE 8

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
  part_clear (&preview->train);
  part_clear (&preview->test);
  g_free (preview->sentence);
  g_clear_pointer (&preview->notes, g_ptr_array_unref);
  g_free (preview);
}

char *
rensa_preview_get_class_name (const RensaPreview *preview, gint64 number)
{
  if (preview->label_names != NULL && number >= 0 && number < preview->n_classes)
    return g_strdup (preview->label_names[number]);
  return g_strdup_printf ("%" G_GINT64_FORMAT, number);
}

/* A message that begins with a word, not with a name or a place, gets a capital letter. */
static char *
make_sentence (const char *message)
{
  const gsize n = strspn (message, "abcdefghijklmnopqrstuvwxyz");
  char *sentence = g_strconcat (message, g_str_has_suffix (message, ".") ? "" : ".", NULL);

  if (n > 0 && sentence[n] == ' ')
    sentence[0] = g_ascii_toupper (sentence[0]);
  return sentence;
}

static void
tell (RensaPreview *preview, RensaPreviewState state, const GError *error)
{
  preview->state = state;
  preview->sentence = make_sentence (error->message);
}

RensaAttrs *
rensa_document_get_split (RensaDocument *document, GError **error)
{
  const RensaField *field = rensa_field_find (rensa_field_find (&rensa_document_field, "data"), "split");
  struct json_object *data = rensa_json_get_member (rensa_document_get_json (document), "data");
  gboolean is_none;
  g_autoptr (RensaJson) split = rensa_field_get (field, data, &is_none);

  return rensa_settings_read (field->settings, split, error);
}

/* What the document says about its data. */
typedef struct
{
  RensaAttrs *dataset;
  RensaAttrs *split;
  gint64 seed;
} DataPlan;

static void
data_plan_clear (DataPlan *plan)
{
  g_clear_pointer (&plan->dataset, rensa_attrs_unref);
  g_clear_pointer (&plan->split, rensa_attrs_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DataPlan, data_plan_clear)

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
  plan->split = plan->dataset != NULL ? rensa_document_get_split (document, error) : NULL;
  return plan->split != NULL;
}

/* Running sums over the examples of a part. */
typedef struct
{
  RensaPreview *preview;
  RensaPreviewPart *part;
  gboolean is_train;
  double *sums; /* of each column */
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

/* The elements of @field, n examples of it, as plain numbers. */
static float *
get_numbers (RensaArray *field, GError **error)
{
  g_autoptr (RensaArray) cast = rensa_array_cast (field, RENSA_FLOAT32, error);
  g_autofree float *numbers = cast != NULL ? g_new (float, rensa_array_get_count (cast) + 1) : NULL;

  return numbers != NULL && rensa_array_to_host (cast, numbers, error) ? g_steal_pointer (&numbers) : NULL;
}

/* Examples @start … @start + n - 1, of whose fields @fields has the first and the last. */
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

static gboolean
survey (Survey *self, RensaDataset *dataset, GCancellable *cancellable, GError **error)
{
  const gint64 n = rensa_dataset_get_length (dataset);
  const int n_fields = self->preview->n_fields;
  gint64 indices[CHUNK];
  gboolean ok = TRUE;

  for (gint64 start = 0; ok && start < n && !g_cancellable_is_cancelled (cancellable); start += CHUNK)
    {
      const gint64 n_chunk = MIN (CHUNK, n - start);
      RensaArray *fields[RENSA_MAX_FIELDS];

      for (gint64 i = 0; i < n_chunk; i++)
        indices[i] = start + i;
      if (!rensa_dataset_get_batch (dataset, indices, n_chunk, fields, error))
        return FALSE;
      ok = survey_chunk (self, fields, start, n_chunk, error);
      for (int i = 0; i < n_fields; i++)
        rensa_array_unref (fields[i]);
    }
  return ok;
}

static gboolean
fill_part (RensaPreview *preview, RensaPreviewPart *part, RensaDataset *dataset, GCancellable *cancellable,
           GError **error)
{
  const gboolean is_train = part == &preview->train;
  g_autofree double *sums = is_train && preview->columns != NULL ? g_new0 (double, preview->n_values) : NULL;
  Survey self = { preview, part, is_train, sums };

  part->n = rensa_dataset_get_length (dataset);
  part->n_shown = MIN (part->n, CLAMP (MOST_NUMBERS / (gint64) preview->n_values, 1, MOST_EXAMPLES));
  part->inputs = g_new (float, part->n_shown * preview->n_values);
  part->labels = preview->n_fields > 1 ? g_new (float, part->n_shown) : NULL;
  part->class_counts = preview->n_classes > 0 ? g_new0 (gint64, preview->n_classes) : NULL;
  if (!survey (&self, dataset, cancellable, error))
    return FALSE;

  for (gsize j = 0; sums != NULL && j < preview->n_values; j++)
    preview->columns[j].mean = sums[j] / part->n;
  if (is_train)
    preview->label.mean = self.label_sum / part->n;
  return TRUE;
}

/* Pictures of NumPy say nothing about themselves but their shape. */
static RensaPicture
guess_picture (const RensaType *type)
{
  const gint64 *dims = type->shape.dims;
  const double white = type->dtype == RENSA_UINT8 ? 255 : 1;

  if (type->shape.ndim == 3 && (dims[0] == 1 || dims[0] == 3) && MIN (dims[1], dims[2]) >= SMALLEST_PICTURE)
    return (RensaPicture){ dims[0], dims[1], dims[2], white };
  if (type->shape.ndim == 2 && MIN (dims[0], dims[1]) >= SMALLEST_PICTURE)
    return (RensaPicture){ 1, dims[0], dims[1], white };
  return (RensaPicture){ 0 };
}

static RensaPreviewForm
choose_form (const RensaPreview *preview)
{
  if (preview->picture.n_channels > 0)
    return RENSA_PREVIEW_PICTURES;
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
        g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                     "field %d of the examples holds no numbers, or not equally many in each", i);
        return FALSE;
      }

  preview->n_values = rensa_shape_count (&preview->fields[0].shape);
  preview->n_classes = bundle->n_classes;
  preview->label_names = g_strdupv (bundle->label_names);
  preview->label = (RensaPreviewColumn){ .is_whole = TRUE, .low = INFINITY, .high = -INFINITY };
  preview->picture = bundle->picture.n_channels > 0 ? bundle->picture : guess_picture (&preview->fields[0]);
  if (preview->picture.n_channels == 0 && preview->n_values <= MOST_COLUMNS)
    describe_columns (preview, bundle);
  preview->form = choose_form (preview);
  return TRUE;
}

static gboolean
fill (RensaPreview *preview, const DataPlan *plan, RensaDataBundle *bundle, GCancellable *cancellable, GError **error)
{
  preview->was_split = bundle->test == NULL;
  if (rensa_dataset_get_length (bundle->train) == 0)
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID, "there are no examples");
      return FALSE;
    }
  return describe_fields (preview, bundle, error)
         && rensa_split_bundle (bundle, rensa_attrs_get_values (plan->split), plan->seed, error)
         && fill_part (preview, &preview->train, bundle->train, cancellable, error)
         && (bundle->test == NULL || fill_part (preview, &preview->test, bundle->test, cancellable, error));
}

/* More remedies than these are no help to choose from; and each that is tried reads the files anew. */
#define MOST_REMEDIES 4
#define MOST_TRIALS 12

/* Whether the data can be used after @change, or the reading comes further than before: a remedy after which the same
 * is wrong is none. */
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
        tell (preview, RENSA_PREVIEW_FAILED, error);
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
  RensaPreview *preview = g_new0 (RensaPreview, 1);
  g_autofree char *root = dataset_root != NULL ? g_strdup (dataset_root) : rensa_dataset_root_new ();
  const RensaDataPlaces places = { root, rensa_document_get_folder (document), cancellable, progress, data };
  g_auto (DataPlan) plan = { 0 };
  g_autoptr (GError) error = NULL;

  g_atomic_ref_count_init (&preview->ref_count);
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
