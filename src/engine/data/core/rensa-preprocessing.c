/* rensa-preprocessing.c: a list of transforms, with the statistics that were computed from the
 * training examples.
 *
 *   source  ->  forms[0]  ->  transform 0  ->  forms[1]  ->  …  ->  forms[n]
 *
 * SPDX-License-Identifier: MIT */

#include "rensa-preprocessing.h"

#include <math.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-primitives.h"

/* @figures: one array for each name in the class, or NULL. */
typedef struct
{
  RensaAttrs *attrs;
  const RensaTransformClass *class;
  guint n_figures;
  RensaArray *figures[RENSA_MAX_FIGURES];
} Step;

struct _RensaPreprocessing
{
  int ref_count;
  guint64 seed;
  RensaDtype dtype;
  RensaDataset *train;
  guint n_steps;
  Step *steps;
  RensaExampleForm *forms; /* number of steps + 1 */
};

RensaPreprocessing *
rensa_preprocessing_ref (RensaPreprocessing *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

static void
step_clear_figures (Step *step)
{
  for (guint i = 0; i < step->n_figures; i++)
    g_clear_pointer (&step->figures[i], rensa_array_unref);
}

void
rensa_preprocessing_unref (RensaPreprocessing *self)
{
  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;

  for (guint i = 0; i < self->n_steps; i++)
    {
      step_clear_figures (&self->steps[i]);
      rensa_attrs_unref (self->steps[i].attrs);
    }
  for (guint i = 0; i <= self->n_steps; i++)
    rensa_example_form_clear (&self->forms[i]);
  rensa_dataset_unref (self->train);
  g_free (self->steps);
  g_free (self->forms);
  g_free (self);
}

RensaDataset *
rensa_preprocessing_get_source (RensaPreprocessing *self)
{
  return self->train;
}

guint
rensa_preprocessing_get_n_steps (RensaPreprocessing *self)
{
  return self->n_steps;
}

const RensaExampleForm *
rensa_preprocessing_get_form (RensaPreprocessing *self, guint step)
{
  return &self->forms[step];
}

RensaAttrs *
rensa_preprocessing_get_attrs (RensaPreprocessing *self, guint step)
{
  return self->steps[step].attrs;
}

RensaArray *
rensa_preprocessing_get_figure (RensaPreprocessing *self, guint step, guint i)
{
  return self->steps[step].figures[i];
}

static RensaTransformCall
make_call (RensaPreprocessing *self, guint i, gint64 position)
{
  const Step *step = &self->steps[i];

  return (RensaTransformCall){
    .attrs = rensa_attrs_get_values (step->attrs),
    .before = &self->forms[i],
    .after = &self->forms[i + 1],
    .figures = step->n_figures > 0 && step->figures[0] == NULL ? NULL : step->figures,
    .seed = self->seed,
    .step = i,
    .position = position,
  };
}

/* Prefixes the error with the position as documents name it. */
static gboolean
fail_at (guint step, GError **error)
{
  g_autofree char *place = g_strdup_printf ("data." RENSA_PREPROCESSING ".%u", step);

  return rensa_error_set_place (error, place);
}

/* Applies the first @n transforms, whose statistics have been computed. */
static RensaArray *
apply_steps (RensaPreprocessing *self, guint n, RensaArray *x, gint64 position, GError **error)
{
  RensaArray *result = rensa_dtype_is_floating (rensa_array_get_dtype (x)) ? rensa_array_ref (x)
                                                                           : rensa_array_cast (x, self->dtype, error);

  for (guint i = 0; result != NULL && i < n; i++)
    {
      const RensaTransformCall call = make_call (self, i, position);
      g_autoptr (RensaArray) before = result;
      g_autoptr (RensaArray) dense = NULL;

      if (position < 0 && self->steps[i].class->in_training_only)
        {
          before = NULL;
          continue;
        }
      dense = rensa_array_contiguous (before, error);
      result = dense != NULL ? self->steps[i].class->apply (&call, dense, error) : NULL;
      if (result == NULL)
        fail_at (i, error);
    }
  return result;
}

RensaArray *
rensa_preprocessing_apply (RensaPreprocessing *self, RensaArray *x, gint64 position, GError **error)
{
  if (x == NULL || !rensa_preprocessing_fit (self, NULL, error))
    return NULL;
  return self->n_steps > 0 ? apply_steps (self, self->n_steps, x, position, error) : rensa_array_ref (x);
}

/* The data set after the first @n transforms. */

typedef struct
{
  RensaDatasetHead head;
  RensaDataset *dataset;
  RensaPreprocessing *preprocessing;
  guint n;
} Prepared;

static void
prepared_finalize (RensaDataset *dataset)
{
  Prepared *self = (Prepared *) dataset;

  rensa_dataset_unref (self->dataset);
  rensa_preprocessing_unref (self->preprocessing);
}

static RensaArray *
prepare (Prepared *self, RensaArray *x, gint64 position, GError **error)
{
  if (self->n == self->preprocessing->n_steps)
    return rensa_preprocessing_apply (self->preprocessing, x, position, error);
  return apply_steps (self->preprocessing, self->n, x, position, error);
}

static gboolean
prepared_get_training_batch (RensaDataset *dataset, const gint64 *indices, gint64 n, gint64 position,
                             RensaArray **fields, GError **error)
{
  Prepared *self = (Prepared *) dataset;
  g_autoptr (RensaArray) raw = NULL;

  if (!rensa_dataset_get_batch (self->dataset, indices, n, fields, error))
    return FALSE;

  raw = fields[0];
  fields[0] = prepare (self, raw, position, error);
  for (int i = 0; fields[0] == NULL && i < self->head.n_fields; i++)
    g_clear_pointer (&fields[i], rensa_array_unref);
  return fields[0] != NULL;
}

static gboolean
prepared_get_batch (RensaDataset *dataset, const gint64 *indices, gint64 n, RensaArray **fields, GError **error)
{
  return prepared_get_training_batch (dataset, indices, n, -1, fields, error);
}

static RensaArray *
prepared_get_field (RensaDataset *dataset, int field, const gint64 *indices, gint64 n, GError **error)
{
  Prepared *self = (Prepared *) dataset;
  g_autoptr (RensaArray) raw = rensa_dataset_get_field (self->dataset, field, indices, n, error);

  if (raw == NULL || field > 0)
    return g_steal_pointer (&raw);
  return prepare (self, raw, -1, error);
}

static gboolean
prepared_add_to_mark (RensaDataset *dataset, gint64 i, GChecksum *checksum, GError **error)
{
  return rensa_dataset_add_to_mark (((Prepared *) dataset)->dataset, i, checksum, error);
}

static gint64
prepared_get_origin (RensaDataset *dataset, gint64 i)
{
  return rensa_dataset_get_origin (((Prepared *) dataset)->dataset, i);
}

static const RensaDatasetKind prepared_kind = {
  .size = sizeof (Prepared),
  .finalize = prepared_finalize,
  .get_batch = prepared_get_batch,
  .get_training_batch = prepared_get_training_batch,
  .get_field = prepared_get_field,
  .add_to_mark = prepared_add_to_mark,
  .get_origin = prepared_get_origin,
};

static RensaDataset *
wrap (RensaPreprocessing *self, RensaDataset *dataset, guint n)
{
  RensaType types[RENSA_MAX_FIELDS];
  Prepared *prepared;

  for (int i = 0; i < rensa_dataset_get_n_fields (dataset); i++)
    rensa_dataset_get_field_type (dataset, i, &types[i]);
  types[0] = self->forms[n].type;

  prepared = (Prepared *) rensa_dataset_new (&prepared_kind, rensa_dataset_get_length (dataset),
                                             rensa_dataset_get_n_fields (dataset), types);
  prepared->head.is_lazy = rensa_dataset_is_lazy (dataset);
  prepared->dataset = rensa_dataset_ref (dataset);
  prepared->preprocessing = rensa_preprocessing_ref (self);
  prepared->n = n;
  return (RensaDataset *) prepared;
}

RensaDataset *
rensa_preprocessing_wrap (RensaPreprocessing *self, RensaDataset *dataset)
{
  return self->n_steps > 0 ? wrap (self, dataset, self->n_steps) : rensa_dataset_ref (dataset);
}

RensaDataset *
rensa_preprocessing_unwrap (RensaPreprocessing *self, RensaDataset *dataset)
{
  const gboolean is_wrapped = ((const RensaDatasetHead *) dataset)->kind == &prepared_kind;

  return rensa_dataset_ref (is_wrapped ? ((Prepared *) dataset)->dataset : dataset);
}

/* Figures */

/* The steps before already have their statistics. */
static gboolean
fit_step (RensaPreprocessing *self, guint i, GCancellable *cancellable, GError **error)
{
  Step *step = &self->steps[i];
  const RensaTransformCall call = make_call (self, i, -1);
  g_autoptr (RensaDataset) examples = NULL;

  if (step->n_figures == 0 || step->figures[0] != NULL)
    return TRUE;

  examples = i > 0 ? wrap (self, self->train, i) : rensa_dataset_ref (self->train);
  if (step->class->fit (&call, examples, cancellable, step->figures, error))
    return TRUE;
  step_clear_figures (step);
  return fail_at (i, error);
}

static gboolean
fit_steps (RensaPreprocessing *self, guint n, GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < n; i++)
    if (!fit_step (self, i, cancellable, error))
      return FALSE;
  return TRUE;
}

