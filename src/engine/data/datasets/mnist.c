/* mnist.c: LeCun, Cortes and Burges' handwritten digits.
 * SPDX-License-Identifier: MIT */

#include "rensa-download.h"
#include "rensa-error.h"
#include "rensa-idx-private.h"
#include "rensa-primitives.h"
#include "rensa-source-private.h"

#define N_FILES 4

typedef struct
{
  gint64 ndim;
  double scale;
  gboolean download;
  char *folder;
} Mnist;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Mnist, ndim, .initial = 1, .min = 1, .max = 3, .title = N_ ("Axes"),
                  .hint = N_ ("1 gives (784,), 2 (28, 28), and 3 (1, 28, 28), which convolution takes")),
  RENSA_ATTR_FLOAT (Mnist, scale, .initial = 1, .min = 0, .max = 1e6, .title = N_ ("Scale"),
                    .hint = N_ ("The value of white")),
  RENSA_ATTR_BOOL (Mnist, download, .title = N_ ("Download"),
                   .hint = N_ ("Training fetches the files, 11 MiB, from the net where they are not there yet")),
  RENSA_ATTR_STRING (Mnist, folder, .allow_none = TRUE, .none = TRUE, .is_path = TRUE, .title = N_ ("Folder"),
                     .hint = N_ ("Where the four files are; None looks for them in the folder of data sets")),
};

/* In this order everywhere. */
static const struct
{
  const char *name;
  const char *sha256; /* of the compressed file, as its size */
  guint64 size;
} files[N_FILES] = {
  { "train-images-idx3-ubyte", "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609", 9912422 },
  { "train-labels-idx1-ubyte", "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c", 28881 },
  { "t10k-images-idx3-ubyte", "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6", 1648877 },
  { "t10k-labels-idx1-ubyte", "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6", 4542 },
};

static const char *const mirrors[] = {
  "https://ossci-datasets.s3.amazonaws.com/mnist",
  "https://storage.googleapis.com/cvdf-datasets/mnist",
};

/* Below the root, or the folder that a person has chosen, which may be the one that PyTorch made. */
static const char *const folders[] = { "", "mnist", "pfnet/chainer/mnist", "raw", "MNIST/raw", "MNIST" };

