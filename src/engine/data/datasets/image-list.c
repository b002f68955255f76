/* image-list.c: pictures listed in a file, LabeledImageDataset of documents.
 * SPDX-License-Identifier: MIT */

#include "rensa-data-notes.h"
#include "rensa-language.h"
#include "rensa-picture-source-private.h"
#include "rensa-source-private.h"

enum
{
  LABELS_AUTO,
  LABELS_VALUES,
};

static const char *const label_kinds[] = { "auto", "values", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (RensaPictureSource, path, .required = TRUE, .is_path = TRUE, .title = N_ ("List"),
                     .hint = N_ ("A text file with an image name in each row, followed by its class or value")),
  RENSA_ATTR_STRING (RensaPictureSource, test, .allow_none = TRUE, .none = TRUE, .is_path = TRUE,
                     .title = N_ ("Test List"), .hint = N_ ("If empty, the test set is split off from the data")),
  RENSA_ATTR_STRING (RensaPictureSource, folder, .allow_none = TRUE, .none = TRUE, .is_path = TRUE, .is_folder = TRUE,
                     .title = N_ ("Image Folder"),
                     .hint = N_ ("Base folder for the names; defaults to the folder of the list")),
  RENSA_ATTR_CHOICE (RensaPictureSource, labels, .choices = label_kinds, .title = N_ ("Labels"),
                     .hint = N_ ("Integers are classes unless they are values to predict")),
  RENSA_PICTURE_ATTRS,
};

static gboolean
read_part (const RensaPictureSource *self, const char *path, const RensaPictureLabels *like,
           const RensaDataPlaces *places, RensaPictureFiles *files, GError **error)
{
  g_autofree char *folder =
      self->folder != NULL ? rensa_source_find_file (places, self->folder, error) : g_path_get_dirname (path);

  return folder != NULL
         && rensa_picture_files_read_list (files, path, folder, self->labels == LABELS_VALUES, like,
                                           places->cancellable, error);
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const RensaPictureSource *self = data;
  g_autofree char *train = rensa_source_find_file (places, self->path, error);
  g_autofree char *test =
      train != NULL && self->test != NULL ? rensa_source_find_file (places, self->test, error) : NULL;
  g_auto (RensaPictureFiles) train_files = { 0 };
  g_auto (RensaPictureFiles) test_files = { 0 };

  bundle->notes = rensa_data_notes_new ();
  return train != NULL && (self->test == NULL || test != NULL)
         && read_part (self, train, NULL, places, &train_files, error)
         && (test == NULL || read_part (self, test, &train_files.labels, places, &test_files, error))
         && rensa_picture_source_load (self, &train_files, test != NULL ? &test_files : NULL, places, bundle, error);
}

const RensaDatasetClass rensa_dataset_image_list_class = {
  .name = "image_list",
  .group = &rensa_files_group,
  .title = N_ ("Image List"),
  .summary = N_ ("Images listed in a file, with a class, a value, or no label"),
  RENSA_ATTRS (RensaPictureSource, attrs),
  .load = load,
};
