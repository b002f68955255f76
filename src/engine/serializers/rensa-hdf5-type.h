/* rensa-hdf5-type.h: the library's lock, and dtypes as HDF5 types.
 * SPDX-License-Identifier: MIT */

#pragma once

/* Selects the API names of the oldest supported version. */
#define H5_USE_110_API
#include <hdf5.h>

#include "rensa-dtype.h"

G_BEGIN_DECLS

/* The library has one state for all threads and no lock of its own; locking also suppresses its
 * error output. */
void rensa_hdf5_lock (void);
void rensa_hdf5_unlock (void);

/* Ids of the library, closed by the matching function; 0 and below are none. */
typedef struct
{
  hid_t id;
  herr_t (*close) (hid_t id);
} RensaHdf5Id;

#define RENSA_HDF5_ID(expression, close_function) ((RensaHdf5Id){ (expression), (close_function) })

void rensa_hdf5_id_clear (RensaHdf5Id *id);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaHdf5Id, rensa_hdf5_id_clear)

/* Returns the type of elements in memory; bool is an enumeration of FALSE and TRUE, as in h5py. */
RensaHdf5Id rensa_hdf5_type_new (RensaDtype dtype);
/* Finds the dtype for elements of @type. FALSE if there is none. */
gboolean rensa_hdf5_type_find (hid_t type, RensaDtype *dtype);

G_END_DECLS