gboolean
rensa_preprocessing_fit (RensaPreprocessing *self, GCancellable *cancellable, GError **error)
{
  return fit_steps (self, self->n_steps, cancellable, error);
}

/* Setting up */

static gboolean
infer_step (RensaPreprocessing *self, guint i, GError **error)
{
  const RensaTransformClass *class = self->steps[i].class;
  RensaTransformCall call;

  if (class->shapes_by_figures && !fit_steps (self, i + 1, NULL, error))
    return FALSE;
  call = make_call (self, i, -1);
  rensa_example_form_copy (&self->forms[i], &self->forms[i + 1]);
  return class->infer == NULL || class->infer (&call, &self->forms[i + 1], error) || fail_at (i, error);
}

/* Examples of different shapes, and sequences, cannot be preprocessed. */
static gboolean
check_examples (RensaDataset *examples, RensaType *type, GError **error)
{
  if (!rensa_dataset_get_field_type (examples, 0, type))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("the examples differ in shape and cannot be processed in the same way"));
      return FALSE;
    }
  if (type->n_sequences == 0)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("preprocessing is not available for sequence data"));
  return fail_at (0, error);
}

static gboolean
set_first_form (RensaPreprocessing *self, const RensaDataBundle *bundle, GError **error)
{
  RensaExampleForm form = {
    .picture = bundle->picture,
    .names = bundle->feature_names,
    .categories = bundle->feature_categories,
    .numbers = bundle->feature_numbers,
    .missing = bundle->feature_missing,
    .fills = bundle->feature_fills,
  };

  if (self->n_steps == 0)
    rensa_dataset_get_field_type (bundle->train, 0, &form.type);
  else if (!check_examples (bundle->train, &form.type, error))
    return FALSE;
  if (form.picture.n_channels == 0)
    form.picture = rensa_picture_guess (&form.type);
  if (!rensa_dtype_is_floating (form.type.dtype) && self->n_steps > 0)
    form.type.dtype = self->dtype;
  rensa_example_form_copy (&form, &self->forms[0]);
  return TRUE;
}

