/* rensa-source-files-private.h: the files of a data set that lie on the net.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"

G_BEGIN_DECLS

/* @sha256 and @size: of the file as it lies on the net. */
typedef struct
{
  const char *name;
  const char *sha256;
  guint64 size;
} RensaSourceFile;

/**
 * RensaSourceFiles:
 * @name: of the component, and of the folder below the root that downloads go to
 * @title: for people
 * @ending: (nullable): what @files are called besides on the net, ".gz"; with it or without it they may be kept
 * @folders: ended by NULL: below the root, or below a folder that a person has chosen, which may be one of another program
 * @chosen_folders: (nullable): likewise, but only below the folder that was chosen: elsewhere such files may be of other data
 * @mirrors: ended by NULL: addresses without the name of the file
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

/* Attributes that many of them have. */
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

/* Fetches those of the first @n that are not below @root, each from the first mirror that gives it; for a worker thread, as
 * rensa_download (). */
gboolean rensa_source_files_fetch (const RensaSourceFiles *files, guint n, const char *root, GCancellable *cancellable,
                                   RensaDownloadProgress progress, gpointer data, GError **error);

/* The folder that a person has chosen, also where one of its files was chosen; the root where @folder is NULL. */
char *rensa_source_files_find_folder (const char *folder, const RensaDataPlaces *places);
/* The file @name below @folder, which somebody has chosen or which is the root; NULL where it is not there. */
char *rensa_source_files_find (const RensaSourceFiles *files, const char *folder, gboolean is_chosen, const char *name);

/* The paths of the first @n, ended by NULL, in @folder (nullable) or, with @download, below the root, where they are fetched
 * to if somebody has asked for that.  NULL with RENSA_ERROR_NOT_FOUND. */
char **rensa_source_files_find_all (const RensaSourceFiles *files, guint n, const char *folder, gboolean download,
                                    const RensaDataPlaces *places, GError **error);

G_END_DECLS
