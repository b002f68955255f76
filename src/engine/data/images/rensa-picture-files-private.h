/* rensa-picture-files-private.h: pictures in files and what is known of each: its class, or a value.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"
#include "rensa-picture-reader-private.h"

G_BEGIN_DECLS

/* What goes with a picture. */
typedef enum
{
  RENSA_LABELS_NONE,
  RENSA_LABELS_CLASSES,
  RENSA_LABELS_VALUES,
} RensaLabelKind;

/* @n_classes: of kind classes. @classes: their names (char *), NULL where they are mere numbers. */
typedef struct
{
  RensaLabelKind kind;
  gint64 n_classes;
  GPtrArray *classes;
} RensaPictureLabels;

/* @name: below the folder, or in the archive, where it has the number @member. @label: the number of the class, or the
 * value. */
typedef struct
{
  char *name;
  double label;
  guint member;
} RensaPictureFile;

/* How many files are pictures by their endings, but of formats that are not read: of each such ending. */
#define RENSA_N_UNREAD_ENDINGS 16
typedef struct
{
  guint n[RENSA_N_UNREAD_ENDINGS];
} RensaUnread;

/* Whether the name is one of a picture that folders and archives are read for; GIF is a choice. */
gboolean rensa_picture_is_taken (const char *name, gboolean with_gifs);

/* Counts @name if it is such a file. */
void rensa_unread_count (RensaUnread *unread, const char *name);
/* "3 files of other picture formats are not read: 2 .gif, 1 .heic."; NULL where there are none. */
char *rensa_unread_describe (const RensaUnread *unread);
gboolean rensa_unread_has_gifs (const RensaUnread *unread);

/* @source: the folder, list or archive that tells of them. @folder: to which names are relative; where the files are those of
 * @zip it is NULL. @files: RensaPictureFile. @reader: while files are read. */
typedef struct
{
  char *source;
  char *folder;
  RensaZip *zip;
  RensaPictureLabels labels;
  GArray *files;
  gboolean with_gifs;
  RensaUnread unread;
  RensaPictureReader *reader;
} RensaPictureFiles;

void rensa_picture_labels_clear (RensaPictureLabels *labels);

/* No files yet; @self is zero before. */
void rensa_picture_files_init (RensaPictureFiles *self, const char *source, const char *folder);
void rensa_picture_files_clear (RensaPictureFiles *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaPictureLabels, rensa_picture_labels_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaPictureFiles, rensa_picture_files_clear)

/* Takes @name over. */
void rensa_picture_files_add (RensaPictureFiles *self, char *name, double label, guint member);

/* Of file @i, on disk. */
char *rensa_picture_files_dup_path (const RensaPictureFiles *self, gint64 i);

/* How many of the first files have channels of 16 bits. */
guint rensa_picture_files_count_deep (const RensaPictureFiles *self);

/* Reads the @n files whose numbers are @indices, each into its place in @bytes (nullable: they are only tried out), or its error into that in
 * @errors, with all threads.
 * FALSE with an error that is not one of a picture. */
gboolean rensa_picture_files_read (const RensaPictureFiles *self, const gint64 *indices, gint64 n,
                                   const RensaPicture *picture, guint8 *const *bytes, GError **errors, GError **error);

/* In bytes; 0 where it is gone. */
guint64 rensa_picture_files_get_size (const RensaPictureFiles *self, gint64 i);

/* Leaves out the files that hold no picture; returns how many, or -1 with an error that is not one of a picture. Reads each, which
 * takes its time; what has not been read when the cancellable is cancelled is left out, too. */
gint64 rensa_picture_files_drop_unreadable (RensaPictureFiles *self, const RensaPicture *picture,
                                            const RensaDataPlaces *places, GError **error);

/* The folder in which those of the classes, or of the parts, lie: @folder, or further down while all pictures lie in a single
 * folder that has none of its own, as in an archive that was unpacked into a folder. */
char *rensa_picture_folder_find_root (const char *folder, gboolean with_gifs);

/* Fills @self, which is zero before but for @with_gifs, and to be cleared also after an error, with what is in @folder, which has a
 * subfolder for each class, in an order that mixes the classes and depends on the names alone.  With @like, what was
 * read of training pictures, the classes are those of that, and other subfolders with pictures are refused.  Classes
 * without a picture get a warning in @notes.  RENSA_ERROR_IO, RENSA_ERROR_FORMAT where the folder has no subfolders
 * with pictures, RENSA_ERROR_CANCELLED. */
gboolean rensa_picture_files_read_folder (RensaPictureFiles *self, const char *folder, const RensaPictureLabels *like,
                                          GPtrArray *notes, GCancellable *cancellable, GError **error);

/* The pictures in a ZIP archive.  A folder that all of the archive lies in counts for nothing, and hidden files are passed
 * over.  RENSA_ERROR_IO, RENSA_ERROR_FORMAT. */
typedef struct _RensaPictureArchive RensaPictureArchive;

RensaPictureArchive *rensa_picture_archive_open (const char *path, gboolean with_gifs, GError **error);
void rensa_picture_archive_free (RensaPictureArchive *archive);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaPictureArchive, rensa_picture_archive_free)

/* Whether there are any in a folder of the name @part. */
gboolean rensa_picture_archive_has_part (const RensaPictureArchive *archive, const char *part);

/* The same with the folders in @archive, or with those in the folder @part (nullable) there: examples in the same order as
 * those of the folder that the archive was made of. */
gboolean rensa_picture_files_read_archive (RensaPictureFiles *self, const RensaPictureArchive *archive,
                                           const char *part, const RensaPictureLabels *like, GError **error);

/* The same with what the rows of the file @list say: a name below @folder and what goes with it, if anything does,
 * which a comma, a semicolon, a tab or else the last blanks of the row part.  Whole numbers from 0 on are classes
 * unless @as_values, other numbers values, of shape (1), and words names of classes in sorted order.  The first row may
 * be a heading.  RENSA_ERROR_IO, RENSA_ERROR_FORMAT naming the line, RENSA_ERROR_CANCELLED. */
gboolean rensa_picture_files_read_list (RensaPictureFiles *self, const char *list, const char *folder,
                                        gboolean as_values, const RensaPictureLabels *like, GCancellable *cancellable,
                                        GError **error);

/* Examples of a field or two: points from 0 to @picture->white as float32, or float64 in that mode, of shape
 * (n_channels, height, width), and the number of the class, int32, or the value, of the type of the points.  Takes over
 * what @files holds.  Pictures are read when they are asked for, and kept where memory allows. */
RensaDataset *rensa_picture_dataset_new (RensaPictureFiles *files, const RensaPicture *picture);

G_END_DECLS
