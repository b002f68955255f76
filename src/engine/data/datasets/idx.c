/* idx.c: images and labels in MNIST format.
 * SPDX-License-Identifier: MIT */

#include "rensa-data-notes.h"
#include "rensa-error.h"
#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-idx-private.h"
#include "rensa-language.h"
#include "rensa-primitives.h"
#include "rensa-source-private.h"

typedef struct
{
  char *images;
  char *labels;
  char *test_images;
  char *test_labels;
  int shape;
  double scale;
  gboolean transposed;
} Idx;

typedef enum
{
  AS_IT_IS,
  FLAT,
  CHANNEL,
} Shape;

static const char images_word[] = "images";

static const char *const shapes[] = { "as-it-is", "flat", "channel", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (
      Idx, images, .required = TRUE, .is_path = TRUE, .title = N_ ("Images"),
      .hint = N_ ("An IDX file, optionally gzip-compressed, relative to the document or the data set folder")),
  RENSA_ATTR_STRING (Idx, labels, .allow_none = TRUE, .none = TRUE, .is_path = TRUE, .title = N_ ("Labels"),
                     .hint = N_ ("One label per image")),
  RENSA_ATTR_STRING (Idx, test_images, .allow_none = TRUE, .none = TRUE, .is_path = TRUE, .title = N_ ("Test Images")),
  RENSA_ATTR_STRING (Idx, test_labels, .allow_none = TRUE, .none = TRUE, .is_path = TRUE, .title = N_ ("Test Labels")),
  RENSA_ATTR_CHOICE (Idx, shape, .choices = shapes, .title = N_ ("Shape"),
                     .hint = N_ ("Flat reduces each image to a single axis; channel prepends an axis of size 1")),
  RENSA_ATTR_FLOAT (Idx, scale, .initial = 1, .min = 0, .max = 1e6, .title = N_ ("Scale"),
                    .hint = N_ ("Value of the brightest byte, 255; other data types are multiplied by this")),
  RENSA_ATTR_BOOL (Idx, transposed, .initial = FALSE, .title = N_ ("Transposed"),
                   .hint = N_ ("The file stores images column by column, as in EMNIST")),
};

static RensaShape
get_example_shape (const RensaIdx *images, Shape shape)
{
  const RensaShape example = rensa_shape_reduce (&images->type.shape, 1, FALSE);
  RensaShape result = example;

  if (shape == FLAT)
    return RENSA_SHAPE (rensa_shape_count (&example));
  if (shape == CHANNEL && example.ndim < RENSA_MAX_NDIM - 1)
    {
      result.ndim++;
      result.dims[0] = 1;
      for (int i = 0; i < example.ndim; i++)
        result.dims[i + 1] = example.dims[i];
    }
  return result;
}

/* Treats bytes on two axes as grayscale pictures, possibly digits in the style of MNIST. */
static RensaPicture
get_picture (const RensaType *images, double scale)
{
  const gint64 *dims = images->shape.dims;

  if (images->dtype != RENSA_UINT8 || images->shape.ndim != 3)
    return (RensaPicture){ 0 };
  return (RensaPicture){ 1, dims[1], dims[2], scale,
                         dims[1] == RENSA_DRAWING_SIZE && dims[2] == RENSA_DRAWING_SIZE ? RENSA_DRAWING_BY_MASS
                                                                                        : RENSA_DRAWING_NONE };
}

/* Takes the images of @idx, with rows before columns, and sets their type to that of the result. */
static RensaArray *
take_images (RensaIdx *idx, gboolean is_transposed, GError **error)
{
  g_autoptr (RensaArray) x = rensa_array_new_from_host (idx->type.dtype, &idx->type.shape, idx->bytes, error);
  g_autoptr (RensaArray) turned = NULL;

  if (x == NULL || !is_transposed)
    return g_steal_pointer (&x);
  turned = rensa_array_view_transpose (x, (int[]){ 0, 2, 1 });
  idx->type.shape = *rensa_array_get_shape (turned);
  return rensa_array_contiguous (turned, error);
}

static gboolean
check_transposed (const Idx *self, const RensaIdx *images, const char *path, GError **error)
{
  if (!self->transposed || images->type.shape.ndim == 3)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s: transposing images requires 3 axes (images, columns, rows), but the file has %d"), path,
                   images->type.shape.ndim);
  return FALSE;
}