RensaPreprocessing *
rensa_preprocessing_new (GPtrArray *transforms, const RensaDataBundle *bundle, RensaDtype dtype, guint64 seed,
                         GError **error)
{
  g_autoptr (RensaPreprocessing) self = g_new0 (RensaPreprocessing, 1);

  self->ref_count = 1;
  self->seed = seed;
  self->dtype = dtype;
  self->train = rensa_dataset_ref (bundle->train);
  self->n_steps = transforms->len;
  self->steps = g_new0 (Step, transforms->len + 1);
  self->forms = g_new0 (RensaExampleForm, transforms->len + 1);
  for (guint i = 0; i < transforms->len; i++)
    {
      Step *step = &self->steps[i];

      step->attrs = rensa_attrs_ref (transforms->pdata[i]);
      step->class = (const RensaTransformClass *) rensa_attrs_get_component (step->attrs);
      step->n_figures = rensa_transform_class_count_figures (step->class);
    }

  if (!set_first_form (self, bundle, error))
    return NULL;
  for (guint i = 0; i < self->n_steps; i++)
    if (!infer_step (self, i, error))
      return NULL;
  return g_steal_pointer (&self);
}

GError *
rensa_preprocessing_refuse (RensaPreprocessing *self, RensaAttrs *transform)
{
  const RensaTransformClass *class = (const RensaTransformClass *) rensa_attrs_get_component (transform);
  RensaExampleForm before = self->forms[self->n_steps];
  RensaExampleForm after = { 0 };
  const RensaTransformCall call = { .attrs = rensa_attrs_get_values (transform), .before = &before, .after = &after };
  GError *error = NULL;

  if (!check_examples (self->train, &(RensaType){ 0 }, &error))
    return error;
  if (class->infer == NULL || class->shapes_by_figures)
    return NULL;
  if (!rensa_dtype_is_floating (before.type.dtype))
    before.type.dtype = self->dtype;
  rensa_example_form_copy (&before, &after);
  class->infer (&call, &after, &error);
  rensa_example_form_clear (&after);
  return error;
}