static char *
find_in (const char *folder, const char *name)
{
  static const char *const endings[] = { "", ".gz" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *file = g_strconcat (name, endings[i], NULL);
      g_autofree char *path = g_build_filename (folder, file, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

static char *
find_file (const char *root, const char *name)
{
  char *path = NULL;

  for (guint i = 0; path == NULL && i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *folder = g_build_filename (root, folders[i], NULL);

      path = find_in (folder, name);
    }
  return path;
}

/* Tells of all files together. */
typedef struct
{
  GCancellable *cancellable;
  RensaDownloadProgress progress;
  gpointer data;
  guint64 n_before;
  guint64 n_total;
} Fetch;

static void
report_progress (guint64 n_received, guint64 n_total, gpointer data)
{
  const Fetch *self = data;

  self->progress (self->n_before + n_received, self->n_total, self->data);
}

/* From the first mirror that gives it; the error is that of the last. */
static gboolean
fetch_file (Fetch *self, const char *root, int i, GError **error)
{
  g_autofree char *file = g_strconcat (files[i].name, ".gz", NULL);
  g_autofree char *path = g_build_filename (root, "mnist", file, NULL);
  g_autoptr (GError) reason = NULL;

  for (guint j = 0; j < G_N_ELEMENTS (mirrors) && !g_cancellable_is_cancelled (self->cancellable); j++)
    {
      g_autofree char *url = g_strconcat (mirrors[j], "/", file, NULL);

      g_clear_error (&reason);
      if (rensa_download (url, files[i].sha256, files[i].size, path, self->cancellable,
                          self->progress != NULL ? report_progress : NULL, self, &reason))
        return TRUE;
    }
  if (reason == NULL)
    g_set_error_literal (&reason, RENSA_ERROR, RENSA_ERROR_CANCELLED, "the download of MNIST was cancelled");
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

static gboolean
fetch (const char *root, GCancellable *cancellable, RensaDownloadProgress progress, gpointer data, GError **error)
{
  Fetch self = { cancellable, progress, data };
  gboolean is_there[N_FILES];

  for (int i = 0; i < N_FILES; i++)
    {
      g_autofree char *path = find_file (root, files[i].name);

      is_there[i] = path != NULL;
      self.n_total += is_there[i] ? 0 : files[i].size;
    }
  for (int i = 0; i < N_FILES; i++)
    if (!is_there[i])
      {
        if (!fetch_file (&self, root, i, error))
          return FALSE;
        self.n_before += files[i].size;
      }
  return TRUE;
}

/* The chosen folder, also where one of its files was chosen; the root where nobody has chosen any. */
static char *
find_folder (const Mnist *self, const RensaDataPlaces *places)
{
  g_autofree char *folder = self->folder != NULL ? rensa_source_find_file (places, self->folder, NULL) : NULL;

  if (self->folder == NULL)
    return g_strdup (places->root);
  if (folder != NULL && g_file_test (folder, G_FILE_TEST_IS_REGULAR))
    return g_path_get_dirname (folder);
  return folder != NULL ? g_steal_pointer (&folder) : g_strdup (self->folder);
}

static gboolean
find_files (const Mnist *self, const RensaDataPlaces *places, char **paths, GError **error)
{
  g_autofree char *folder = find_folder (self, places);

  if (self->download && places->may_download && !fetch (places->root, places->cancellable, NULL, NULL, error))
    return FALSE;

  for (int i = 0; i < N_FILES; i++)
    {
      paths[i] = find_file (folder, files[i].name);
      if (paths[i] == NULL && self->download)
        paths[i] = find_file (places->root, files[i].name);
      if (paths[i] != NULL)
        continue;

      g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND,
                   "mnist: “%s” is not in “%s”; choose the folder of its four files, or download them", files[i].name,
                   folder);
      return FALSE;
    }
  return TRUE;
}

static RensaDataset *
make_images (const Mnist *self, RensaArray *x, RensaArray *t, GError **error)
{
  const RensaShape shapes[] = { RENSA_SHAPE (784), RENSA_SHAPE (28, 28), RENSA_SHAPE (1, 28, 28) };

  return rensa_source_make_images (x, t, self->scale / 255, &shapes[self->ndim - 1], error);
}

/* As many black pictures as there would be. */
static RensaDataset *
make_stand_in (const Mnist *self, gint64 n, GError **error)
{
  g_autoptr (RensaArray) x = rensa_array_zeros (RENSA_UINT8, &RENSA_SHAPE (n, 28, 28), error);
  g_autoptr (RensaArray) t = x != NULL ? rensa_array_zeros (RENSA_INT32, &RENSA_SHAPE (n), error) : NULL;

  return t != NULL ? make_images (self, x, t, error) : NULL;
}

static RensaDataset *
make_part (const Mnist *self, const RensaIdx *images, const RensaIdx *labels, char *const *paths, gint64 *n_classes,
           GError **error)
{
  const RensaShape *shape = &images->type.shape;
  g_autoptr (RensaArray) x = NULL;
  g_autoptr (RensaArray) t = NULL;

  if (images->type.dtype != RENSA_UINT8 || shape->ndim != 3 || shape->dims[1] != 28 || shape->dims[2] != 28)
    {
      g_autofree char *found = rensa_shape_to_string (shape);

      g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT,
                   "%s: images of 28 × 28 bytes were expected, but the file holds %s of shape %s", paths[0],
                   rensa_dtype_get_name (images->type.dtype), found);
      return NULL;
    }

  t = rensa_idx_make_labels (labels, paths[1], shape->dims[0], n_classes, error);
  x = t != NULL ? rensa_array_new_from_host (RENSA_UINT8, shape, images->bytes, error) : NULL;
  return x != NULL ? make_images (self, x, t, error) : NULL;
}

static gboolean
load_files (const Mnist *self, char *const *paths, RensaDataBundle *bundle, GError **error)
{
  RensaIdx idxs[N_FILES] = { 0 };

  if (rensa_idx_read_all (idxs, (const char *const *) paths, N_FILES, error))
    {
      bundle->train = make_part (self, &idxs[0], &idxs[1], &paths[0], &bundle->n_classes, error);
      if (bundle->train != NULL)
        bundle->test = make_part (self, &idxs[2], &idxs[3], &paths[2], &bundle->n_classes, error);
    }
  for (int i = 0; i < N_FILES; i++)
    rensa_idx_clear (&idxs[i]);
  return bundle->test != NULL;
}

static gboolean
load_stand_in (const Mnist *self, RensaDataBundle *bundle, GError **error)
{
  bundle->n_classes = 10;
  bundle->is_stand_in = TRUE;
  bundle->train = make_stand_in (self, 60000, error);
  if (bundle->train != NULL)
    bundle->test = make_stand_in (self, 10000, error);
  return bundle->test != NULL;
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const Mnist *self = data;
  char *paths[N_FILES] = { NULL };
  g_autoptr (GError) reason = NULL;
  gboolean is_loaded;

  bundle->picture = (RensaPicture){ 1, 28, 28, self->scale, RENSA_DRAWING_BY_MASS };
  if (find_files (self, places, paths, &reason))
    is_loaded = load_files (self, paths, bundle, error);
  else if (places->for_shapes && g_error_matches (reason, RENSA_ERROR, RENSA_ERROR_NOT_FOUND))
    is_loaded = load_stand_in (self, bundle, error);
  else
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      is_loaded = FALSE;
    }

  for (int i = 0; i < N_FILES; i++)
    g_free (paths[i]);
  return is_loaded;
}

const RensaDatasetClass rensa_dataset_mnist_class = {
  .name = "mnist",
  .group = "images",
  .title = N_ ("MNIST"),
  .summary = N_ ("70,000 handwritten digits of 28 × 28 pixels"),
  .reference =
      "LeCun, Bottou, Bengio and Haffner, “Gradient-based learning applied to document recognition”, Proc. IEEE 86, 1998",
  RENSA_ATTRS (Mnist, attrs),
  .load = load,
  .fetch = fetch,
};
