/* rensa-hdf5-reader.h: reads an HDF5 file with its library, in a process that the file may crash.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-hdf5-message.h"

G_BEGIN_DECLS

typedef struct _RensaHdf5Reader RensaHdf5Reader;

/* Receives bytes of a value; returns FALSE to stop. */
typedef gboolean (*RensaHdf5Sink) (gconstpointer bytes, gsize n, gpointer data);

/* Creates a reader for the open file @fd of @n_bytes. Only one may exist at a time. */
RensaHdf5Reader *rensa_hdf5_reader_new (int fd, guint64 n_bytes);
void rensa_hdf5_reader_free (RensaHdf5Reader *self);
/* Lists the keys. If this or one of the other functions fails, there is a reason, and the path that
 * it applies to. */
gboolean rensa_hdf5_reader_list (RensaHdf5Reader *self);
GPtrArray *rensa_hdf5_reader_get_keys (RensaHdf5Reader *self);
/* Returns TRUE if the file states that it was written by Keras. */
gboolean rensa_hdf5_reader_is_keras (RensaHdf5Reader *self);
RensaHdf5Reason rensa_hdf5_reader_get_reason (RensaHdf5Reader *self);
const char *rensa_hdf5_reader_get_path (RensaHdf5Reader *self);

/* Implement the commands of the same names; those after the first apply to the key that was opened last. */
gboolean rensa_hdf5_reader_open (RensaHdf5Reader *self, guint index, RensaHdf5Reply *reply);
gboolean rensa_hdf5_reader_check (RensaHdf5Reader *self, RensaHdf5Reply *reply);
gboolean rensa_hdf5_reader_take (RensaHdf5Reader *self, RensaHdf5Sink sink, gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaHdf5Reader, rensa_hdf5_reader_free)

G_END_DECLS
