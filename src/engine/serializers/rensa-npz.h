/* rensa-npz.h: NumPy's archive of arrays, with the key names that Chainer uses.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-serializer.h"

G_BEGIN_DECLS

/* Saves what @serialize describes.  The archive is written aside and renamed when it is whole and on the disk, so
 * that a full disk or a crash leaves an earlier file of that name as it was.  The same values give the same bytes. */
gboolean rensa_save_npz (const char *path, RensaSerializeFunc serialize, gpointer object, gboolean compress,
                         GError **error);
/* The bytes of that archive, which somebody else may write; @path stands in messages. */
GBytes *rensa_pack_npz (const char *path, RensaSerializeFunc serialize, gpointer object, gboolean compress,
                        GError **error);

/**
 * RensaNpzStrictness:
 * @RENSA_NPZ_EXACT: every key of the file must have been asked for
 * @RENSA_NPZ_ALLOW_EXTRA: keys that nobody asks for are passed over
 */
typedef enum
{
  RENSA_NPZ_EXACT,
  RENSA_NPZ_ALLOW_EXTRA,
} RensaNpzStrictness;

/* Loads into what @serialize describes.  @prefix, such as "updater/model:main/", skips to a part of the file (may
 * be NULL or "").  A value is read when it is asked for, after its header was compared with what is there, so a file
 * takes no more memory than @object does.  When @object turns out not to fit it is put back to what it was:
 * @serialize is called once for writing to memory and, after a failure, once more for reading from there. */
gboolean rensa_load_npz (const char *path, const char *prefix, RensaNpzStrictness strictness,
                         RensaSerializeFunc serialize, gpointer object, GError **error);

/* An archive opened for reading. */
typedef struct _RensaNpz RensaNpz;

/* RENSA_ERROR_IO, or RENSA_ERROR_FORMAT with a sentence: not a ZIP archive, truncated, no array in it.  Members
 * that are not arrays have no key; to read one is an error that names it. */
RensaNpz *rensa_npz_open (const char *path, GError **error);
void rensa_npz_free (RensaNpz *npz);
guint rensa_npz_get_n_keys (RensaNpz *npz);
const char *rensa_npz_get_key (RensaNpz *npz, guint i);
gboolean rensa_npz_has (RensaNpz *npz, const char *key);
/* Whether the archive has a member of that name that is not an array. */
gboolean rensa_npz_has_other (RensaNpz *npz, const char *name);
/* Whether every value can be read; else the error of the first that cannot. */
gboolean rensa_npz_check (RensaNpz *npz, GError **error);
/* A C-contiguous array, whatever the order of its axes and bytes in the file; unsigned integers of 16, 32 and 64 bits
 * become int32, int64 and int64.  RENSA_ERROR_FORMAT for pickled objects, structured dtypes, truncated data. */
RensaArray *rensa_npz_read (RensaNpz *npz, const char *key, GError **error);
/* Whether @key is an array of texts. */
gboolean rensa_npz_holds_texts (RensaNpz *npz, const char *key);
/* The texts of that array as numbers, int32: @numbers (char *, owned, to GINT_TO_POINTER) knows them, or takes each new one
 * with the next number. */
RensaArray *rensa_npz_read_texts (RensaNpz *npz, const char *key, GHashTable *numbers, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaNpz, rensa_npz_free)

G_END_DECLS
