/* rensa-data-split.c: split into training and validation sets.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-data-faults.h"
#include "rensa-dataset.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-numpy-random-private.h"
#include "rensa-primitives.h"

#define CHUNK 4096
/* Fewer, because inputs are larger than labels. */
#define HASH_CHUNK 64
/* A smaller spread, relative to the mean, is a rounding error. */
#define ROUNDING 1e-9

/* @order: the examples in the order of division; @labels: of the examples, NULL if classes are
 *   ignored; @first: (nullable): for the positions in @order, the position of the first example that is
 *   equal; @is_train: for the positions in @order. */
typedef struct
{
  const RensaDivision *division;
  gint64 n;
  gint64 n_classes;
  gint64 *order;
  gint64 *labels;
  gint64 *first;
  gboolean *is_train;
} Division;

static void
division_clear (Division *self)
{
  g_free (self->order);
  g_free (self->labels);
  g_free (self->first);
  g_free (self->is_train);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Division, division_clear)

int
rensa_data_bundle_find_classes (const RensaDataBundle *bundle)
{
  const int n = rensa_dataset_get_n_fields (bundle->train);
  RensaType type;

  for (int i = 1; bundle->n_classes > 1 && i < n; i++)
    if (rensa_dataset_get_field_type (bundle->train, i, &type) && type.n_sequences == 0 && type.shape.ndim == 0
        && rensa_dtype_is_integer (type.dtype))
      return i;
  return -1;
}

static gboolean
read_labels (Division *self, RensaDataset *dataset, int field, GError **error)
{
  gint64 indices[CHUNK];

  self->labels = rensa_memory_try_new (gint64, self->n, "the labels", error);
  for (gint64 start = 0, n; self->labels != NULL && start < self->n; start += n)
    {
      g_autoptr (RensaArray) array = NULL;
      g_autoptr (RensaArray) cast = NULL;

      n = MIN (self->n - start, CHUNK);
      for (gint64 i = 0; i < n; i++)
        indices[i] = start + i;
      array = rensa_dataset_get_field (dataset, field, indices, n, error);
      cast = array != NULL ? rensa_array_cast (array, RENSA_INT64, error) : NULL;
      if (cast == NULL || !rensa_array_to_host (cast, self->labels + start, error))
        return FALSE;
    }
  return self->labels != NULL;
}

/* Labels that are not classes, such as -1, are sorted after the classes. */
static gint64
get_class (const Division *self, gint64 place)
{
  const gint64 label = self->labels != NULL ? self->labels[self->order[place]] : 0;

  return label >= 0 && label < self->n_classes ? label : self->n_classes;
}

static gboolean
hash_chunk (RensaDataset *dataset, gint64 start, gint64 n, guint64 *hashes, GError **error)
{
  gint64 indices[HASH_CHUNK];
  g_autoptr (RensaArray) array = NULL;
  g_autoptr (RensaArray) cast = NULL;
  g_autofree double *numbers = NULL;
  gint64 n_each;

  for (gint64 i = 0; i < n; i++)
    indices[i] = start + i;
  array = rensa_dataset_get_field (dataset, 0, indices, n, error);
  cast = array != NULL ? rensa_array_cast (array, RENSA_FLOAT64, error) : NULL;
  numbers =
      cast != NULL ? rensa_memory_try_new (double, rensa_array_get_count (cast) + 1, "the examples", error) : NULL;
  if (numbers == NULL || !rensa_array_to_host (cast, numbers, error))
    return FALSE;
  n_each = rensa_array_get_count (cast) / n;
  for (gint64 i = 0; i < n; i++)
    {
      hashes[i] = RENSA_HASH_START;
      for (gint64 j = 0; j < n_each; j++)
        hashes[i] = rensa_hash_number (hashes[i], numbers[i * n_each + j]);
    }
  return TRUE;
}

/* The hash of the inputs of each example, in the order of the data set. */
static guint64 *
hash_inputs (const Division *self, RensaDataset *dataset, GError **error)
{
  g_autofree guint64 *hashes = NULL;
  RensaType type;

  if (rensa_dataset_get_field_type (dataset, 0, &type) && type.n_sequences > 0)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("sequences cannot be compared, so equal examples cannot be kept together"));
      return NULL;
    }
  hashes = rensa_memory_try_new (guint64, self->n, "the hashes of the examples", error);
  for (gint64 start = 0; hashes != NULL && start < self->n; start += HASH_CHUNK)
    if (!hash_chunk (dataset, start, MIN (self->n - start, HASH_CHUNK), hashes + start, error))
      return NULL;
  return g_steal_pointer (&hashes);
}

