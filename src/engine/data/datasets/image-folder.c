/* image-folder.c: pictures in folders, one folder per class.
 * SPDX-License-Identifier: MIT */

#include "rensa-data-notes.h"
#include "rensa-language.h"
#include "rensa-picture-source-private.h"
#include "rensa-source-private.h"

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (RensaPictureSource, path, .required = TRUE, .is_path = TRUE, .is_folder = TRUE,
                     .title = N_ ("Folder"),
                     .hint = N_ ("A folder with one subfolder of images per class, or with folders “train” and "
                                 "“test” structured this way")),
  RENSA_PICTURE_ATTRS,
  RENSA_PICTURE_GIF_ATTR,
};

static char *
find_part (const char *folder, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const RensaPictureSource *self = data;
  g_autofree char *given = rensa_source_find_file (places, self->path, error);
  g_autofree char *path =
      given != NULL ? rensa_picture_folder_find_root (given, rensa_picture_source_takes_gifs (self)) : NULL;
  g_autofree char *train = path != NULL ? find_part (path, rensa_picture_train_names) : NULL;
  g_autofree char *test = path != NULL ? find_part (path, rensa_picture_test_names) : NULL;
  const gboolean has_parts = train != NULL && test != NULL;
  g_auto (RensaPictureFiles) train_files = { .with_gifs = rensa_picture_source_takes_gifs (self) };
  g_auto (RensaPictureFiles) test_files = { .with_gifs = rensa_picture_source_takes_gifs (self) };

  bundle->notes = rensa_data_notes_new ();
  return path != NULL
         && rensa_picture_source_advise (self, &train_files, bundle,
                                         rensa_picture_files_read_folder (&train_files, has_parts ? train : path, NULL,
                                                                          bundle->notes, places->cancellable, error))
         && (!has_parts
             || rensa_picture_files_read_folder (&test_files, test, &train_files.labels, bundle->notes,
                                                 places->cancellable, error))
         && rensa_picture_source_load (self, &train_files, has_parts ? &test_files : NULL, places, bundle, error);
}

const RensaDatasetClass rensa_dataset_image_folder_class = {
  .name = "image_folder",
  .group = &rensa_files_group,
  .title = N_ ("Image Folder"),
  .summary = N_ ("PNG, JPEG and other images, in one folder per class"),
  RENSA_ATTRS (RensaPictureSource, attrs),
  .load = load,
};
