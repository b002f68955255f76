/* rensa-mnist.c: data sets in MNIST format.
 * SPDX-License-Identifier: MIT */

#include "rensa-mnist-private.h"

#include "rensa-fault.h"
#include "rensa-idx-private.h"
#include "rensa-language.h"
#include "rensa-primitives.h"
#include "rensa-source-private.h"

#define SIZE 28

static RensaDataset *
make_images (const RensaMnist *self, RensaArray *x, RensaArray *t, GError **error)
{
  const RensaShape shapes[] = { RENSA_SHAPE (SIZE * SIZE), RENSA_SHAPE (SIZE, SIZE), RENSA_SHAPE (1, SIZE, SIZE) };
  const gint64 n = rensa_array_get_dim (x, 0);
  RensaShape shape = shapes[self->ndim - 1];
  g_autoptr (RensaArray) grey = NULL;
  g_autoptr (RensaArray) images = NULL;

  if (self->ndim < 3 || !self->rgb_format)
    images = rensa_array_ref (x);
  else
    {
      shape.dims[0] = 3;
      grey = rensa_array_reshape (x, &RENSA_SHAPE (n, 1, SIZE, SIZE), error);
      images = grey != NULL ? rensa_array_view_broadcast (grey, &RENSA_SHAPE (n, 3, SIZE, SIZE)) : NULL;
    }
  return images != NULL
             ? rensa_source_make_images (images, self->withlabel ? t : NULL, self->scale / 255, &shape, error)
             : NULL;
}

/* Creates black pictures in place of the data set. */
static RensaDataset *
make_stand_in (const RensaMnist *self, gint64 n, GError **error)
{
  g_autoptr (RensaArray) x = rensa_array_zeros (RENSA_UINT8, &RENSA_SHAPE (n, SIZE, SIZE), error);
  g_autoptr (RensaArray) t = x != NULL ? rensa_array_zeros (RENSA_INT32, &RENSA_SHAPE (n), error) : NULL;

  return t != NULL ? make_images (self, x, t, error) : NULL;
}

static RensaDataset *
make_part (const RensaMnist *self, const RensaIdx *images, const RensaIdx *labels, char *const *paths,
           gint64 *n_classes, GError **error)
{
  const RensaShape *shape = &images->type.shape;
  g_autoptr (RensaArray) x = NULL;
  g_autoptr (RensaArray) t = NULL;

  if (images->type.dtype != RENSA_UINT8 || shape->ndim != 3 || shape->dims[1] != SIZE || shape->dims[2] != SIZE)
    {
      g_autofree char *found = rensa_shape_to_string (shape);

      rensa_set_words (error, RENSA_ERROR_FORMAT,
                       N_ ("%s: expected images of 28 × 28 bytes, but the file contains %s of shape %s"), paths[0],
                       rensa_dtype_get_name (images->type.dtype), found);
      return NULL;
    }

  t = rensa_idx_make_labels (labels, paths[1], shape->dims[0], n_classes, error);
  x = t != NULL ? rensa_array_new_from_host (RENSA_UINT8, shape, images->bytes, error) : NULL;
  return x != NULL ? make_images (self, x, t, error) : NULL;
}

static gboolean
load_files (const RensaMnist *self, char *const *paths, RensaDataBundle *bundle, GError **error)
{
  RensaIdx idxs[RENSA_MNIST_N_FILES] = { 0 };

  if (rensa_idx_read_all (idxs, (const char *const *) paths, RENSA_MNIST_N_FILES, error))
    {
      bundle->train = make_part (self, &idxs[0], &idxs[1], &paths[0], &bundle->n_classes, error);
      if (bundle->train != NULL)
        bundle->test = make_part (self, &idxs[2], &idxs[3], &paths[2], &bundle->n_classes, error);
    }
  for (int i = 0; i < RENSA_MNIST_N_FILES; i++)
    rensa_idx_clear (&idxs[i]);
  return bundle->test != NULL;
}

static gboolean
load_stand_in (const RensaMnist *self, RensaDataBundle *bundle, GError **error)
{
  bundle->n_classes = 10;
  bundle->is_stand_in = TRUE;
  bundle->train = make_stand_in (self, 60000, error);
  if (bundle->train != NULL)
    bundle->test = make_stand_in (self, 10000, error);
  return bundle->test != NULL;
}

/* Files of the user in this format may have other classes. */
static void
name_classes (RensaDataBundle *bundle, const char *const *names)
{
  if (names != NULL && bundle->n_classes <= g_strv_length ((char **) names))
    {
      bundle->label_names = g_strdupv ((char **) names);
      bundle->n_classes = g_strv_length ((char **) names);
    }
}

gboolean
rensa_mnist_load (const RensaMnist *self, const RensaSourceFiles *files, const char *const *names,
                  const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_auto (GStrv) paths =
      rensa_source_files_find_all (files, RENSA_MNIST_N_FILES, self->folder, self->download, places, &reason);
  const gboolean is_rgb = self->ndim == 3 && self->rgb_format;
  gboolean is_loaded = FALSE;

  bundle->picture =
      (RensaPicture){ is_rgb ? 3 : 1, SIZE, SIZE, self->scale, is_rgb ? RENSA_DRAWING_NONE : RENSA_DRAWING_BY_MASS };
  if (paths != NULL)
    is_loaded = load_files (self, paths, bundle, error);
  else if (places->for_shapes && g_error_matches (reason, RENSA_ERROR, RENSA_ERROR_NOT_FOUND))
    is_loaded = load_stand_in (self, bundle, error);
  else
    g_propagate_error (error, g_steal_pointer (&reason));

  if (self->withlabel && is_loaded)
    name_classes (bundle, names);
  else if (!self->withlabel)
    bundle->n_classes = 0;
  return is_loaded;
}
