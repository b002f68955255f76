/* rensa-picture-files-private.h: pictures in files, with a class or a value each.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"
#include "rensa-picture-reader-private.h"

G_BEGIN_DECLS

/* Kind of the labels of pictures. */
typedef enum
{
  RENSA_LABELS_NONE,
  RENSA_LABELS_CLASSES,
  RENSA_LABELS_VALUES,
} RensaLabelKind;

/* @n_classes: number of classes, for kind classes. @classes: their names (char *), NULL if they
 * are only numbered. */
typedef struct
{
  RensaLabelKind kind;
  gint64 n_classes;
  GPtrArray *classes;
} RensaPictureLabels;

/* @name: relative to the folder, or within the archive, where its index is @member. @label: class
 *   number or value. */
typedef struct
{
  char *name;
  double label;
  guint member;
} RensaPictureFile;

/* Number of files of unsupported picture formats, for each file extension. */
#define RENSA_N_UNREAD_ENDINGS 16
typedef struct
{
  guint n[RENSA_N_UNREAD_ENDINGS];
} RensaUnread;

/* Returns TRUE if files of this name are read from folders and archives; GIF is optional. */
gboolean rensa_picture_is_taken (const char *name, gboolean with_gifs);

/* Counts @name if its extension is among these. */
void rensa_unread_count (RensaUnread *unread, const char *name);
/* "3 files of other picture formats are not read: 2 .gif, 1 .heic."; NULL if there are none. */
char *rensa_unread_describe (const RensaUnread *unread);
gboolean rensa_unread_has_gifs (const RensaUnread *unread);

/* @source: the folder, list or archive of the files. @folder: base of relative names; NULL if the
 *   files are in
 * @zip. @files: RensaPictureFile. @reader: while files are read. */
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

/* Initializes @self, which must be zeroed, without files. */
void rensa_picture_files_init (RensaPictureFiles *self, const char *source, const char *folder);
void rensa_picture_files_clear (RensaPictureFiles *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaPictureLabels, rensa_picture_labels_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaPictureFiles, rensa_picture_files_clear)

/* Takes ownership of @name. */
void rensa_picture_files_add (RensaPictureFiles *self, char *name, double label, guint member);

/* Returns the path of file @i on disk. */
char *rensa_picture_files_dup_path (const RensaPictureFiles *self, gint64 i);

/* Returns the number of files with 16-bit channels among the first files. */
guint rensa_picture_files_count_deep (const RensaPictureFiles *self);

/* Reads the @n files @indices with all threads: each into its entry of @bytes (nullable: they are
 * only checked), or its error into that of
 * @errors. FALSE with an error that is not specific to a picture. */
gboolean rensa_picture_files_read (const RensaPictureFiles *self, const gint64 *indices, gint64 n,
                                   const RensaPicture *picture, guint8 *const *bytes, GError **errors, GError **error);

/* Returns the size in bytes; 0 if the file no longer exists. */
guint64 rensa_picture_files_get_size (const RensaPictureFiles *self, gint64 i);

/* Removes the unreadable files; returns their number, or -1 with an error that is not specific to a
 * picture. Slow, as it reads each file; files not read before cancellation are removed, too. */
gint64 rensa_picture_files_drop_unreadable (RensaPictureFiles *self, const RensaPicture *picture,
                                            const RensaDataPlaces *places, GError **error);

/* Returns the folder that contains those of the classes, or of the parts: @folder, or a descendant,
 * as long as all pictures are in a single subfolder without pictures of its own, as in an archive
 * extracted into a folder. */
char *rensa_picture_folder_find_root (const char *folder, gboolean with_gifs);

/* Fills @self, which must be zeroed except for @with_gifs, and cleared even after an error, with
 * the pictures in @folder, which has one subfolder per class. Their order mixes the classes and
 * depends only on the names. With @like, the labels of the training pictures, the classes are the
 * same, and other subfolders with pictures are rejected. Classes without pictures are reported as
 * warnings in @notes. RENSA_ERROR_IO, RENSA_ERROR_FORMAT if the folder has no subfolders with
 * pictures, RENSA_ERROR_CANCELLED. */
gboolean rensa_picture_files_read_folder (RensaPictureFiles *self, const char *folder, const RensaPictureLabels *like,
                                          GPtrArray *notes, GCancellable *cancellable, GError **error);

/* The pictures in a ZIP archive. A folder that contains the whole archive is ignored, and hidden
 * files are skipped. RENSA_ERROR_IO, RENSA_ERROR_FORMAT. */
typedef struct _RensaPictureArchive RensaPictureArchive;

RensaPictureArchive *rensa_picture_archive_open (const char *path, gboolean with_gifs, GError **error);
void rensa_picture_archive_free (RensaPictureArchive *archive);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaPictureArchive, rensa_picture_archive_free)

/* Returns TRUE if there are pictures in a folder named @part. */
gboolean rensa_picture_archive_has_part (const RensaPictureArchive *archive, const char *part);

/* The same for the folders in @archive, or those in its folder @part (nullable): the examples are
 * in the same order as those of the folder from which the archive was created. */
gboolean rensa_picture_files_read_archive (RensaPictureFiles *self, const RensaPictureArchive *archive,
                                           const char *part, const RensaPictureLabels *like, GError **error);

/* The same for the rows of the file @list: a name relative to @folder and an optional label,
 * separated by a comma, a semicolon, a tab or else the last blanks of the row. Integers from 0 are
 * classes unless @as_values, other numbers are values of shape (1), and words are class names in
 * sorted order. The first row may be a heading. RENSA_ERROR_IO, RENSA_ERROR_FORMAT naming the line,
 * RENSA_ERROR_CANCELLED. */
gboolean rensa_picture_files_read_list (RensaPictureFiles *self, const char *list, const char *folder,
                                        gboolean as_values, const RensaPictureLabels *like, GCancellable *cancellable,
                                        GError **error);

/* Creates examples of one or two fields: pixels from 0 to @picture->white as float32, or float64 in
 * that mode, of shape (n_channels, height, width), and the class number, int32, or the value, of
 * the type of the pixels. Takes ownership of the contents of @files. Pictures are read on demand,
 * and cached if memory permits. */
RensaDataset *rensa_picture_dataset_new (RensaPictureFiles *files, const RensaPicture *picture);

G_END_DECLS
