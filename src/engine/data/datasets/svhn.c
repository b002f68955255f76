/* svhn.c: Street View House Numbers of Netzer et al.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-mat-private.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"
#include "rensa-source-files-private.h"
#include "rensa-source-private.h"

#define SIZE 32
#define N_CHANNELS 3
#define N_BYTES (N_CHANNELS * SIZE * SIZE)
#define N_CLASSES 10

typedef struct
{
  gboolean withlabel;
  double scale;
  gboolean add_extra;
  gboolean download;
  char *folder;
} Svhn;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_WITHLABEL (Svhn, withlabel),
  RENSA_ATTR_WHITE (Svhn, scale),
  RENSA_ATTR_BOOL (Svhn, add_extra, .title = N_ ("Extra Images"),
                   .hint = N_ ("Adds 531,131 easier training images (another 1.3 GB)")),
  RENSA_ATTR_DOWNLOAD (Svhn, download),
  RENSA_ATTR_SOURCE_FOLDER (Svhn, folder),
};

static const char *const mirrors[] = { "http://ufldl.stanford.edu/housenumbers", NULL };
/* Also contains the folder used by Chainer. */
static const char *const folders[] = { "svhn", "pfnet/chainer/svhn", "", NULL };

/* Indices of the files; the last one is optional. */
enum
{
  TRAIN,
  TEST,
  EXTRA,
};
static const RensaSourceFile files[] = {
  { "train_32x32.mat", "435e94d69a87fde4fd4d7f3dd208dfc32cb6ae8af2240d066de1df7508d083b8", 182040794 },
  { "test_32x32.mat", "cdce80dfb2a2c4c6160906d0bd7c68ec5a99d7ca4831afa54f09182025b6a75b", 64275384 },
  { "extra_32x32.mat", "a133a4beb38a00fcdda90c9489e0c04f900b660ce8a316a5e854838379a71eb3", 1329278602 },
};

static const RensaSourceFiles source = {
  .name = "svhn",
  .title = "SVHN",
  .folders = folders,
  .mirrors = mirrors,
  .files = files,
  .n_files = G_N_ELEMENTS (files),
};

/* Excludes the extra pictures, which training fetches if configured. */
static gboolean
fetch (const char *root, GCancellable *cancellable, RensaDownloadProgress progress, gpointer data, GError **error)
{
  return rensa_source_files_fetch (&source, EXTRA, root, cancellable, progress, data, error);
}

/* In the file the row is the fastest index, followed by the column. */
static void
turn_pictures (guint8 *bytes, gint64 n)
{
#pragma omp parallel for
  for (gint64 i = 0; i < n * N_CHANNELS; i++)
    {
      guint8 *plane = bytes + i * SIZE * SIZE;

      for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < y; x++)
          {
            const guint8 kept = plane[y * SIZE + x];

            plane[y * SIZE + x] = plane[x * SIZE + y];
            plane[x * SIZE + y] = kept;
          }
    }
}

static gboolean
check_pictures (const RensaMat *x, const char *path, gint64 *n, GError **error)
{
  const RensaShape *shape = &x->type.shape;
  g_autofree char *found = rensa_shape_to_string (shape);

  /* MATLAB omits a last axis of extent 1. */
  *n = shape->ndim == 4 ? shape->dims[3] : 1;
  if (x->type.dtype == RENSA_UINT8 && (shape->ndim == 3 || shape->ndim == 4) && shape->dims[0] == SIZE
      && shape->dims[1] == SIZE && shape->dims[2] == N_CHANNELS && *n > 0)
    return TRUE;
  rensa_set_words (
      error, RENSA_ERROR_FORMAT,
      N_ ("%s: expected images of 32 × 32 pixels with three bytes each, but the file contains %s of shape %s"), path,
      rensa_dtype_get_name (x->type.dtype), found);
  return FALSE;
}

/* Label 10 means the digit 0. */
static gint32 *
take_labels (const RensaMat *y, const char *path, gint64 n, GError **error)
{
  const gint64 n_labels = rensa_shape_count (&y->type.shape);
  g_autofree gint32 *labels = NULL;

  if (n_labels != n)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: there are %lld labels for %lld images"), path,
                       (long long) n_labels, (long long) n);
      return NULL;
    }
  labels = rensa_memory_try_new (gint32, (guint64) n, path, error);
  for (gint64 i = 0; labels != NULL && i < n; i++)
    {
      const double value = y->type.dtype == RENSA_UINT8 ? y->bytes[i] : ((const double *) y->bytes)[i];

      if (!(value >= 0 && value <= N_CLASSES) || value != (gint32) value)
        {
          rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: label %lld is %g, but must be from 1 to 10"), path,
                           (long long) i, value);
          return NULL;
        }
      labels[i] = (gint32) value % N_CLASSES;
    }
  return g_steal_pointer (&labels);
}

