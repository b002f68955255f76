/* image-zip.c: pictures in an archive, ZippedImageDataset of documents.
 * SPDX-License-Identifier: MIT */

#include "rensa-data-notes.h"
#include "rensa-language.h"
#include "rensa-picture-source-private.h"
#include "rensa-source-private.h"

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (RensaPictureSource, path, .required = TRUE, .is_path = TRUE, .title = N_ ("Archive"),
                     .hint = N_ ("A folder with one subfolder of images per class, or with folders “train” and "
                                 "“test” structured this way")),
  RENSA_PICTURE_ATTRS,
  RENSA_PICTURE_GIF_ATTR,
};

static const char *
find_part (const RensaPictureArchive *archive, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (rensa_picture_archive_has_part (archive, names[i]))
      return names[i];
  return NULL;
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const RensaPictureSource *self = data;
  g_autofree char *path = rensa_source_find_file (places, self->path, error);
  g_autoptr (RensaPictureArchive) archive =
      path != NULL ? rensa_picture_archive_open (path, rensa_picture_source_takes_gifs (self), error) : NULL;
  const char *train = archive != NULL ? find_part (archive, rensa_picture_train_names) : NULL;
  const char *test = train != NULL ? find_part (archive, rensa_picture_test_names) : NULL;
  g_auto (RensaPictureFiles) train_files = { 0 };
  g_auto (RensaPictureFiles) test_files = { 0 };

  bundle->notes = rensa_data_notes_new ();
  return archive != NULL
         && rensa_picture_source_advise (
             self, &train_files, bundle,
             rensa_picture_files_read_archive (&train_files, archive, test != NULL ? train : NULL, NULL, error))
         && (test == NULL || rensa_picture_files_read_archive (&test_files, archive, test, &train_files.labels, error))
         && rensa_picture_source_load (self, &train_files, test != NULL ? &test_files : NULL, places, bundle, error);
}

static const char *const endings[] = { ".zip", NULL };

const RensaDatasetClass rensa_dataset_image_zip_class = {
  .name = "image_zip",
  .group = &rensa_files_group,
  .title = N_ ("Image Archive"),
  .summary = N_ ("A ZIP archive of PNG, JPEG and other images, in one folder per class"),
  .endings = endings,
  RENSA_ATTRS (RensaPictureSource, attrs),
  .load = load,
};