/* Files */

static gboolean
is_finite (RensaArray *figure)
{
  g_autofree double *values = rensa_transform_get_doubles (figure, NULL);
  const gint64 n = rensa_array_get_count (figure);

  for (gint64 i = 0; values != NULL && i < n; i++)
    if (!isfinite (values[i]))
      return FALSE;
  return values != NULL;
}

/* Creates a new float64 array. */
static gboolean
read_figure (RensaSerializer *serializer, const char *key, RensaArray **figure, GError **error)
{
  g_autofree char *place = NULL;

  if (!rensa_serializer_array (serializer, key, figure, error))
    return FALSE;
  if (*figure != NULL && rensa_array_get_dtype (*figure) == RENSA_FLOAT64 && is_finite (*figure))
    return TRUE;

  place = rensa_serializer_describe (serializer, key);
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: expected finite float64 numbers"), place);
  return FALSE;
}

/* Sets all statistics or none. */
static gboolean
read_step (RensaPreprocessing *self, guint i, RensaSerializer *serializer, GError **error)
{
  Step *step = &self->steps[i];
  Step read = { .attrs = step->attrs, .class = step->class, .n_figures = step->n_figures };
  RensaTransformCall call = make_call (self, i, -1);
  gboolean ok = TRUE;

  for (guint k = 0; ok && k < step->n_figures; k++)
    ok = read_figure (serializer, step->class->figures[k], &read.figures[k], error);
  call.figures = read.figures;
  if (ok && step->class->check != NULL && !step->class->check (&call, error))
    {
      g_autofree char *place = rensa_serializer_describe (serializer, step->class->figures[0]);

      g_prefix_error (error, "%s: ", place);
      ok = FALSE;
    }
  if (!ok)
    {
      step_clear_figures (&read);
      return FALSE;
    }
  step_clear_figures (step);
  memcpy (step->figures, read.figures, sizeof step->figures);
  return TRUE;
}

static gboolean
write_step (Step *step, RensaSerializer *serializer, GError **error)
{
  for (guint k = 0; k < step->n_figures; k++)
    if (step->figures[k] != NULL
        && !rensa_serializer_array (serializer, step->class->figures[k], &step->figures[k], error))
      return FALSE;
  return TRUE;
}

gboolean
rensa_preprocessing_serialize (gpointer preprocessing, RensaSerializer *serializer, GError **error)
{
  RensaPreprocessing *self = preprocessing;
  const gboolean is_reading = rensa_serializer_is_reading (serializer);

  for (guint i = 0; i < self->n_steps; i++)
    {
      g_autofree char *key = g_strdup_printf ("%u", i);

      if (self->steps[i].n_figures == 0 || (is_reading && !rensa_serializer_has (serializer, key)))
        continue;
      if (is_reading ? !read_step (self, i, rensa_serializer_child (serializer, key), error)
                     : !write_step (&self->steps[i], rensa_serializer_child (serializer, key), error))
        return FALSE;
    }
  return TRUE;
}
