/* rensa-hdf5-private.h: HDF5 files, in the layout of Chainer's save_hdf5: groups for the parts of a key.
 * SPDX-License-Identifier: MIT */

#pragma once

/* What the oldest supported version calls things. */
#define H5_USE_110_API
#include <hdf5.h>

#include "rensa-values-private.h"

G_BEGIN_DECLS

/* The library has one state for all threads and no lock of its own; and it would print what goes wrong. */
void rensa_hdf5_lock (void);
void rensa_hdf5_unlock (void);

/* Ids of the library, closed by the function that fits; 0 and below are none. */
typedef struct
{
  hid_t id;
  herr_t (*close) (hid_t id);
} RensaHdf5Id;

#define RENSA_HDF5_ID(expression, close_function) ((RensaHdf5Id){ (expression), (close_function) })

void rensa_hdf5_id_clear (RensaHdf5Id *id);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaHdf5Id, rensa_hdf5_id_clear)

/* The type of elements in memory; bool is an enumeration of FALSE and TRUE, as h5py writes it. */
RensaHdf5Id rensa_hdf5_type_new (RensaDtype dtype);
/* Which dtype holds the elements of @type. FALSE where none does. */
gboolean rensa_hdf5_type_find (hid_t type, RensaDtype *dtype);

/* Whether the file begins as HDF5 files do. */
gboolean rensa_hdf5_is (const char *path);

/* A file that is being read; values are read when they are asked for. */
typedef struct _RensaHdf5 RensaHdf5;

/* RENSA_ERROR_IO, or RENSA_ERROR_FORMAT with a sentence: damaged, links out of the file, more groups than any model has. */
RensaHdf5 *rensa_hdf5_open (const char *path, GError **error);
void rensa_hdf5_free (RensaHdf5 *self);
/* The values, unread; they read from @self and must not outlive it. */
RensaValues *rensa_hdf5_list (RensaHdf5 *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaHdf5, rensa_hdf5_free)

/* Writes @values as such a file. */
gboolean rensa_hdf5_write (const char *path, RensaValues *values, gboolean compress, GError **error);

G_END_DECLS