/* Loads one part, training or test; @labels may be NULL. */
static RensaDataset *
load_part (const Idx *self, const RensaDataPlaces *places, const char *images, const char *labels,
           RensaDataBundle *bundle, GError **error)
{
  g_autofree char *image_path = rensa_source_find_file (places, images, error);
  g_autofree char *label_path = NULL;
  g_auto (RensaIdx) image_idx = { 0 };
  g_auto (RensaIdx) label_idx = { 0 };
  g_autoptr (RensaArray) x = NULL;
  g_autoptr (RensaArray) t = NULL;
  RensaShape shape;

  if (image_path == NULL || !rensa_idx_read (&image_idx, image_path, error)
      || !check_transposed (self, &image_idx, image_path, error))
    return NULL;
  if (labels != NULL)
    {
      label_path = rensa_source_find_file (places, labels, error);
      if (label_path == NULL || !rensa_idx_read (&label_idx, label_path, error))
        return NULL;
      t = rensa_idx_make_labels (&label_idx, label_path, image_idx.type.shape.dims[0], &bundle->n_classes, error);
      if (t == NULL)
        return NULL;
    }

  x = take_images (&image_idx, self->transposed, error);
  bundle->picture = get_picture (&image_idx.type, self->scale);
  shape = get_example_shape (&image_idx, self->shape);
  return x != NULL ? rensa_source_make_images (
             x, t, image_idx.type.dtype == RENSA_UINT8 ? self->scale / 255 : self->scale, &shape, error)
                   : NULL;
}

/* Returns the file in the same folder as @path whose name has @other in place of @word; NULL if
 * there is none. */
static char *
find_companion (const RensaDataPlaces *places, const char *path, const char *word, const char *other)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GString) text = g_string_new (name);
  g_autofree char *companion = NULL;
  g_autofree char *found = NULL;

  if (g_string_replace (text, word, other, 1) == 0)
    return NULL;
  if (g_str_equal (word, images_word))
    g_string_replace (text, "idx3", "idx1", 1);
  companion = g_str_equal (folder, ".") ? g_strdup (text->str) : g_build_filename (folder, text->str, NULL);
  found = rensa_source_find_file (places, companion, NULL);
  return found != NULL ? g_steal_pointer (&companion) : NULL;
}

/* Takes ownership of @text. */
static RensaDataNote *
warn (RensaDataBundle *bundle, char *text)
{
  bundle->notes = bundle->notes != NULL ? bundle->notes : rensa_data_notes_new ();
  return rensa_data_notes_add (bundle->notes, RENSA_DATA_WARNING, text);
}

static void
tell_of_labels (const Idx *self, const RensaDataPlaces *places, RensaDataBundle *bundle)
{
  g_autofree char *labels = find_companion (places, self->images, images_word, "labels");
  g_autofree char *shown = labels != NULL ? rensa_file_dup_shown_basename (labels) : NULL;

  if (labels != NULL)
    rensa_data_note_offer (warn (bundle, g_strdup_printf (_ ("The labels in “%s” are not used."), shown)),
                           g_strdup (_ ("Use the Labels")), "labels", labels);
}

static void
tell_of_test_images (const Idx *self, const RensaDataPlaces *places, RensaDataBundle *bundle)
{
  static const char *const test_words[] = { "t10k", "test" };

  for (guint i = 0; i < G_N_ELEMENTS (test_words); i++)
    {
      g_autofree char *images = find_companion (places, self->images, "train", test_words[i]);
      g_autofree char *labels = find_companion (places, self->labels, "train", test_words[i]);
      g_autofree char *shown = images != NULL ? rensa_file_dup_shown_basename (images) : NULL;

      if (images == NULL || labels == NULL)
        continue;
      rensa_data_note_offer_both (warn (bundle, g_strdup_printf (_ ("The test images in “%s” are not used."), shown)),
                                  g_strdup (_ ("Use for Validation")), "test_images", images, "test_labels", labels);
      return;
    }
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const Idx *self = data;

  if ((self->test_images == NULL) != (self->test_labels == NULL) && self->labels != NULL)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("idx: specify both test images and test labels, or neither"));
      return FALSE;
    }

  bundle->train = load_part (self, places, self->images, self->labels, bundle, error);
  if (bundle->train == NULL)
    return FALSE;
  if (self->labels == NULL)
    tell_of_labels (self, places, bundle);
  else if (self->test_images == NULL)
    tell_of_test_images (self, places, bundle);
  if (self->test_images == NULL)
    return TRUE;

  bundle->test = load_part (self, places, self->test_images, self->test_labels, bundle, error);
  return bundle->test != NULL;
}

static const char *const endings[] = { "-ubyte", "-ubyte.gz", ".idx", ".idx.gz", NULL };

const RensaDatasetClass rensa_dataset_idx_class = {
  .name = "idx",
  .group = &rensa_files_group,
  .title = N_ ("IDX Files"),
  .summary = N_ ("Images and labels in the format of the original MNIST files"),
  RENSA_ATTRS (Idx, attrs),
  .load = load,
  .endings = endings,
};
