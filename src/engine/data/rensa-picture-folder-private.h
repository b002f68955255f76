/* rensa-picture-folder-private.h: pictures in folders, one folder a class.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"

G_BEGIN_DECLS

typedef struct
{
  char *name; /* below the folder */
  gint32 label;
} RensaPictureFile;

/* @folder: with a subfolder for each of @classes. @files: RensaPictureFile, in an order that mixes the classes and depends
 * on their names alone. @empty: classes without a picture. */
typedef struct
{
  char *folder;
  GPtrArray *classes; /* char * */
  GPtrArray *empty;   /* char * */
  GArray *files;
} RensaPictureFolder;

/* Fills @self, which is zero before and to be cleared also after an error, with what is in @folder.  With @classes the labels
 * are those of that list, and other subfolders with pictures are refused.  RENSA_ERROR_IO, RENSA_ERROR_FORMAT where the
 * folder has no subfolders with pictures, RENSA_ERROR_CANCELLED. */
gboolean rensa_picture_folder_read (RensaPictureFolder *self, const char *folder, GPtrArray *classes,
                                    GCancellable *cancellable, GError **error);
void rensa_picture_folder_clear (RensaPictureFolder *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaPictureFolder, rensa_picture_folder_clear)

/* Of file @i. */
char *rensa_picture_folder_dup_path (const RensaPictureFolder *self, gint64 i);

/* In bytes; 0 where it is gone. */
guint64 rensa_picture_folder_get_size (const RensaPictureFolder *self, gint64 i);

/* Leaves out the files that hold no picture; returns how many.  Reads each, which takes its time;
 * what has not been read when the cancellable is cancelled is left out, too. */
gint64 rensa_picture_folder_drop_unreadable (RensaPictureFolder *self, const RensaPicture *picture,
                                             const RensaDataPlaces *places);

/* Examples of two fields: points from 0 to @picture->white as float32, or float64 in that mode, of shape (n_channels, height, width),
 * and the number of the class.  Takes over what @folder holds.  Pictures are read when they are asked for, and kept where
 * memory allows. */
RensaDataset *rensa_picture_dataset_new (RensaPictureFolder *folder, const RensaPicture *picture);

G_END_DECLS
