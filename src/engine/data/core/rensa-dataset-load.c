/* rensa-dataset-load.c: validation of the data of a source before use.
 * SPDX-License-Identifier: MIT */

#include "rensa-data-notes.h"
#include "rensa-dataset.h"
#include "rensa-fault.h"
#include "rensa-language.h"

static gboolean
is_like (const RensaType *type, const RensaType *other)
{
  RensaShape shape = type->shape;

  if (type->n_sequences > 0 && other->n_sequences > 0)
    shape.dims[0] = other->shape.dims[0];
  return rensa_dtype_get_kind (type->dtype) == rensa_dtype_get_kind (other->dtype)
         && type->n_sequences == other->n_sequences && rensa_shape_equal (&shape, &other->shape);
}

/* Rejects examples without elements: a file could declare 4,000,000,000 of them without using a
 * byte for each. */
static gboolean
check_field (RensaDataset *dataset, int field, GError **error)
{
  g_autofree char *shape = NULL;
  RensaType type;

  if (!rensa_dataset_get_field_type (dataset, field, &type) || rensa_shape_count (&type.shape) > 0)
    return TRUE;

  shape = rensa_shape_to_string (&type.shape);
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("field %d of an example has the shape %s, which contains no "
                       "elements"),
                   field, shape);
  return FALSE;
}

static gboolean
check_fields (RensaDataset *dataset, GError **error)
{
  for (int i = 0; i < rensa_dataset_get_n_fields (dataset); i++)
    if (!check_field (dataset, i, error))
      return FALSE;
  return TRUE;
}

static gboolean
fail_unlike (int field, const RensaType *found, const RensaType *expected, GError **error)
{
  g_autofree char *shape = rensa_type_to_string (found);
  g_autofree char *expected_shape = rensa_type_to_string (expected);

  rensa_set_words (
      error, RENSA_ERROR_INVALID,
      N_ ("field %d of an example is %s of shape %s in the training set, but %s of shape %s in the test set"), field,
      rensa_dtype_get_name (expected->dtype), expected_shape, rensa_dtype_get_name (found->dtype), shape);
  return FALSE;
}

/* Both parts must have the same fields, since they are used interchangeably. */
static gboolean
check_test (RensaDataset *test, RensaDataset *train, GError **error)
{
  const int n = rensa_dataset_get_n_fields (test);
  const int n_expected = rensa_dataset_get_n_fields (train);

  if (rensa_dataset_get_length (test) == 0)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the test set has no examples"));
      return FALSE;
    }
  if (n != n_expected)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("examples in the test set have a different number of fields than in the training set: "
                           "%d, not %d"),
                       n, n_expected);
      return FALSE;
    }
  for (int i = 0; i < n; i++)
    {
      RensaType found;
      RensaType expected;

      if (rensa_dataset_get_field_type (test, i, &found) && rensa_dataset_get_field_type (train, i, &expected)
          && !is_like (&found, &expected))
        return fail_unlike (i, &found, &expected, error);
    }
  return TRUE;
}

/* With a single class every prediction is correct, and nothing is learned. */
static void
warn_of_one_class (RensaDataBundle *bundle)
{
  const char *name = bundle->label_names != NULL ? bundle->label_names[0] : "0";

  if (bundle->n_classes != 1)
    return;
  if (bundle->notes == NULL)
    bundle->notes = rensa_data_notes_new ();
  rensa_data_notes_add (
      bundle->notes, RENSA_DATA_WARNING,
      g_strdup_printf (_ ("All examples belong to one class, “%s”. Classification requires at least two."), name));
}

static gboolean
check_parts (const RensaDataBundle *bundle, GError **error)
{
  return check_fields (bundle->train, error)
         && (bundle->test == NULL
             || (check_test (bundle->test, bundle->train, error) && check_fields (bundle->test, error)));
}

gboolean
rensa_dataset_load (RensaAttrs *dataset, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const RensaDatasetClass *class = (const RensaDatasetClass *) rensa_attrs_get_component (dataset);

  if (!rensa_attrs_check_complete (dataset, error)
      || !class->load (rensa_attrs_get_values (dataset), places, bundle, error) || !check_parts (bundle, error))
    return FALSE;
  warn_of_one_class (bundle);
  return TRUE;
}
