/* rensa-serializer.h: a single traversal of an object that either saves or loads it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* A place in a hierarchy of named values that is being written or read. An object describes itself
 * once, by a function that passes each of its values to the serializer; when reading, the values
 * are replaced by those of the file. Key names are Chainer's; leading slashes of a key are ignored. */
typedef struct _RensaSerializer RensaSerializer;

typedef gboolean (*RensaSerializeFunc) (gpointer object, RensaSerializer *serializer, GError **error);

gboolean rensa_serializer_is_reading (RensaSerializer *serializer);
/* Returns "snapshot_iter_6.npz: updater/optimizer:main/t" for messages. */
char *rensa_serializer_describe (RensaSerializer *serializer, const char *key);

/* Returns the place below @key; borrowed from the parent and valid as long as the file is open. */
RensaSerializer *rensa_serializer_child (RensaSerializer *serializer, const char *key);
/* When reading: returns TRUE if the file contains @key here, or anything below it. When writing: TRUE. */
gboolean rensa_serializer_has (RensaSerializer *serializer, const char *key);

/* When reading: permits values below this place that are not requested. */
void rensa_serializer_pass_over (RensaSerializer *serializer);

/* Writing stores *@array; NULL is stored as None. Reading: if *@array is an array, its shape
 * must agree and its dtype be of the same kind, and a new array of its dtype replaces it; if it
 * is NULL, it receives the value in the file, NULL for None. A missing key is
 * RENSA_ERROR_NOT_FOUND, disagreement RENSA_ERROR_FORMAT naming file, key and both shapes or
 * dtypes. */
gboolean rensa_serializer_array (RensaSerializer *serializer, const char *key, RensaArray **array, GError **error);
/* 0-d arrays of int64, float64, bool and text, as Chainer writes them. Any number is read as a
 * double, None as NaN. */
gboolean rensa_serializer_int (RensaSerializer *serializer, const char *key, gint64 *value, GError **error);
gboolean rensa_serializer_double (RensaSerializer *serializer, const char *key, double *value, GError **error);
/* Writes an integer if the number is integral: Chainer counts in integers and accepts nothing else,
 * unless weights made the counts fractional. */
gboolean rensa_serializer_number (RensaSerializer *serializer, const char *key, double *value, GError **error);
gboolean rensa_serializer_bool (RensaSerializer *serializer, const char *key, gboolean *value, GError **error);
/* NULL represents None; reading frees the old string. */
gboolean rensa_serializer_string (RensaSerializer *serializer, const char *key, char **value, GError **error);

G_END_DECLS
