/* rensa-npz.h: NumPy's archive of arrays, with Chainer's key names.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-serializer.h"

G_BEGIN_DECLS

/* Saves everything that @serialize describes. The archive is written to a temporary file and
 * renamed when it is complete and on the disk, so that a full disk or a crash leaves an existing
 * file of that name unchanged. The same values give the same bytes. */
gboolean rensa_save_npz (const char *path, RensaSerializeFunc serialize, gpointer object, gboolean compress,
                         GError **error);
/* Returns the bytes of that archive, for the caller to write; @path is used in messages. */
GBytes *rensa_pack_npz (const char *path, RensaSerializeFunc serialize, gpointer object, gboolean compress,
                        GError **error);

/**
 * RensaNpzStrictness:
 * @RENSA_NPZ_EXACT: every key of the file must be requested
 * @RENSA_NPZ_ALLOW_EXTRA: ignore keys that are not requested
 */
typedef enum
{
  RENSA_NPZ_EXACT,
  RENSA_NPZ_ALLOW_EXTRA,
} RensaNpzStrictness;

/* Loads everything that @serialize describes. @prefix, such as "updater/model:main/", selects a
 * part of the file (may be NULL or ""). A value is read on request, after its header has been
 * compared with the present value, so a file takes no more memory than @object does. If @object
 * turns out not to fit, it is restored to its previous state:
 * @serialize is called once for writing to memory and, after a failure, once more for reading from
 *   there. */
gboolean rensa_load_npz (const char *path, const char *prefix, RensaNpzStrictness strictness,
                         RensaSerializeFunc serialize, gpointer object, GError **error);

/* An archive open for reading. */
typedef struct _RensaNpz RensaNpz;

/* Opens an archive. RENSA_ERROR_IO, or RENSA_ERROR_FORMAT with a sentence: not a ZIP archive,
 * truncated, no array in it. Members that are not arrays have no key; reading one is an error that
 * names it. */
RensaNpz *rensa_npz_open (const char *path, GError **error);
void rensa_npz_free (RensaNpz *npz);
guint rensa_npz_get_n_keys (RensaNpz *npz);
const char *rensa_npz_get_key (RensaNpz *npz, guint i);
gboolean rensa_npz_has (RensaNpz *npz, const char *key);
/* Returns TRUE if the archive has a member of that name that is not an array. */
gboolean rensa_npz_has_other (RensaNpz *npz, const char *name);
/* Returns TRUE if every value can be read; else FALSE with the error of the first that cannot. */
gboolean rensa_npz_check (RensaNpz *npz, GError **error);
/* Returns a C-contiguous array, regardless of the axis and byte order in the file; unsigned
 * integers of 16, 32 and 64 bits become int32, int64 and int64. RENSA_ERROR_FORMAT for pickled
 * objects, structured dtypes, truncated data. */
RensaArray *rensa_npz_read (RensaNpz *npz, const char *key, GError **error);
/* Returns TRUE if @key is an array of texts. */
gboolean rensa_npz_holds_texts (RensaNpz *npz, const char *key);
/* Converts the texts of that array to numbers, int32: looks them up in @numbers (char *, owned, to
 * GINT_TO_POINTER), and adds each new one with the next number. */
RensaArray *rensa_npz_read_texts (RensaNpz *npz, const char *key, GHashTable *numbers, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaNpz, rensa_npz_free)

G_END_DECLS
