/* rensa-source-files-private.h: downloadable files of a data set.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"

G_BEGIN_DECLS

/* @sha256 and @size: of the file as downloaded. */
typedef struct
{
  const char *name;
  const char *sha256;
  guint64 size;
} RensaSourceFile;

/**
 * RensaSourceFiles:
 * @name: name of the component, and of the folder for downloads below the root
 * @title: human-readable name
 * @ending: (nullable): suffix of the names of @files on the server, ".gz"; local files may have it
 *   or not
 * @folders: ended by NULL: folders below the root, or below a folder chosen by the user, possibly
 *   those of another program
 * @chosen_folders: (nullable): the same, but only below the chosen folder: elsewhere such files may
 *   belong to other data
 * @mirrors: ended by NULL: URLs without the file name
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *ending;
  const char *const *folders;
  const char *const *chosen_folders;
  const char *const *mirrors;
  const RensaSourceFile *files;
  guint n_files;
} RensaSourceFiles;

/* Common attributes of such data sets. */
#define RENSA_ATTR_WITHLABEL(Struct, field)                                     \
  RENSA_ATTR_BOOL (Struct, field, .initial = TRUE, .title = N_ ("With Labels"), \
                   .hint = N_ ("If disabled, examples are images only"))
#define RENSA_ATTR_WHITE(Struct, field)                                                       \
  RENSA_ATTR_FLOAT (Struct, field, .initial = 1, .min = 0, .max = 1e6, .title = N_ ("Scale"), \
                    .hint = N_ ("Value of white"))
#define RENSA_ATTR_DOWNLOAD(Struct, field) \
  RENSA_ATTR_BOOL (Struct, field, .title = N_ ("Download"), .hint = N_ ("Downloads missing files when training starts"))
#define RENSA_ATTR_SOURCE_FOLDER(Struct, field)                                                           \
  RENSA_ATTR_STRING (Struct, field, .allow_none = TRUE, .none = TRUE, .is_path = TRUE, .is_folder = TRUE, \
                     .title = N_ ("Folder"), .hint = N_ ("Location of the files; None uses the data set folder"))

/* Downloads those of the first @n files that are not below @root, each from the first mirror
 * that works. Called in a worker thread, like rensa_download (). */
gboolean rensa_source_files_fetch (const RensaSourceFiles *files, guint n, const char *root, GCancellable *cancellable,
                                   RensaDownloadProgress progress, gpointer data, GError **error);

/* Returns the folder that the user has chosen, or the folder of the chosen file; the root if
 * @folder is NULL. */
char *rensa_source_files_find_folder (const char *folder, const RensaDataPlaces *places);
/* Returns the path of file @name below @folder, which the user has chosen or which is the root;
 * NULL if it does not exist. */
char *rensa_source_files_find (const RensaSourceFiles *files, const char *folder, gboolean is_chosen, const char *name);

/* Returns the paths of the first @n files, ended by NULL, in @folder (nullable) or, with @download,
 * below the root, to which they are fetched if the user has requested that. NULL with
 * RENSA_ERROR_NOT_FOUND. */
char **rensa_source_files_find_all (const RensaSourceFiles *files, guint n, const char *folder, gboolean download,
                                    const RensaDataPlaces *places, GError **error);

G_END_DECLS
