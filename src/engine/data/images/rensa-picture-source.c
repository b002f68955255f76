/* rensa-picture-source.c: shared code of sources of picture files.
 * SPDX-License-Identifier: MIT */

#include "rensa-picture-source-private.h"

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"

/* Meanings of the choices below, in the same order. */
static const gint64 channels[] = { 3, 1 };
static const RensaFit fit_kinds[] = { RENSA_FIT_CROP, RENSA_FIT_PAD, RENSA_FIT_STRETCH };

enum
{
  UNREADABLE_ERROR,
  UNREADABLE_DROP,
};

enum
{
  DEPTH_8_BITS,
  DEPTH_ALL_BITS,
};

enum
{
  GIF_SKIP,
  GIF_FIRST_FRAME,
};

const char *const rensa_picture_colours[] = { "rgb", "grey", NULL };
const char *const rensa_picture_fits[] = { "crop", "pad", "stretch", NULL };
const char *const rensa_picture_unreadables[] = { "error", "drop", NULL };
/* The following two attributes are missing in documents created before support for 16 bits; their
 * default is the first choice. */
const char *const rensa_picture_depths[] = { "8_bits", "all_bits", NULL };
const char *const rensa_picture_gifs[] = { "skip", "first_frame", NULL };

const char *const rensa_picture_train_names[] = { "train", "training", NULL };
const char *const rensa_picture_test_names[] = { "test", "testing", "val", "valid", "validation", NULL };

/* Returns TRUE if any files are left. */
static gboolean
drop_unreadable (RensaPictureFiles *files, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const gint64 n = rensa_picture_files_drop_unreadable (files, &bundle->picture, places, error);
  g_autofree char *shown = rensa_file_dup_shown_name (files->source);

  if (n < 0)
    return FALSE;
  if (g_cancellable_is_cancelled (places->cancellable))
    rensa_set_words (error, RENSA_ERROR_CANCELLED, N_ ("reading the data was cancelled"));
  else if (files->files->len == 0)
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("none of the images in “%s” can be read"), shown);
  else if (n > 0)
    rensa_data_notes_add (
        bundle->notes, RENSA_DATA_WARNING,
        g_strdup_printf (ngettext ("%lu unreadable file is skipped.", "%lu unreadable files are skipped.", (gulong) n),
                         (gulong) n));
  return files->files->len > 0 && !g_cancellable_is_cancelled (places->cancellable);
}

gboolean
rensa_picture_source_takes_gifs (const RensaPictureSource *self)
{
  return self->gif == GIF_FIRST_FRAME;
}

static void
offer_gifs (const RensaPictureSource *self, const RensaPictureFiles *files, RensaDataNote *note)
{
  if (self->gif == GIF_SKIP && rensa_unread_has_gifs (&files->unread))
    rensa_data_note_offer (note, g_strdup (_ ("Read GIF Files")), "gif", rensa_picture_gifs[GIF_FIRST_FRAME]);
}

gboolean
rensa_picture_source_advise (const RensaPictureSource *self, const RensaPictureFiles *files, RensaDataBundle *bundle,
                             gboolean was_read)
{
  if (!was_read)
    offer_gifs (self, files, rensa_data_notes_add (bundle->notes, RENSA_DATA_REMEDY, NULL));
  return was_read;
}

static void
warn_of_unread (const RensaPictureSource *self, const RensaPictureFiles *files, RensaDataBundle *bundle)
{
  char *text = rensa_unread_describe (&files->unread);

  if (text != NULL)
    offer_gifs (self, files, rensa_data_notes_add (bundle->notes, RENSA_DATA_WARNING, text));
}

static void
warn_of_depth (const RensaPictureFiles *files, RensaDataBundle *bundle)
{
  RensaDataNote *note;

  if (rensa_picture_files_count_deep (files) == 0)
    return;
  note = rensa_data_notes_add (bundle->notes, RENSA_DATA_WARNING,
                               g_strdup (_ ("Some images have 16 bits per channel. They are read with 8 bits, so "
                                            "fine differences in brightness are lost.")));
  rensa_data_note_offer (note, g_strdup (_ ("Read All 16 Bits")), "depth", rensa_picture_depths[DEPTH_ALL_BITS]);
}

static RensaDataset *
make_part (const RensaPictureSource *self, RensaPictureFiles *files, const RensaDataPlaces *places,
           RensaDataBundle *bundle, GError **error)
{
  warn_of_unread (self, files, bundle);
  if (!places->for_shapes && self->depth == DEPTH_8_BITS)
    warn_of_depth (files, bundle);
  if (self->unreadable == UNREADABLE_DROP && !places->for_shapes && !drop_unreadable (files, places, bundle, error))
    return NULL;
  return rensa_picture_dataset_new (files, &bundle->picture);
}

static char **
dup_names (const GPtrArray *classes)
{
  char **names = g_new0 (char *, classes->len + 1);

  for (guint i = 0; i < classes->len; i++)
    names[i] = rensa_file_dup_shown_name (classes->pdata[i]);
  return names;
}

/* Offers a remedy for unreadable pictures. */
static void
advise (const RensaPictureSource *self, RensaDataBundle *bundle)
{
  RensaDataNote *note;

  if (self->unreadable == UNREADABLE_DROP)
    return;
  note = rensa_data_notes_add (bundle->notes, RENSA_DATA_REMEDY, NULL);
  rensa_data_note_offer (note, g_strdup (_ ("Skip Unreadable Files")), "unreadable",
                         rensa_picture_unreadables[UNREADABLE_DROP]);
}

gboolean
rensa_picture_source_load (const RensaPictureSource *self, RensaPictureFiles *train, RensaPictureFiles *test,
                           const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  bundle->picture = (RensaPicture){ .n_channels = channels[self->colour],
                                    .height = self->height,
                                    .width = self->width,
                                    .white = self->scale,
                                    .fit = fit_kinds[self->fit],
                                    .is_deep = self->depth == DEPTH_ALL_BITS };
  bundle->n_classes = train->labels.n_classes;
  bundle->label_names = train->labels.classes != NULL ? dup_names (train->labels.classes) : NULL;
  bundle->train = make_part (self, train, places, bundle, error);
  if (bundle->train == NULL)
    return FALSE;
  if (test != NULL)
    {
      bundle->test = make_part (self, test, places, bundle, error);
      if (bundle->test == NULL)
        return FALSE;
    }
  advise (self, bundle);
  return TRUE;
}