/* Finds for each example the first one with equal inputs. */
static gboolean
find_first (Division *self, RensaDataset *dataset, GError **error)
{
  g_autofree guint64 *hashes = hash_inputs (self, dataset, error);
  g_autoptr (GHashTable) places = g_hash_table_new (g_int64_hash, g_int64_equal);

  self->first = hashes != NULL ? rensa_memory_try_new (gint64, self->n, "the equal examples", error) : NULL;
  if (self->first == NULL)
    return FALSE;
  for (gint64 i = 0; i < self->n; i++)
    {
      guint64 *hash = &hashes[self->order[i]];
      gint64 *place = g_hash_table_lookup (places, hash);

      self->first[i] = place != NULL ? *place : i;
      if (place == NULL)
        g_hash_table_insert (places, hash, &self->first[i]);
    }
  return TRUE;
}

static gboolean
prepare (Division *self, const RensaDataBundle *bundle, int field, GError **error)
{
  const gboolean has_classes = self->division->is_stratified && field >= 0;

  self->order = rensa_memory_try_new (gint64, self->n, "the order of the examples", error);
  self->is_train = self->order != NULL ? rensa_memory_try_new (gboolean, self->n, "the split", error) : NULL;
  if (self->is_train == NULL)
    return FALSE;
  if (self->division->shuffle)
    rensa_numpy_permutation (self->division->seed, self->order, self->n);
  else
    for (gint64 i = 0; i < self->n; i++)
      self->order[i] = i;
  if (self->division->keeps_together && !find_first (self, bundle->train, error))
    return FALSE;
  self->n_classes = has_classes ? bundle->n_classes : 0;
  return !has_classes || read_labels (self, bundle->train, field, error);
}

/* Returns FALSE for an example that follows an equal one. */
static gboolean
is_divided (const Division *self, gint64 place)
{
  return self->first == NULL || self->first[place] == place;
}

static gint64 *
count_classes (const Division *self, GError **error)
{
  gint64 *counts = rensa_memory_try_new (gint64, self->n_classes + 1, "the sizes of the classes", error);

  if (counts == NULL)
    return NULL;
  memset (counts, 0, (self->n_classes + 1) * sizeof *counts);
  for (gint64 i = 0; i < self->n; i++)
    if (is_divided (self, i))
      counts[get_class (self, i)]++;
  return counts;
}

/* Splits each class separately: its first examples are for training. The shares are rounded so that
 * they add up to the share of all examples. */
static gboolean
hold_out (Division *self, GError **error)
{
  g_autofree gint64 *left = count_classes (self, error);
  gint64 n_before = 0;

  if (left == NULL)
    return FALSE;
  for (gint64 i = 0; i <= self->n_classes; i++)
    {
      const gint64 n = left[i];
      const double fraction = self->division->fraction;
      const gint64 share = (gint64) ((double) (n_before + n) * fraction) - (gint64) ((double) n_before * fraction);

      n_before += n;
      left[i] = n < 2 ? n : CLAMP (share, 1, n - 1);
    }
  for (gint64 i = 0; i < self->n; i++)
    self->is_train[i] = is_divided (self, i) ? left[get_class (self, i)]-- > 0 : self->is_train[self->first[i]];
  return TRUE;
}

/* Cross-validation: distributes the examples to the parts in turn, one class after another. */
static gboolean
deal (Division *self, GError **error)
{
  const RensaDivision *division = self->division;
  g_autofree gint64 *next = count_classes (self, error);
  gint64 n_before = 0;

  if (next == NULL)
    return FALSE;
  for (gint64 i = 0; i <= self->n_classes; i++)
    {
      const gint64 n = next[i];

      next[i] = n_before;
      n_before += n;
    }
  for (gint64 i = 0; i < self->n; i++)
    self->is_train[i] = is_divided (self, i) ? next[get_class (self, i)]++ % division->n_parts != division->part - 1
                                             : self->is_train[self->first[i]];
  return TRUE;
}

