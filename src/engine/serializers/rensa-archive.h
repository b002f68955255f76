/* rensa-archive.h: files of named values, NPZ or HDF5, and how they are loaded.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-serializer.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_LOAD_MATCHED,
  RENSA_LOAD_MISSING, /* the file does not hold it */
  RENSA_LOAD_OTHER,   /* what the file holds has another shape or is no such number */
  RENSA_LOAD_EXTRA,   /* the file holds it, and nobody asks for it */
} RensaLoadStatus;

/**
 * RensaLoadEntry:
 * @key: below the path from which is loaded, "l1/W"
 * @here: what belongs there, "float32 of shape (8, 20)"; NULL for what is extra
 * @here_type: (nullable): the same as a type, where it is an array
 * @found: what the file holds; NULL for what is missing, and for what is extra and cannot be read
 * @found_type: (nullable): the same as a type, where it is an array
 * @position: of what has another shape and of what is extra: its place among the keys of the file
 * @part: of a file in which several models lie apart: which of them it belongs to
 *
 * What became of one value.
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
/* Whether a map may give @to what the file holds as @from: it is left over there, and of the same shape and kind of number. */
gboolean rensa_load_entry_can_take (const RensaLoadEntry *to, const RensaLoadEntry *from);

/**
 * RensaLoadOptions:
 * @path: (nullable): the part of the file, "updater/model:main/"
 * @allow_extra: keys that nobody asks for are passed over
 * @allow_missing: what the file does not hold stays as it is, as with Chainer's strict=False
 * @allow_other: so does that for which the file has another shape or kind of value
 * @map: (nullable) (element-type utf8 utf8): by the key of a value here the key under which the file holds it, both below @path.
 * What is mapped has to be there, here and in the file, and has to fit, whatever is allowed; nothing is taken twice
 * @ignore: (nullable): patterns with * and ? of keys below @path that stay as they are, ended by NULL
 * @entries: (nullable) (element-type RensaLoadEntry): gets an entry for each value that is not ignored
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

/* Either format, by what the file begins with. RENSA_ERROR_IO, or RENSA_ERROR_FORMAT with a sentence. */
RensaArchive *rensa_archive_open (const char *path, GError **error);
void rensa_archive_free (RensaArchive *archive);
gboolean rensa_archive_is_hdf5 (RensaArchive *archive);
guint rensa_archive_get_n_keys (RensaArchive *archive);
const char *rensa_archive_get_key (RensaArchive *archive, guint i);
gboolean rensa_archive_has (RensaArchive *archive, const char *key);
/* Whether a key begins so. */
gboolean rensa_archive_has_prefix (RensaArchive *archive, const char *prefix);
/* RENSA_ERROR_NOT_FOUND, or RENSA_ERROR_FORMAT where the value cannot be read or is no array. */
RensaArray *rensa_archive_read (RensaArchive *archive, const char *key, GError **error);
/* As rensa_load_npz (): a value is read when it is asked for, and when @object turns out not to fit it is put back to what it
 * was. @options may be NULL. */
gboolean rensa_archive_load (RensaArchive *archive, const RensaLoadOptions *options, RensaSerializeFunc serialize,
                             gpointer object, GError **error);

/* All of this for one file. */
gboolean rensa_load_file (const char *path, const RensaLoadOptions *options, RensaSerializeFunc serialize,
                          gpointer object, GError **error);

/**
 * rensa_load_what_fits:
 * @path: (nullable): the part of the file
 * @map: (nullable) (element-type utf8 utf8): names that differ, as in RensaLoadOptions
 *
 * Loads those values of @object that the file holds in the same shape, and leaves the others as they are: weights for a model with
 * other layers. Returns an entry for each value of either (element-type RensaLoadEntry), owned by the caller, even where nothing fits;
 * NULL with an error where the file cannot be read, and where @map names what is not there (RENSA_ERROR_NOT_FOUND), does not
 * fit (RENSA_ERROR_FORMAT) or would be taken twice (RENSA_ERROR_INVALID); @object is then as it was.
 */
GPtrArray *rensa_load_what_fits (RensaArchive *archive, const char *path, GHashTable *map, RensaSerializeFunc serialize,
                                 gpointer object, GError **error);

/* HDF5 for a name that ends in .h5 or .hdf5, else NPZ; written aside and renamed when it is whole. @compress packs the arrays. */
gboolean rensa_save_file (const char *path, RensaSerializeFunc serialize, gpointer object, gboolean compress,
                          GError **error);

/* Values in memory, as Chainer's DictionarySerializer collects them: arrays by key. */
typedef struct _RensaDictionary RensaDictionary;

RensaDictionary *rensa_dictionary_new (void);
void rensa_dictionary_free (RensaDictionary *dictionary);
/* Everything that @serialize describes; arrays are shared, not copied. */
gboolean rensa_dictionary_save (RensaDictionary *dictionary, RensaSerializeFunc serialize, gpointer object,
                                GError **error);
/* Arrays are shared here, too. */
gboolean rensa_dictionary_load (RensaDictionary *dictionary, const RensaLoadOptions *options,
                                RensaSerializeFunc serialize, gpointer object, GError **error);
guint rensa_dictionary_get_n_keys (RensaDictionary *dictionary);
const char *rensa_dictionary_get_key (RensaDictionary *dictionary, guint i);
/* Borrowed; NULL where there is no array of that key. */
RensaArray *rensa_dictionary_get_array (RensaDictionary *dictionary, const char *key);
void rensa_dictionary_set_array (RensaDictionary *dictionary, const char *key, RensaArray *array);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaArchive, rensa_archive_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaDictionary, rensa_dictionary_free)

G_END_DECLS
