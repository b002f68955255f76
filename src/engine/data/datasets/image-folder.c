/* image-folder.c: pictures in folders, one folder a class.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"
#include "rensa-picture-folder-private.h"
#include "rensa-source-private.h"

typedef struct
{
  char *path;
  gint64 width;
  gint64 height;
  int colour;
  int fit;
  double scale;
  int unreadable;
} ImageFolder;

/* What the choices below mean, in their order. */
static const gint64 channels[] = { 3, 1 };
static const RensaFit fit_kinds[] = { RENSA_FIT_CROP, RENSA_FIT_PAD, RENSA_FIT_STRETCH };

enum
{
  UNREADABLE_ERROR,
  UNREADABLE_DROP,
};

static const char *const colours[] = { "rgb", "grey", NULL };
static const char *const fits[] = { "crop", "pad", "stretch", NULL };
static const char *const unreadables[] = { "error", "drop", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (ImageFolder, path, .required = TRUE, .is_path = TRUE, .is_folder = TRUE, .title = N_ ("Folder"),
                     .hint = N_ ("With a folder of pictures for each class, or with folders “train” and “test” that "
                                 "have these")),
  RENSA_ATTR_INT (ImageFolder, width, .initial = 64, .min = 1, .max = 4096, .unit = "px", .title = N_ ("Width"),
                  .hint = N_ ("All pictures are brought to one size")),
  RENSA_ATTR_INT (ImageFolder, height, .initial = 64, .min = 1, .max = 4096, .unit = "px", .title = N_ ("Height")),
  RENSA_ATTR_CHOICE (ImageFolder, colour, .choices = colours, .title = N_ ("Colour"),
                     .hint = N_ ("Red, green and blue, or one channel of grey")),
  RENSA_ATTR_CHOICE (ImageFolder, fit, .choices = fits, .title = N_ ("Other Proportions"),
                     .hint = N_ ("Cut off what is left over, put black bars beside the picture, or stretch it")),
  RENSA_ATTR_FLOAT (ImageFolder, scale, .initial = 1, .min = 0, .max = 1e6, .title = N_ ("Scale"),
                    .hint = N_ ("The value of white")),
  RENSA_ATTR_CHOICE (ImageFolder, unreadable, .choices = unreadables, .title = N_ ("Unreadable Files"),
                     .hint = N_ ("Stop where one is met, or read all of them first and drop those")),
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

static void
tell_empty (const RensaPictureFolder *folder, RensaDataBundle *bundle)
{
  for (guint i = 0; i < folder->empty->len; i++)
    rensa_data_notes_add (bundle->notes, RENSA_DATA_WARNING,
                          /* Translators: a folder. */
                          g_strdup_printf (_ ("“%s” holds no pictures."), (char *) folder->empty->pdata[i]));
}

/* Whether any are left. */
static gboolean
drop_unreadable (RensaPictureFolder *folder, const RensaPicture *picture, const RensaDataPlaces *places,
                 RensaDataBundle *bundle, GError **error)
{
  const gint64 n = rensa_picture_folder_drop_unreadable (folder, picture, places);

  if (g_cancellable_is_cancelled (places->cancellable))
    rensa_set_words (error, RENSA_ERROR_CANCELLED, N_ ("the reading of the data was cancelled"));
  else if (folder->files->len == 0)
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("none of the pictures in “%s” can be read"), folder->folder);
  else if (n > 0)
    rensa_data_notes_add (bundle->notes, RENSA_DATA_WARNING,
                          g_strdup_printf (ngettext ("%lu file that cannot be read is left out.",
                                                     "%lu files that cannot be read are left out.", (gulong) n),
                                           (gulong) n));
  return folder->files->len > 0 && !g_cancellable_is_cancelled (places->cancellable);
}

/* Of the classes of the training part, which are in @bundle where that is there. */
static RensaDataset *
load_part (const ImageFolder *self, const char *path, GPtrArray **classes, const RensaDataPlaces *places,
           RensaDataBundle *bundle, GError **error)
{
  g_auto (RensaPictureFolder) folder = { 0 };

  if (!rensa_picture_folder_read (&folder, path, *classes, places->cancellable, error))
    return NULL;
  tell_empty (&folder, bundle);
  if (self->unreadable == UNREADABLE_DROP && !places->for_shapes
      && !drop_unreadable (&folder, &bundle->picture, places, bundle, error))
    return NULL;
  if (*classes == NULL)
    *classes = g_ptr_array_ref (folder.classes);
  return rensa_picture_dataset_new (&folder, &bundle->picture);
}

static char **
dup_names (const GPtrArray *classes)
{
  char **names = g_new0 (char *, classes->len + 1);

  for (guint i = 0; i < classes->len; i++)
    names[i] = rensa_file_dup_shown_name (classes->pdata[i]);
  return names;
}

static gboolean
load_parts (const ImageFolder *self, const char *path, const RensaDataPlaces *places, RensaDataBundle *bundle,
            GError **error)
{
  g_autofree char *train = find_part (path, train_names, G_N_ELEMENTS (train_names));
  g_autofree char *test = find_part (path, test_names, G_N_ELEMENTS (test_names));
  g_autoptr (GPtrArray) classes = NULL;

  bundle->train = load_part (self, train != NULL && test != NULL ? train : path, &classes, places, bundle, error);
  if (bundle->train == NULL)
    return FALSE;
  bundle->n_classes = classes->len;
  bundle->label_names = dup_names (classes);
  if (train == NULL || test == NULL)
    return TRUE;
  bundle->test = load_part (self, test, &classes, places, bundle, error);
  return bundle->test != NULL;
}

/* Where a picture cannot be read. */
static void
advise (const ImageFolder *self, RensaDataBundle *bundle)
{
  RensaDataNote *note;

  if (self->unreadable == UNREADABLE_DROP)
    return;
  note = rensa_data_notes_add (bundle->notes, RENSA_DATA_REMEDY, NULL);
  rensa_data_note_offer (note, g_strdup (_ ("Leave Out Unreadable Files")), "unreadable", unreadables[UNREADABLE_DROP]);
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const ImageFolder *self = data;
  g_autofree char *path = rensa_source_find_file (places, self->path, error);

  if (path == NULL)
    return FALSE;
  bundle->picture = (RensaPicture){ channels[self->colour], self->height,        self->width, self->scale,
                                    RENSA_DRAWING_NONE,     fit_kinds[self->fit] };
  bundle->notes = rensa_data_notes_new ();
  if (!load_parts (self, path, places, bundle, error))
    return FALSE;
  advise (self, bundle);
  return TRUE;
}

const RensaDatasetClass rensa_dataset_image_folder_class = {
  .name = "image_folder",
  .group = &rensa_files_group,
  .title = N_ ("Folder of Pictures"),
  .summary = N_ ("PNG, JPEG and other pictures, in one folder for each class"),
  RENSA_ATTRS (ImageFolder, attrs),
  .load = load,
};
