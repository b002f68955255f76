/* rensa-archive.h: files of named values, NPZ or HDF5, and how to load them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-serializer.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_LOAD_MATCHED,
  RENSA_LOAD_MISSING, /* not in the file */
  RENSA_LOAD_OTHER,   /* the value in the file has another shape or is not a suitable number */
  RENSA_LOAD_EXTRA,   /* exists in the file, but was not requested */
} RensaLoadStatus;

/**
 * RensaLoadEntry:
 * @key: below the loaded path, "l1/W"
 * @here: the expected value, "float32 of shape (8, 20)"; NULL for an extra value
 * @here_type: (nullable): the same as a type, if it is an array
 * @found: the value in the file; NULL for a missing one, and for an extra one that cannot be read
 * @found_type: (nullable): the same as a type, if it is an array
 * @position: index among the keys of the file, for values of another shape and extra ones
 * @part: for a file in which several models are stored separately: the model that it belongs to
 *
 * Result of loading one value.
 */
typedef struct
{
  char *key;
  RensaLoadStatus status;
  char *here;
  RensaType *here_type;
  char *found;
  RensaType *found_type;
  guint position;
  guint part;
} RensaLoadEntry;

void rensa_load_entry_free (RensaLoadEntry *entry);
/* Returns TRUE if a map may assign the file's value @from to @to: it is unused, and has the same
 * shape and kind of number. */
gboolean rensa_load_entry_can_take (const RensaLoadEntry *to, const RensaLoadEntry *from);

/**
 * RensaLoadOptions:
 * @path: (nullable): the part of the file, "updater/model:main/"
 * @allow_extra: ignore keys that are not requested
 * @allow_missing: values missing from the file keep their values, as with Chainer's strict=False
 * @allow_other: TRUE to allow values for which the file has another shape or kind of value
 * @map: (nullable) (element-type utf8 utf8): maps the key of a value here to its key in the file,
 *   both below @path. Mapped values must exist, here and in the file, and must fit, regardless of
 *   the other options; none is used twice
 * @ignore: (nullable): patterns with * and ? for keys below @path that keep their values,
 *   NULL-terminated
 * @entries: (nullable) (element-type RensaLoadEntry): receives an entry for each value that is not
 *   ignored
 *
 * All zero: file and object must agree in every key.
 */
typedef struct
{
  const char *path;
  gboolean allow_extra;
  gboolean allow_missing;
  gboolean allow_other;
  GHashTable *map;
  const char *const *ignore;
  GPtrArray *entries;
} RensaLoadOptions;

/* A file that is open for reading. */
typedef struct _RensaArchive RensaArchive;

/* Opens either format, as detected from the start of the file. RENSA_ERROR_IO, or
 * RENSA_ERROR_FORMAT with a sentence. */
RensaArchive *rensa_archive_open (const char *path, GError **error);
void rensa_archive_free (RensaArchive *archive);
gboolean rensa_archive_is_hdf5 (RensaArchive *archive);
guint rensa_archive_get_n_keys (RensaArchive *archive);
const char *rensa_archive_get_key (RensaArchive *archive, guint i);
gboolean rensa_archive_has (RensaArchive *archive, const char *key);
/* Returns TRUE if a key has that prefix. */
gboolean rensa_archive_has_prefix (RensaArchive *archive, const char *prefix);
/* Reads one array. RENSA_ERROR_NOT_FOUND, or RENSA_ERROR_FORMAT if the value cannot be read or is
 * not an array. */
RensaArray *rensa_archive_read (RensaArchive *archive, const char *key, GError **error);
/* The same as rensa_load_npz (): values are read on request, and @object is restored to its
 * previous state if it turns out not to fit. @options may be NULL. */
gboolean rensa_archive_load (RensaArchive *archive, const RensaLoadOptions *options, RensaSerializeFunc serialize,
                             gpointer object, GError **error);

/* Opens, loads and closes one file. */
gboolean rensa_load_file (const char *path, const RensaLoadOptions *options, RensaSerializeFunc serialize,
                          gpointer object, GError **error);

/**
 * rensa_load_what_fits:
 * @path: (nullable): the part of the file
 * @map: (nullable) (element-type utf8 utf8): differing names, as in RensaLoadOptions
 *
 * Loads those values of @object that the file holds in the same shape, and leaves the others
 * unchanged: weights for a model with other layers. Returns an entry for each value of either
 * (element-type RensaLoadEntry), owned by the caller, even if nothing fits; NULL with an error if
 * the file cannot be read, and if a value named by @map does not exist (RENSA_ERROR_NOT_FOUND),
 * does not fit (RENSA_ERROR_FORMAT) or would be used twice (RENSA_ERROR_INVALID); @object is
 * unchanged then.
 */
GPtrArray *rensa_load_what_fits (RensaArchive *archive, const char *path, GHashTable *map, RensaSerializeFunc serialize,
                                 gpointer object, GError **error);

/* Writes HDF5 for a name that ends in .h5 or .hdf5, else NPZ; writes to a temporary file and
 * renames it when complete. @compress compresses the arrays. */
gboolean rensa_save_file (const char *path, RensaSerializeFunc serialize, gpointer object, gboolean compress,
                          GError **error);

/* Values in memory, like those of Chainer's DictionarySerializer: arrays by key. */
typedef struct _RensaDictionary RensaDictionary;

RensaDictionary *rensa_dictionary_new (void);
void rensa_dictionary_free (RensaDictionary *dictionary);
/* Stores everything that @serialize describes; arrays are shared, not copied. */
gboolean rensa_dictionary_save (RensaDictionary *dictionary, RensaSerializeFunc serialize, gpointer object,
                                GError **error);
/* Arrays are shared with the dictionary. */
gboolean rensa_dictionary_load (RensaDictionary *dictionary, const RensaLoadOptions *options,
                                RensaSerializeFunc serialize, gpointer object, GError **error);
guint rensa_dictionary_get_n_keys (RensaDictionary *dictionary);
const char *rensa_dictionary_get_key (RensaDictionary *dictionary, guint i);
/* Borrowed; NULL if there is no array with that key. */
RensaArray *rensa_dictionary_get_array (RensaDictionary *dictionary, const char *key);
void rensa_dictionary_set_array (RensaDictionary *dictionary, const char *key, RensaArray *array);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaArchive, rensa_archive_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaDictionary, rensa_dictionary_free)

G_END_DECLS