/* Both parts keep the order. */
static gboolean
cut (const Division *self, RensaDataBundle *bundle, RensaDataset *all, GError **error)
{
  g_autofree gint64 *order = rensa_memory_try_new (gint64, self->n, "the order of the examples", error);
  gint64 n = 0;
  gint64 n_train;

  if (order == NULL)
    return FALSE;
  for (gint64 i = 0; i < self->n; i++)
    if (self->is_train[i])
      order[n++] = self->order[i];
  n_train = n;
  for (gint64 i = 0; i < self->n; i++)
    if (!self->is_train[i])
      order[n++] = self->order[i];
  return rensa_split_dataset (all, n_train, order, &bundle->train, &bundle->test, error);
}

static gboolean
check_parts (const RensaDivision *division, gint64 n, GError **error)
{
  if (division->n_parts > n)
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     ngettext ("%lld example cannot be split into %lld parts",
                               "%lld examples cannot be split into %lld parts", (gulong) n),
                     (long long) n, (long long) division->n_parts);
  else if (division->part < 1 || division->part > division->n_parts)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("part %lld does not exist; available parts are 1 to %lld"),
                     (long long) division->part, (long long) division->n_parts);
  else
    return TRUE;
  return FALSE;
}

/* Equal examples may leave a part without any. */
static gboolean
check_sizes (const Division *self, GError **error)
{
  gint64 n_train = 0;

  for (gint64 i = 0; i < self->n; i++)
    n_train += self->is_train[i];
  if (self->first == NULL || (n_train > 0 && n_train < self->n))
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("too many examples are equal: if they are kept together, one part is empty"));
  return FALSE;
}

static gboolean
refuse_parts (GError **error)
{
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("the data has its own validation set, so cross-validation is not possible"));
  return FALSE;
}

gboolean
rensa_data_bundle_divide (RensaDataBundle *bundle, const RensaDivision *division, GError **error)
{
  const gint64 n = rensa_dataset_get_length (bundle->train);
  const gint64 n_first = (gint64) ((double) n * division->fraction);
  g_auto (Division) self = { .division = division, .n = n };
  g_autoptr (RensaDataset) all = NULL;
  int field;

  if (bundle->test != NULL && division->n_parts > 0)
    return refuse_parts (error);
  if (bundle->test != NULL || (division->n_parts == 0 && n_first == n))
    return TRUE;
  if (division->n_parts > 0 && !check_parts (division, n, error))
    return FALSE;
  if (division->n_parts == 0 && n_first == 0)
    return rensa_set_fault (error, RENSA_ERROR_INVALID,
                            &(RensaFault){ .code = &rensa_fault_split, .n_found = { &rensa_count_examples, n } });

  field = rensa_data_bundle_find_classes (bundle);
  bundle->can_split_classes = !division->is_stratified && field >= 0;
  bundle->can_keep_together = !division->keeps_together;
  if (division->n_parts == 0 && !division->keeps_together && (!division->is_stratified || field < 0))
    {
      all = g_steal_pointer (&bundle->train);
      return division->shuffle
                 ? rensa_split_dataset_random (all, n_first, division->seed, &bundle->train, &bundle->test, error)
                 : rensa_split_dataset (all, n_first, NULL, &bundle->train, &bundle->test, error);
    }
  if (!prepare (&self, bundle, field, error) || !(division->n_parts > 0 ? deal (&self, error) : hold_out (&self, error))
      || !check_sizes (&self, error))
    return FALSE;
  all = g_steal_pointer (&bundle->train);
  return cut (&self, bundle, all, error);
}

gboolean
rensa_data_bundle_split (RensaDataBundle *bundle, double fraction, gboolean shuffle, guint64 seed, GError **error)
{
  const RensaDivision division = { .fraction = fraction, .shuffle = shuffle, .seed = seed };

  return rensa_data_bundle_divide (bundle, &division, error);
}

void
rensa_division_summarize (const double *values, gint64 n, double *mean, double *spread)
{
  double sum = 0;
  double squares = 0;

  for (gint64 i = 0; i < n; i++)
    sum += values[i];
  *mean = sum / (double) n;
  for (gint64 i = 0; i < n; i++)
    squares += (values[i] - *mean) * (values[i] - *mean);
  *spread = n > 1 ? sqrt (squares / (double) (n - 1)) : 0;
  /* The computed mean of equal values may have a rounding error. */
  if (*spread < ROUNDING * fabs (*mean))
    *spread = 0;
}
