/* image-folder.c: pictures in folders, one folder a class.
 * SPDX-License-Identifier: MIT */

#include "rensa-language.h"
#include "rensa-picture-source-private.h"
#include "rensa-source-private.h"

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (RensaPictureSource, path, .required = TRUE, .is_path = TRUE, .is_folder = TRUE,
                     .title = N_ ("Folder"),
                     .hint = N_ ("With a folder of pictures for each class, or with folders “train” and “test” that "
                                 "have these")),
  RENSA_PICTURE_ATTRS,
};

/* Names that the folders of the parts have. */
static const char *const train_names[] = { "train", "training" };
static const char *const test_names[] = { "test", "testing", "val", "valid", "validation" };

static char *
find_part (const char *folder, const char *const *names, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

static gboolean
read_part (const RensaPictureSource *self, const char *path, const RensaPictureLabels *like,
           const RensaDataPlaces *places, RensaPictureFiles *files, GPtrArray *notes, GError **error)
{
  return rensa_picture_files_read_folder (files, path, like, notes, places->cancellable, error);
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const RensaPictureSource *self = data;
  g_autofree char *path = rensa_source_find_file (places, self->path, error);
  g_autofree char *train = path != NULL ? find_part (path, train_names, G_N_ELEMENTS (train_names)) : NULL;
  g_autofree char *test = path != NULL ? find_part (path, test_names, G_N_ELEMENTS (test_names)) : NULL;
  const gboolean has_parts = train != NULL && test != NULL;

  return path != NULL
         && rensa_picture_source_load (self, read_part, has_parts ? train : path, has_parts ? test : NULL, places,
                                       bundle, error);
}

const RensaDatasetClass rensa_dataset_image_folder_class = {
  .name = "image_folder",
  .group = &rensa_files_group,
  .title = N_ ("Folder of Pictures"),
  .summary = N_ ("PNG, JPEG and other pictures, in one folder for each class"),
  RENSA_ATTRS (RensaPictureSource, attrs),
  .load = load,
};