static RensaDataset *
make_part (const Svhn *self, const RensaMat *x, const RensaMat *y, const char *path, GError **error)
{
  g_autofree gint32 *labels = NULL;
  g_autoptr (RensaArray) bytes = NULL;
  g_autoptr (RensaArray) t = NULL;
  gint64 n;

  if (!check_pictures (x, path, &n, error))
    return NULL;
  labels = take_labels (y, path, n, error);
  t = labels != NULL ? rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (n), labels, error) : NULL;
  if (t == NULL)
    return NULL;
  turn_pictures (x->bytes, n);
  bytes = rensa_array_new_from_host (RENSA_UINT8, &RENSA_SHAPE (n, N_BYTES), x->bytes, error);
  return bytes != NULL ? rensa_source_make_images (bytes, self->withlabel ? t : NULL, self->scale / 255,
                                                   &RENSA_SHAPE (N_CHANNELS, SIZE, SIZE), error)
                       : NULL;
}

static RensaDataset *
load_file (const Svhn *self, const char *path, GError **error)
{
  static const char *const names[] = { "X", "y" };
  RensaMat mats[2] = { 0 };
  RensaDataset *part = NULL;

  if (rensa_mat_read (mats, names, G_N_ELEMENTS (names), path, error))
    part = make_part (self, &mats[0], &mats[1], path, error);
  for (guint i = 0; i < G_N_ELEMENTS (mats); i++)
    rensa_mat_clear (&mats[i]);
  return part;
}

static gboolean
add_extra (const Svhn *self, const char *path, RensaDataBundle *bundle, GError **error)
{
  g_autoptr (RensaDataset) first = g_steal_pointer (&bundle->train);
  g_autoptr (RensaDataset) extra = load_file (self, path, error);

  if (extra != NULL)
    bundle->train = rensa_concatenated_dataset_new ((RensaDataset *[]){ first, extra }, 2, error);
  return bundle->train != NULL;
}

static gboolean
load_files (const Svhn *self, char *const *paths, RensaDataBundle *bundle, GError **error)
{
  bundle->train = load_file (self, paths[TRAIN], error);
  if (bundle->train == NULL || (self->add_extra && !add_extra (self, paths[EXTRA], bundle, error)))
    return FALSE;
  bundle->test = load_file (self, paths[TEST], error);
  return bundle->test != NULL;
}

static RensaDataset *
make_stand_in (const Svhn *self, gint64 n, GError **error)
{
  g_autoptr (RensaArray) x = rensa_array_zeros (RENSA_UINT8, &RENSA_SHAPE (n, N_BYTES), error);
  g_autoptr (RensaArray) t = x != NULL ? rensa_array_zeros (RENSA_INT32, &RENSA_SHAPE (n), error) : NULL;

  return t != NULL ? rensa_source_make_images (x, self->withlabel ? t : NULL, self->scale / 255,
                                               &RENSA_SHAPE (N_CHANNELS, SIZE, SIZE), error)
                   : NULL;
}

static gboolean
load_stand_in (const Svhn *self, RensaDataBundle *bundle, GError **error)
{
  bundle->is_stand_in = TRUE;
  bundle->train = make_stand_in (self, self->add_extra ? 73257 + 531131 : 73257, error);
  if (bundle->train != NULL)
    bundle->test = make_stand_in (self, 26032, error);
  return bundle->test != NULL;
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const Svhn *self = data;
  g_autoptr (GError) reason = NULL;
  g_auto (GStrv) paths = rensa_source_files_find_all (&source, self->add_extra ? EXTRA + 1 : EXTRA, self->folder,
                                                      self->download, places, &reason);

  bundle->picture = (RensaPicture){ N_CHANNELS, SIZE, SIZE, self->scale, RENSA_DRAWING_NONE };
  bundle->n_classes = self->withlabel ? N_CLASSES : 0;
  if (paths != NULL)
    return load_files (self, paths, bundle, error);
  if (places->for_shapes && g_error_matches (reason, RENSA_ERROR, RENSA_ERROR_NOT_FOUND))
    return load_stand_in (self, bundle, error);
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

const RensaDatasetClass rensa_dataset_svhn_class = {
  .name = "svhn",
  .group = &rensa_images_group,
  .title = N_ ("SVHN"),
  .summary = N_ ("99,289 digits of 32 × 32 pixels from photographs of house numbers (235 MiB)"),
  .reference = "Netzer, Wang, Coates, Bissacco, Wu and Ng, “Reading digits in natural images with unsupervised feature "
               "learning”, NIPS workshop on deep learning, 2011",
  RENSA_ATTRS (Svhn, attrs),
  .load = load,
  .fetch = fetch,
};
