/* rensa-hdf5-reader.h: reading a file of HDF5 with its library, in a process that may end at it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-hdf5-message.h"

G_BEGIN_DECLS

typedef struct _RensaHdf5Reader RensaHdf5Reader;

/* Gets bytes of a value; FALSE where nobody wants any more of them. */
typedef gboolean (*RensaHdf5Sink) (gconstpointer bytes, gsize n, gpointer data);

/* Of the file that is open as @fd, and has @n_bytes. One at a time. */
RensaHdf5Reader *rensa_hdf5_reader_new (int fd, guint64 n_bytes);
void rensa_hdf5_reader_free (RensaHdf5Reader *self);
/* Lists the keys. Where this or one of the others fails, there is a reason, and a path of which it holds. */
gboolean rensa_hdf5_reader_list (RensaHdf5Reader *self);
GPtrArray *rensa_hdf5_reader_get_keys (RensaHdf5Reader *self);
/* Whether the file says that Keras has written it. */
gboolean rensa_hdf5_reader_is_keras (RensaHdf5Reader *self);
RensaHdf5Reason rensa_hdf5_reader_get_reason (RensaHdf5Reader *self);
const char *rensa_hdf5_reader_get_path (RensaHdf5Reader *self);

/* The commands of the same names; those behind the first are about the key that was opened last. */
gboolean rensa_hdf5_reader_open (RensaHdf5Reader *self, guint index, RensaHdf5Reply *reply);
gboolean rensa_hdf5_reader_check (RensaHdf5Reader *self, RensaHdf5Reply *reply);
gboolean rensa_hdf5_reader_take (RensaHdf5Reader *self, RensaHdf5Sink sink, gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaHdf5Reader, rensa_hdf5_reader_free)

G_END_DECLS
