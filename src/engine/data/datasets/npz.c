/* npz.c: arrays in NumPy's archive.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"
#include "rensa-npz.h"
#include "rensa-primitives.h"
#include "rensa-source-private.h"

typedef struct
{
  char *path;
  char *x;
  char *t;
  char *test_x;
  char *test_t;
} Npz;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (Npz, path, .required = TRUE, .is_path = TRUE, .title = N_ ("File"),
                     .hint = N_ ("Relative to the document, or to the folder of data sets")),
  RENSA_ATTR_STRING (Npz, x, .initial_text = "x", .title = N_ ("Inputs"),
                     .hint = N_ ("Key of the array whose first axis counts examples")),
  RENSA_ATTR_STRING (Npz, t, .initial_text = "t", .allow_none = TRUE, .title = N_ ("Labels"),
                     .hint = N_ ("Key; None where there are none")),
  RENSA_ATTR_STRING (Npz, test_x, .allow_none = TRUE, .none = TRUE, .title = N_ ("Test inputs")),
  RENSA_ATTR_STRING (Npz, test_t, .allow_none = TRUE, .none = TRUE, .title = N_ ("Test labels")),
};

/* Whether every number of @array is one of int32. */
static gboolean
check_range (RensaArray *array, const char *path, const char *key, GError **error)
{
  const gint64 n = rensa_array_get_count (array);
  g_autofree gint64 *values = g_new (gint64, n + 1);

  if (!rensa_array_to_host (array, values, error))
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    if (values[i] != (gint32) values[i])
      {
        g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT,
                     "%s: %s: the number %" G_GINT64_FORMAT " does not fit into 32 bits", path, key, values[i]);
        return FALSE;
      }
  return TRUE;
}

/* Links compute in float32, and labels are int32, whatever NumPy made by default. */
static RensaArray *
read_array (RensaNpz *npz, const char *path, const char *key, GError **error)
{
  g_autoptr (RensaArray) array = rensa_npz_read (npz, key, error);
  RensaDtype dtype;

  if (array == NULL)
    return NULL;
  if (rensa_array_get_ndim (array) == 0)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "%s: %s is a single number, not an array of examples", path,
                   key);
      return NULL;
    }

  dtype = rensa_array_get_dtype (array);
  if (dtype == RENSA_INT64)
    return check_range (array, path, key, error) ? rensa_array_cast (array, RENSA_INT32, error) : NULL;
  return rensa_array_cast (array, dtype == RENSA_FLOAT64 ? RENSA_FLOAT32 : dtype, error);
}

static RensaDataset *
load_part (RensaNpz *npz, const char *path, const char *x_key, const char *t_key, RensaArray **t, GError **error)
{
  g_autoptr (RensaArray) x = read_array (npz, path, x_key, error);

  *t = x != NULL && t_key != NULL ? read_array (npz, path, t_key, error) : NULL;
  if (x == NULL || (t_key != NULL && *t == NULL))
    return NULL;
  if (*t != NULL && rensa_array_get_dim (x, 0) != rensa_array_get_dim (*t, 0))
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT,
                   "%s: %s holds %" G_GINT64_FORMAT " examples, but %s holds %" G_GINT64_FORMAT, path, x_key,
                   rensa_array_get_dim (x, 0), t_key, rensa_array_get_dim (*t, 0));
      return NULL;
    }
  return *t != NULL ? rensa_source_make_pairs (x, *t, error) : rensa_tuple_dataset_new (&x, 1, error);
}

/* Whole numbers on one axis are classes. */
static gint64
count_classes (RensaArray *t)
{
  g_autoptr (RensaArray) largest = NULL;

  if (t == NULL || rensa_array_get_ndim (t) != 1 || !rensa_dtype_is_integer (rensa_array_get_dtype (t))
      || rensa_array_get_count (t) == 0)
    return 0;
  largest = rensa_reduce (RENSA_REDUCE_MAX, t, 1, FALSE, NULL);
  return largest != NULL ? MAX (rensa_array_get_scalar (largest) + 1, 0) : 0;
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const Npz *self = data;
  g_autofree char *path = rensa_source_find_file (places, self->path, error);
  g_autoptr (RensaNpz) npz = path != NULL ? rensa_npz_open (path, error) : NULL;
  g_autoptr (RensaArray) t = NULL;
  g_autoptr (RensaArray) test_t = NULL;

  if (npz == NULL)
    return FALSE;

  bundle->train = load_part (npz, path, self->x, self->t, &t, error);
  if (bundle->train != NULL && self->test_x != NULL)
    bundle->test = load_part (npz, path, self->test_x, self->test_t, &test_t, error);
  bundle->n_classes = MAX (count_classes (t), count_classes (test_t));
  return bundle->train != NULL && (self->test_x == NULL || bundle->test != NULL);
}

static const char *const endings[] = { ".npz", NULL };

const RensaDatasetClass rensa_dataset_npz_class = {
  .name = "npz",
  .group = "files",
  .title = N_ ("NPZ file"),
  .summary = N_ ("Arrays from a file that NumPy saved"),
  RENSA_ATTRS (Npz, attrs),
  .load = load,
  .endings = endings,
};
