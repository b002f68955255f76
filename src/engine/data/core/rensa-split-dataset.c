/* rensa-split-dataset.c: splitting a data set into parts, and into folds for cross validation.
 * SPDX-License-Identifier: MIT */

#include "rensa-dataset.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-numpy-random-private.h"

/* Returns the order in which NumPy shuffles with @seed. */
static gint64 *
make_random_order (RensaDataset *dataset, guint64 seed, GError **error)
{
  const gint64 length = rensa_dataset_get_length (dataset);
  gint64 *order = rensa_memory_try_new (gint64, length, "the order of the examples", error);

  if (order != NULL)
    rensa_numpy_permutation (seed, order, length);
  return order;
}

gboolean
rensa_split_dataset (RensaDataset *dataset, gint64 split_at, const gint64 *order, RensaDataset **first,
                     RensaDataset **second, GError **error)
{
  const gint64 length = rensa_dataset_get_length (dataset);

  if (split_at < 0 || split_at > length)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       ngettext ("a data set of %lld example cannot be split at %lld",
                                 "a data set of %lld examples cannot be split at %lld", (gulong) length),
                       (long long) length, (long long) split_at);
      return FALSE;
    }

  *first = rensa_sub_dataset_new (dataset, 0, split_at, order, error);
  *second = *first != NULL ? rensa_sub_dataset_new (dataset, split_at, length, order, error) : NULL;
  if (*second == NULL)
    g_clear_pointer (first, rensa_dataset_unref);
  return *second != NULL;
}

gboolean
rensa_split_dataset_random (RensaDataset *dataset, gint64 first_size, guint64 seed, RensaDataset **first,
                            RensaDataset **second, GError **error)
{
  g_autofree gint64 *order = make_random_order (dataset, seed, error);

  return order != NULL && rensa_split_dataset (dataset, first_size, order, first, second, error);
}

static gboolean
check_n (RensaDataset *dataset, gint64 n, gint64 least, GError **error)
{
  const gint64 length = rensa_dataset_get_length (dataset);

  if (n >= least && n <= length)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   ngettext ("a data set of %lld example cannot be split into %lld parts",
                             "a data set of %lld examples cannot be split into %lld parts", (gulong) length),
                   (long long) length, (long long) n);
  return FALSE;
}

gboolean
rensa_split_dataset_n (RensaDataset *dataset, gint64 n, const gint64 *order, RensaDataset **parts, GError **error)
{
  gint64 length;

  if (!check_n (dataset, n, 1, error))
    return FALSE;
  length = rensa_dataset_get_length (dataset) / n;
  for (gint64 i = 0; i < n; i++)
    {
      parts[i] = rensa_sub_dataset_new (dataset, i * length, (i + 1) * length, order, error);
      if (parts[i] != NULL)
        continue;
      while (i-- > 0)
        g_clear_pointer (&parts[i], rensa_dataset_unref);
      return FALSE;
    }
  return TRUE;
}

gboolean
rensa_split_dataset_n_random (RensaDataset *dataset, gint64 n, guint64 seed, RensaDataset **parts, GError **error)
{
  g_autofree gint64 *order = make_random_order (dataset, seed, error);

  return order != NULL && rensa_split_dataset_n (dataset, n, order, parts, error);
}

/* Rotates the order, so that the training part begins after the validation part and wraps around. */
static gint64 *
rotate (const gint64 *order, gint64 length, gint64 by, GError **error)
{
  gint64 *rotated = rensa_memory_try_new (gint64, length, "the order of the examples", error);

  for (gint64 i = 0; rotated != NULL && i < length; i++)
    {
      const gint64 at = (i + by) % length;

      rotated[i] = order != NULL ? order[at] : at;
    }
  return rotated;
}

gboolean
rensa_cross_validation_dataset (RensaDataset *dataset, gint64 n_folds, gint64 fold, const gint64 *order,
                                RensaDataset **train, RensaDataset **validation, GError **error)
{
  const gint64 length = rensa_dataset_get_length (dataset);
  g_autofree gint64 *rotated = NULL;
  gint64 begin;
  gint64 end;

  if (!check_n (dataset, n_folds, 2, error))
    return FALSE;
  if (fold < 0 || fold >= n_folds)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("fold %lld was requested, but there are only %lld"),
                       (long long) fold, (long long) n_folds);
      return FALSE;
    }
  begin = length * (n_folds - 1 - fold) / n_folds;
  end = length * (n_folds - fold) / n_folds;
  rotated = rotate (order, length, end % length, error);
  return rotated != NULL && rensa_split_dataset (dataset, length - (end - begin), rotated, train, validation, error);
}

gboolean
rensa_cross_validation_dataset_random (RensaDataset *dataset, gint64 n_folds, gint64 fold, guint64 seed,
                                       RensaDataset **train, RensaDataset **validation, GError **error)
{
  g_autofree gint64 *order = make_random_order (dataset, seed, error);

  return order != NULL && rensa_cross_validation_dataset (dataset, n_folds, fold, order, train, validation, error);
}
